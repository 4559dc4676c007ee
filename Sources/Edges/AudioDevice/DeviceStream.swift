import Glibc

/// An open device in one direction, seen from the caller's thread: every wait is bounded, every
/// error is an `AudioDeviceError`.
///
/// ALSA is called on the `CallThread` only, in steps of `stepMilliseconds` at the most.
final class DeviceStream {
  let geometry: StreamGeometry
  /// What else it offers.
  let capabilities: DeviceCapabilities?
  /// What its mixer did to it when it was opened.
  let mixerSilence: MixerSilence?
  /// As counted up to the last step that returned.
  private(set) var interruptions = Interruptions()

  private let device: String
  private let thread: CallThread
  private let steps: StreamSteps
  private let isCancelled: () -> Bool
  private var isOpen = true

  /// Longest a step waits for the device.
  static let stepMilliseconds: Int32 = 50
  /// Without a sample moved for this long while the process ran, the device is taken for stalled.
  static let patienceSeconds = 3.0
  /// Opening may include a sound server's start.
  private static let openingSeconds = 5.0
  /// Closing may be given up on: what then remains is for the system to tidy.
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

  /// Room for frames on their way to or from the device, in its format.
  var transferBytes: UnsafeMutableRawPointer { steps.bytes }
  /// How many frames fit there.
  var transferFrames: Int { steps.byteFrames }

  /// Moves some of the frames from `offset` to `count` of `transferBytes`; waits until at least
  /// one is moved, and gives how many.
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

  /// Waits until what was written is heard.
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

/// What a stream lived through so far. Samples were lost or delayed at each.
package struct Interruptions: Equatable, Sendable {
  /// Underruns of playback or overruns of capture: we came too late.
  package var xruns = 0
  /// Times the machine or the device was suspended.
  package var suspends = 0

  /// Neither.
  package init() {}
}
