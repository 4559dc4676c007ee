import Modem

/// The text so far, or how much of another thing, on the status line.
struct SendingProgress {
  private let text: [UInt8]?
  private let label: String
  private var status = StatusLine()

  init(_ content: TransmittedContent) {
    switch content {
    case .text(let text):
      self.text = text
      label = "sending"
    case .file(let file):
      text = nil
      label = "sending '\(VisibleText.quoting(file.name))'"
    }
  }

  /// The progress of something that is no message.
  init(label: String) {
    text = nil
    self.label = label
  }

  /// Shows as much of the text as `fraction` of its transmission, 0 to 1, or the share.
  mutating func show(_ fraction: Double) {
    if let text {
      let count = Int((fraction * Double(text.count)).rounded(.up))
      status.show("\(label): " + VisibleText.escaping(text.prefix(count)))
    } else {
      status.show("\(label): \(decimals(100 * fraction, 0)) %")
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
