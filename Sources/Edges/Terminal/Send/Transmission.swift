@preconcurrency import Glibc
import HandShakeModem

/// A message as it is sent, again and again where it is repeated: one that is sealed is sealed anew when its seal
/// is so old that receivers would soon take it for a recording, and each time where that is seldom.
struct Transmission: ~Copyable, SampleSource {
  private var transmitter: Transmitter
  private var madeSeconds = time(nil)
  private let renew: (() -> Transmitter?)?

  /// Seconds for which a seal goes on being sent, half of what receivers allow a text.
  static let freshSeconds = 300.0
  /// Seconds from one time to the next from which on the seal is always new: receivers forget by then that they
  /// delivered the copy before, and would say of this one that it came again.
  private static let seldomSeconds = 90.0
  /// After how many seconds it is sealed anew.
  private let renewalSeconds: Double

  /// The sound of `transmitter`.
  ///
  /// - Parameters:
  ///   - everySeconds: from one time to the next, nil where one follows the other.
  ///   - renew: gives the same message with a new seal, as long as the old one; nil where it has none.
  init(
    _ transmitter: consuming Transmitter, everySeconds: Double?, renew: (() -> Transmitter?)?
  ) {
    self.transmitter = transmitter
    self.renew = renew
    renewalSeconds = everySeconds ?? 0 > Self.seldomSeconds ? 0 : Self.freshSeconds
  }

  var sampleCount: Int { transmitter.sampleCount }
  var copyCount: Int { transmitter.copyCount }

  mutating func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    transmitter.read(into: block)
  }

  mutating func restart() {
    let now = time(nil)
    // A clock that was set back makes a seal no fresher.
    guard Double(abs(now - madeSeconds)) >= renewalSeconds, let next = renew?() else {
      return transmitter.restart()
    }
    transmitter = next
    madeSeconds = now
  }
}
