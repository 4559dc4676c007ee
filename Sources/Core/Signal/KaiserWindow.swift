/// Kaiser's window, and the low-pass filters from the ideal filter with this window.
///
/// J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function",
/// Proceedings of the IEEE International Symposium on Circuits and Systems, 1974.
public struct KaiserWindow: Sendable {
  private let beta: Double
  private let largest: Double

  /// The window of shape `beta`: a larger value gives lower side lobes and a wider main lobe.
  public init(beta: Double) {
    self.beta = beta
    largest = besselI0(beta)
  }

  /// The window of filters with at least this attenuation in the stop band, above 50 dB.
  public init(attenuationDecibels: Double) { self.init(beta: 0.1102 * (attenuationDecibels - 8.7)) }

  /// The least number of taps on each side of the middle one.
  ///
  /// - Parameters:
  ///   - attenuationDecibels: least attenuation in the stop band, above 50 dB.
  ///   - transition: width between pass and stop band, over the sample rate.
  public static func reach(attenuationDecibels: Double, transition: Double) -> Int {
    Int(((attenuationDecibels - 7.95) / (14.36 * transition) / 2).rounded(.up))
  }

  /// The gain at `position` in a window from -1 to 1: 1 in the middle, 0 at the ends and outside.
  public func gain(at position: Double) -> Double {
    let rest = 1 - position * position
    return rest > 0 ? besselI0(beta * rest.squareRoot()) / largest : 0
  }

  /// The impulse response of a low-pass filter: a sinc in this window.
  ///
  /// - Parameters:
  ///   - distance: samples from the middle of the response.
  ///   - cutoff: where the gain is a half, over half the sample rate.
  ///   - reach: samples from the middle to each end of the window.
  public func lowPass(at distance: Double, cutoff: Double = 1, reach: Double) -> Double {
    cutoff * normalizedSinc(cutoff * distance) * gain(at: distance / reach)
  }
}

/// `sin(pi x) / (pi x)`, 1 at 0.
private func normalizedSinc(_ x: Double) -> Double { x == 0 ? 1 : sine(.pi * x) / (.pi * x) }

/// Modified Bessel function of the first kind and order 0, by its power series.
private func besselI0(_ x: Double) -> Double {
  var term = 1.0
  var sum = 1.0
  var index = 1.0
  while term > sum * 1e-17 {
    term *= (x / (2 * index)) * (x / (2 * index))
    sum += term
    index += 1
  }
  return sum
}
