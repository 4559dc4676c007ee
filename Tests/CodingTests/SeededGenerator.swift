import Foundation

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Two independent normal variables of variance 1 (Box and Muller).
  mutating func normalPair() -> (Double, Double) {
    let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self)))
      .squareRoot()
    let angle = 2 * Double.pi * Double.random(in: 0..<1, using: &self)
    return (radius * cos(angle), radius * sin(angle))
  }

  /// The log-likelihoods of `order` orthogonal tones of which `symbol` was sent with unknown phase
  /// in white noise: log I₀(2√(Es/N0 · E)), E the energy in units of the noise.
  mutating func noncoherentMetrics(
    symbol: Int, order: Int, symbolToNoise esOverN0: Double
  ) -> [Float] {
    (0..<order).map { tone in
      let (re, im) = normalPair()
      let signal = tone == symbol ? esOverN0.squareRoot() : 0
      let real = re * 0.5.squareRoot() + signal
      let imaginary = im * 0.5.squareRoot()
      let envelope = (real * real + imaginary * imaginary).squareRoot()
      return Float(logBesselI0(2 * esOverN0.squareRoot() * envelope))
    }
  }
}

/// log I₀(x), Abramowitz and Stegun 9.8.1 and 9.8.2.
private func logBesselI0(_ x: Double) -> Double {
  if x < 3.75 {
    let y = (x / 3.75) * (x / 3.75)
    return log(
      1 + y
        * (3.515_622_9 + y
          * (3.089_942_4 + y
            * (1.206_749_2 + y * (0.265_973_2 + y * (0.036_076_8 + y * 0.004_581_3)))))
    )
  }
  let y = 3.75 / x
  return x - 0.5 * log(x)
    + log(0.398_942_28 + y * (0.013_285_92 + y * (0.002_253_19 - y * 0.001_575_65)))
}
