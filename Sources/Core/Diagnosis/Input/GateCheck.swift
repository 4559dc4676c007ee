import HandShakeSignal

/// Finds a noise gate or a noise suppression: sound that stops in all bands at once.
enum GateCheck {
  /// How often the sound was shut off; 0 for never.
  ///
  /// A sound in a room needs longer than 20 ms to fall by 10 dB in every band from 2 kHz up.
  /// Microphones have noise of their own, and a transmission leaves some band unchanged. A gate
  /// waits before it shuts, so it shuts off the steady noise of the room. The end of a hiss in
  /// speech is not steady. Two closings are required, because any device that is switched off
  /// causes one.
  static func closings(_ levels: BandSeries, below edgeHertz: Double?) -> Int {
    let series = levels.decibels(below: edgeHertz)
    guard !series.isEmpty else { return 0 }
    let means = series[0].indices.map { row in
      series.reduce(0) { $0 + $1[row] } / Double(series.count)
    }
    var count = 0
    var row = rowsBefore
    while row + rowsBetween + rowsAfter <= levels.count {
      let after = (row + rowsBetween)..<(row + rowsBetween + rowsAfter)
      let steady = means[(row - rowsBefore)..<row]
      let isClosing =
        range(steady) < largestRangeDecibels
        && series.allSatisfy { band in
          let before = band[(row - rowsBefore)..<row].quantile(0.2)
          return before - (band[after].max() ?? before) > leastFallDecibels
        }
      count += isClosing ? 1 : 0
      row += isClosing ? rowsAfter : 1
    }
    return count >= 2 ? count : 0
  }

  private static func range(_ levels: ArraySlice<Double>) -> Double {
    (levels.max() ?? 0) - (levels.min() ?? 0)
  }

  /// Rows of 10 ms: steady rows before, faint rows after, and rows of the transition between.
  private static let rowsBefore = 15
  private static let rowsAfter = 6
  private static let rowsBetween = 2
  private static let largestRangeDecibels = 5.0
  private static let leastFallDecibels = 10.0
}
