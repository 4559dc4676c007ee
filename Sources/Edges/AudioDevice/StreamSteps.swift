import Glibc
import HandShakeFiles

/// The steps with a PCM on its `CallThread`. It owns all memory for ALSA, so that an abandoned step
/// stays harmless.
final class StreamSteps: @unchecked Sendable {
  private let direction: AudioDirection
  private var pcm: PCMHandle?
  private var geometry: StreamGeometry?

  /// The result of `open`.
  private(set) var opening: Result<StreamGeometry, OpeningFailure> = .failure(.call(notOpen))
  /// The capabilities of the open device.
  private(set) var capabilities: DeviceCapabilities?
  /// The mixer control that silences the device, after opening for playback.
  private(set) var mixerSilence: MixerSilence?
  /// The result of the last step.
  var result: Result<Int, ALSAFailure> = .success(0)
  private(set) var interruptions = Interruptions()

  /// Frames in the device's format, interleaved.
  private(set) var bytes = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
  private(set) var byteFrames = 0

  private var isResuming = false
  /// The least delay since the device's buffer became empty, and the time at which all its frames
  /// are heard by that delay.
  private var tail: (delayFrames: Int, silentAtSeconds: Double)?
  /// The frames in the device's buffer while draining, and when their number changed.
  private var rest = (frames: 0, sinceSeconds: 0.0)
  /// Set by an input/output error until frames move again.
  private var hasFailedOnce = false

  init(direction: AudioDirection) { self.direction = direction }

  deinit { bytes.deallocate() }

  /// Opens and configures; the result is in `opening`.
  func open(_ device: String) {
    do throws(OpeningFailure) {
      let pcm = try PCMHandle(name: device, direction: direction)
      self.pcm = pcm
      capabilities = try pcm.capabilities()
      let geometry = try pcm.configure()
      self.geometry = geometry
      byteFrames = max(geometry.sampleRateHertz * Int(DeviceStream.stepMilliseconds) / 1000, 1)
      bytes.deallocate()
      bytes = .allocate(byteCount: byteFrames * geometry.bytesPerFrame, alignment: 16)
      if direction == .playback, let card = capabilities?.card {
        mixerSilence = MixerSilence(of: ALSALibrary.mixerControls(card: card), card: card)
      }
      opening = .success(geometry)
    } catch {
      opening = .failure(error)
    }
  }

  func close() {
    pcm?.close()
    pcm = nil
  }

  /// Moves some of the frames from `offset` to `count`. Gives the number: 0 if the device was not
  /// ready, or continues after an interruption.
  func move(from offset: Int, to count: Int) throws(ALSAFailure) -> Int {
    guard let pcm, let geometry else { throw Self.notOpen }
    do throws(ALSAFailure) {
      if isResuming {
        try resume(pcm)
        return 0
      }
      switch pcm.state {
      // After draining, or before the first read.
      case .unprepared: try pcm.prepare()
      case .prepared where direction == .capture: try pcm.start()
      default: break
      }
      let isReady = try pcm.wait(milliseconds: DeviceStream.stepMilliseconds)
      guard isReady else { return 0 }
      let moved = try pcm.move(bytes + offset * geometry.bytesPerFrame, frames: count - offset)
      if moved > 0 {
        hasFailedOnce = false
        tail = nil
      } else {
        // A plug-in may report that it is ready when it is not; do not poll at full speed.
        usleep(1000)
      }
      return moved
    } catch {
      try recover(pcm, from: error)
      return 0
    }
  }

  /// Plays the written frames. Gives the number of frames that are not heard yet.
  func drain() throws(ALSAFailure) -> Int {
    guard let pcm, let geometry else { throw Self.notOpen }
    do throws(ALSAFailure) {
      if isResuming {
        try resume(pcm)
        return geometry.bufferFrames
      }
      switch pcm.state {
      case .unprepared, .underOrOverrun: return 0
      case .prepared:
        if try pcm.availableFrames() >= geometry.bufferFrames { return 0 }
        try pcm.start()
      default: break
      }
      usleep(5000)
      // snd_pcm_drain could wait for a sound server forever. Empty hardware reports an underrun.
      // ALSA's PulseAudio plug-in hides its underrun by always keeping a frame, and the reported
      // delay may stop at some frames. The clock measures that time from the last fall of the
      // delay, since a late server is heard later than it said.
      let delay = try pcm.delayFrames()
      let inBuffer = try geometry.bufferFrames - 1 - pcm.availableFrames()
      if inBuffer > 0 {
        tail = nil
        try pushOn(pcm, geometry, inBuffer)
        return max(inBuffer, delay)
      }
      let now = monotonicSeconds()
      var tail = self.tail ?? (.max, now)
      if delay < tail.delayFrames {
        tail = (delay, now + Double(delay) / Double(geometry.sampleRateHertz))
      }
      self.tail = tail
      if delay > 0, now < tail.silentAtSeconds { return delay }
      // All frames have sounded, so close even a device that refuses to stop.
      try? pcm.stop()
      return 0
    } catch {
      if error.code == -EPIPE { return 0 }
      try recover(pcm, from: error)
      return geometry.bufferFrames
    }
  }

  /// After an underrun, PulseAudio waits until half the buffer is filled again, and its plug-in
  /// does not report the underrun. If the last frames stand still for the time of a whole buffer,
  /// silence follows them.
  private func pushOn(
    _ pcm: PCMHandle, _ geometry: StreamGeometry, _ inBuffer: Int
  ) throws(ALSAFailure) {
    let now = monotonicSeconds()
    if inBuffer != rest.frames { rest = (inBuffer, now) }
    guard now - rest.sinceSeconds > geometry.bufferSeconds else { return }
    [Float](repeating: 0, count: byteFrames).withUnsafeBufferPointer {
      geometry.format.encode($0, channelCount: geometry.channelCount, to: bytes)
    }
    let half = geometry.bufferFrames / 2
    var filled = 0
    while filled < half {
      let moved = try pcm.move(bytes, frames: min(half - filled, byteFrames))
      if moved == 0 { break }
      filled += moved
    }
    if filled > 0 { interruptions.xruns += 1 }
  }

  private func recover(_ pcm: PCMHandle, from failure: ALSAFailure) throws(ALSAFailure) {
    switch -failure.code {
    case EINTR, EAGAIN: break
    case EPIPE:
      interruptions.xruns += 1
      try pcm.prepare()
    case ESTRPIPE:
      interruptions.suspends += 1
      try resume(pcm)
    case EIO where !hasFailedOnce:
      hasFailedOnce = true
      do throws(ALSAFailure) { try pcm.prepare() } catch { throw failure }
      // A new preparation loses the frames in the device.
      interruptions.xruns += 1
    default: throw failure
    }
  }

  private func resume(_ pcm: PCMHandle) throws(ALSAFailure) {
    isResuming = true
    do throws(ALSAFailure) {
      guard try pcm.resume() else {
        usleep(useconds_t(DeviceStream.stepMilliseconds) * 1000)
        return
      }
    } catch {
      // Few drivers can continue at their position; the others start again.
      try pcm.prepare()
    }
    isResuming = false
  }

  private static let notOpen = ALSAFailure(call: "snd_pcm_open", code: -ENODEV)
}
