import HandShakeSignal

/// Energies of several microphones as one (square-law combining).
///
/// Over its noise the energy of noise alone is exponentially distributed in every microphone. The sum is a gamma
/// variable. What is told here in its place is the exponential variable that is exceeded as often: minus the logarithm
/// of that probability. So thresholds and likelihoods hold for any number of microphones.
enum SquareLaw {
  /// A sum of `count` exponential variables of mean 1 as one: Abramowitz and Stegun, 6.5.11.
  @inline(never)
  static func exponential(ofSum sum: SIMD8<Float>, count: Int) -> SIMD8<Float> {
    var series = SIMD8<Float>(repeating: 1)
    for order in stride(from: count - 1, to: 0, by: -1) { series = 1 + series * sum / Float(order) }
    return bounded(sum - fastLogarithm(series))
  }

  /// An exponential variable of mean 1 with another one that counts `weight` times as much, at most as much, as one: the
  /// sum is hypoexponentially distributed.
  @inline(never)
  static func exponential(
    _ first: SIMD8<Float>, _ second: SIMD8<Float>, weight: Float
  ) -> SIMD8<Float> {
    // Equal weights are the limit, of which the difference tells nothing.
    let weight = min(weight, 0.95)
    let sum = first + weight * second
    let steep = -(1 / weight - 1) * sum
    let rest = fastExponential(steep.replacing(with: -80, where: steep .< -80))
    return bounded(sum - fastLogarithm((1 - weight * rest) / (1 - weight)))
  }

  /// Logarithms of it are taken.
  @inline(__always)
  private static func bounded(_ value: SIMD8<Float>) -> SIMD8<Float> {
    value.replacing(with: 1e-7, where: value .< 1e-7)
  }

  /// The contrast of two energies, -1...1, each the mean over several microphones, as one that varies in noise as that of
  /// one microphone does: means vary less by the root of their number.
  static func contrast(_ contrast: Float, channelCount: Int) -> Float {
    guard channelCount > 1 else { return contrast }
    return min(max(contrast * Float(channelCount).squareRoot(), -1), 1)
  }
}
