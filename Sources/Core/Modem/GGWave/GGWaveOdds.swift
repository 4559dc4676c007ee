/// The odds of a ggwave message, and the cost to read it.
enum GGWaveOdds {
  /// Odds by the contrast of its start marker.
  static let start = Calibration(even: 11.6, slope: 0.35, range: 0...16)
  /// Odds by the sum of the contrasts of its markers.
  static let pair = Calibration(even: 10, slope: 0.7, range: 0...20)
  /// Cost to read `seconds` of sound, in thousands of instructions on x86-64. The timing takes
  /// nearly all of it, and needs few blocks.
  static func work(seconds: Double) -> Double { 75_000 * min(seconds, 2) }
}
