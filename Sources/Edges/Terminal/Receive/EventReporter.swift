import HandShake
import HandShakeFiles
import HandShakeJSON
import HandShakeModem

/// Prints what a receiver says: messages on standard output, everything else on standard error, or all of
/// it as JSON on standard output; keeps the files, and the sound of frames that failed.
package struct EventReporter {
  /// Messages printed and files kept so far.
  package private(set) var messageCount = 0
  /// Frames that failed so far.
  private(set) var failureCount = 0
  /// Where the last file that came is kept, nil where it is not.
  private(set) var keptPath: String?
  /// Files that came and that nobody wanted to keep.
  package private(set) var unkeptCount = 0
  /// Whether a file that was wanted could not be kept.
  private(set) var hasLostFile = false

  private let folder: IncomingFolder?
  private let keeper: FailureKeeper?
  private let printsJSON: Bool
  private let format: MessageFormat
  /// How far a recording was read, in words; nil for a device.
  var place: String?
  private var summary = LevelSummary()
  private var overlappedStarts = OverlappedStarts()

  private let escapesMessages = StandardStream.output.isTerminal
  private var status = StatusLine()
  private let meter: MeterText?
  private var level: Level?
  /// What has come of a message that is still arriving.
  private var partial = ""
  /// The first frame of it and the last one that started.
  private var arriving: (first: Frame, last: Frame)?

  /// Nothing is shown yet.
  ///
  /// - Parameters:
  ///   - folder: where files go; nil where they are not kept.
  ///   - keeper: where the sound of frames that failed goes, likewise.
  ///   - printsJSON: whether every event goes to standard output.
  ///   - format: what stands around a message.
  ///   - meter: how levels are shown; nil where nobody looks.
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

  /// Prints one event; `recent` is what was heard until now, for frames that fail.
  ///
  /// Throws `standardOutput` where a message cannot be written, `file` where a file cannot be kept.
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
      // The message itself follows, or was there before.
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
    // Opened or refused before it comes here.
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

  /// Prints an event as a line of JSON, where that is wanted.
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

  /// Keeps a file that came; gives its path, nil where it is not kept.
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
      // The next file may fit, and messages need no room.
      tell(error.wording(for: .hrecv))
      hasLostFile = true
      return nil
    }
  }

  /// A line on standard error about what the input brought, which is named where there are several.
  private mutating func tell(_ sentence: String) {
    note((format.label.map { $0 + ": " } ?? "") + sentence)
  }

  /// Tells of senders that others overlapped, of which nothing can come any more.
  private mutating func tellOverlapped(atSeconds seconds: Double) {
    for start in overlappedStarts.take(atSeconds: seconds) where !printsJSON {
      tell(OverlappedStarts.wording(start))
    }
  }

  /// Takes note that nothing more comes.
  mutating func end() { tellOverlapped(atSeconds: .infinity) }

  /// A line on standard error that is no failure.
  package mutating func note(_ sentence: String) {
    status.clear()
    Program.say(VisibleText.escaping(sentence), as: .hrecv)
  }

  /// Whole lines of a program that was started, on standard error.
  mutating func passOn(_ lines: [String]) {
    status.clear()
    StandardStream.error.write(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Takes the status line away, at the end.
  package mutating func finish() { status.clear() }

  private mutating func showStatus() {
    guard let meter, let level else { return }
    let head = place.map { $0 + " " } ?? ""
    let news = partial.isEmpty ? arrival(at: level.seconds) : partial
    status.show(head + meter.line(level, partial: news, columns: status.columns - head.count))
  }

  /// What is known of a message that tells nothing of itself before its end: `receiving hop for 12 s`.
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

/// What stands around a message on standard output.
struct MessageFormat {
  /// When a message begins with its time.
  enum Time {
    case never
    /// As seconds from the first sample.
    case inRecording
    /// As the time of day when it was read.
    case ofDay
  }

  /// The recording that it came from, nil where there is but one source.
  var label: String?
  var time = Time.never
  var terminator = UInt8(ascii: "\n")

  /// What stands before it: `hello.wav: `, `2026-01-31T12:00:00.123Z `, `12.34 `.
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

/// Levels a second long made of those a tenth of a second long.
struct LevelSummary {
  private var last: Level?
  private var power = 0.0
  private var count = 0

  /// Levels of the receiver in one of the summary.
  private static let levelsPerSummary = 10

  /// Takes the next level; gives the summary of a second that is full.
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
