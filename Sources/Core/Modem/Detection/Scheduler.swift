import HandShakeSignal

/// A possible next step for a hypothesis, with its expected gain.
struct Step {
  /// Index of the hypothesis in the list of its listener.
  let index: Int
  /// The probability of a frame per thousand instructions.
  let gain: Float

  /// A step for the hypothesis at `index`.
  ///
  /// - Parameters:
  ///   - logOdds: natural logarithm of the odds for a frame; infinite if the frame is certain.
  ///   - work: thousands of instructions, at least one.
  init(_ index: Int, logOdds: Float, work: Double) {
    self.index = index
    gain = 1 / (1 + exponential(-logOdds)) / Float(max(1, work))
  }
}

/// Takes the steps of all listeners of a band in the order of their gain.
enum Scheduler {
  /// Lets `listeners` search the new samples of `history`. Then it takes the step with the largest
  /// gain of all listeners until no step is left.
  @inline(never) static func run(
    _ listeners: [any Listener], _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    for listener in listeners { listener.search(history, &session) }
    while true {
      var next: (listener: any Listener, step: Step)?
      for listener in listeners {
        guard let step = listener.nextStep(history, session.claims),
          step.gain > next?.step.gain ?? -.infinity
        else { continue }
        next = (listener, step)
      }
      guard let next else { return }
      next.listener.advance(next.step, history, &session)
    }
  }
}
