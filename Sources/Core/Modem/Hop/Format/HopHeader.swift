import HandShakeCoding

/// The header of a hop frame: eight bits in four symbols.
///
/// Value v becomes `(v mod 64) + (v / 64) a^(7 i)` at place i, in GF(64) made by x^6 + x + 1. Any
/// two different values differ in at least three of the four symbols.
enum HopHeader {
  /// The code words, four symbols for each of 256 values.
  static let words: [[Int]] = {
    var powers = [1]
    for _ in 1..<63 {
      let doubled = powers.last! << 1
      powers.append(doubled & 64 != 0 ? doubled ^ 0x43 : doubled)
    }
    return (0..<256).map { value in
      (0..<HopParameters.headerCount).map { place in
        let high = value >> 6
        guard high > 0, let logarithm = powers.firstIndex(of: high) else { return value & 63 }
        return (value & 63) ^ powers[(logarithm + 7 * place) % 63]
      }
    }
  }()

  /// The header value of a frame.
  static func value(variant: Int, sizeClass: Int) -> Int { variant << 7 | sizeClass }
}

/// The sizes of a payload: 128 size classes.
enum HopSize {
  /// Symbols of the payload by size class: from 11 on, `n + 1 + n / 38` follows n.
  static let symbolCounts: [Int] = {
    var counts = [11]
    while counts.count < 128 { counts.append(counts.last! + 1 + counts.last! / 38) }
    return counts
  }()

  /// Number of classes with a code, from the smallest on; larger classes are never sent.
  static func usableCount(bitsPerSymbol: Int) -> Int {
    let most = PolarCode.multilevelBitCounts.upperBound
    return symbolCounts.count { $0 * bitsPerSymbol <= most }
  }

  /// The smallest class that holds `bitCount` information bits; nil if no class does.
  static func smallest(bitCount: Int, bitsPerSymbol: Int) -> Int? {
    symbolCounts.prefix(usableCount(bitsPerSymbol: bitsPerSymbol))
      .firstIndex { $0 * bitsPerSymbol >= bitCount }
  }
}
