/// What a feature of a sound says about a frame: the natural logarithm of the odds for one rises with it in proportion,
/// as in logistic regression.
///
/// The figures are fits to hypotheses of messages in rooms, in noise and in motion, and of sounds without a message;
/// `tools/bench --calibration` tells how true they are.
struct Calibration {
  /// The feature at even odds.
  let even: Float
  /// Nepers for a unit of the feature.
  let slope: Float
  /// Beyond these features nothing more is said: of the strongest hypotheses there are too few.
  let range: ClosedRange<Float>

  /// The logarithm of the odds by `feature`.
  func logOdds(_ feature: Float) -> Float {
    slope * (min(max(feature, range.lowerBound), range.upperBound) - even)
  }
}
