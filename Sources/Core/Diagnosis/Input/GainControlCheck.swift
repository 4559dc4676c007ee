import HandShakeSignal

/// Finds a gain control: after a loud sound everything is fainter than before, and recovers.
enum GainControlCheck {
  /// The fall of the gain after the loudest sound, in dB; nil if there was no fall or no loud
  /// sound.
  ///
  /// A loud sound and its echo only raise levels. If the level after it is lower than before,
  /// equally in every band, and then returns, the gain has changed. The reference is the steady
  /// noise of the room before the sound.
  static func dipDecibels(_ levels: BandSeries, below edgeHertz: Double?) -> Double? {
    let series = levels.decibels(below: edgeHertz).map(smoothed)
    guard series.count >= 3 else { return nil }
    let usual = series.map { $0.isEmpty ? 0 : $0.quantile(0.5) }
    /// Whether a loud sound is on: one of the lowest two bands is well above its usual level.
    func isLoud(_ row: Int) -> Bool {
      (0..<2).contains { series[$0][row] > usual[$0] + loudDecibels }
    }
    var deepest: Double?
    for end in series[0].indices.dropLast(after - 1).dropFirst(before)
    where isLoud(end - 1) && !isLoud(end) {
      var start = end - 1
      while start > 0, isLoud(start - 1) { start -= 1 }
      guard start >= before else { continue }
      let floors = series.map { $0[(start - before)..<start] }
      let isSteady = floors.allSatisfy { ($0.max() ?? 0) - ($0.min() ?? 0) < 4 }
      guard isSteady else { continue }
      let dips = zip(floors, series).map { floor, band -> Double in
        let usual = floor.quantile(0.5)
        return usual - (band[end..<(end + after / 2)].min() ?? usual)
      }
      guard let least = dips.min(), let most = dips.max(), least > 5, most - least < 4 else {
        continue
      }
      let isRecovering = series.allSatisfy { band in
        let dip = band[end..<(end + after / 2)].min() ?? 0
        let later = band[(end + after / 2)..<(end + after)].quantile(0.75)
        return later - dip > 3
      }
      if isRecovering { deepest = max(deepest ?? 0, least) }
    }
    return deepest
  }

  /// Rows of 50 ms: half a second before, two seconds after.
  private static let before = 10
  private static let after = 40
  private static let rowsOfSmoothing = 5
  private static let loudDecibels = 15.0

  private static func smoothed(_ levels: [Double]) -> [Double] {
    (0..<levels.count / rowsOfSmoothing).map { row in
      levels[(row * rowsOfSmoothing)..<((row + 1) * rowsOfSmoothing)].quantile(0.5)
    }
  }
}
