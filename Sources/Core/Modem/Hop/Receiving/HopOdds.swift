/// Calibration of the evidence for a hop frame.
enum HopOdds {
  /// Odds by the contrast of the preamble.
  static let start = Calibration(even: 9.5, slope: 1.1, range: 0...16)
  /// Odds by the joint evidence of the preamble and the likeliest headers.
  static let header = Calibration(even: 7, slope: 0.32, range: -5...27)
}
