/// One line at the bottom of standard error that is rewritten: progress and level.
///
/// It appears only if standard error is a terminal with a cursor and the program is not quiet.
/// Other output removes it first.
package struct StatusLine {
  private let isShown: Bool
  private var shown = ""

  /// A hidden status line.
  package init() { isShown = StandardStream.error.takesEscapes && !StandardStream.isQuiet }

  /// Columns for the line in the current terminal. A letter in the last column would make some
  /// terminals wrap.
  package var columns: Int { max(StandardStream.error.columns - 1, 1) }

  /// Replaces the line by `text`, cut on the left to the terminal's width.
  package mutating func show(_ text: String) {
    guard isShown else { return }
    let line = String(Columns.suffix(of: text, fitting: columns))
    guard line != shown else { return }
    StandardStream.error.write(("\r\u{1b}[K" + line).utf8)
    shown = line
  }

  /// Removes the line, before other output or at the end.
  package mutating func clear() {
    guard isShown, !shown.isEmpty else { return }
    StandardStream.error.write("\r\u{1b}[K".utf8)
    shown = ""
  }
}
