/// Arithmetic in a finite field of at most 256 elements, each in a byte.
///
/// A conforming type is a small value whose operations are inlined and specialised in each code. So
/// Reed-Solomon over GF(97) and over GF(256) share their source without the cost of calls. Operands
/// must be elements: bytes below `order`.
public protocol FiniteField: Sendable {
  /// The number of elements, q.
  var order: Int { get }

  /// α⁰, α¹ and so on, α the primitive element: at least q of them.
  var powers: [UInt8] { get }

  /// For every element a but 0, the exponent e < q − 1 with αᵉ = a.
  var logarithms: [UInt8] { get }

  /// a + b.
  func sum(_ a: UInt8, _ b: UInt8) -> UInt8

  /// a − b.
  func difference(_ a: UInt8, _ b: UInt8) -> UInt8

  /// a · b.
  func product(_ a: UInt8, _ b: UInt8) -> UInt8
}

extension FiniteField {
  /// 1 / a, for a other than 0.
  @inlinable public func reciprocal(_ a: UInt8) -> UInt8 {
    powers[order &- 1 &- Int(logarithms[Int(a)])]
  }

  /// α to the power `exponent`, which may be negative.
  @inlinable public func power(_ exponent: Int) -> UInt8 {
    let remainder = exponent % (order - 1)
    return powers[remainder < 0 ? remainder + order - 1 : remainder]
  }
}

/// The integers modulo 97 with primitive element 5.
///
/// Printable ASCII, a newline and a control symbol are 97 characters, so check symbols over this
/// field can be sent as characters.
public struct GF97: FiniteField {
  /// 5⁰ to 5⁹⁶, modulo 97.
  public let powers: [UInt8]
  /// The logarithms to base 5.
  public let logarithms: [UInt8]

  /// The field, with its tables of powers and logarithms.
  public init() {
    var powers: [UInt8] = []
    var logarithms = [UInt8](repeating: 0, count: 97)
    var element = 1
    for exponent in 0...96 {
      powers.append(UInt8(element))
      if exponent < 96 { logarithms[element] = UInt8(exponent) }
      element = element * 5 % 97
    }
    self.powers = powers
    self.logarithms = logarithms
  }

  /// 97.
  @inlinable public var order: Int { 97 }

  /// (a + b) mod 97.
  @inlinable public func sum(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let sum = a &+ b
    return sum >= 97 ? sum &- 97 : sum
  }

  /// (a − b) mod 97.
  @inlinable public func difference(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a >= b ? a &- b : a &+ 97 &- b
  }

  /// a · b mod 97.
  @inlinable public func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: UInt16(a) &* UInt16(b) % 97)
  }
}

/// The 256 polynomials over GF(2) of degree below 8, modulo x⁸ + x⁴ + x³ + x² + 1 (0x11D, the
/// polynomial of QR codes and of ggwave), with α = x.
public struct GF256: FiniteField {
  /// α⁰ to α⁵⁰⁹: two turns, so that a sum of two logarithms needs no reduction.
  public let powers: [UInt8]
  /// The logarithms to base x.
  public let logarithms: [UInt8]

  /// The field, with its tables of powers and logarithms.
  public init() {
    var powers: [UInt8] = []
    var logarithms = [UInt8](repeating: 0, count: 256)
    var element: UInt16 = 1
    for exponent in 0..<510 {
      powers.append(UInt8(truncatingIfNeeded: element))
      if exponent < 255 { logarithms[Int(element)] = UInt8(exponent) }
      element <<= 1
      if element & 256 != 0 { element ^= 0x11D }
    }
    self.powers = powers
    self.logarithms = logarithms
  }

  /// 256.
  @inlinable public var order: Int { 256 }

  /// a exclusive-or b.
  @inlinable public func sum(_ a: UInt8, _ b: UInt8) -> UInt8 { a ^ b }

  /// a exclusive-or b: in characteristic 2 a difference is a sum.
  @inlinable public func difference(_ a: UInt8, _ b: UInt8) -> UInt8 { a ^ b }

  /// a · b by logarithms.
  @inlinable public func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    if a == 0 || b == 0 { return 0 }
    return powers[Int(logarithms[Int(a)]) &+ Int(logarithms[Int(b)])]
  }
}
