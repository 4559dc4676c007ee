import HandShakeSignal

/// Combines the energies of several microphones into one energy (square-law combining).
///
/// In noise, the energy over the noise is exponential in every microphone, and the sum is a gamma
/// variable. The result is the exponential variable with the same exceedance probability p: -log p.
/// So thresholds and likelihoods hold for any number of microphones.
enum SquareLaw {
  /// A sum of `count` exponential variables of mean 1 as one: Abramowitz and Stegun, 6.5.11.
  @inline(never)
  static func exponential(ofSum sum: SIMD8<Float>, count: Int) -> SIMD8<Float> {
    var series = SIMD8<Float>(repeating: 1)
    for order in stride(from: count - 1, to: 0, by: -1) { series = 1 + series * sum / Float(order) }
    return bounded(sum - fastLogarithm(series))
  }

  /// Two exponential variables of mean 1 as one. The second has the weight `weight`, at most 1. The
  /// sum is hypoexponentially distributed.
  @inline(never)
  static func exponential(
    _ first: SIMD8<Float>, _ second: SIMD8<Float>, weight: Float
  ) -> SIMD8<Float> {
    // Equal weights are a limit, which differs too little to matter.
    let weight = min(weight, 0.95)
    let sum = first + weight * second
    let steep = -(1 / weight - 1) * sum
    let rest = fastExponential(steep.replacing(with: -80, where: steep .< -80))
    return bounded(sum - fastLogarithm((1 - weight * rest) / (1 - weight)))
  }

  /// The value with a lower bound, because its logarithm is taken.
  @inline(__always)
  private static func bounded(_ value: SIMD8<Float>) -> SIMD8<Float> {
    value.replacing(with: 1e-7, where: value .< 1e-7)
  }

  /// The contrast of two energies, -1...1, each a mean over several microphones, scaled to the
  /// variation in noise of one microphone. Means vary less by the root of their number.
  static func contrast(_ contrast: Float, channelCount: Int) -> Float {
    guard channelCount > 1 else { return contrast }
    return min(max(contrast * Float(channelCount).squareRoot(), -1), 1)
  }
}
