/// What speaks for a frame of an alphabet protocol.
enum AlphabetOdds {
  /// By the score of the marker.
  static let start = Calibration(even: 12.5, slope: 1, range: 8...16)
}
