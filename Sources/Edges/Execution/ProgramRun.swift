@preconcurrency import Glibc

/// One program for one message, on the calling thread.
struct ProgramRun: ~Copyable {
  /// The time from SIGTERM, which a program may handle, to SIGKILL.
  static let killSeconds = 5.0
  /// How long children may keep the output open after the program has ended.
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

  /// Waits until it has ended, or until it must be ended. Reports its output to `queue`, and gives
  /// its end.
  consuming func finish() -> ExecutionOutcome.End {
    var end = follow(forSeconds: queue.program.timeoutSeconds) { [queue] in queue.stop != nil }
    let hasToEnd = end == nil
    if hasToEnd {
      end = queue.stop == nil ? .timedOut : .interrupted
      kill(-process, SIGTERM)
      // A stopped process takes no signal.
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
    // Until it is reaped, its group number cannot be reused.
    if hasOutput || hasToEnd { kill(-process, SIGKILL) }
    close(output)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    return end!
  }

  /// Reads its output until it ends and gives the end; nil after the time limit or `isEnough`.
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

  /// How it ended; nil while it runs. It stays a zombie, which keeps its group number. waitid(2)
  private var end: ExecutionOutcome.End? {
    var found = siginfo_t()
    guard waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      // Another caller reaped it.
      return .notStarted(errno: errno)
    }
    guard found.si_signo == SIGCHLD else { return nil }
    let status = found._sifields._sigchld.si_status
    return found.si_code == CLD_EXITED ? .exited(status: status) : .killed(signal: status)
  }

  /// Waits at most 20 ms for output, and reports it. poll(2), read(2)
  private mutating func read() {
    var descriptor = pollfd(fd: hasOutput ? output : -1, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 20) > 0 else { return }
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { bytes in
      let count = Glibc.read(output, bytes.baseAddress, bytes.count)
      if count > 0 { queue.tell(text.push(bytes[..<count])) }
      return count
    }
    hasOutput = count > 0 || count < 0 && [EINTR, EAGAIN].contains(errno)
    // The rest is not shown, so it may be read slowly.
    if text.isCut { usleep(5000) }
  }
}
