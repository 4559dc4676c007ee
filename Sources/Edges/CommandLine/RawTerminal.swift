@preconcurrency import Glibc
import Synchronization

/// The terminal without line editing and echo, on the alternate screen. It lasts until `leave` or
/// any end of the process, including an interrupt, a hang-up or a crash.
package enum RawTerminal {
  /// The original settings. Allocated, because a signal handler reads them.
  private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private static let isEntered = Atomic<Bool>(false)

  /// Alternate screen without cursor; and back.
  private static let enteringSequence: StaticString = "\u{1b}[?1049h\u{1b}[?25l"
  private static let leavingSequence: StaticString = "\u{1b}[?25h\u{1b}[?1049l"

  /// Signals of a crash or of a request to dump core.
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT]

  /// Whether keys come from a terminal, and standard error is a terminal with a cursor.
  package static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && StandardStream.error.takesEscapes
  }

  /// Takes over the terminal; false if that fails.
  package static func enter() -> Bool {
    guard tcgetattr(STDIN_FILENO, saved) == 0 else { return false }
    // A background process may restore the terminal too.
    signal(SIGTTOU, SIG_IGN)
    installCrashHandlers()
    var mode = saved.pointee
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
    // A read takes available bytes. Ctrl-C stays an interrupt; a stop would leave the terminal raw.
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
      characters[Int(VSUSP)] = 0
    }
    isEntered.store(true, ordering: .sequentiallyConsistent)
    guard tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0 else {
      isEntered.store(false, ordering: .sequentiallyConsistent)
      return false
    }
    write(enteringSequence)
    return true
  }

  /// Restores the terminal. It is safe in a signal handler and may be repeated.
  package static func leave() {
    guard isEntered.exchange(false, ordering: .sequentiallyConsistent) else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, saved)
    write(leavingSequence)
  }

  /// The bytes of keys since the last call; nil at the end of the input.
  package static func readKeys() -> [UInt8]? {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }

  /// Each handler restores the terminal, then lets the signal take its normal effect.
  private static func installCrashHandlers() {
    // A handler cannot run on an overflowed stack.
    var stack = stack_t()
    stack.ss_size = 1 << 16
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
    sigaltstack(&stack, nil)
    var action = sigaction()
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER | SA_ONSTACK
    action.__sigaction_handler.sa_handler = { number in
      RawTerminal.leave()
      raise(number)
    }
    for number in crashes { sigaction(number, &action, nil) }
  }

  private static func write(_ sequence: StaticString) {
    _ = Glibc.write(STDERR_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }
}
