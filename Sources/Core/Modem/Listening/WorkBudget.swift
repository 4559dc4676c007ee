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

  /// Whether it allows for a step of a hypothesis that costs `work`.
  ///
  /// For a hypothesis that is likelier than not it may be overdrawn by half of `most`, and for the first steps of one by
  /// a quarter more, so that what was tried in vain of one message leaves something for the next.
  func allows(_ work: Double = 0, logOdds: Float, isFirst: Bool = false) -> Bool {
    left - work > (logOdds > 0 ? -most * (isFirst ? 3 : 2) / 4 : 0)
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

  /// Takes `work` away where as much is left, or as much as there ever is; whether there is.
  mutating func pay(_ work: Double) -> Bool {
    guard left >= min(work, most) else { return false }
    spend(work)
    return true
  }
}
