import HandShakeModem

/// The status line of a transmission: the text so far, or the share of other content.
struct SendingProgress {
  private let text: [UInt8]?
  private let label: String
  private var status = StatusLine()

  /// The progress of a text, or of a file with its name.
  init(_ content: SentContent) {
    switch content {
    case .text(let text):
      self.text = text
      label = "sending"
    case .secretText:
      text = nil
      label = "sending"
    case .file(let file):
      text = nil
      label = "sending '\(VisibleText.quoting(file.name))'"
    }
  }

  /// The progress of a sound that is not a message.
  init(label: String) {
    text = nil
    self.label = label
  }

  /// Shows `fraction` of a transmission, 0 to 1, as a percentage and as a part of the text. In a
  /// pause, shows how long the pause lasts.
  mutating func show(_ fraction: Double, pause: TransmissionPause?) {
    if let pause = pause?.wording { return status.show(pause) }
    let head = "\(label) \(decimals(100 * fraction, 0)) %"
    guard let text else { return status.show(head) }
    let count = Int((fraction * Double(text.count)).rounded(.up))
    let sent = VisibleText.escaping(text.prefix(count))
    let room = max(status.columns - Columns.count(head) - 2, 0)
    status.show(head + ": " + Columns.suffix(of: sent, fitting: room))
  }

  /// Prints a line on standard error that is not a failure.
  mutating func note(_ sentence: String) {
    status.clear()
    Program.say(VisibleText.escaping(sentence), as: .hsend)
  }

  /// Clears the line.
  mutating func finish() { status.clear() }
}
