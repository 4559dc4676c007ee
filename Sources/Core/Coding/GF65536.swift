/// The 65536 polynomials over GF(2) of degree below 16, modulo x¹⁶ + x¹² + x³ + x + 1 (0x1100B),
/// each a 16-bit number with the highest power in the highest bit; α = x is primitive.
///
/// Addition is exclusive or. Elements do not fit `FiniteField`'s bytes. Codes over so large a field
/// work on blocks, so the fast operation is the product of an element with many.
public struct GF65536: Sendable {
  /// α⁰ to α¹³¹⁰⁶⁹: two turns, so that a sum of two logarithms needs no reduction.
  @usableFromInline let powers: [UInt16]
  @usableFromInline let logarithms: [UInt16]

  /// The order of α: every element but 0 to this power is 1.
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

/// The products of one or a few factors with all elements: a table for each byte of the element,
/// which is quick to make and stays in the fastest memory.
struct GF65536Multiplier: ~Copyable {
  private let tables: UnsafeMutablePointer<UInt16>

  /// A multiplier by `count` factors, all 0.
  init(count: Int = 1) {
    tables = .allocate(capacity: 512 * count)
    tables.initialize(repeating: 0, count: 512 * count)
  }

  deinit { tables.deallocate() }

  /// Sets factor number `number`.
  func setFactor(_ factor: UInt16, number: Int = 0) {
    var multiple = factor
    for bit in 0..<16 {
      let table = tables + (512 * number + (bit < 8 ? 0 : 256))
      let step = 1 << (bit & 7)
      for value in 0..<step { table[step + value] = table[value] ^ multiple }
      multiple = multiple & 0x8000 == 0 ? multiple << 1 : multiple << 1 ^ 0x100B
    }
  }

  /// Adds the products of `count` elements and factor number `number` to `sums`.
  func addProducts(
    of elements: UnsafePointer<UInt16>, to sums: UnsafeMutablePointer<UInt16>, count: Int,
    number: Int = 0
  ) {
    let low = tables + 512 * number
    let high = low + 256
    for index in 0..<count {
      let element = elements[index]
      sums[index] ^= low[Int(element & 0xFF)] ^ high[Int(element >> 8)]
    }
  }

  /// Multiplies `count` elements in place by the first factor.
  func multiply(_ elements: UnsafeMutablePointer<UInt16>, count: Int) {
    for index in 0..<count {
      let element = elements[index]
      elements[index] = tables[Int(element & 0xFF)] ^ tables[256 + Int(element >> 8)]
    }
  }
}
