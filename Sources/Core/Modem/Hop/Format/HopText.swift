import Coding

/// A message, or a part of one, and its bits.
///
/// Two bits tell how the text is packed; the shortest way is taken:
/// - 0: six bits a character, the codes of `sixBitCharacters`; a capital letter takes two;
/// - 1: seven bits a character, ASCII;
/// - 2: a byte with the count, then the bytes.
/// 3 stands before them where the message is one part of several or is sent more than once: 16 bits
/// of identity, 8 of the part's number from 0, 8 of the number of parts less one, and in the last of
/// several parts 24 of a check over all. Zeros fill the rest.
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

  /// Code 0 is the filling at the end, 1 makes the next letter a capital, others are these in turn.
  static let sixBitCharacters: [UInt8] = Array(
    "abcdefghijklmnopqrstuvwxyz0123456789 .,!?-_/:;@#&=+'\"()%*$~\n<>".utf8)
  private static let capital = 1
  private static let firstCharacter = 2
  /// Code of every byte, 0 where there is none.
  private static let sixBitCodes: [UInt8] = {
    var codes = [UInt8](repeating: 0, count: 256)
    for (index, byte) in sixBitCharacters.enumerated() {
      codes[Int(byte)] = UInt8(index + firstCharacter)
    }
    return codes
  }()

  /// The bits, one a byte.
  var bits: [UInt8] {
    var bits: [UInt8] = []
    if let part {
      bits += Bits.unpack(3, count: 2) + Bits.unpack(UInt32(part.identity), count: 16)
      bits += Bits.unpack([part.number, part.last])
      if part.carriesCheck { bits += Bits.unpack(part.check, count: 24) }
    }
    let isASCII = bytes.allSatisfy { $0 > 0 && $0 < 128 }
    if let codes = sixBits, codes.count * 6 <= (isASCII ? 7 : 8) * bytes.count + (isASCII ? 0 : 8) {
      bits += Bits.unpack(0, count: 2)
      for code in codes { bits += Bits.unpack(UInt32(code), count: 6) }
    } else if isASCII {
      bits += Bits.unpack(1, count: 2)
      for byte in bytes { bits += Bits.unpack(UInt32(byte), count: 7) }
    } else {
      bits += Bits.unpack(2, count: 2) + Bits.unpack(UInt32(bytes.count), count: 8)
      bits += Bits.unpack(bytes)
    }
    return bits
  }

  private var sixBits: [Int]? {
    var codes: [Int] = []
    for byte in bytes {
      if byte >= 0x41 && byte <= 0x5A {
        codes.append(Self.capital)
        codes.append(Int(Self.sixBitCodes[Int(byte + 0x20)]))
      } else if Self.sixBitCodes[Int(byte)] != 0 {
        codes.append(Int(Self.sixBitCodes[Int(byte)]))
      } else {
        return nil
      }
    }
    return codes
  }

  init(bytes: [UInt8], part: Part? = nil) {
    self.bytes = bytes
    self.part = part
  }

  /// Reads `bits`; nil unless they are what `bits` gives for some text, with zeros behind.
  init?(bits: [UInt8]) {
    var reader = BitReader(bits)
    var part: Part?
    guard var kind = reader.take(2) else { return nil }
    if kind == 3 {
      guard let identity = reader.take(16), let number = reader.take(8),
        let last = reader.take(8), number <= last
      else { return nil }
      var read = Part(identity: UInt16(identity), number: UInt8(number), last: UInt8(last))
      if read.carriesCheck {
        guard let check = reader.take(24) else { return nil }
        read.check = UInt32(check)
      }
      guard let next = reader.take(2) else { return nil }
      part = read
      kind = next
    }
    guard let bytes = Self.unpack(kind, &reader), !bytes.isEmpty else { return nil }
    self.init(bytes: bytes, part: part)
    let canonical = self.bits
    guard canonical.count <= bits.count, bits.starts(with: canonical),
      bits[canonical.count...].allSatisfy({ $0 == 0 })
    else { return nil }
  }

  private static func unpack(_ kind: Int, _ reader: inout BitReader) -> [UInt8]? {
    var bytes: [UInt8] = []
    switch kind {
    case 0:
      var isCapital = false
      while let code = reader.take(6), code != 0 {
        if code == capital {
          isCapital = true
          continue
        }
        let byte = sixBitCharacters[code - firstCharacter]
        bytes.append(isCapital ? byte &- 0x20 : byte)
        isCapital = false
      }
    case 1:
      while let byte = reader.take(7), byte != 0 { bytes.append(UInt8(byte)) }
    case 2:
      guard let count = reader.take(8) else { return nil }
      for _ in 0..<count {
        guard let byte = reader.take(8) else { return nil }
        bytes.append(UInt8(byte))
      }
    default: return nil
    }
    return bytes
  }

  private struct BitReader {
    private var rest: ArraySlice<UInt8>

    init(_ bits: [UInt8]) { rest = bits[...] }

    mutating func take(_ count: Int) -> Int? {
      guard rest.count >= count else { return nil }
      defer { rest.removeFirst(count) }
      return Int(Bits.number(rest.prefix(count)))
    }
  }
}
