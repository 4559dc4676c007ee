/// log(1 + e^−d) for d ≥ 0, to within 0.0001.
///
/// An eighth power fitted by minimax: it needs no logarithm and no branch, so loops over it
/// become SIMD code, which a table would not.
@inline(__always)
func logOnePlusExp(negative d: Float) -> Float {
  let x = d < 16 ? d : 16
  let base =
    1.046_859_6 as Float + x
    * (0.094_414 as Float + x * (0.015_114_824 as Float - x * 0.000_235_110_08 as Float))
  let square = base * base
  let fourth = square * square
  return 1 / (fourth * fourth)
}

/// e^−d for d ≥ 0, to within a factor of 1 + d²/2048, and 0 where d is infinite.
@inline(__always)
func exponential(negative d: Float) -> Float {
  var power = 1 + d / 1024
  for _ in 0..<10 { power *= power }
  return 1 / power
}

/// log(e^a + e^b).
@inline(__always)
func logSumExp(_ a: Float, _ b: Float) -> Float {
  (a > b ? a : b) + logOnePlusExp(negative: abs(a - b))
}

/// The log-likelihood ratio of the exclusive-or of two bits with the ratios `a` and `b`.
@inline(__always)
func checkCombination(_ a: Float, _ b: Float) -> Float {
  let magnitudeA = abs(a)
  let magnitudeB = abs(b)
  let smaller = magnitudeA < magnitudeB ? magnitudeA : magnitudeB
  let sign = (a.bitPattern ^ b.bitPattern) & 0x8000_0000
  return Float(bitPattern: smaller.bitPattern ^ sign)
    + logOnePlusExp(negative: abs(a + b)) - logOnePlusExp(negative: abs(a - b))
}

/// For every node of the tree of prefixes of a 6-bit symbol, the log-likelihood ratio of its next
/// bit being 0.
///
/// - Parameters:
///   - metrics: the log-likelihoods of the 64 symbols.
///   - ratios: 64 places; node 1 is the root, the children of node q are 2q and 2q + 1. Place 0
///     is left alone.
///   - sums: 128 places of scratch.
func prefixRatios(
  _ metrics: UnsafePointer<Float>, into ratios: UnsafeMutablePointer<Float>,
  sums: UnsafeMutablePointer<Float>
) {
  (sums + 64).update(from: metrics, count: 64)
  var node = 63
  while node > 0 {
    let zero = sums[2 * node]
    let one = sums[2 * node + 1]
    ratios[node] = zero - one
    sums[node] = logSumExp(zero, one)
    node -= 1
  }
}
