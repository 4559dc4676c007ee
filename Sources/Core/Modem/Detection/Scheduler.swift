import HandShakeSignal

/// What can be done next for a hypothesis, what it costs, and what speaks for it.
struct Step {
  /// Place of the hypothesis in the list of its listener.
  let index: Int
  /// The frame that the step may bring for its cost: the probability of one, over thousands of instructions.
  let gain: Float

  /// A step for the hypothesis at `index`.
  ///
  /// - Parameters:
  ///   - logOdds: natural logarithm of the odds for a frame; infinite where it is beyond doubt.
  ///   - work: thousands of instructions, at least one.
  init(_ index: Int, logOdds: Float, work: Double) {
    self.index = index
    gain = 1 / (1 + exponential(-logOdds)) / Float(max(1, work))
  }
}

/// Takes the steps of all listeners of a band in the order of what they may bring for their cost.
enum Scheduler {
  /// Lets `listeners` search the new samples of `history`, and takes the step with the largest gain of all of theirs
  /// until none is left.
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
