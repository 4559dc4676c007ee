@preconcurrency import Glibc

/// One program that runs for one message, on the thread that calls.
struct ProgramRun: ~Copyable {
  /// From SIGTERM, which a program may answer, to SIGKILL.
  static let killSeconds = 5.0
  /// How long its children may hold on to its output once it is gone itself.
  private static let lingerSeconds = 0.5

  private let process: pid_t
  private let output: Int32
  private var hasOutput = true
  private var text = ProgramOutput()
  private let queue: SharedQueue

  /// Starts the program of `queue` for `message`; throws why it could not be started.
  init(_ message: ExecutedMessage, for queue: SharedQueue) throws(StartFailure) {
    self.queue = queue
    let started = try ProgramStart.start(queue.program, for: message)
    (process, output) = (started.process, started.output)
  }

  /// Waits until it has ended, or has to be ended; tells `queue` what it prints; gives how it
  /// ended.
  consuming func finish() -> ExecutionOutcome.End {
    var end = follow(forSeconds: queue.program.timeoutSeconds) { [queue] in queue.stop != nil }
    let hasToEnd = end == nil
    if hasToEnd {
      end = queue.stop == nil ? .timedOut : .interrupted
      kill(-process, SIGTERM)
      // One that stands still takes no signal.
      kill(-process, SIGCONT)
      let answer = follow(forSeconds: Self.killSeconds) { [queue] in queue.stop == .givenUp }
      if answer == nil {
        kill(-process, SIGKILL)
        _ = follow(forSeconds: .infinity) { false }
      }
    }
    let limit = queue.clock() + Self.lingerSeconds
    while hasOutput, queue.clock() < limit, queue.stop != .givenUp { read() }
    queue.tell(text.finish())
    // Until it is reaped, no other group can have its number.
    if hasOutput || hasToEnd { kill(-process, SIGKILL) }
    close(output)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    return end!
  }

  /// Reads its output until it ends: gives how, and nil where the time is up or `isEnough` before.
  private mutating func follow(
    forSeconds seconds: Double, until isEnough: () -> Bool
  ) -> ExecutionOutcome.End? {
    let limit = queue.clock() + seconds
    while true {
      read()
      if let end { return end }
      if isEnough() || queue.clock() >= limit { return nil }
    }
  }

  /// How it ended, nil while it runs; it stays a zombie, so that its number stays that of its
  /// group. waitid(2)
  private var end: ExecutionOutcome.End? {
    var found = siginfo_t()
    guard waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      // Somebody else took it.
      return .notStarted(errno: errno)
    }
    guard found.si_signo == SIGCHLD else { return nil }
    let status = found._sifields._sigchld.si_status
    return found.si_code == CLD_EXITED ? .exited(status: status) : .killed(signal: status)
  }

  /// Waits for what it prints, 20 ms at most, and tells it. poll(2), read(2)
  private mutating func read() {
    var descriptor = pollfd(fd: hasOutput ? output : -1, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 20) > 0 else { return }
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { bytes in
      let count = Glibc.read(output, bytes.baseAddress, bytes.count)
      if count > 0 { queue.tell(text.push(bytes[..<count])) }
      return count
    }
    hasOutput = count > 0 || count < 0 && [EINTR, EAGAIN].contains(errno)
    // Nobody sees what follows, so that it may come slowly.
    if text.isCut { usleep(5000) }
  }
}
