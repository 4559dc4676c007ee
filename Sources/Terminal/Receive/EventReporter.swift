import Modem

/// Prints what a receiver says: messages on standard output, everything else on standard error.
public struct EventReporter {
  /// Messages printed so far.
  public private(set) var messageCount = 0

  private let escapesMessages = StandardStream.output.isTerminal
  private var status = StatusLine()
  private var level = ""
  private var partialText: [UInt8] = []

  /// Nothing is shown yet.
  public init() {}

  /// Prints one event; throws `standardOutput` where a message cannot be written.
  public mutating func report(_ event: ReceiverEvent) throws(CommandFailure) {
    switch event {
    case .level(let measured):
      level = measured.meter
      showStatus()
    case .detected:
      partialText = []
    case .progress(_, let text):
      partialText = text
      showStatus()
    case .message(let message):
      partialText = []
      status.clear()
      let bytes = escapesMessages ? Array(VisibleText.escaping(message.bytes).utf8) : message.bytes
      if let code = StandardStream.output.write(bytes + [UInt8(ascii: "\n")]) {
        throw .standardOutput(errno: code)
      }
      messageCount += 1
      Interruption.markSuccess()
    case .failed(let failure):
      partialText = []
      note(failure.wording)
    }
  }

  /// A line on standard error that is no failure.
  public mutating func note(_ sentence: String) {
    status.clear()
    Program.say(VisibleText.escaping(sentence), as: .hrecv)
  }

  /// Takes the status line away, at the end.
  public mutating func finish() {
    status.clear()
  }

  private mutating func showStatus() {
    let text = partialText.isEmpty ? "" : " " + VisibleText.escaping(partialText)
    status.show(level + text)
  }
}
