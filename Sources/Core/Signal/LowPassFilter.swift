/// Taps of linear-phase low-pass filters by the window method.
public enum LowPassFilter {
  /// A Kaiser-windowed sinc with unit gain at 0 Hz.
  ///
  /// - Parameters:
  ///   - passHertz: end of the pass band.
  ///   - stopHertz: start of the stop band, above `passHertz`.
  ///   - attenuationDecibels: least attenuation in the stop band, above 50 dB.
  ///   - rateHertz: sample rate.
  /// - Returns: an odd number of taps, symmetrical about the middle one.
  ///
  /// Length and shape: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window
  /// function", 1974.
  public static func taps(
    passHertz: Double, stopHertz: Double, attenuationDecibels: Double, rateHertz: Double
  ) -> [Double] {
    let transition = (stopHertz - passHertz) / rateHertz
    let half = Int(((attenuationDecibels - 7.95) / (14.36 * transition) / 2).rounded(.up))
    let beta = 0.1102 * (attenuationDecibels - 8.7)
    let cutoff = (passHertz + stopHertz) / rateHertz
    var taps = (-half...half).map { index in
      let edge = Double(index) / Double(half + 1)
      return cutoff * normalizedSinc(cutoff * Double(index))
        * besselI0(beta * (1 - edge * edge).squareRoot()) / besselI0(beta)
    }
    let sum = taps.reduce(0, +)
    for index in taps.indices { taps[index] /= sum }
    return taps
  }
}

/// `sin(pi x) / (pi x)`, 1 at 0.
public func normalizedSinc(_ x: Double) -> Double { x == 0 ? 1 : sine(.pi * x) / (.pi * x) }

/// Modified Bessel function of the first kind and order 0, by its power series.
public func besselI0(_ x: Double) -> Double {
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
