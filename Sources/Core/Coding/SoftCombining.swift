/// log(1 + e^−d) for d ≥ 0, within 0.033.
///
/// A minimax fit by a square, without a logarithm, a division or a branch, so loops over it become
/// SIMD code. Multilevel codes lose as many words with it as with the exact logarithm.
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
