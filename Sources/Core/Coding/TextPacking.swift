/// Packs short texts into bits in the shortest of three formats, which two bits at the front state:
/// - 0: six bits a character, the codes of `sixBitCharacters`; a capital letter takes two codes;
/// - 1: seven bits a character, ASCII;
/// - 2: a byte with the count, then the bytes.
/// Zeros may follow. The decoder rejects a text that is not in its shortest format.
public enum TextPacking {
  /// Largest number of bytes of a text.
  public static let mostBytes = 255

  /// Code 0 is the filling at the end, 1 capitalises the next letter, and these follow from 2 on.
  public static let sixBitCharacters: [UInt8] = Array(
    "abcdefghijklmnopqrstuvwxyz0123456789 .,!?-_/:;@#&=+'\"()%*$~\n<>".utf8)
  private static let capital = 1
  private static let firstCharacter = 2
  /// The code of every byte, 0 for no code.
  private static let sixBitCodes: [UInt8] = {
    var codes = [UInt8](repeating: 0, count: 256)
    for (index, byte) in sixBitCharacters.enumerated() {
      codes[Int(byte)] = UInt8(index + firstCharacter)
    }
    return codes
  }()

  /// The bits, one bit a byte, of a text of at most `mostBytes` bytes.
  public static func bits(of text: [UInt8]) -> [UInt8] {
    let isASCII = text.allSatisfy { $0 > 0 && $0 < 128 }
    if let codes = sixBits(text),
      codes.count * 6 <= (isASCII ? 7 : 8) * text.count + (isASCII ? 0 : 8)
    {
      return Bits.unpack(0, count: 2) + codes.flatMap { Bits.unpack(UInt32($0), count: 6) }
    } else if isASCII {
      return Bits.unpack(1, count: 2) + text.flatMap { Bits.unpack(UInt32($0), count: 7) }
    } else {
      return Bits.unpack(2, count: 2) + Bits.unpack(UInt32(text.count), count: 8)
        + Bits.unpack(text)
    }
  }

  private static func sixBits(_ text: [UInt8]) -> [Int]? {
    var codes: [Int] = []
    for byte in text {
      if byte >= 0x41 && byte <= 0x5A {
        codes.append(capital)
        codes.append(Int(sixBitCodes[Int(byte + 0x20)]))
      } else if sixBitCodes[Int(byte)] != 0 {
        codes.append(Int(sixBitCodes[Int(byte)]))
      } else {
        return nil
      }
    }
    return codes
  }

  /// The text in `bits`, one bit a byte. Nil unless `bits` are the output of `bits(of:)` for a text
  /// that is not empty, followed by zeros.
  public static func text(in bits: ArraySlice<UInt8>) -> [UInt8]? {
    var reader = BitReader(bits)
    guard let kind = reader.take(2), let text = unpack(kind, &reader), !text.isEmpty else {
      return nil
    }
    let canonical = Self.bits(of: text)
    guard bits.starts(with: canonical), bits.dropFirst(canonical.count).allSatisfy({ $0 == 0 })
    else { return nil }
    return text
  }

  private static func unpack(_ kind: Int, _ reader: inout BitReader) -> [UInt8]? {
    var text: [UInt8] = []
    switch kind {
    case 0:
      var isCapital = false
      while let code = reader.take(6), code != 0 {
        if code == capital {
          isCapital = true
          continue
        }
        let byte = sixBitCharacters[code - firstCharacter]
        text.append(isCapital ? byte &- 0x20 : byte)
        isCapital = false
      }
    case 1:
      while let byte = reader.take(7), byte != 0 { text.append(UInt8(byte)) }
    case 2:
      guard let count = reader.take(8) else { return nil }
      for _ in 0..<count {
        guard let byte = reader.take(8) else { return nil }
        text.append(UInt8(byte))
      }
    default: return nil
    }
    return text
  }
}
