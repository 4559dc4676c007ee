import HandShake
import HandShakeConfiguration
import HandShakeFiles
import HandShakeJSON
import HandShakeModem

/// Prints messages on standard output and all else on standard error, or all events as JSON on
/// standard output. Keeps received files, and the sound of frames that failed.
package struct EventReporter {
  /// Messages printed and files kept so far.
  package private(set) var messageCount = 0
  /// Frames that failed so far.
  private(set) var failureCount = 0
  /// The path of the last received file, nil if it is not kept.
  private(set) var keptPath: String?
  /// Received files that were not to be kept.
  package private(set) var unkeptCount = 0
  /// Whether a file that was to be kept could not be kept.
  private(set) var hasLostFile = false

  private let folder: IncomingFolder?
  private let keeper: FailureKeeper?
  private let printsJSON: Bool
  private let format: MessageFormat
  /// How far a recording was read, in words, nil for a device.
  var place: String?
  private var summary = LevelSummary()
  private var overlappedStarts = OverlappedStarts()

  private let escapesMessages = StandardStream.output.isTerminal
  private var status = StatusLine()
  private let meter: MeterText?
  private var level: Level?
  /// How much of an arriving message has been received.
  private var partial = ""
  /// The first frame of the arriving message, and the last frame that started.
  private var arriving: (first: Frame, last: Frame)?

  /// A reporter that has printed nothing.
  ///
  /// - Parameters:
  ///   - folder: the folder for received files, nil if they are not kept.
  ///   - keeper: keeps the sound of failed frames, nil if it is not kept.
  ///   - printsJSON: whether every event goes to standard output.
  ///   - format: the text around a message.
  ///   - meter: how levels are shown, nil if they are not shown.
  init(
    folder: IncomingFolder?, keeper: FailureKeeper? = nil, printsJSON: Bool = false,
    format: MessageFormat = MessageFormat(), meter: MeterText? = nil
  ) {
    self.folder = folder
    self.keeper = keeper
    self.printsJSON = printsJSON
    self.format = format
    self.meter = meter
  }

  /// Prints one event. `recent` is the sound until now, for frames that fail.
  ///
  /// Throws `standardOutput` if a message cannot be written, `file` if a file cannot be kept.
  mutating func report(
    _ event: ReceiverEvent, recent: SampleRing? = nil
  ) throws(CommandFailure) {
    overlappedStarts.take(event)
    switch event {
    case .level(let measured):
      level = measured
      tellOverlapped(atSeconds: measured.seconds)
      showStatus()
      if printsJSON, let second = summary.add(measured) { try emit(EventObject.level(second)) }
    case .detected(let frame):
      partial = ""
      arriving = (arriving?.first ?? frame, frame)
      try emit(EventObject.of(event))
    case .progress(_, let text):
      partial = VisibleText.escaping(text)
      showStatus()
      try emit(EventObject.of(event))
    case .blocks(_, let received, let count):
      // The message itself follows, or was already reported.
      partial = received < count ? "\(received) of \(count) blocks" : ""
      showStatus()
      try emit(EventObject.of(event))
    case .message(let message):
      (partial, arriving) = ("", nil)
      status.clear()
      try emit(EventObject.of(event))
      if !printsJSON { try print(message) }
      messageCount += 1
      Interruption.markSuccess()
    case .file(let received):
      (partial, arriving) = ("", nil)
      keptPath = nil
      keptPath = keep(received.file)
      try emit(EventObject.of(event, keptPath: keptPath))
    case .receipt, .ranging, .pairing, .repeated: (partial, arriving) = ("", nil)
    // Opened or refused before this function.
    case .sealed: break
    case .failed(let failure):
      (partial, arriving) = ("", nil)
      failureCount += 1
      try emit(EventObject.of(event))
      if !printsJSON { tell(failure.wording) }
      keep(failure, recent)
    }
  }

  private func print(_ message: Message) throws(CommandFailure) {
    let bytes = format.lead(message) + message.bytes
    let shown = escapesMessages ? Array(VisibleText.escaping(bytes).utf8) : bytes
    if let code = StandardStream.output.write(shown + [format.terminator]) {
      throw .standardOutput(errno: code)
    }
  }

  /// Prints an event as a line of JSON, if JSON is wanted.
  mutating func emit(_ value: JSONValue?) throws(CommandFailure) {
    guard printsJSON, let value else { return }
    status.clear()
    if let code = StandardStream.output.write(value.line.utf8) {
      throw .standardOutput(errno: code)
    }
  }

  private mutating func keep(_ failure: Failure, _ recent: SampleRing?) {
    guard let keeper, let recent else { return }
    switch keeper.keep(failure, recent) {
    case .success(let path):
      tell("kept its sound as \(quoted(path)): see hrecv --explain \(typedPath(path))")
    case .failure(let reason): note(reason.sentence)
    }
  }

  /// Keeps a received file. Returns its path, nil if it is not kept.
  private mutating func keep(_ file: CarriedFile) -> String? {
    let name = "'\(VisibleText.escaping(file.name))'"
    let size = "\(file.bytes.count) byte\(file.bytes.count == 1 ? "" : "s")"
    guard let folder else {
      unkeptCount += 1
      tell("the file \(name) of \(size) came and was not kept: give --output DIR to keep it")
      return nil
    }
    do throws(FilesError) {
      let path = try folder.keep(file)
      tell("received \(name), \(size), as '\(path)'")
      messageCount += 1
      Interruption.markSuccess()
      return path
    } catch .wrongDigest {
      tell("refused the file \(name), because its SHA-256 differs from the sender's")
      return nil
    } catch {
      // The next file may fit, and messages need no space.
      tell(error.wording(for: .hrecv))
      hasLostFile = true
      return nil
    }
  }

  /// Prints a line about the input on standard error. Names the input if there are several.
  private mutating func tell(_ sentence: String) {
    note((format.label.map { $0 + ": " } ?? "") + sentence)
  }

  /// Reports overlapped starts that can no longer become a message.
  private mutating func tellOverlapped(atSeconds seconds: Double) {
    for start in overlappedStarts.take(atSeconds: seconds) where !printsJSON {
      tell(OverlappedStarts.wording(start))
    }
  }

  /// Ends the input.
  mutating func end() { tellOverlapped(atSeconds: .infinity) }

  /// Prints a line on standard error that is not a failure.
  package mutating func note(_ sentence: String) {
    status.clear()
    Program.say(VisibleText.escaping(sentence), as: .hrecv)
  }

  /// Passes whole lines of a started program to standard error.
  mutating func passOn(_ lines: [String]) {
    status.clear()
    StandardStream.error.write(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Clears the status line at the end.
  package mutating func finish() { status.clear() }

  private mutating func showStatus() {
    guard let meter, let level else { return }
    let head = place.map { $0 + " " } ?? ""
    let news = partial.isEmpty ? arrival(at: level.seconds) : partial
    status.show(head + meter.line(level, partial: news, columns: status.columns - head.count))
  }

  /// The status of a message that reports no progress before its end: `receiving hop for 12 s`.
  private mutating func arrival(at seconds: Double) -> String {
    guard let (first, last) = arriving,
      seconds < last.startSeconds + Frame.longestSeconds
    else {
      arriving = nil
      return ""
    }
    return "receiving \(first.protocolName) for \(duration(max(0, seconds - first.startSeconds)))"
  }
}

/// The text around a message on standard output.
struct MessageFormat {
  /// The time at the start of a message.
  enum Time {
    case never
    /// Seconds from the first sample.
    case inRecording
    /// The time of day at which the message was read.
    case ofDay
  }

  /// The recording of the message, nil if there is only one source.
  var label: String?
  var time = Time.never
  var terminator = UInt8(ascii: "\n")

  /// The text before a message: `hello.wav: `, `2026-01-31T12:00:00.123Z `, `12.34 `.
  fileprivate func lead(_ message: Message) -> [UInt8] {
    var text = label.map { $0 + ": " } ?? ""
    switch time {
    case .never: break
    case .inRecording: text += decimals(message.frame.startSeconds, 2) + " "
    case .ofDay: text += WallClock.text + " "
    }
    return Array(text.utf8)
  }
}

/// Combines levels of a tenth of a second to levels of one second.
struct LevelSummary {
  private var last: Level?
  private var power = 0.0
  private var count = 0

  /// Levels of the receiver in one level of the summary.
  private static let levelsPerSummary = 10

  /// Adds a level. Returns the summary at the end of a second.
  mutating func add(_ level: Level) -> Level? {
    let rootMeanSquare = Double(level.bandRootMeanSquare)
    power += rootMeanSquare * rootMeanSquare
    count += 1
    var sum = level
    sum.peak = max(level.peak, last?.peak ?? 0)
    last = sum
    guard count == Self.levelsPerSummary else { return nil }
    sum.bandRootMeanSquare = Float((power / Double(count)).squareRoot())
    (last, power, count) = (nil, 0, 0)
    return sum
  }
}
