import HandShakeCoding

/// A message, or a part of one, and its bits. A text has the bits of `TextPacking`. Other content
/// starts with the two bits 2, a count of zero, which no text has, and six bits of its number. Its
/// bytes follow and fill the frame. A text whose sender wants an answer has the same first bits.
/// Then follow eight bits of identity, unless it is in parts, and the bits of `TextPacking`.
///
/// In a part or a repeated message, these bits come first: the two bits 3, 16 bits of identity, 8
/// of the part's number from 0, and 8 of the number of parts less one. In the last of several
/// parts, 24 bits of a check over all follow. Zeros fill the rest.
struct HopText: Equatable {
  /// Distinguishes the parts and repetitions of one message from other messages.
  struct Part: Equatable {
    var identity: UInt16
    var number: UInt8
    var last: UInt8
    /// The check over the whole message, 24 bits, in the last of several parts; 0 in others.
    var check: UInt32 = 0

    var carriesCheck: Bool { number == last && last > 0 }
  }

  var bytes: [UInt8]
  var part: Part?
  /// Kind of the bytes.
  var content = ContentNumber.text
  /// Distinguishes equal texts, if the sender wants an answer and the text has no part.
  var identity: UInt8 = 0

  /// The bits, one in each byte.
  var bits: [UInt8] {
    var bits: [UInt8] = []
    if let part {
      bits += Bits.unpack(3, count: 2) + Bits.unpack(UInt32(part.identity), count: 16)
      bits += Bits.unpack([part.number, part.last])
      if part.carriesCheck { bits += Bits.unpack(part.check, count: 24) }
    }
    guard content != .text else { return bits + TextPacking.bits(of: bytes) }
    bits += Self.bodyMark + Bits.unpack(UInt32(content.rawValue), count: Self.numberBits)
    guard content.kind == .text else { return bits + Bits.unpack(bytes) }
    if part == nil { bits += Bits.unpack([identity]) }
    return bits + TextPacking.bits(of: bytes)
  }

  /// The bits before the number of content other than a plain text.
  private static let bodyMark = Bits.unpack(2, count: 2) + Bits.unpack(0, count: 8)
  private static let numberBits = 6

  init(
    bytes: [UInt8], part: Part? = nil, content: ContentNumber = .text, identity: UInt8 = 0
  ) {
    self.bytes = bytes
    self.part = part
    self.content = content
    self.identity = identity
  }

  /// The answer that the sender wants; nil if it wants no answer.
  var answer: AnswerRequest? {
    content.wantsAnswer
      ? AnswerRequest(
        identity: part?.identity ?? UInt16(identity), isSealed: content.kind == .sealed) : nil
  }

  /// Bytes of content other than text in a frame that carries `bitCount` bits, as `part`.
  static func bodyByteCount(bitCount: Int, part: Part?) -> Int {
    let empty = HopText(bytes: [], part: part, content: .sealed)
    return (bitCount - empty.bits.count) / 8
  }

  /// Reads `bits`; nil unless they are the `bits` of some text, followed by zeros.
  init?(bits: [UInt8]) {
    var reader = BitReader(bits[...])
    if reader.take(2) == 3 {
      guard let identity = reader.take(16), let number = reader.take(8),
        let last = reader.take(8), number <= last
      else { return nil }
      var part = Part(identity: UInt16(identity), number: UInt8(number), last: UInt8(last))
      if part.carriesCheck {
        guard let check = reader.take(24) else { return nil }
        part.check = UInt32(check)
      }
      self.part = part
    } else {
      reader = BitReader(bits[...])
    }
    guard reader.rest.starts(with: Self.bodyMark) else {
      guard let bytes = TextPacking.text(in: reader.rest) else { return nil }
      self.bytes = bytes
      return
    }
    let body = reader.rest.dropFirst(Self.bodyMark.count)
    let bytes = body.dropFirst(Self.numberBits)
    let end = bytes.startIndex + bytes.count / 8 * 8
    let number = UInt8(Bits.number(body.prefix(Self.numberBits)))
    content = ContentNumber(rawValue: number)
    if content.wantsAnswer, content.kind == .text {
      var text = BitReader(bytes)
      if part == nil {
        guard let identity = text.take(8) else { return nil }
        self.identity = UInt8(identity)
      }
      guard let read = TextPacking.text(in: text.rest) else { return nil }
      self.bytes = read
      return
    }
    guard end > bytes.startIndex, number != ContentNumber.text.rawValue,
      bytes[end...].allSatisfy({ $0 == 0 })
    else { return nil }
    self.bytes = Bits.pack(Array(bytes[..<end]))
  }
}
