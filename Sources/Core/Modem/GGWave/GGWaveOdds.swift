/// What speaks for a message of ggwave.
enum GGWaveOdds {
  /// By the contrast of its start marker.
  static let start = Calibration(even: 11.6, slope: 0.35, range: 0...16)
  /// By the sum of the contrasts of its markers.
  static let pair = Calibration(even: 10, slope: 0.7, range: 0...20)
}
