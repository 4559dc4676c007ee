/// Listens to the baseband of one `Band` for the frames of a family: searches for starts, and reads on step by step.
protocol Listener: AnyObject {
  /// Seconds of baseband that it looks back on.
  var historySeconds: Double { get }

  /// Frames that have begun for certain and whose end has not come.
  var arriving: [Frame] { get }

  /// Frames of `arriving` whose tones others must not take for starts of their own; most families claim none.
  var claimed: [Frame] { get }

  /// Searches the new samples of `history` for starts.
  func search(_ history: borrowing BasebandHistory, _ session: inout Session)

  /// The step with the largest gain of those for which all samples have come, once `claims` explain what they can; nil
  /// where there is none.
  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step?

  /// Takes `step`, the last that `nextStep` gave, and tells the session what it found.
  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session)

  /// Tells the session what is left when no more samples come; the listener is not used afterwards.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session)
}

extension Listener {
  var claimed: [Frame] { [] }
}
