/// The 65536 polynomials over GF(2) of degree below 16, modulo x¹⁶ + x¹² + x³ + x + 1 (0x1100B), each
/// a 16-bit number, the highest bit the highest power; α = x is primitive.
///
/// Addition is exclusive or. Elements do not fit `FiniteField`'s bytes, and codes over so large a field
/// work on blocks: what is fast here is the product of one element with many.
public struct GF65536: Sendable {
  /// α⁰ to α¹³¹⁰⁶⁹: two turns, so that a sum of two logarithms needs no reduction.
  @usableFromInline let powers: [UInt16]
  @usableFromInline let logarithms: [UInt16]

  /// What α, and with it every other element but 0, has its power 1 by.
  static let turn = 65535

  /// The field, with its tables of powers and logarithms.
  public init() {
    var powers = [UInt16](repeating: 0, count: 2 * Self.turn)
    var logarithms = [UInt16](repeating: 0, count: 65536)
    var element: UInt32 = 1
    for exponent in 0..<Self.turn {
      powers[exponent] = UInt16(truncatingIfNeeded: element)
      powers[exponent + Self.turn] = powers[exponent]
      logarithms[Int(element)] = UInt16(exponent)
      element <<= 1
      if element & 0x10000 != 0 { element ^= 0x1100B }
    }
    self.powers = powers
    self.logarithms = logarithms
  }

  /// a · b.
  @inlinable public func product(_ a: UInt16, _ b: UInt16) -> UInt16 {
    if a == 0 || b == 0 { return 0 }
    return powers[Int(logarithms[Int(a)]) &+ Int(logarithms[Int(b)])]
  }

  /// 1 / a, for a other than 0.
  @inlinable public func reciprocal(_ a: UInt16) -> UInt16 {
    powers[65535 &- Int(logarithms[Int(a)])]
  }

  /// The exponent e < 65535 with αᵉ = a, for a other than 0.
  @inlinable public func logarithm(_ a: UInt16) -> Int { Int(logarithms[Int(a)]) }

  /// α to the power `exponent`, 0...131069.
  @inlinable public func power(_ exponent: Int) -> UInt16 { powers[exponent] }
}

/// The products of one element with all others: four tables of sixteen, one for each half byte, which
/// are made in a moment and stay in the fastest memory.
struct GF65536Multiplier {
  private var tables: InlineArray<64, UInt16>

  /// A multiplier by `factor`.
  init(_ factor: UInt16) {
    tables = InlineArray(repeating: 0)
    var multiple = factor
    for bit in 0..<16 {
      let table = bit & ~3
      let step = 1 << (bit & 3)
      for value in 0..<step {
        tables[4 * table + step + value] = tables[4 * table + value] ^ multiple
      }
      multiple = multiple & 0x8000 == 0 ? multiple << 1 : multiple << 1 ^ 0x100B
    }
  }

  /// The product with `element`.
  @inline(__always)
  func product(_ element: UInt16) -> UInt16 {
    let value = Int(element)
    return tables[unchecked: value & 15] ^ tables[unchecked: 16 + (value >> 4 & 15)]
      ^ tables[unchecked: 32 + (value >> 8 & 15)] ^ tables[unchecked: 48 + (value >> 12)]
  }
}
