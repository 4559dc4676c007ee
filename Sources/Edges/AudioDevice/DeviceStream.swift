import Glibc

/// An open device in one direction, for the caller's thread. Every wait is bounded, and every error
/// is an `AudioDeviceError`.
///
/// Only the `CallThread` calls ALSA, in steps of at most `stepMilliseconds`.
final class DeviceStream {
  let geometry: StreamGeometry
  /// The other capabilities of the device.
  let capabilities: DeviceCapabilities?
  /// The mixer control that silenced it when it was opened.
  let mixerSilence: MixerSilence?
  /// The count after the last completed step.
  private(set) var interruptions = Interruptions()

  private let device: String
  private let thread: CallThread
  private let steps: StreamSteps
  private let isCancelled: () -> Bool
  private var isOpen = true

  /// The longest wait of a step for the device.
  static let stepMilliseconds: Int32 = 50
  /// If no sample moves for this time while the process runs, the device counts as stalled.
  static let patienceSeconds = 3.0
  /// Opening may start a sound server.
  private static let openingSeconds = 5.0
  /// The limit for closing. Afterwards the system cleans up.
  private static let closingSeconds = 0.1

  init(
    device: String, direction: AudioDirection, isCancelled: @escaping () -> Bool
  ) throws(AudioDeviceError) {
    self.device = device
    self.isCancelled = isCancelled
    let thread = CallThread()
    let steps = StreamSteps(direction: direction)
    self.thread = thread
    self.steps = steps
    let outcome = thread.run(seconds: Self.openingSeconds, isCancelled: isCancelled) {
      steps.open(device)
    }
    do throws(AudioDeviceError) {
      switch outcome {
      case .cancelled: throw .cancelled
      case .timedOut: throw .stalled(device: device, seconds: Self.openingSeconds)
      case .returned: break
      }
      do throws(OpeningFailure) { self.geometry = try steps.opening.get() } catch {
        throw error.error(device: device)
      }
      capabilities = steps.capabilities
      mixerSilence = steps.mixerSilence
    } catch {
      thread.finish(seconds: Self.closingSeconds) { steps.close() }
      throw error
    }
  }

  deinit { close() }

  /// Stops at once and closes, within `closingSeconds`.
  func close() {
    guard isOpen else { return }
    isOpen = false
    thread.finish(seconds: Self.closingSeconds) { [steps] in steps.close() }
  }

  /// Memory for frames to or from the device, in its format.
  var transferBytes: UnsafeMutableRawPointer { steps.bytes }
  /// The frames that fit there.
  var transferFrames: Int { steps.byteFrames }

  /// Moves some of the frames from `offset` to `count` of `transferBytes`. Waits until at least one
  /// has moved, and gives the number.
  func move(from offset: Int, to count: Int) throws(AudioDeviceError) -> Int {
    let start = thread.waitedSeconds
    while true {
      let moved = try take { (steps) throws(ALSAFailure) in
        try steps.move(from: offset, to: count)
      }
      if moved > 0 { return moved }
      if thread.waitedSeconds - start > Self.patienceSeconds { throw stalled(Self.patienceSeconds) }
    }
  }

  /// Waits until all written frames are heard.
  func drain() throws(AudioDeviceError) {
    var (least, since) = (Int.max, thread.waitedSeconds)
    while true {
      let remaining = try take { (steps) throws(ALSAFailure) in try steps.drain() }
      if remaining == 0 { return }
      if remaining < least { (least, since) = (remaining, thread.waitedSeconds) }
      if thread.waitedSeconds - since > Self.patienceSeconds { throw stalled(Self.patienceSeconds) }
    }
  }

  private func take(
    _ step: @escaping (StreamSteps) throws(ALSAFailure) -> Int
  ) throws(AudioDeviceError) -> Int {
    guard isOpen, !isCancelled() else { throw .cancelled }
    let outcome = thread.run(seconds: Self.patienceSeconds, isCancelled: isCancelled) {
      [steps] in
      do throws(ALSAFailure) { steps.result = .success(try step(steps)) } catch {
        steps.result = .failure(error)
      }
    }
    switch outcome {
    case .cancelled: throw .cancelled
    case .timedOut: throw stalled(Self.patienceSeconds)
    case .returned: break
    }
    interruptions = steps.interruptions
    do throws(ALSAFailure) { return try steps.result.get() } catch {
      throw error.streamingError(device: device)
    }
  }

  private func stalled(_ seconds: Double) -> AudioDeviceError {
    .stalled(device: device, seconds: seconds)
  }
}

/// The interruptions of a stream so far. Each lost or delayed samples.
package struct Interruptions: Equatable, Sendable {
  /// Underruns of playback or overruns of capture: the program was too late.
  package var xruns = 0
  /// Times the machine or the device was suspended.
  package var suspends = 0

  /// No interruptions.
  package init() {}
}
