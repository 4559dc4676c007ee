/// log(1 + e^−d) for d ≥ 0, to within 0.033.
///
/// A square fitted by minimax: it needs no logarithm, no division and no branch, so loops over it
/// become SIMD code. Multilevel codes decoded with it lose as many words as with the logarithm.
@inline(__always)
func logOnePlusExp(negative d: Float) -> Float {
  let root = max(0.815 - 0.2275 * d, 0)
  return root * root
}

/// log(e^a + e^b).
@inline(__always)
func logSumExp(_ a: Float, _ b: Float) -> Float {
  (a > b ? a : b) + logOnePlusExp(negative: abs(a - b))
}
