import Foundation
import Glibc

/// A terminal with a program on it, whose keys and screen are the test's.
final class PseudoTerminal {
  /// All that the program has written so far.
  private(set) var written = ""
  /// Where the program runs; empty at first.
  let directory: String

  private let control: Int32
  private let path: String
  private(set) var child: pid_t = 0

  /// TIOCSPTLCK and TIOCGPTN: what unlockpt(3) and ptsname(3) do, which are not imported.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// A terminal of that size.
  init(columns: Int = 80, rows: Int = 24) throws {
    var template = Array("\(NSTemporaryDirectory())/terminal.XXXXXX".utf8CString)
    directory = String(cString: mkdtemp(&template))
    control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    _ = ioctl(control, Self.setLock, &locked)
    var number: Int32 = 0
    _ = ioctl(control, Self.getNumber, &number)
    path = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  deinit {
    if child > 0 { kill(-child, SIGKILL) }
    close(control)
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Starts `script` in bash, as the leader of the terminal's session.
  func start(_ script: String) throws {
    child = try Shell.start(
      ["/bin/bash", "-c", "cd \"$HOME\"\n" + Shell.waiting + script],
      environment: [
        "PATH=\(Shell.programs):/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm",
        "HOME=\(directory)", "TMPDIR=\(NSTemporaryDirectory())",
      ], standardFiles: [path, path, path], leadsSession: true)
  }

  /// Presses keys.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(control, bytes, bytes.count)
  }

  /// Makes the window another size.
  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(control, UInt(TIOCSWINSZ), &size)
  }

  /// Whether the last thing drawn contains `text`, at once or within `seconds`.
  func shows(_ text: String, within seconds: Double = 10) -> Bool {
    becomes(within: seconds) { frame.contains(text) }
  }

  /// Whether `state` is true, at once or within `seconds`; meanwhile what is written is read.
  func becomes(within seconds: Double = 10, _ state: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    repeat {
      read()
      if state() { return true }
    } while Date() < end
    return false
  }

  /// What was written since the screen was erased last.
  var frame: Substring {
    written.components(separatedBy: "\u{1b}[H\u{1b}[J").last.map { $0[...] } ?? ""
  }

  /// The terminal's flags and special characters, as text that can be compared.
  var mode: String {
    var mode = termios()
    tcgetattr(control, &mode)
    let characters = withUnsafeBytes(of: mode.c_cc) { Array($0) }
    return "\(mode.c_iflag) \(mode.c_oflag) \(mode.c_cflag) \(mode.c_lflag) \(characters)"
  }

  /// The exit status of the program, 128 and the signal where one ended it.
  func wait() throws -> Int32 {
    // A program that writes would wait for a reader.
    let end = Date(timeIntervalSinceNow: 20)
    while Date() < end {
      read()
      var information = siginfo_t()
      waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
      if information.si_signo == SIGCHLD { break }
    }
    read()
    let ended = child
    kill(-ended, SIGKILL)
    child = 0
    return try Shell.wait(ended)
  }

  private func read() {
    var waiting = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(control, &bytes, bytes.count)
    if count > 0 {
      written += String(decoding: bytes[..<count], as: UTF8.self)
    } else {
      usleep(20_000)
    }
  }
}
