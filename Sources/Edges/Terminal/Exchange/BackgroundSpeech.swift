import HandShakeAudioDevice
import HandShakeModem
import HandShakeSignal
import Synchronization

/// Plays a transmission while the caller goes on listening. A thread of its own opens and closes
/// the device.
final class BackgroundSpeech {
  private enum State {
    case playing
    case ended
    case failed(CommandFailure)
  }

  /// The state that both threads share.
  private final class Shared: Sendable {
    let state = Mutex(State.playing)
    let isCancelled = Atomic(false)
  }

  private let shared = Shared()
  private static let blockLength = 4096

  /// Begins to play the sound that `transmitter` makes for the rate of a device.
  init(
    to device: Setting<String>, levelDecibels: Double, for command: CommandName,
    _ transmitter: @escaping @Sendable (_ rateHertz: Double) throws(CommandFailure) -> Transmitter
  ) {
    let shared = shared
    CallThread().finish(seconds: 0) {
      do throws(CommandFailure) {
        try Self.play(to: device, levelDecibels, command, transmitter) {
          Interruption.isRequested || shared.isCancelled.load(ordering: .relaxed)
        }
        shared.state.withLock { $0 = .ended }
      } catch {
        // The thread that listens handles the interrupt.
        shared.state.withLock { $0 = error.exitStatus == .interrupted ? .ended : .failed(error) }
      }
    }
  }

  deinit { shared.isCancelled.store(true, ordering: .relaxed) }

  private static func play(
    to device: Setting<String>, _ levelDecibels: Double, _ command: CommandName,
    _ transmitter: (_ rateHertz: Double) throws(CommandFailure) -> Transmitter,
    isCancelled: @escaping () -> Bool
  ) throws(CommandFailure) {
    var loudspeaker = try Loudspeaker(device, for: command, isCancelled: isCancelled)
    defer { loudspeaker.drop() }
    var transmitter = try transmitter(loudspeaker.rateHertz)
    let gain = amplitude(decibels: levelDecibels)
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: blockLength)
    defer { block.deallocate() }
    while true {
      let count = transmitter.read(into: block)
      if count == 0 { break }
      for index in 0..<count { block[index] *= gain }
      try loudspeaker.play(UnsafeBufferPointer(rebasing: block[..<count]))
    }
    try loudspeaker.finish()
  }

  /// Whether the whole sound was heard. Throws the reason if it could not be played.
  var hasEnded: Bool {
    get throws(CommandFailure) {
      switch shared.state.withLock({ $0 }) {
      case .playing: return false
      case .ended: return true
      case .failed(let failure): throw failure
      }
    }
  }
}
