import HandShakeTerminal

/// The values along one side of a panel, and the positions of its ticks.
package struct Axis {
  /// The least and the greatest value.
  package let range: ClosedRange<Double>
  /// The text beside it, with the unit.
  package let title: String
  /// The values of the ticks, with their texts.
  package let ticks: [(value: Double, text: String)]

  /// An axis over `range` with at most `tickLimit` ticks, at multiples of 1, 2 or 5 times a power
  /// of ten.
  ///
  /// - Parameter scale: the divisor of the values in the texts.
  package init(
    _ range: ClosedRange<Double>, title: String, tickLimit: Int, scale: Double = 1
  ) {
    self.range = range
    self.title = title
    let span = range.upperBound - range.lowerBound
    let step = Self.step(atLeast: span / scale / Double(max(tickLimit, 1)))
    var digits = 0
    var unit = step
    while unit < 0.999, digits < 9 {
      unit *= 10
      digits += 1
    }
    let lowest = (range.lowerBound / scale / step - 1e-6).rounded(.up)
    let highest = (range.upperBound / scale / step + 1e-6).rounded(.down)
    ticks =
      lowest > highest || max(-lowest, highest) > 1e9
      ? []
      : (Int(lowest)...Int(highest)).map { index in
        (Double(index) * step * scale, decimals(Double(index) * step, digits))
      }
  }

  /// An axis over `range` with the given `ticks`.
  package init(
    _ range: ClosedRange<Double>, title: String, ticks: [(value: Double, text: String)]
  ) {
    (self.range, self.title, self.ticks) = (range, title, ticks)
  }

  /// Time from 0 to `seconds`, in s, min or h by its length.
  static func time(seconds: Double, tickLimit: Int) -> Axis {
    let (unit, scale) = seconds <= 600 ? ("s", 1.0) : seconds <= 36_000 ? ("min", 60) : ("h", 3600)
    return Axis(
      0...max(seconds, 0.01), title: "time in \(unit)", tickLimit: tickLimit, scale: scale)
  }

  /// The smallest of 1, 2, 5, 10, … that is at least `least`.
  static func step(atLeast least: Double) -> Double {
    guard least.isFinite, least > 0 else { return 1 }
    var decade = 1e-9
    while decade * 10 <= least { decade *= 10 }
    for factor in [1.0, 2, 5] where factor * decade >= least * 0.999_999 { return factor * decade }
    return decade * 10
  }

  /// The position of `value`: 0 for the least value, 1 for the greatest.
  func position(_ value: Double) -> Double {
    (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }
}
