import HandShakeModem

/// The text so far, or how much of another thing, on the status line.
struct SendingProgress {
  private let text: [UInt8]?
  private let label: String
  private var status = StatusLine()

  /// The progress of a text, or of a file, which is known by its name.
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

  /// The progress of something that is no message.
  init(label: String) {
    text = nil
    self.label = label
  }

  /// Shows `fraction` of a transmission, 0 to 1, as a share and as so much of the text; or how long the pause
  /// will last.
  mutating func show(_ fraction: Double, pause: TransmissionPause?) {
    if let pause = pause?.wording { return status.show(pause) }
    let head = "\(label) \(decimals(100 * fraction, 0)) %"
    guard let text else { return status.show(head) }
    let count = Int((fraction * Double(text.count)).rounded(.up))
    let sent = VisibleText.escaping(text.prefix(count))
    let room = max(status.columns - Columns.count(head) - 2, 0)
    status.show(head + ": " + Columns.suffix(of: sent, fitting: room))
  }

  /// A line on standard error that is no failure.
  mutating func note(_ sentence: String) {
    status.clear()
    Program.say(VisibleText.escaping(sentence), as: .hsend)
  }

  /// Takes the line away.
  mutating func finish() { status.clear() }
}
