import Modem

/// Levels a second long made of those a tenth of a second long.
struct LevelSummary {
  private var last: Level?
  private var power = 0.0
  private var count = 0

  /// Levels of the receiver in one of the summary.
  private static let levelsPerSummary = 10

  /// Takes the next level; gives the summary of a second that is full.
  mutating func add(_ level: Level) -> Level? {
    let rootMeanSquare = Double(level.bandRootMeanSquare)
    power += rootMeanSquare * rootMeanSquare
    count += 1
    var sum = level
    sum.peak = max(level.peak, last?.peak ?? 0)
    last = sum
    guard count == Self.levelsPerSummary else { return nil }
    sum.bandRootMeanSquare = Float((power / Double(count)).squareRoot())
    (last, power, count) = (nil, 0, 0)
    return sum
  }
}
