/// The odds that a candidate is a burst frame.
enum BurstOdds {
  /// Natural logarithm of the odds, by the score of the sounder.
  static func start(_ candidate: BurstCandidate) -> Float {
    candidate.sounder.choose(short: short, medium: medium, long: long).logOdds(candidate.score)
  }

  private static let short = Calibration(even: 1.02, slope: 4.6, range: 0...1)
  private static let medium = Calibration(even: 0.44, slope: 10.4, range: 0...1)
  private static let long = Calibration(even: 0.37, slope: 9.3, range: 0...1)
}
