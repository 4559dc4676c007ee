/// One line at the bottom of standard error that is written over and over: progress and level.
///
/// It shows only where standard error is a terminal; everything printed in between takes it away
/// first.
public struct StatusLine {
  private let isShown: Bool
  private var shown = ""

  /// Nothing is shown yet.
  public init() {
    isShown = StandardStream.error.isTerminal
  }

  /// Replaces the line by `text`, cut at the left to the terminal's width.
  public mutating func show(_ text: String) {
    guard isShown, text != shown else { return }
    let room = max(StandardStream.error.columns - 1, 1)
    StandardStream.error.write(("\r\u{1b}[K" + text.suffix(room)).utf8)
    shown = text
  }

  /// Takes the line away, before something is printed or at the end.
  public mutating func clear() {
    guard isShown, !shown.isEmpty else { return }
    StandardStream.error.write("\r\u{1b}[K".utf8)
    shown = ""
  }
}
