@preconcurrency import Glibc

/// Starts a program for each message, one at a time and in their order.
///
/// Nothing here has a thread or waits, but `next`: whoever reads the sound calls `proceed` after each block of
/// it. The first ten programs start as soon as the one before has ended, and then one every two seconds, so
/// that somebody who sends without end keeps no machine busy.
package struct ProgramQueue {
  /// Messages that may wait while one runs; those that come then are dropped.
  package static let mostWaiting = 16
  /// Programs that start without a pause between them, after a time without any.
  package static let burstCount = 10
  /// From one start to the next, once these are used up.
  package static let secondsPerStart = 2.0

  /// What is started.
  package let program: ExecutedProgram
  private var waiting: [ExecutedMessage] = []
  private var run: ProgramRun?
  private var pending: [ExecutionEvent] = []
  private var startsLeft = Double(burstCount)
  private var refilledSeconds: Double?
  private var isStopped = false

  /// An empty queue.
  package init(_ program: ExecutedProgram) { self.program = program }

  /// Whether nothing runs, waits, or is still to be told.
  package var isIdle: Bool { run == nil && waiting.isEmpty && pending.isEmpty }

  /// Takes a message; what becomes of it, `dropped` too, is told by `proceed`.
  package mutating func enqueue(_ message: ExecutedMessage) {
    let room = Self.mostWaiting + (run == nil ? 1 : 0)
    if isStopped {
      end(message, .interrupted)
    } else if waiting.count < room {
      waiting.append(message)
    } else {
      end(message, .dropped)
    }
  }

  /// Starts what may start, and sees to what runs; doesn't wait.
  ///
  /// - Parameter nowSeconds: the time by a clock that no one sets, the same one each time.
  /// - Returns: what happened since the last call, in its order.
  package mutating func proceed(nowSeconds: Double = monotonicSeconds()) -> [ExecutionEvent] {
    refill(nowSeconds)
    if run == nil { start(nowSeconds) }
    if let run {
      let (printed, end) = run.proceed(nowSeconds: nowSeconds)
      if !printed.isEmpty { pending.append(.printed(printed)) }
      if let end {
        self.end(run.message, end, seconds: run.seconds(at: nowSeconds))
        self.run = nil
        start(nowSeconds)
      }
    }
    defer { pending = [] }
    return pending
  }

  /// Waits until something happens, for the end of the input: until this gives nil, nothing has been left out.
  ///
  /// An interrupt, also an earlier one, drops those that wait, and ends the one that runs as its timeout would.
  ///
  /// - Returns: what happened; nil where nothing runs or waits any more.
  package mutating func next() -> [ExecutionEvent]? {
    while !isIdle {
      if Interruption.isRequested { stop() }
      let events = proceed()
      if !events.isEmpty { return events }
      if let run {
        run.wait(seconds: 0.02)
      } else {
        poll(nil, 0, 20)
      }
    }
    return nil
  }

  private mutating func stop() {
    if isStopped { return }
    isStopped = true
    for message in waiting { end(message, .interrupted) }
    waiting = []
    run?.stop(.interrupted, monotonicSeconds())
  }

  private mutating func start(_ nowSeconds: Double) {
    while run == nil, !waiting.isEmpty, startsLeft >= 1 {
      startsLeft -= 1
      let message = waiting.removeFirst()
      do throws(StartFailure) {
        run = try ProgramRun(program, for: message, nowSeconds: nowSeconds)
        // An interrupt leaves it the time to end by itself.
        Interruption.allowTime(seconds: 2 * ProgramRun.killSeconds)
      } catch {
        end(message, .notStarted(errno: error.errno))
      }
    }
  }

  private mutating func refill(_ nowSeconds: Double) {
    let elapsed = max(0, nowSeconds - (refilledSeconds ?? nowSeconds))
    startsLeft = min(startsLeft + elapsed / Self.secondsPerStart, Double(Self.burstCount))
    refilledSeconds = nowSeconds
  }

  private mutating func end(
    _ message: ExecutedMessage, _ end: ExecutionOutcome.End, seconds: Double = 0
  ) {
    pending.append(.ended(ExecutionOutcome(message: message, end: end, seconds: seconds)))
  }
}

/// Seconds of a clock that no one sets. clock_gettime(2)
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
