import HandShakeCoding

/// Which part of a longer message a frame carries.
///
/// Such a message is a stream: its bytes, then the 32 bits of its check. The stream is cut into
/// pieces of `pieceBytes`, a frame each; the last is filled with zeros to whole blocks.
struct BurstPart: Sendable, Equatable {
  /// What the stream is.
  var content = ContentNumber.text
  /// Drawn at random for each message, the same in all its parts and copies.
  var identity: UInt16
  /// Bytes of the stream, 1 ..< 2^21.
  var streamBytes: Int
  /// Bytes of the stream in each frame but the last, 1...4096.
  var pieceBytes: Int
  /// The number of this frame, from 0.
  var number: Int
  /// The number of the sending that wants an answer, below `runCount`, which a receipt has to prove: the same stream
  /// may be sent again. 0 where no answer is wanted.
  var run: UInt16 = 0

  /// Its ten bits fill what the content, the length of the stream and that of a frame leave of theirs: three, three
  /// and four, the highest first.
  static let runCount: UInt16 = 1024

  /// What its sender wants to be answered; nil where that is nothing.
  var answer: AnswerRequest? {
    content.wantsAnswer
      ? AnswerRequest(identity: identity, run: run, isSealed: content.kind == .sealed) : nil
  }

  /// Bits without the check.
  static let bitCount = 80
  /// The check over header and descriptor.
  static let check = CRC.openPGP
  /// All bits that are coded.
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
  /// The descriptor of decoded bits, scrambled and with their check; nil unless a sender could have
  /// sent them.
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
