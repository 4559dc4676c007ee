/// Elementwise operations on runs of complex numbers.
public enum ComplexRun {
  /// `target[i] = left[i] * right[i]`, four at a time: `count` is a multiple of four.
  public static func multiply(
    _ left: UnsafePointer<Complex>, _ right: UnsafePointer<Complex>,
    into target: UnsafeMutablePointer<Complex>, count: Int
  ) {
    multiply(left, right, sign: 1, into: target, count: count)
  }

  /// `target[i] = left[i] * conjugate of right[i]`, four at a time: `count` is a multiple of four.
  public static func multiply(
    _ left: UnsafePointer<Complex>, byConjugateOf right: UnsafePointer<Complex>,
    into target: UnsafeMutablePointer<Complex>, count: Int
  ) {
    multiply(left, right, sign: -1, into: target, count: count)
  }

  /// The product, the right imaginary part times `sign`.
  @inline(__always)
  private static func multiply(
    _ left: UnsafePointer<Complex>, _ right: UnsafePointer<Complex>, sign: Float,
    into target: UnsafeMutablePointer<Complex>, count: Int
  ) {
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    let target = UnsafeMutableRawPointer(target)
    for offset in stride(from: 0, to: count * 8, by: 32) {
      let a = left.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      let b = right.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      let turned: SIMD4<Float> = b.oddHalf * sign
      var product = SIMD8<Float>()
      product.evenHalf = a.evenHalf * b.evenHalf - a.oddHalf * turned
      product.oddHalf = a.evenHalf * turned + a.oddHalf * b.evenHalf
      target.storeBytes(of: product, toByteOffset: offset, as: SIMD8<Float>.self)
    }
  }

  /// Separates real and imaginary parts, four at a time: `count` is a multiple of four.
  public static func split(
    _ run: UnsafePointer<Complex>, real: UnsafeMutablePointer<Float>,
    imaginary: UnsafeMutablePointer<Float>, count: Int
  ) {
    let run = UnsafeRawPointer(run)
    let (real, imaginary) = (UnsafeMutableRawPointer(real), UnsafeMutableRawPointer(imaginary))
    for offset in stride(from: 0, to: count * 8, by: 32) {
      let four = run.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      real.storeBytes(of: four.evenHalf, toByteOffset: offset / 2, as: SIMD4<Float>.self)
      imaginary.storeBytes(of: four.oddHalf, toByteOffset: offset / 2, as: SIMD4<Float>.self)
    }
  }

  /// The real part of the inner product.
  public static func product(
    _ left: UnsafePointer<Complex>, _ right: UnsafePointer<Complex>, count: Int
  ) -> Float {
    var sums = SIMD8<Float>.zero
    let (left8, right8) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    let whole = count / 4 * 4
    for offset in stride(from: 0, to: whole * 8, by: 32) {
      sums +=
        left8.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * right8.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    }
    var sum = sums.sum()
    for index in whole..<count {
      sum += left[index].real * right[index].real + left[index].imaginary * right[index].imaginary
    }
    return sum
  }

  /// The sum of squared magnitudes.
  public static func energy(_ run: UnsafePointer<Complex>, count: Int) -> Float {
    product(run, run, count: count)
  }
}
