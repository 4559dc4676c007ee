import HandShakeTerminal

/// The values along one side of a panel, with the places of its ticks.
package struct Axis {
  /// Least and greatest value.
  package let range: ClosedRange<Double>
  /// What stands beside it, with the unit.
  package let title: String
  /// The values that get a tick, and how each is written.
  package let ticks: [(value: Double, text: String)]

  /// An axis over `range` with at most `tickLimit` ticks, at multiples of 1, 2 or 5 times a power
  /// of ten.
  ///
  /// - Parameter scale: what a value is divided by where it is written.
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

  /// An axis over `range` with the `ticks` that are given.
  package init(
    _ range: ClosedRange<Double>, title: String, ticks: [(value: Double, text: String)]
  ) {
    (self.range, self.title, self.ticks) = (range, title, ticks)
  }

  /// Time from 0 to `seconds`, in the unit that suits: s, min or h.
  static func time(seconds: Double, tickLimit: Int) -> Axis {
    let (unit, scale) = seconds <= 600 ? ("s", 1.0) : seconds <= 36_000 ? ("min", 60) : ("h", 3600)
    return Axis(
      0...max(seconds, 0.01), title: "time in \(unit)", tickLimit: tickLimit, scale: scale)
  }

  /// The smallest of 1, 2, 5, 10, … that is not below `least`.
  static func step(atLeast least: Double) -> Double {
    guard least.isFinite, least > 0 else { return 1 }
    var decade = 1e-9
    while decade * 10 <= least { decade *= 10 }
    for factor in [1.0, 2, 5] where factor * decade >= least * 0.999_999 { return factor * decade }
    return decade * 10
  }

  /// Where `value` lies, from 0 at the least to 1 at the greatest.
  func position(_ value: Double) -> Double {
    (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }
}
