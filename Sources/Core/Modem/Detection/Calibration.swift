/// The log odds of a frame by a feature of a sound: linear between limits, as in logistic
/// regression.
///
/// The figures are fits to hypotheses of messages in rooms, in noise and in motion, and of sounds
/// without a message. `tools/bench --calibration` tests the fits.
struct Calibration {
  /// The feature at even odds.
  let even: Float
  /// Nepers per unit of the feature.
  let slope: Float
  /// Limits of the feature. The fits include too few stronger hypotheses.
  let range: ClosedRange<Float>

  /// The natural logarithm of the odds for a frame with `feature`.
  func logOdds(_ feature: Float) -> Float {
    slope * (min(max(feature, range.lowerBound), range.upperBound) - even)
  }
}
