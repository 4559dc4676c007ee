/// What speaks for a frame of hop.
enum HopOdds {
  /// By the contrast of the preamble.
  static let start = Calibration(even: 9.5, slope: 1.1, range: 0...16)
  /// By the joint evidence of the preamble and the likeliest headers.
  static let header = Calibration(even: 7, slope: 0.32, range: -5...27)
}
