/// What speaks for a message of ggwave, and what it costs.
enum GGWaveOdds {
  /// By the contrast of its start marker.
  static let start = Calibration(even: 11.6, slope: 0.35, range: 0...16)
  /// By the sum of the contrasts of its markers.
  static let pair = Calibration(even: 10, slope: 0.7, range: 0...20)
  /// What reading `seconds` of sound costs, in thousands of instructions on x86-64: nearly all is spent on its timing,
  /// for which few blocks are enough.
  static func work(seconds: Double) -> Double { 75_000 * min(seconds, 2) }
}
