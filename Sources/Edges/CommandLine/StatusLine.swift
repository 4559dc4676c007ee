/// One line at the bottom of standard error that is written over and over: progress and level.
///
/// It shows only where standard error is a terminal with a cursor and nobody asked for quiet;
/// everything printed in between takes it away first.
package struct StatusLine {
  private let isShown: Bool
  private var shown = ""

  /// Nothing is shown yet.
  package init() { isShown = StandardStream.error.takesEscapes && !StandardStream.isQuiet }

  /// Columns that the line may have in the terminal as it is now: a letter in the last one would
  /// move some terminals to the next line.
  package var columns: Int { max(StandardStream.error.columns - 1, 1) }

  /// Replaces the line by `text`, cut at the left to the terminal's width.
  package mutating func show(_ text: String) {
    guard isShown else { return }
    let line = String(Columns.suffix(of: text, fitting: columns))
    guard line != shown else { return }
    StandardStream.error.write(("\r\u{1b}[K" + line).utf8)
    shown = line
  }

  /// Takes the line away, before something is printed or at the end.
  package mutating func clear() {
    guard isShown, !shown.isEmpty else { return }
    StandardStream.error.write("\r\u{1b}[K".utf8)
    shown = ""
  }
}
