/// Bits as bytes of value 0 or 1, the form that codes and decoders use. The most significant bit of
/// every byte or number comes first.
public enum Bits {
  /// The smallest power of two that is at least `count` and at least 1.
  package static func powerOfTwo(atLeast count: Int) -> Int {
    1 << (Int.bitWidth - max(count - 1, 0).leadingZeroBitCount)
  }

  /// The bits of `bytes`, eight for each byte.
  public static func unpack(_ bytes: [UInt8]) -> [UInt8] {
    var bits: [UInt8] = []
    bits.reserveCapacity(8 * bytes.count)
    for byte in bytes {
      for shift in stride(from: UInt8(7), through: 0, by: -1) { bits.append(byte >> shift & 1) }
    }
    return bits
  }

  /// The `count` lowest bits of `value`, 0 ≤ count ≤ 32.
  public static func unpack(_ value: UInt32, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(count - 1 - $0) & 1) }
  }

  /// The number with these bits, at most 32, each 0 or 1.
  public static func number(_ bits: ArraySlice<UInt8>) -> UInt32 {
    bits.reduce(0) { $0 << 1 | UInt32($1 & 1) }
  }

  /// The bytes of `bits`, each 0 or 1; an incomplete last byte ends with zeros.
  public static func pack(_ bits: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
    for (index, bit) in bits.enumerated() { bytes[index >> 3] |= (bit & 1) << UInt8(7 - index & 7) }
    return bytes
  }
}

/// Reads bits from the front.
package struct BitReader {
  /// The remaining bits.
  package private(set) var rest: ArraySlice<UInt8>

  /// Reads `bits`, one bit a byte.
  package init(_ bits: ArraySlice<UInt8>) { rest = bits }

  /// Takes the number of the next `count` bits, at most 32; nil, without taking any bits, if fewer
  /// are left.
  package mutating func take(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    defer { rest.removeFirst(count) }
    return Int(Bits.number(rest.prefix(count)))
  }
}
