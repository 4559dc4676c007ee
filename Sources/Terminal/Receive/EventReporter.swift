import FileStore
import Modem

/// Prints what a receiver says: messages on standard output, everything else on standard error; keeps
/// the files.
public struct EventReporter {
  /// Messages printed and files kept so far.
  public private(set) var messageCount = 0
  /// Files that came and that nobody wanted to keep.
  public private(set) var unkeptCount = 0

  private let folder: IncomingFolder?

  private let escapesMessages = StandardStream.output.isTerminal
  private var status = StatusLine()
  private let meter: MeterText?
  private var level: Level?
  /// What has come of a message that is still arriving.
  private var partial = ""

  /// Nothing is shown yet.
  ///
  /// - Parameters:
  ///   - folder: where files go; nil where they are not kept.
  ///   - meter: how levels are shown; nil where nobody looks.
  init(folder: IncomingFolder?, meter: MeterText?) {
    self.folder = folder
    self.meter = meter
  }

  /// Prints one event; throws `standardOutput` where a message cannot be written.
  public mutating func report(_ event: ReceiverEvent) throws(CommandFailure) {
    switch event {
    case .level(let measured):
      level = measured
      showStatus()
    case .detected:
      partial = ""
    case .progress(_, let text):
      partial = VisibleText.escaping(text)
      showStatus()
    case .blocks(_, let received, let count):
      // The message itself follows, or was there before.
      partial = received < count ? "\(received) of \(count) blocks" : ""
      showStatus()
    case .message(let message):
      partial = ""
      status.clear()
      let bytes = escapesMessages ? Array(VisibleText.escaping(message.bytes).utf8) : message.bytes
      if let code = StandardStream.output.write(bytes + [UInt8(ascii: "\n")]) {
        throw .standardOutput(errno: code)
      }
      messageCount += 1
      Interruption.markSuccess()
    case .file(let received):
      partial = ""
      try keep(received.file)
    case .failed(let failure):
      partial = ""
      note(failure.wording)
    }
  }

  private mutating func keep(_ file: CarriedFile) throws(CommandFailure) {
    let name = "'\(VisibleText.escaping(file.name))'"
    let size = "\(file.bytes.count) byte\(file.bytes.count == 1 ? "" : "s")"
    guard let folder else {
      unkeptCount += 1
      note("the file \(name) of \(size) came and was not kept: give --output DIR to keep it")
      return
    }
    do throws(FileStoreError) {
      let path = try folder.keep(file)
      note("received \(name), \(size), as '\(path)'")
      messageCount += 1
      Interruption.markSuccess()
    } catch .wrongDigest {
      note("refused the file \(name), because its SHA-256 is not the sender's")
    } catch {
      throw .file(error)
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
    guard let meter, let level else { return }
    status.show(meter.line(level, partial: partial, columns: status.columns))
  }
}
