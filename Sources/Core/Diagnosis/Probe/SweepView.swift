import HandShakeSignal

/// The path as a single sweep shows it.
struct SweepView {
  /// The power of this sweep relative to a sweep at the peak.
  var gain: Double
  /// The transfer function without sound that comes after the echoes.
  var transfer: [Complex]
  /// The points of the transfer function in each 100 Hz.
  var points: [Range<Int>]
  /// The received power for a power of 1 in each 100 Hz, less the noise.
  var powers: [Double]
  /// The noise power in each of them.
  var noisePowers: [Double]
  /// The impulse response, noise included.
  var impulses: [Complex]
}

/// The agreement of the paths of two sweeps, seconds apart. Motion changes the path, and so does a
/// loudspeaker whose phase wanders.
enum Steadiness {
  /// For each 100 Hz, 0 to 1: the coherence of both sweeps over the two kilohertz around.
  static func cells(_ first: SweepView, _ second: SweepView) -> [Double] {
    let lag = CorrelationPeak.lagSeconds(second.transfer, first.transfer)
    let products = first.points.map { points -> Complex in
      var sum = Complex(0, 0)
      for point in points {
        // The phase turns little between points, but it turns over their whole range.
        let hertz = Double(point) * SweepResponse.responseRateHertz / Double(first.transfer.count)
        let angle = Float(2 * .pi * (hertz * lag - (hertz * lag).rounded()))
        let product = second.transfer[point].timesConjugate(of: first.transfer[point])
        sum = sum + product * Complex(cosine(angle), sine(angle))
      }
      return sum
    }
    return first.powers.indices.map { cell in
      let around = max(0, cell - reach)...min(first.powers.count - 1, cell + reach)
      let held = around.reduce(Complex(0, 0)) { $0 + products[$1] }
      let possible = around.reduce(0.0) {
        $0 + (first.powers[$1] * first.gain * second.powers[$1] * second.gain).squareRoot()
          * Double(first.points[$1].count)
      }
      return possible > 0 ? min(1, Double(held.power.squareRoot()) / possible) : 0
    }
  }

  private static let reach = 10
}
