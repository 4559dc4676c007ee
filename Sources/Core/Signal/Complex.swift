/// A complex number in single precision, laid out as C's `float complex`.
@frozen
public struct Complex: Sendable, Equatable {
  /// The real part.
  public var real: Float
  /// The imaginary part.
  public var imaginary: Float

  /// `real + i imaginary`.
  @inlinable
  public init(_ real: Float, _ imaginary: Float) {
    self.real = real
    self.imaginary = imaginary
  }

  /// `number`, rounded.
  @inlinable
  public init(_ number: DoubleComplex) { self.init(Float(number.real), Float(number.imaginary)) }

  /// exp(i `radians`).
  @inlinable
  public static func phasor(_ radians: Double) -> Complex { Complex(DoubleComplex.phasor(radians)) }

  /// The squared magnitude.
  @inlinable
  public var power: Float { real * real + imaginary * imaginary }

  /// The conjugate.
  @inlinable
  public var conjugate: Complex { Complex(real, -imaginary) }

  /// The product with the conjugate of `other`.
  @inlinable
  public func timesConjugate(of other: Complex) -> Complex {
    Complex(
      real * other.real + imaginary * other.imaginary,
      imaginary * other.real - real * other.imaginary)
  }

  /// The product with a real number.
  @inlinable
  public func scaled(by factor: Float) -> Complex { Complex(real * factor, imaginary * factor) }

  /// The product.
  @inlinable
  public static func * (left: Complex, right: Complex) -> Complex {
    Complex(
      left.real * right.real - left.imaginary * right.imaginary,
      left.real * right.imaginary + left.imaginary * right.real)
  }

  /// The sum.
  @inlinable
  public static func + (left: Complex, right: Complex) -> Complex {
    Complex(left.real + right.real, left.imaginary + right.imaginary)
  }

  /// The difference.
  @inlinable
  public static func - (left: Complex, right: Complex) -> Complex {
    Complex(left.real - right.real, left.imaginary - right.imaginary)
  }
}
