/// The best linear prediction of a stationary signal from earlier samples.
///
/// The recursion of N. Levinson ("The Wiener RMS error criterion in filter design and prediction",
/// Journal of Mathematics and Physics 25, 1946) in the form of J. Durbin ("The fitting of
/// time-series models", Review of the International Statistical Institute 28, 1960). Its time grows
/// with the square of the order.
public struct LinearPrediction: Sendable {
  /// The prediction-error filter: coefficients by delay; the first coefficient is 1.
  ///
  /// The prediction of x[n] is minus the sum of `filter[d] * x[n - d]` over the delays d from 1 on.
  public private(set) var filter = [DoubleComplex(1, 0)]
  /// Mean power of the prediction error, above 0.
  public private(set) var errorPower: Double

  /// The prediction from `autocorrelation.count - 1` samples.
  ///
  /// - Parameter autocorrelation: the mean of x[n] times the conjugate of x[n - d], by the delay d,
  ///   from 0 on.
  public init(autocorrelation: [DoubleComplex]) {
    self.init(power: autocorrelation[0].real)
    for _ in autocorrelation.dropFirst() { extend(autocorrelation) }
  }

  /// The prediction from no sample.
  private init(power: Double) { errorPower = max(power, 1e-30) }

  /// Extends the prediction by a sample.
  private mutating func extend(_ autocorrelation: [DoubleComplex]) {
    let order = filter.count
    var sum = DoubleComplex(0, 0)
    for delay in 0..<order { sum = sum + filter[delay] * autocorrelation[order - delay] }
    let reflection = sum / -errorPower
    filter.append(DoubleComplex(0, 0))
    let old = filter
    for delay in 1...order {
      filter[delay] = filter[delay] + reflection.timesConjugate(of: old[order - delay])
    }
    // Rounding must not reduce the error to zero.
    errorPower *= max(1 - reflection.power, 1e-6)
  }

  /// Solves T x = b for a Hermitian and positive definite Toeplitz matrix T.
  ///
  /// - Parameters:
  ///   - column: the first column of T, as long as `b` or longer.
  ///   - b: the right side.
  /// - Returns: x, as long as `b`.
  public static func solveToeplitz(
    column: [DoubleComplex], _ b: [DoubleComplex]
  ) -> [DoubleComplex] {
    guard let first = column.first else { return [] }
    var prediction = LinearPrediction(power: first.real)
    var x: [DoubleComplex] = []
    for order in b.indices {
      if order > 0 { prediction.extend(column) }
      var rest = b[order]
      for index in 0..<order { rest = rest - column[order - index] * x[index] }
      // T maps the reversed, conjugate filter to zeros, with the error at the end.
      let share = rest / prediction.errorPower
      x.append(DoubleComplex(0, 0))
      for index in 0...order {
        x[index] = x[index] + share.timesConjugate(of: prediction.filter[order - index])
      }
    }
    return x
  }
}
