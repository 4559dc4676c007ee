// For inner loops over many values: without a branch, a call or a table, so loops become vector
// code. Polynomials are minimax fits (Lawson's iteration) with exact leading coefficients, which
// keeps log 1 = 0 and exp 0 = 1.

/// Natural logarithm of a positive, normal `x`, within 1e-5 of the true value.
///
/// Zero and subnormal numbers give about -88, the logarithm of the smallest normal number, not
/// minus infinity. The result for negative numbers, infinity and NaN is unspecified but harmless.
@inlinable @inline(__always)
public func fastLogarithm(_ x: Float) -> Float {
  // x = mantissa * 2^exponent with the mantissa in 2/3 ..< 4/3, where log(1 + f) is flattest.
  let bits = Int32(bitPattern: x.bitPattern)
  let exponent = (bits &- 0x3F2A_AAAB) &>> 23
  let mantissa = Float(bitPattern: UInt32(bitPattern: bits &- (exponent &<< 23)))
  let f = mantissa - 1
  var p: Float = -0.19961014
  p = p * f + 0.22631794
  p = p * f - 0.24761264
  p = p * f + 0.33228424
  p = p * f - 0.50004685
  return Float(exponent) * 0.6931472 + (p * f * f + f)
}

/// e to the power of `x`, within a factor of 1 ± 1e-6 for `x` in -87...88.
///
/// Arguments outside this range become its nearer end; NaN stays NaN.
@inlinable @inline(__always)
public func fastExponential(_ x: Float) -> Float {
  let above = x < -87 ? -87 : x
  let limited = above > 88 ? 88 : above
  // Adding 1.5 * 2^23 rounds to the nearest integer, in the low bits of the sum. `rounded()` is a
  // call on processors without SSE4.1.
  let shifted = limited * 1.442695 + 12_582_912
  let power = shifted - 12_582_912
  // log 2 in two parts, the first short enough for an exact product.
  let r = (limited - power * 0.693359375) + power * 2.1219444e-4
  var p: Float = 0.0083746407
  p = p * r + 0.041898277
  p = p * r + 0.16666457
  p = p * r + 0.49999148
  let mantissa = p * r * r + r + 1
  let scale = Float(bitPattern: (shifted.bitPattern &<< 23) &+ 0x3F80_0000)
  return mantissa * scale
}

/// `fastExponential` of eight values at once.
@inlinable @inline(__always)
public func fastExponential(_ x: SIMD8<Float>) -> SIMD8<Float> {
  var limited = x
  limited.replace(with: -87, where: limited .< -87)
  limited.replace(with: 88, where: limited .> 88)
  let shifted = limited * 1.442695 + 12_582_912
  let power = shifted - 12_582_912
  let r = (limited - power * 0.693359375) + power * 2.1219444e-4
  var p = r * 0.0083746407 + 0.041898277
  p = p * r + 0.16666457
  p = p * r + 0.49999148
  let mantissa = p * r * r + r + 1
  let bits = unsafeBitCast(shifted, to: SIMD8<UInt32>.self)
  return mantissa * unsafeBitCast((bits &<< 23) &+ 0x3F80_0000, to: SIMD8<Float>.self)
}

/// `fastLogarithm` of eight values at once.
@inlinable @inline(__always)
public func fastLogarithm(_ x: SIMD8<Float>) -> SIMD8<Float> {
  let bits = unsafeBitCast(x, to: SIMD8<Int32>.self)
  let exponent = (bits &- 0x3F2A_AAAB) &>> 23
  let mantissa = unsafeBitCast(bits &- (exponent &<< 23), to: SIMD8<Float>.self)
  let f = mantissa - 1
  var p = f * -0.19961014 + 0.22631794
  p = p * f - 0.24761264
  p = p * f + 0.33228424
  p = p * f - 0.50004685
  return SIMD8<Float>(exponent) * 0.6931472 + (p * f * f + f)
}
