@preconcurrency import Glibc

/// One program that runs for one message. Nothing here waits: whoever started it calls `proceed` until it
/// has ended.
final class ProgramRun {
  /// From SIGTERM, which a program may answer, to SIGKILL.
  static let killSeconds = 5.0
  /// How long its children may hold on to its output once it is gone itself.
  private static let lingerSeconds = 0.5

  let message: ExecutedMessage
  private let program: ExecutedProgram
  private let startedSeconds: Double
  private let process: pid_t
  private var output: Int32?
  private var text = ProgramOutput()
  /// Why and when it got SIGTERM.
  private var stopped: (end: ExecutionOutcome.End, seconds: Double)?
  private var gone: (end: ExecutionOutcome.End, seconds: Double)?
  private var isReaped = false

  /// Starts `program`; throws why it could not be started.
  init(
    _ program: ExecutedProgram, for message: ExecutedMessage, nowSeconds: Double
  ) throws(StartFailure) {
    self.program = program
    self.message = message
    startedSeconds = nowSeconds
    let started = try ProgramStart.start(program, for: message)
    (process, output) = (started.process, started.output)
  }

  /// What nobody waits for any more goes with its group.
  deinit {
    closeOutput()
    guard !isReaped else { return }
    kill(-process, SIGKILL)
    reap()
  }

  /// Hands on what the program prints, and sees to its end; at most a pipe's content at a time.
  ///
  /// - Parameter nowSeconds: of the same clock each time.
  /// - Returns: what it printed, and how it ended once it has; after that this must not be called.
  func proceed(nowSeconds: Double) -> (printed: String, end: ExecutionOutcome.End?) {
    let end = examine(nowSeconds)
    var printed = drain()
    if let end {
      guard output == nil || end.seconds + Self.lingerSeconds <= nowSeconds else {
        return (printed, nil)
      }
      printed += text.finish()
      // Until it is reaped, no other group can have its number.
      if output != nil || stopped != nil { kill(-process, SIGKILL) }
      closeOutput()
      reap()
      return (printed, stopped?.end ?? end.end)
    }
    if let stopped {
      if stopped.seconds + Self.killSeconds <= nowSeconds { kill(-process, SIGKILL) }
    } else if startedSeconds + program.timeoutSeconds <= nowSeconds {
      stop(.timedOut, nowSeconds)
    }
    return (printed, nil)
  }

  /// Asks it, and all that it started, to end; after `killSeconds` it is not asked any more.
  func stop(_ end: ExecutionOutcome.End, _ nowSeconds: Double) {
    guard stopped == nil else { return }
    stopped = (end, nowSeconds)
    kill(-process, SIGTERM)
    // One that stands still takes no signal.
    kill(-process, SIGCONT)
  }

  /// Waits until it prints, at most for `seconds`. poll(2)
  func wait(seconds: Double) {
    var descriptor = pollfd(fd: output ?? -1, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, Int32(seconds * 1000))
  }

  /// How long it has been running.
  func seconds(at nowSeconds: Double) -> Double { nowSeconds - startedSeconds }

  // MARK: The process

  /// How and when it ended, nil while it runs. waitid(2)
  private func examine(_ nowSeconds: Double) -> (end: ExecutionOutcome.End, seconds: Double)? {
    if gone == nil {
      var found = siginfo_t()
      // Left a zombie, so that its number stays that of its group.
      let result = waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT)
      if result == 0, found.si_signo == SIGCHLD {
        let status = found._sifields._sigchld.si_status
        gone = (
          found.si_code == CLD_EXITED ? .exited(status: status) : .killed(signal: status),
          nowSeconds
        )
      } else if result != 0 {
        // Somebody else took it.
        gone = (.notStarted(errno: errno), nowSeconds)
      }
    }
    return gone
  }

  private func reap() {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    isReaped = true
  }

  // MARK: Its output

  private func drain() -> String {
    var printed = ""
    var left = 1 << 16
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while left > 0, let output {
      let count = read(output, &bytes, bytes.count)
      if count > 0 {
        printed += text.push(bytes[..<count])
        left -= count
      } else if count < 0, errno == EAGAIN {
        break
      } else if count == 0 || errno != EINTR {
        closeOutput()
      }
    }
    return printed
  }

  private func closeOutput() {
    if let output { close(output) }
    output = nil
  }
}
