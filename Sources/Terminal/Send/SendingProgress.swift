/// The text so far, on the status line.
struct SendingProgress {
  private let text: [UInt8]
  private var status = StatusLine()

  init(text: [UInt8]) {
    self.text = text
  }

  /// Shows as much of the text as `fraction` of its transmission, 0 to 1.
  mutating func show(_ fraction: Double) {
    let count = Int((fraction * Double(text.count)).rounded(.up))
    status.show("sending: " + VisibleText.escaping(text.prefix(count)))
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
