import HandShakeCoding

/// A message, or a part of one, and its bits: those of `TextPacking` for a text. For other content the two bits
/// 2, a count of zero, which no text has, and six bits of the content's number stand before its bytes, which
/// fill the frame; of a text whose sender wants an answer before eight bits of identity, unless it is in parts, and
/// those of `TextPacking`.
///
/// Where the message is one part of several or is sent more than once, these stand before them: the two
/// bits 3, 16 bits of identity, 8 of the part's number from 0, 8 of the number of parts less one, and in
/// the last of several parts 24 of a check over all. Zeros fill the rest.
struct HopText: Equatable {
  /// What tells the parts and repetitions of one message from those of another.
  struct Part: Equatable {
    var identity: UInt16
    var number: UInt8
    var last: UInt8
    /// The last of several parts carries the check over the whole message, 24 bits; others carry 0.
    var check: UInt32 = 0

    var carriesCheck: Bool { number == last && last > 0 }
  }

  var bytes: [UInt8]
  var part: Part?
  /// What the bytes are.
  var content = ContentNumber.text
  /// Tells a text from the same sent another time, where its sender wants an answer and it has no part.
  var identity: UInt8 = 0

  /// The bits, one a byte.
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

  /// What stands before the number of content that is no text.
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

  /// What its sender wants to be answered; nil where that is nothing.
  var answer: AnswerRequest? {
    content.wantsAnswer
      ? AnswerRequest(
        identity: part?.identity ?? UInt16(identity), isSealed: content.kind == .sealed) : nil
  }

  /// Bytes of content that is no text in a frame that carries `bitCount` bits, as `part`.
  static func bodyByteCount(bitCount: Int, part: Part?) -> Int {
    let empty = HopText(bytes: [], part: part, content: .sealed)
    return (bitCount - empty.bits.count) / 8
  }

  /// Reads `bits`; nil unless they are what `bits` gives for some text, with zeros behind.
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
