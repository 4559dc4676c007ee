@preconcurrency import Glibc
import HandShakeFiles
import Synchronization

/// Standard output and standard error by their descriptors, unbuffered: a decoded message is
/// written at once.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Whether only failures go to standard error.
  package static var isQuiet: Bool { quiet.load(ordering: .relaxed) }
  private static let quiet = Atomic<Bool>(false)

  /// Sets whether only failures go to standard error.
  package static func beQuiet(_ isQuiet: Bool) { quiet.store(isQuiet, ordering: .relaxed) }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether it is a terminal with a movable cursor. Dumb terminals print escapes as text.
  package var takesEscapes: Bool {
    isTerminal && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Columns of the terminal, 80 if unknown.
  package var columns: Int { size.columns }

  /// Columns and rows of the terminal, 80 and 24 if unknown.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// Writes all of `bytes`; gives the `errno` of a failed write, else nil.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>) -> Int32? {
    do throws(SystemFault) {
      try writeWhole(Array(bytes), to: rawValue) { _ in Interruption.isRequested }
      return nil
    } catch {
      return error.code
    }
  }
}
