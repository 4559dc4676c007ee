import HandShakeCoding

/// The part descriptor of a frame: which part of a longer message it carries.
///
/// The message is a stream: its bytes, then the 32 bits of its check. Each frame carries a piece of
/// `pieceBytes`. Zeros fill the last piece to whole blocks.
struct BurstPart: Sendable, Equatable {
  /// The content of the stream.
  var content = ContentNumber.text
  /// Drawn at random for each message; equal in all its parts and copies.
  var identity: UInt16
  /// Bytes of the stream, 1 ..< 2^21.
  var streamBytes: Int
  /// Bytes of the stream in each frame but the last, 1...4096.
  var pieceBytes: Int
  /// The number of this frame, from 0.
  var number: Int
  /// The number of this sending, below `runCount`; a receipt must prove it, as the same stream may
  /// be sent again. 0 if the sender wants no answer.
  var run: UInt16 = 0

  /// The run number has ten bits. It uses the spare bits of the content (3), the stream length (3)
  /// and the piece length (4), the highest first.
  static let runCount: UInt16 = 1024

  /// The answer that the sender requests; nil if it requests no answer.
  var answer: AnswerRequest? {
    content.wantsAnswer
      ? AnswerRequest(identity: identity, run: run, isSealed: content.kind == .sealed) : nil
  }

  /// Bits without the check.
  static let bitCount = 80
  /// The check over header and descriptor.
  static let check = CRC.openPGP
  /// All coded bits: descriptor and check.
  static let codedInformationCount = bitCount + check.width

  /// The bits without the check.
  var bits: [UInt8] {
    let run = Bits.unpack(UInt32(run), count: 10)
    return run[..<3] + Bits.unpack(UInt32(content.rawValue), count: 5)
      + Bits.unpack(UInt32(identity), count: 16)
      + run[3..<6] + Bits.unpack(UInt32(streamBytes), count: 21)
      + run[6...] + Bits.unpack(UInt32(pieceBytes - 1), count: 12)
      + Bits.unpack(UInt32(number), count: 16)
  }

  /// The bits with the check at their end, scrambled.
  func scrambledBits(after header: BurstHeader) -> [UInt8] {
    let bits = bits
    let check = Self.check.checksum(bits: header.bits + bits)
    return BurstSequence.scrambled(
      bits + Bits.unpack(check, count: Self.check.width), seed: BurstSequence.partSeed)
  }

}

extension BurstPart {
  /// The descriptor of decoded bits, scrambled and with check; nil if no sender could have sent
  /// them.
  init?(scrambledBits: [UInt8], header: BurstHeader) {
    guard scrambledBits.count == Self.codedInformationCount else { return nil }
    let bits = BurstSequence.scrambled(scrambledBits, seed: BurstSequence.partSeed)
    guard
      Bits.number(bits[Self.bitCount...])
        == Self.check.checksum(bits: header.bits + bits[..<Self.bitCount])
    else { return nil }
    self.init(
      content: ContentNumber(rawValue: UInt8(Bits.number(bits[3..<8]))),
      identity: UInt16(Bits.number(bits[8..<24])), streamBytes: Int(Bits.number(bits[27..<48])),
      pieceBytes: Int(Bits.number(bits[52..<64])) + 1, number: Int(Bits.number(bits[64..<80])),
      run: UInt16(Bits.number(bits[0..<3] + bits[24..<27] + bits[48..<52])))
    guard streamBytes > 4, run == 0 || content.wantsAnswer else { return nil }
  }
}
