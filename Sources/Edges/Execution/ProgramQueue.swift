@preconcurrency import Glibc
import HandShakeFiles
import Synchronization

/// Starts a program for each message, one at a time and in order, on a thread that exists while
/// there are messages. The reader of the sound calls `take` after each block.
///
/// The first ten programs start without a pause, later ones every two seconds. So an endless sender
/// does not keep the machine busy.
package final class ProgramQueue: Sendable {
  /// The most messages that wait while a program runs; further messages are dropped.
  package static let mostWaiting = 16
  /// The most programs that start without a pause, after a rest.
  package static let burstCount = 10
  /// The interval between starts after the burst.
  package static let secondsPerStart = 2.0
  /// The longest time from `stop` to the end of the last program.
  package static let longestStopSeconds = 2 * ProgramRun.killSeconds

  /// What is started.
  package var program: ExecutedProgram { shared.program }
  private let shared: SharedQueue

  /// An empty queue; `clock` gives the seconds of a monotonic clock.
  package init(
    _ program: ExecutedProgram, clock: @escaping @Sendable () -> Double = monotonicSeconds
  ) { shared = SharedQueue(program, clock) }

  /// Ends abandoned programs with their process groups.
  deinit {
    shared.stop(.givenUp)
    while shared.state.withLock({ $0.isServed }) { usleep(1000) }
  }

  /// Whether no program runs, no message waits, and no event is left.
  package var isIdle: Bool {
    shared.state.withLock { !$0.isRunning && $0.waiting.isEmpty && $0.events.isEmpty }
  }

  /// Takes a message. `take` reports its result, `dropped` too.
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
    // Outside the lock, because the new thread takes the lock first.
    guard needsThread, !startThread({ [shared] in shared.serve() }) else { return }
    shared.state.withLock { state in
      state.endWaiting(.notStarted(errno: EAGAIN))
      state.isServed = false
    }
  }

  /// The events since the last call, in order; does not wait.
  package func take() -> [ExecutionEvent] {
    shared.state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Drops the waiting messages, and ends the running program as its timeout would.
  package func stop() { shared.stop(.interrupted) }
}

/// The state that a queue's thread and owner share.
final class SharedQueue: Sendable {
  /// Why no more programs start.
  enum Stop { case interrupted, givenUp }

  struct State {
    var waiting: [ExecutedMessage] = []
    var events: [ExecutionEvent] = []
    var stop: Stop?
    /// Whether there is a thread.
    var isServed = false
    /// Whether a program runs.
    var isRunning = false
    /// When a full burst is available again.
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

  /// The next message, once it may start; nil if there is no message, which ends the thread.
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
