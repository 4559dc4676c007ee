import HandShakeCatalog
import HandShakeCoding
import HandShakeModem
import HandShakeTransferKit

/// The samples of one transmission of `content` by the protocol of this name.
///
/// - Parameters:
///   - placement: the number of the placement, from 0 for the highest.
///   - rung: the rung of a burst; nil for the choice of the protocol.
///   - length: bytes of a ggwave message of fixed length; nil for a message with markers.
func sent(
  _ content: TransmittedContent, by name: String, placement: Int = 0, rung: Int? = nil,
  length: Int? = nil, identity: UInt16 = 1, copies: Int = 1, repairPercent: Int = 0,
  rateHertz: Double = 48_000
) throws -> [Float] {
  var modem = try ProtocolCatalog.find(name)
  if let length, let fixed = modem.fixedLength(length) { modem = fixed }
  var transmitter = try Transmitter(
    content, protocol: modem, placement: modem.placements[placement], sampleRateHertz: rateHertz,
    identity: identity, copies: copies, pace: rung.map { .rung($0) } ?? .automatic,
    repairPercent: repairPercent)
  return transmitter.samples()
}

/// The samples of one transmission of a text.
func sent(
  _ text: String, by name: String, placement: Int = 0, rung: Int? = nil, length: Int? = nil,
  identity: UInt16 = 1, copies: Int = 1, rateHertz: Double = 48_000
) throws -> [Float] {
  try sent(
    .text(Array(text.utf8)), by: name, placement: placement, rung: rung, length: length,
    identity: identity, copies: copies, rateHertz: rateHertz)
}

/// A file of `count` bytes.
func file(_ count: Int) -> TransmittedContent {
  let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ 7) }
  let file = CarriedFile(
    name: Array("notes.bin".utf8), digest: SHA256.digest(of: bytes), bytes: bytes)
  return .file(file!)
}

/// `count` characters of text.
func prose(_ count: Int) -> String {
  let sentence = "the quick brown fox jumps over the lazy dog, 1234567890 times. "
  return String(String(repeating: sentence, count: count / sentence.count + 1).prefix(count))
}

/// Digital silence at 48 kHz.
func silence(_ seconds: Double) -> [Float] { [Float](repeating: 0, count: Int(seconds * 48_000)) }

extension [Float] {
  /// These samples at 48 kHz, plus `other` from `seconds` on at a gain of `decibels`.
  func with(_ other: [Float], at seconds: Double, decibels: Int = 0) -> [Float] {
    let offset = Int(seconds * 48_000)
    var sum = self + [Float](repeating: 0, count: Swift.max(0, offset + other.count - count))
    // Steps of 6 dB are exact.
    let gain = Float(sign: .plus, exponent: decibels / 6, significand: 1)
    for index in other.indices { sum[offset + index] += gain * other[index] }
    return sum
  }

  /// These samples with silence in a part of them. The bounds are shares of the whole.
  func losing(_ part: ClosedRange<Double>) -> [Float] {
    var rest = self
    for index in Int(part.lowerBound * Double(count))..<Int(part.upperBound * Double(count)) {
      rest[index] = 0
    }
    return rest
  }

  /// A part of these samples. The bounds are shares of the whole.
  func part(_ part: ClosedRange<Double>) -> [Float] {
    Array(self[Int(part.lowerBound * Double(count))..<Int(part.upperBound * Double(count))])
  }
}
