@preconcurrency import Glibc
import HandShakeFiles
import Synchronization

/// SIGINT, SIGTERM, SIGHUP and the end of `--timeout` as flags that the main loop looks at; SIGPIPE
/// is ignored, so that a closed pipe shows as an error of the write.
///
/// Each of them also ends a blocked read or poll with EINTR. A program that sits in a call it
/// cannot leave is ended by a timer soon after an interrupt, or later where `allowTime` says so.
///
/// SIGCONT is counted: what plays in real time is to know that the program was stopped.
package enum Interruption {
  private static let received = Atomic<Bool>(false)
  /// When the first one arrived.
  private static let receivedSeconds = Atomic<UInt64>(0)
  private static let graceSeconds = Atomic<UInt64>(0)
  private static let timeUp = Atomic<Bool>(false)
  private static let continuations = Atomic<Int>(0)
  private static let tickSeconds = 0.05
  /// Ticks of the timer that a program still has after an interrupt.
  private static let ticksLeft = Atomic<Int>(0)
  private static let lastResortStatus = Atomic<Int32>(ExitStatus.interrupted.rawValue)

  /// Whether one of the signals has arrived.
  package static var isRequested: Bool { received.load(ordering: .relaxed) }

  /// Whether one of them arrived so long ago that what still sounds is to be cut off.
  package static var isOverdue: Bool {
    isRequested
      && monotonicSeconds() - Double(bitPattern: receivedSeconds.load(ordering: .relaxed))
        > 0.7 * Double(bitPattern: graceSeconds.load(ordering: .relaxed))
  }

  /// How often the program was continued after it was stopped.
  package static var continuedCount: Int { continuations.load(ordering: .relaxed) }

  /// Whether the time of `limitTime` is over.
  package static var isTimeUp: Bool { timeUp.load(ordering: .relaxed) }

  /// Installs the handlers; to be called once, before any other thread is started.
  ///
  /// - Parameter graceSeconds: after an interrupt the process has so long to end by itself.
  package static func install(graceSeconds: Double = 0.15) {
    // Swift makes globals on first use, which is nothing for a signal handler to wait for.
    received.store(false, ordering: .relaxed)
    receivedSeconds.store(0, ordering: .relaxed)
    Self.graceSeconds.store(graceSeconds.bitPattern, ordering: .relaxed)
    RawTerminal.leave()
    timeUp.store(false, ordering: .relaxed)
    continuations.store(0, ordering: .relaxed)
    ticksLeft.store(0, ordering: .relaxed)
    lastResortStatus.store(ExitStatus.interrupted.rawValue, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    // A parent may have blocked them, and a blocked signal stays blocked across exec.
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
    // Whoever started it by nohup wants it to go on.
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

  /// Makes `isTimeUp` true after `seconds`, at least a millisecond.
  package static func limitTime(seconds: Double) { startTimer(afterSeconds: seconds) }

  /// Leaves the program about `seconds` after an interrupt to write what it has; a second interrupt
  /// ends it at once.
  package static func allowTime(seconds: Double) {
    ticksLeft.store(Int(seconds / tickSeconds), ordering: .relaxed)
  }

  /// States that what was asked for is done, so that an interrupt from now on is a success.
  package static func markSuccess() {
    lastResortStatus.store(ExitStatus.done.rawValue, ordering: .relaxed)
  }

  /// The timer goes on every 50 ms: a signal that comes just before a read begins to block would be
  /// lost otherwise.
  private static func startTimer(afterSeconds seconds: Double) {
    var timer = itimerval()
    timer.it_value.tv_sec = Int(seconds)
    timer.it_value.tv_usec = Int((seconds - seconds.rounded(.down)) * 1e6)
    timer.it_interval.tv_usec = Int(tickSeconds * 1e6)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// Without SA_RESTART among `flags` a blocked read returns, and the loop sees what the handler
  /// noted.
  private static func handle(
    _ number: Int32, flags: Int32 = 0, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.sa_flags = flags
    action.__sigaction_handler.sa_handler = handler
    sigaction(number, &action, nil)
  }
}
