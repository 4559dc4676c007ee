import HandShakeSignal

/// Limits the work on unlikely hypotheses, so that no sound overruns a small board. The budget
/// grows each second, and the rest is saved.
struct WorkBudget {
  /// Work that is left; negative if the budget is overdrawn.
  private(set) var left: Double
  private let most: Double
  private let perSecond: Double
  private var seconds = 0.0

  /// A budget of `most` units of work at first, and at most. It grows by `perSecond` each second.
  init(most: Double, perSecond: Double) {
    (left, self.most, self.perSecond) = (most, most, perSecond)
  }

  /// Whether a step costs at most half of the work left. A hypothesis may overdraw the budget by
  /// half of `most` if its odds exceed the share of the step and the `spent` work in `most`.
  func allows(_ work: Double, spent: Double = 0, logOdds: Float) -> Bool {
    left - 2 * work > (logOdds > fastLogarithm(Float((spent + work) / most)) ? -most / 2 : 0)
  }

  /// Adds the work for the time since the last call.
  mutating func refill(atSeconds now: Double) {
    left = min(left + max(0, now - seconds) * perSecond, most)
    seconds = now
  }

  /// Restores the full budget.
  mutating func restore() { left = most }

  /// Subtracts `work`.
  mutating func spend(_ work: Double) { left -= work }

  /// Subtracts `work` if the budget allows the step. Returns whether it does.
  mutating func pay(_ work: Double, logOdds: Float) -> Bool {
    guard allows(work, logOdds: logOdds) else { return false }
    spend(work)
    return true
  }
}
