import Modem

/// The text so far, or how much of a file, on the status line.
struct SendingProgress {
  private let content: TransmittedContent
  private var status = StatusLine()

  init(_ content: TransmittedContent) {
    self.content = content
  }

  /// Shows as much of the text as `fraction` of its transmission, 0 to 1, or the share of the file.
  mutating func show(_ fraction: Double) {
    switch content {
    case .text(let text):
      let count = Int((fraction * Double(text.count)).rounded(.up))
      status.show("sending: " + VisibleText.escaping(text.prefix(count)))
    case .file(let file):
      status.show(
        "sending '\(VisibleText.quoting(file.name))': \(decimals(100 * fraction, 0)) %")
    }
  }

  /// A line on standard error that is no failure.
  mutating func note(_ sentence: String) {
    status.clear()
    Program.say(VisibleText.escaping(sentence), as: .hsend)
  }

  /// Takes the line away.
  mutating func finish() {
    status.clear()
  }
}
