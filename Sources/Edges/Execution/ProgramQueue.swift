@preconcurrency import Glibc
import HandShakeFiles
import Synchronization

/// Starts a program for each message, one at a time and in their order, on a thread that is there
/// while there are messages. Whoever reads the sound calls `take` after each block of it.
///
/// The first ten programs start as soon as the one before has ended, and then one every two
/// seconds, so that somebody who sends without end keeps no machine busy.
package final class ProgramQueue: Sendable {
  /// Messages that may wait while one runs; those that come then are dropped.
  package static let mostWaiting = 16
  /// Programs that start without a pause between them, after a time without any.
  package static let burstCount = 10
  /// From one start to the next, once these are used up.
  package static let secondsPerStart = 2.0
  /// After `stop` the last program has ended by then.
  package static let longestStopSeconds = 2 * ProgramRun.killSeconds

  /// What is started.
  package var program: ExecutedProgram { shared.program }
  private let shared: SharedQueue

  /// An empty queue; `clock` gives the seconds of a clock that no one sets.
  package init(
    _ program: ExecutedProgram, clock: @escaping @Sendable () -> Double = monotonicSeconds
  ) { shared = SharedQueue(program, clock) }

  /// What nobody waits for any more goes with its group.
  deinit {
    shared.stop(.givenUp)
    while shared.state.withLock({ $0.isServed }) { usleep(1000) }
  }

  /// Whether nothing runs, waits, or is still to be told.
  package var isIdle: Bool {
    shared.state.withLock { !$0.isRunning && $0.waiting.isEmpty && $0.events.isEmpty }
  }

  /// Takes a message; what becomes of it, `dropped` too, is told by `take`.
  package func enqueue(_ message: ExecutedMessage) {
    let needsThread = shared.state.withLock { state in
      if state.stop != nil {
        state.end(message, .interrupted)
      } else if state.waiting.count >= Self.mostWaiting + (state.isRunning ? 0 : 1) {
        state.end(message, .dropped)
      } else {
        state.waiting.append(message)
        defer { state.isServed = true }
        return !state.isServed
      }
      return false
    }
    // Not under the lock, at which the thread would wait first of all.
    guard needsThread, !startThread({ [shared] in shared.serve() }) else { return }
    shared.state.withLock { state in
      state.endWaiting(.notStarted(errno: EAGAIN))
      state.isServed = false
    }
  }

  /// What happened since the last call, in its order; doesn't wait.
  package func take() -> [ExecutionEvent] {
    shared.state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Drops those that wait, and ends the one that runs as its timeout would.
  package func stop() { shared.stop(.interrupted) }
}

/// What the thread of a queue and its owner know.
final class SharedQueue: Sendable {
  /// Why nothing more is started.
  enum Stop { case interrupted, givenUp }

  struct State {
    var waiting: [ExecutedMessage] = []
    var events: [ExecutionEvent] = []
    var stop: Stop?
    /// Whether there is a thread.
    var isServed = false
    /// Whether a program runs.
    var isRunning = false
    /// When as many may start at once as at the beginning.
    var restedSeconds = -Double.infinity

    mutating func end(
      _ message: ExecutedMessage, _ end: ExecutionOutcome.End, seconds: Double = 0
    ) {
      events.append(.ended(ExecutionOutcome(message: message, end: end, seconds: seconds)))
    }

    mutating func endWaiting(_ end: ExecutionOutcome.End) {
      for message in waiting { self.end(message, end) }
      waiting = []
    }
  }

  let program: ExecutedProgram
  let clock: @Sendable () -> Double
  let state = Mutex(State())

  init(_ program: ExecutedProgram, _ clock: @escaping @Sendable () -> Double) {
    (self.program, self.clock) = (program, clock)
  }

  var stop: Stop? { state.withLock { $0.stop } }

  func stop(_ stop: Stop) {
    state.withLock { state in
      state.stop = stop
      state.endWaiting(.interrupted)
    }
  }

  func tell(_ events: [ExecutionEvent]) { state.withLock { $0.events += events } }

  /// Runs the programs for all messages that wait.
  func serve() {
    while let message = next() {
      let startedSeconds = clock()
      do throws(StartFailure) {
        let end = try ProgramRun(message, for: self).finish()
        let seconds = clock() - startedSeconds
        state.withLock {
          $0.end(message, end, seconds: seconds)
          $0.isRunning = false
        }
      } catch {
        state.withLock {
          $0.end(message, .notStarted(errno: error.errno))
          $0.isRunning = false
        }
      }
    }
  }

  /// The next message, once it may start; nil where none waits, which ends the thread.
  private func next() -> ExecutedMessage? {
    let burstSeconds = Double(ProgramQueue.burstCount - 1) * ProgramQueue.secondsPerStart
    while true {
      let nowSeconds = clock()
      let message: ExecutedMessage?? = state.withLock { state in
        state.isServed = !state.waiting.isEmpty
        guard state.isServed else { return .some(nil) }
        guard state.restedSeconds <= nowSeconds + burstSeconds else { return nil }
        state.restedSeconds = max(state.restedSeconds, nowSeconds) + ProgramQueue.secondsPerStart
        state.isRunning = true
        return state.waiting.removeFirst()
      }
      if let message { return message }
      usleep(20_000)
    }
  }
}
