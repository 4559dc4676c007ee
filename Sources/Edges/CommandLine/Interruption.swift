@preconcurrency import Glibc
import HandShakeFiles
import Synchronization

/// Sets flags for the main loop at SIGINT, SIGTERM, SIGHUP and the end of `--timeout`. SIGPIPE is
/// ignored, so that a closed pipe is an error of the write.
///
/// Each of them ends a blocked read or poll with EINTR. If a call does not return after an
/// interrupt, a timer soon ends the program, or later if `allowTime` says so.
///
/// SIGCONT is counted: real-time playback must know that the program was stopped.
package enum Interruption {
  private static let received = Atomic<Bool>(false)
  /// The time of the first signal.
  private static let receivedSeconds = Atomic<UInt64>(0)
  private static let graceSeconds = Atomic<UInt64>(0)
  private static let timeUp = Atomic<Bool>(false)
  private static let continuations = Atomic<Int>(0)
  private static let tickSeconds = 0.05
  /// The remaining timer ticks of the program after an interrupt.
  private static let ticksLeft = Atomic<Int>(0)
  private static let lastResortStatus = Atomic<Int32>(ExitStatus.interrupted.rawValue)

  /// Whether one of the signals has arrived.
  package static var isRequested: Bool { received.load(ordering: .relaxed) }

  /// Whether the signal came so long ago that playback must be cut off.
  package static var isOverdue: Bool {
    isRequested
      && monotonicSeconds() - Double(bitPattern: receivedSeconds.load(ordering: .relaxed))
        > 0.7 * Double(bitPattern: graceSeconds.load(ordering: .relaxed))
  }

  /// How often the program continued after a stop.
  package static var continuedCount: Int { continuations.load(ordering: .relaxed) }

  /// Whether the time limit of `limitTime` has passed.
  package static var isTimeUp: Bool { timeUp.load(ordering: .relaxed) }

  /// Installs the handlers. Call it once, before any other thread starts.
  ///
  /// - Parameter graceSeconds: the time that the process has to end by itself after an interrupt.
  package static func install(graceSeconds: Double = 0.15) {
    // Initialise the globals here: a signal handler must not wait for Swift's lazy initialisation.
    received.store(false, ordering: .relaxed)
    receivedSeconds.store(0, ordering: .relaxed)
    Self.graceSeconds.store(graceSeconds.bitPattern, ordering: .relaxed)
    RawTerminal.leave()
    timeUp.store(false, ordering: .relaxed)
    continuations.store(0, ordering: .relaxed)
    ticksLeft.store(0, ordering: .relaxed)
    lastResortStatus.store(ExitStatus.interrupted.rawValue, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    // A parent may have blocked them, and exec keeps blocked signals.
    var handled = sigset_t()
    sigemptyset(&handled)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGCONT] { sigaddset(&handled, number) }
    sigprocmask(SIG_UNBLOCK, &handled, nil)
    handle(SIGALRM) { _ in
      if Interruption.isRequested,
        Interruption.ticksLeft.subtract(1, ordering: .relaxed).newValue < 0
      {
        RawTerminal.leave()
        _exit(Interruption.lastResortStatus.load(ordering: .relaxed))
      }
      Interruption.timeUp.store(true, ordering: .relaxed)
    }
    handle(SIGCONT, flags: SA_RESTART) { _ in
      Interruption.continuations.add(1, ordering: .relaxed)
    }
    var hangUp = sigaction()
    sigaction(SIGHUP, nil, &hangUp)
    // A program started by nohup must go on.
    let isKept = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1
    for number in isKept ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP] {
      handle(number) { _ in
        if Interruption.received.exchange(true, ordering: .relaxed) {
          Interruption.ticksLeft.store(0, ordering: .relaxed)
        } else {
          Interruption.receivedSeconds.store(
            monotonicSeconds().bitPattern, ordering: .relaxed)
        }
        Interruption.startTimer(
          afterSeconds: Double(
            bitPattern: Interruption.graceSeconds.load(ordering: .relaxed)))
      }
    }
  }

  /// Sets `isTimeUp` after `seconds`, at least a millisecond.
  package static func limitTime(seconds: Double) { startTimer(afterSeconds: seconds) }

  /// Gives the program about `seconds` after an interrupt to write its data. A second interrupt
  /// ends it at once.
  package static func allowTime(seconds: Double) {
    ticksLeft.store(Int(seconds / tickSeconds), ordering: .relaxed)
  }

  /// Marks the task as done: a later interrupt is a success.
  package static func markSuccess() {
    lastResortStatus.store(ExitStatus.done.rawValue, ordering: .relaxed)
  }

  /// The timer repeats every 50 ms. Otherwise a signal just before a blocking read would be lost.
  private static func startTimer(afterSeconds seconds: Double) {
    var timer = itimerval()
    timer.it_value.tv_sec = Int(seconds)
    timer.it_value.tv_usec = Int((seconds - seconds.rounded(.down)) * 1e6)
    timer.it_interval.tv_usec = Int(tickSeconds * 1e6)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// Without SA_RESTART in `flags`, a blocked read returns and the loop sees the flag.
  private static func handle(
    _ number: Int32, flags: Int32 = 0, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.sa_flags = flags
    action.__sigaction_handler.sa_handler = handler
    sigaction(number, &action, nil)
  }
}
