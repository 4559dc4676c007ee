@preconcurrency import Glibc
import Synchronization

/// The terminal without line editing and echo, on a screen of its own, until `leave` or the end of
/// the process, however that comes: an interrupt, a hang-up or a crash included.
package enum RawTerminal {
  /// What the terminal was like. Allocated, for a signal handler reads it.
  private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private static let isEntered = Atomic<Bool>(false)

  /// Other screen, no cursor; and back.
  private static let enteringSequence: StaticString = "\u{1b}[?1049h\u{1b}[?25l"
  private static let leavingSequence: StaticString = "\u{1b}[?25h\u{1b}[?1049l"

  /// Signals of a process that is broken or told to dump.
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT]

  /// Whether keys come from a terminal and standard error is one that has a cursor.
  package static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && StandardStream.error.takesEscapes
  }

  /// Takes the terminal over; false where it cannot be had.
  package static func enter() -> Bool {
    guard tcgetattr(STDIN_FILENO, saved) == 0 else { return false }
    // A process in the background may restore the terminal too.
    signal(SIGTTOU, SIG_IGN)
    installCrashHandlers()
    var mode = saved.pointee
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
    // A read gives what there is. Ctrl-C stays an interrupt; a stop would leave the terminal raw.
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

  /// Gives the terminal back as it was. Safe in a signal handler, and as often as wanted.
  package static func leave() {
    guard isEntered.exchange(false, ordering: .sequentiallyConsistent) else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, saved)
    write(leavingSequence)
  }

  /// The bytes of keys that were pressed since the last call; nil where no more will come.
  package static func readKeys() -> [UInt8]? {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }

  /// Each restores the terminal and lets the signal do what it would have done.
  private static func installCrashHandlers() {
    // A stack that overflowed holds no handler.
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
