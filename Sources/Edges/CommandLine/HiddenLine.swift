@preconcurrency import Glibc
import HandShakeFiles
import Synchronization

/// Reads a line from the terminal without echo, as for a password.
package enum HiddenLine {
  private static let isStopWanted = Atomic<Bool>(false)

  /// Asks `question` and gives the typed line. Always restores the terminal, also at Ctrl-Z; after
  /// that it asks again. Throws EINTR after an interrupt. tcsetattr(3)
  package static func ask(_ question: String) throws(SystemFault) -> [UInt8] {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { throw SystemFault(code: errno) }
    var hidden = mode
    hidden.c_lflag &= ~tcflag_t(ECHO)
    isStopWanted.store(false, ordering: .relaxed)
    let noteStop: @convention(c) (Int32) -> Void = { _ in
      HiddenLine.isStopWanted.store(true, ordering: .relaxed)
    }
    let stop = signal(SIGTSTP, noteStop)
    defer {
      signal(SIGTSTP, stop)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
      StandardStream.error.write("\n".utf8)
    }
    while true {
      let continuedCount = Interruption.continuedCount
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
      StandardStream.error.write(question.utf8)
      while Interruption.continuedCount == continuedCount {
        var typed = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        if poll(&typed, 1, 50) > 0 { return try read() }
        if Interruption.isRequested { throw SystemFault(code: EINTR) }
        guard isStopWanted.exchange(false, ordering: .relaxed) else { continue }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        signal(SIGTSTP, stop)
        raise(SIGTSTP)
        signal(SIGTSTP, noteStop)
        break
      }
    }
  }

  /// The typed bytes until return. read(2)
  private static func read() throws(SystemFault) -> [UInt8] {
    // Refuses longer lines.
    var line = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &line, line.count)
    let code = errno
    if Interruption.isRequested { throw SystemFault(code: EINTR) }
    guard count >= 0 else { throw SystemFault(code: code) }
    return Array(line[..<count].prefix { $0 != UInt8(ascii: "\n") })
  }
}
