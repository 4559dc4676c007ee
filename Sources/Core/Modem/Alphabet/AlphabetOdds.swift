/// Calibration of the evidence for a frame of an alphabet protocol.
enum AlphabetOdds {
  /// Odds by the score of the marker.
  static let start = Calibration(even: 12.5, slope: 1, range: 8...16)
}
