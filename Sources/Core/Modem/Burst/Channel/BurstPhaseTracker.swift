import HandShakeSignal

/// Follows the phase of equalised QPSK symbols, which turns if the dilation was misjudged.
///
/// A Kalman filter with two states, the phase and its advance per symbol. It works on groups of
/// symbols; each symbol counts as its mean after demapping.
struct BurstPhaseTracker {
  /// Phase in radians in the middle of a group.
  private var phase: Double = 0
  /// Radians per symbol.
  private var advance: Double = 0
  private var phaseVariance: Double = 0.01
  private var advanceVariance: Double
  private var covariance: Double = 0

  private static let groupLength = 24

  init(advanceVariance: Double) { self.advanceVariance = advanceVariance }

  /// Derotates `count` symbols.
  ///
  /// - Parameter variance: variance of the symbols' errors.
  mutating func track(
    _ symbols: UnsafePointer<Complex>, count: Int, variance: Float,
    into output: UnsafeMutablePointer<Complex>
  ) {
    let groupLength = Self.groupLength
    let complex = ComplexMemory(count: 2 * groupLength)
    let (derotated, means) = (complex.start, complex.start + groupLength)
    let real = RealMemory(count: 3 * groupLength)
    let (variances, llrs) = (real.start, real.start + groupLength)
    for index in 0..<groupLength { variances[index] = max(variance, 1e-4) * 1.5 }
    var lastLength = 0
    for start in stride(from: 0, to: count, by: groupLength) {
      let length = min(groupLength, count - start)
      predict(by: start == 0 ? 0.5 * Double(length) : 0.5 * Double(lastLength + length))
      lastLength = length
      derotate(symbols + start, count: length, into: derotated)
      BurstConstellation.qpsk.demap(
        UnsafeBufferPointer(start: derotated, count: length), variances: variances, priors: nil,
        llrs: llrs, means: means)
      var sum = Complex(0, 0)
      var energy: Float = 0
      for index in 0..<length {
        sum = sum + derotated[index].timesConjugate(of: means[index])
        energy += means[index].power
      }
      correct(
        by: arcTangent(Double(sum.imaginary), Double(sum.real)),
        variance: Double(variance) / Double(2 * energy + 1e-9) * 2 + 1e-5)
      derotate(symbols + start, count: length, into: output + start)
    }
  }

  /// Derotates the `count` symbols of a group; `phase` is the phase in its middle.
  private func derotate(
    _ symbols: UnsafePointer<Complex>, count: Int, into output: UnsafeMutablePointer<Complex>
  ) {
    for index in 0..<count {
      let phasor = Complex.phasor(phase + advance * (Double(index) - 0.5 * Double(count)))
      output[index] = symbols[index].timesConjugate(of: phasor)
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
