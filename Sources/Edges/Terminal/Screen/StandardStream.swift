@preconcurrency import Glibc

/// Standard output and standard error by their descriptors, unbuffered: a message is out the
/// moment it is decoded.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether it is a terminal whose cursor can be moved: those that are called dumb print escapes as they are.
  var takesEscapes: Bool { isTerminal && getenv("TERM").map { String(cString: $0) } != "dumb" }

  /// Columns of the terminal, 80 where they are not known.
  package var columns: Int { size.columns }

  /// Columns and rows of the terminal, 80 and 24 where they are not known.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// Writes all of `bytes`; gives the `errno` of a write that failed, nil where all went out.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>) -> Int32? {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let result = bytes[written...].withUnsafeBytes {
        Glibc.write(rawValue, $0.baseAddress, $0.count)
      }
      if result > 0 {
        written += result
        continue
      }
      let code = errno
      if result < 0, code == EINTR, !Interruption.isRequested { continue }
      if result < 0, code == EAGAIN {
        var descriptor = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, 50)
        if !Interruption.isRequested { continue }
      }
      return result == 0 ? EIO : code
    }
    return nil
  }
}
