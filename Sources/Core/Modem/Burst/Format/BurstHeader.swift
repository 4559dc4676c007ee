import HandShakeCoding

/// The header of a burst frame: how the payload is coded and how long it is.
struct BurstHeader: Sendable, Equatable {
  /// The number of a rung of the ladder, 0...15.
  var rung: Int
  /// Bytes of the message in this frame, 1...4096.
  var byteCount: Int
  /// Whether a part descriptor follows the header.
  var isPart = false

  /// The largest number of message bytes in a frame.
  static let largestByteCount = 4096
  /// Bits without the check.
  static let bitCount = 18
  /// The check over the header; list decoding tests up to eight candidates.
  static let check = CRC.ibm3740
  /// All coded bits: header and check.
  static let codedInformationCount = bitCount + check.width

  /// The bits without the check: rung (4), bytes less 1 (12), whether it is a part, and a zero.
  var bits: [UInt8] {
    Bits.unpack(UInt32(rung), count: 4) + Bits.unpack(UInt32(byteCount - 1), count: 12)
      + [isPart ? 1 : 0, 0]
  }

  /// The bits with the check at their end, scrambled.
  var scrambledBits: [UInt8] {
    let bits = bits
    return BurstSequence.scrambled(
      bits + Bits.unpack(Self.check.checksum(bits: bits), count: Self.check.width),
      seed: BurstSequence.headerSeed)
  }

}

extension BurstHeader {
  /// The header of decoded bits, scrambled and with check; nil if no sender could have sent them.
  init?(scrambledBits: [UInt8]) {
    guard scrambledBits.count == Self.codedInformationCount else { return nil }
    let bits = BurstSequence.scrambled(scrambledBits, seed: BurstSequence.headerSeed)
    let number = Bits.number(bits[0..<Self.bitCount])
    guard Bits.number(bits[Self.bitCount...]) == Self.check.checksum(bits: bits[..<Self.bitCount]),
      number & 1 == 0
    else { return nil }
    self.init(
      rung: Int(number >> 14), byteCount: Int(number >> 2 & 0xFFF) + 1, isPart: number & 2 != 0)
    guard rung < BurstRung.ladder.count,
      byteCount <= BurstRung.ladder[rung].largestFrameBytes
    else { return nil }
  }
}
