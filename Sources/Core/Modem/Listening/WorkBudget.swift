import HandShakeSignal

/// Work that may be spent on what most likely comes to nothing, so that no sound overruns a small board: some each
/// second, of which what is left is saved up.
struct WorkBudget {
  /// What may be spent now; negative where more was spent than there was.
  private(set) var left: Double
  private let most: Double
  private let perSecond: Double
  private var seconds = 0.0

  /// A budget of `perSecond` units of work, with `most` of them saved up at first and ever.
  init(most: Double, perSecond: Double) {
    (left, self.most, self.perSecond) = (most, most, perSecond)
  }

  /// Whether it allows for a step that costs `work`, no more than half of what is left. A hypothesis may overdraw it by
  /// half of `most` where its odds are more than the share of `most` that the step costs, and what was `spent` on it.
  func allows(_ work: Double, spent: Double = 0, logOdds: Float) -> Bool {
    left - 2 * work > (logOdds > fastLogarithm(Float((spent + work) / most)) ? -most / 2 : 0)
  }

  /// Adds what the time since the last call brings.
  mutating func refill(atSeconds now: Double) {
    left = min(left + max(0, now - seconds) * perSecond, most)
    seconds = now
  }

  /// Gives back all that was spent.
  mutating func restore() { left = most }

  /// Takes `work` away.
  mutating func spend(_ work: Double) { left -= work }

  /// Takes `work` away where it allows for a step that costs as much; whether it does.
  mutating func pay(_ work: Double, logOdds: Float) -> Bool {
    guard allows(work, logOdds: logOdds) else { return false }
    spend(work)
    return true
  }
}
