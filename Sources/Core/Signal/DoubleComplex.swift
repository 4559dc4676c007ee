/// A complex number in double precision.
@frozen
public struct DoubleComplex: Sendable, Equatable {
  /// The real part.
  public var real: Double
  /// The imaginary part.
  public var imaginary: Double

  /// `real + i imaginary`.
  @inlinable
  public init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  /// `number`, exactly.
  @inlinable
  public init(_ number: Complex) { self.init(Double(number.real), Double(number.imaginary)) }

  /// exp(i `radians`).
  @inlinable
  public static func phasor(_ radians: Double) -> DoubleComplex {
    DoubleComplex(cosine(radians), sine(radians))
  }

  /// The squared magnitude.
  @inlinable
  public var power: Double { real * real + imaginary * imaginary }

  /// The product with the conjugate of `other`.
  @inlinable
  public func timesConjugate(of other: DoubleComplex) -> DoubleComplex {
    DoubleComplex(
      real * other.real + imaginary * other.imaginary,
      imaginary * other.real - real * other.imaginary)
  }

  /// The product with a real number.
  @inlinable
  public func scaled(by factor: Double) -> DoubleComplex {
    DoubleComplex(real * factor, imaginary * factor)
  }

  /// The product.
  @inlinable
  public static func * (left: DoubleComplex, right: DoubleComplex) -> DoubleComplex {
    DoubleComplex(
      left.real * right.real - left.imaginary * right.imaginary,
      left.real * right.imaginary + left.imaginary * right.real)
  }

  /// The quotient by a real number.
  @inlinable
  public static func / (left: DoubleComplex, right: Double) -> DoubleComplex {
    DoubleComplex(left.real / right, left.imaginary / right)
  }

  /// The sum.
  @inlinable
  public static func + (left: DoubleComplex, right: DoubleComplex) -> DoubleComplex {
    DoubleComplex(left.real + right.real, left.imaginary + right.imaginary)
  }

  /// The difference.
  @inlinable
  public static func - (left: DoubleComplex, right: DoubleComplex) -> DoubleComplex {
    DoubleComplex(left.real - right.real, left.imaginary - right.imaginary)
  }
}
