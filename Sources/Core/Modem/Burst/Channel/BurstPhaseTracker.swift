import Signal

/// Follows the phase of equalised QPSK symbols, which turns with what the dilation was misjudged by.
///
/// A Kalman filter of two states, phase and its advance a symbol, on groups of symbols, which count as
/// what the demapper makes of them.
struct BurstPhaseTracker {
  /// Phase in radians at the end of what was tracked.
  private var phase: Double = 0
  /// Radians a symbol.
  private var advance: Double = 0
  private var phaseVariance: Double = 0.01
  private var advanceVariance: Double
  private var covariance: Double = 0

  private static let groupLength = 24

  init(advanceVariance: Double) { self.advanceVariance = advanceVariance }

  /// Derotates `count` symbols.
  ///
  /// - Parameter variance: of the symbols' errors.
  mutating func track(
    _ symbols: UnsafePointer<Complex>, count: Int, variance: Float,
    into output: UnsafeMutablePointer<Complex>
  ) {
    withUnsafeTemporaryAllocation(of: Complex.self, capacity: 2 * Self.groupLength) { complex in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 10 * Self.groupLength) { real in
        let derotated = complex.baseAddress!
        let means = derotated + Self.groupLength
        let variances = real.baseAddress!
        let spreads = variances + Self.groupLength
        for index in 0..<Self.groupLength { variances[index] = max(variance, 1e-4) * 1.5 }
        var start = 0
        var lastLength = 0
        while start < count {
          let length = min(Self.groupLength, count - start)
          predict(by: start == 0 ? 0.5 * Double(length) : 0.5 * Double(lastLength + length))
          lastLength = length
          for index in 0..<length {
            let phasor = Complex.phasor(phase + advance * (Double(index) - 0.5 * Double(length)))
            derotated[index] = symbols[start + index].timesConjugate(of: phasor)
          }
          BurstConstellation.qpsk.demap(
            UnsafeBufferPointer(start: derotated, count: length), variances: variances,
            priors: nil, llrs: spreads + Self.groupLength, means: means, spreads: spreads)
          var sum = Complex(0, 0)
          var energy: Float = 0
          for index in 0..<length {
            sum = sum + derotated[index].timesConjugate(of: means[index])
            energy += means[index].power
          }
          correct(
            by: arcTangent(Double(sum.imaginary), Double(sum.real)),
            variance: Double(variance) / Double(2 * energy + 1e-9) * 2 + 1e-5)
          for index in 0..<length {
            let phasor = Complex.phasor(phase + advance * (Double(index) - 0.5 * Double(length)))
            output[start + index] = symbols[start + index].timesConjugate(of: phasor)
          }
          start += length
        }
        phase += advance * 0.5 * Double(lastLength)
      }
    }
  }

  private mutating func predict(by distance: Double) {
    phase += advance * distance
    phaseVariance += 2 * covariance * distance + advanceVariance * distance * distance + 1e-5
    covariance += advanceVariance * distance
  }

  private mutating func correct(by angle: Double, variance: Double) {
    let gain = phaseVariance / (phaseVariance + variance)
    let advanceGain = covariance / (phaseVariance + variance)
    phase += gain * angle
    advance += advanceGain * angle
    advanceVariance -= advanceGain * covariance
    covariance -= gain * covariance
    phaseVariance -= gain * phaseVariance
  }
}

/// The angle of (x, y), by a polynomial of the ratio (Abramowitz and Stegun 4.4.49), within 2e-8.
func arcTangent(_ y: Double, _ x: Double) -> Double {
  let (ax, ay) = (abs(x), abs(y))
  guard ax + ay > 0 else { return 0 }
  let ratio = min(ax, ay) / max(ax, ay)
  let s = ratio * ratio
  var p = 0.0028662257
  p = p * s - 0.0161657367
  p = p * s + 0.0429096138
  p = p * s - 0.0752896400
  p = p * s + 0.1065626393
  p = p * s - 0.1420889944
  p = p * s + 0.1999355085
  p = p * s - 0.3333314528
  var angle = ratio + ratio * s * p
  if ay > ax { angle = 0.5 * .pi - angle }
  if x < 0 { angle = .pi - angle }
  return y < 0 ? -angle : angle
}
