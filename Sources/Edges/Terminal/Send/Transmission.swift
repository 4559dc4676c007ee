@preconcurrency import Glibc
import Modem

/// A message as it is sent, again and again where it is repeated: one that is sealed is sealed anew when its seal
/// is so old that receivers would soon take it for a recording.
struct Transmission: ~Copyable, SampleSource {
  private var transmitter: Transmitter
  private var madeSeconds = time(nil)
  private let renew: (() -> Transmitter?)?

  /// Seconds for which a seal goes on being sent, half of what receivers allow a text.
  static let freshSeconds = 300.0

  /// The sound of `transmitter`.
  ///
  /// - Parameter renew: gives the same message with a new seal, as long as the old one; nil where it has none.
  init(_ transmitter: consuming Transmitter, renew: (() -> Transmitter?)?) {
    self.transmitter = transmitter
    self.renew = renew
  }

  var sampleCount: Int { transmitter.sampleCount }
  var copyCount: Int { transmitter.copyCount }

  mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    transmitter.read(into: block)
  }

  mutating func restart() {
    let now = time(nil)
    // A clock that was set back makes a seal no fresher.
    guard Double(abs(now - madeSeconds)) >= Self.freshSeconds, let next = renew?() else {
      return transmitter.restart()
    }
    transmitter = next
    madeSeconds = now
  }
}
