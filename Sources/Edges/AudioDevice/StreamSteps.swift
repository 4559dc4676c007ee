import Glibc
import HandShakeFiles

/// What is done with a PCM on its `CallThread`, a step at a time. It owns all memory that ALSA is
/// given, so that a step whose caller has given up stays harmless.
final class StreamSteps: @unchecked Sendable {
  private let direction: AudioDirection
  private var pcm: PCMHandle?
  private var geometry: StreamGeometry?

  /// How `open` went.
  private(set) var opening: Result<StreamGeometry, OpeningFailure> = .failure(.call(notOpen))
  /// What the device offers, once it is open.
  private(set) var capabilities: DeviceCapabilities?
  /// What keeps its sound from being heard, once it is open for playback.
  private(set) var mixerSilence: MixerSilence?
  /// What the last step gave.
  var result: Result<Int, ALSAFailure> = .success(0)
  private(set) var interruptions = Interruptions()

  /// Frames in the device's format, interleaved.
  private(set) var bytes = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
  private(set) var byteFrames = 0

  private var isResuming = false
  /// The least delay since the device's buffer is empty, and when all that it has taken is heard by
  /// that.
  private var tail: (delayFrames: Int, silentAtSeconds: Double)?
  /// Set by an input/output error until frames move again.
  private var hasFailedOnce = false

  init(direction: AudioDirection) { self.direction = direction }

  deinit { bytes.deallocate() }

  /// Opens and configures; `opening` tells how it went.
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

  /// Moves some of the frames from `offset` to `count`. Gives how many: 0 where the device wasn't
  /// ready, or was interrupted and goes on.
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
        // A plug-in may call itself ready and not be; don't ask it at full speed.
        usleep(1000)
      }
      return moved
    } catch {
      try recover(pcm, from: error)
      return 0
    }
  }

  /// Has what was written played. Gives how many frames are still to be heard.
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
      // snd_pcm_drain would wait for a sound server for ever. Emptied, hardware reports an
      // underrun; ALSA's PulseAudio plug-in hides its own by always keeping a frame, and what the
      // server still has may stay at some frames of delay: that time is waited by the clock, from
      // when the delay last fell, since a server that comes late is heard later than it said.
      let delay = try pcm.delayFrames()
      let inBuffer = try geometry.bufferFrames - 1 - pcm.availableFrames()
      if inBuffer > 0 {
        tail = nil
        return max(inBuffer, delay)
      }
      let now = monotonicSeconds()
      var tail = self.tail ?? (.max, now)
      if delay < tail.delayFrames {
        tail = (delay, now + Double(delay) / Double(geometry.sampleRateHertz))
      }
      self.tail = tail
      if delay > 0, now < tail.silentAtSeconds { return delay }
      // All has sounded: a device that refuses to stop is closed all the same.
      try? pcm.stop()
      return 0
    } catch {
      if error.code == -EPIPE { return 0 }
      try recover(pcm, from: error)
      return geometry.bufferFrames
    }
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
      // Prepared anew, what the device held is lost.
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
      // Few drivers can continue where they were; the others start anew.
      try pcm.prepare()
    }
    isResuming = false
  }

  private static let notOpen = ALSAFailure(call: "snd_pcm_open", code: -ENODEV)
}
