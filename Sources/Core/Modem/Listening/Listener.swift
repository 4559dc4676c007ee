/// Searches the baseband of one `Band` for frames of a family, and reads them step by step.
protocol Listener: AnyObject {
  /// Seconds of past baseband that it needs.
  var historySeconds: Double { get }

  /// Frames that have certainly begun and whose end has not come.
  var arriving: [Frame] { get }

  /// Frames of `arriving` with tones that others must not take for starts; empty for most families.
  var claimed: [Frame] { get }

  /// Searches the new samples of `history` for starts.
  func search(_ history: borrowing BasebandHistory, _ session: inout Session)

  /// The step with the largest gain of the steps with all samples. The claims first explain
  /// hypotheses. Nil if there is no step.
  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step?

  /// Takes `step`, the latest that `nextStep` gave, and reports the result to the session.
  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session)

  /// Reports the rest to the session after the last sample. The listener is not used afterwards.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session)
}

extension Listener {
  var claimed: [Frame] { [] }
}
