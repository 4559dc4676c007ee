@preconcurrency import Glibc
import HandShakeModem

/// A message that may be repeated. A sealed message gets a new seal before receivers take the old
/// seal for a replay, or for every copy if copies are rare.
struct Transmission: ~Copyable, SampleSource {
  private var transmitter: Transmitter
  private var madeSeconds = time(nil)
  private let renew: (() -> Transmitter?)?

  /// Seconds for which one seal is sent: half the age that receivers allow a text.
  static let freshSeconds = 300.0
  /// From this interval on, every copy has a new seal. By then, receivers forget that they
  /// delivered the copy before, and would report that the message came again.
  private static let seldomSeconds = 90.0
  /// Seconds after which the message gets a new seal.
  private let renewalSeconds: Double

  /// The sound of `transmitter`.
  ///
  /// - Parameters:
  ///   - everySeconds: interval between two starts, nil if copies follow one another.
  ///   - renew: returns the same message with a new seal of equal length; nil without a seal.
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
    // A clock that was set back does not make a seal fresh.
    guard Double(abs(now - madeSeconds)) >= renewalSeconds, let next = renew?() else {
      return transmitter.restart()
    }
    transmitter = next
    madeSeconds = now
  }
}
