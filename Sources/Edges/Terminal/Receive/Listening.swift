@preconcurrency import Glibc
import CHandShakeMalloc
import HandShake
import HandShakeConfiguration
import HandShakeFeed
import HandShakeHeard
import HandShakeModem
import HandShakeSealing

/// `hrecv`: prints the messages of a recording or a device.
package struct Listening: ~Copyable {
  private let options: ReceiveOptions
  private let source: ReceiveOptions.Source
  private let protocols: [ModemProtocol]
  private let keyring: Keyring?
  private var execution: MessageExecution?
  private var answering: Answering?
  private var reporter: EventReporter
  private var heardSeconds = 0.0
  private let draw: PictureDrawing<HeardSound>
  private var heardFrames = HeardFrames()
  private var heard: HeardSound?
  private let meter: MeterText?
  /// The accepted sealed messages, if they come from a device.
  private var memory: AcceptedMessages?

  /// Listens to each source of the options.
  ///
  /// Throws `nothingReceived` or `interrupted` if there was no message. If one of several
  /// recordings fails, this is reported at once, and the next recording is read.
  ///
  /// - Parameter draw: draws the picture of the received sound.
  package static func run(
    _ options: ReceiveOptions, draw: @escaping PictureDrawing<HeardSound>
  ) throws(CommandFailure) {
    if let seconds = options.timeoutSeconds { Interruption.limitTime(seconds: seconds) }
    let keyring = try Self.keyring(options)
    guard options.sources.count > 1 else {
      return try Listening(options, options.source, keyring, draw: draw).run()
    }
    var isHeard = false
    var unreadable: CommandFailure?
    for source in options.sources where !Interruption.isTimeUp {
      do throws(CommandFailure) {
        try Listening(options, source, keyring, draw: draw).run()
        isHeard = true
        if options.once || Interruption.isRequested { break }
      } catch {
        switch error.exitStatus {
        case .interrupted, .readerGone:
          if isHeard { return }
          throw error
        case .nothingReceived: break
        default: unreadable = error
        }
        Program.complain(error, as: .hrecv)
      }
    }
    if let unreadable { throw .alreadyTold(unreadable.exitStatus) }
    if !isHeard { throw .alreadyTold(.nothingReceived) }
  }

  /// The secrets. The time limit may end while a pipe delivers a secret.
  private static func keyring(_ options: ReceiveOptions) throws(CommandFailure) -> Keyring? {
    do throws(CommandFailure) {
      return try options.secret.keyring()
    } catch {
      guard error.exitStatus == .interrupted, !Interruption.isRequested,
        let seconds = options.timeoutSeconds
      else { throw error }
      throw .nothingReceived(.timedOut(seconds: seconds, nil))
    }
  }

  /// Finds the protocols to listen for, and checks the targets of files and the picture.
  private init(
    _ options: ReceiveOptions, _ source: ReceiveOptions.Source, _ keyring: Keyring?,
    draw: @escaping PictureDrawing<HeardSound>
  ) throws(CommandFailure) {
    try options.picture?.check()
    let folder = try options.outputFolder.map { path throws(CommandFailure) in
      try Self.folder(path)
    }
    let keeper = try options.failuresFolder.map { path throws(CommandFailure) in
      try FailureKeeper(path: path)
    }
    execution = try options.execution.map { wanted throws(CommandFailure) in
      try MessageExecution(wanted, keyring)
    }
    answering = options.answer.map { Answering($0) }
    protocols = try ProtocolChoice.listened(options)
    meter = StandardStream.error.takesEscapes ? MeterText(of: protocols) : nil
    reporter = EventReporter(
      folder: folder, keeper: keeper, printsJSON: options.printsJSON,
      format: options.messageFormat(of: source), meter: meter)
    self.options = options
    self.source = source
    self.keyring = keyring
    self.draw = draw
  }

  private static func folder(_ path: String) throws(CommandFailure) -> IncomingFolder {
    do {
      return try IncomingFolder(path: path)
    } catch {
      throw .file(error)
    }
  }

  /// Listens to the end of the input or of the time, or with `--once` to the first message.
  private consuming func run() throws(CommandFailure) {
    // The memory of a long frame goes back to the system. By default, glibc keeps blocks of that
    // size from the second block on.
    mallopt(M_MMAP_THRESHOLD, 1 << 18)
    var failure: CommandFailure?
    do throws(CommandFailure) {
      let input = try options.open(source)
      try checkRate(of: input)
      if input.isDevice { reporter.note("listening on \(input.label), Ctrl-C ends") }
      try reporter.emit(EventObject.started(input, protocols: protocols))
      try listen(to: input)
    } catch {
      failure = error
      // The time limit interrupts a wait in the same way as a signal.
      if error.exitStatus == .interrupted, !Interruption.isRequested,
        let seconds = options.timeoutSeconds
      {
        failure = .nothingReceived(.timedOut(seconds: seconds, nil))
      }
    }
    if failure == nil || failure?.exitStatus == .nothingReceived, reporter.hasLostFile {
      failure = .fileLost
    }
    do throws(CommandFailure) {
      try execution?.finish(&reporter)
      if failure == nil, options.once, execution?.hasSucceeded == false {
        failure = .executionFailed
      }
    } catch {
      failure = failure ?? error
    }
    reporter.finish()
    do throws(CommandFailure) {
      try drawPicture()
    } catch {
      if let failure { reporter.note(failure.sentence(for: .hrecv)) }
      failure = error
    }
    try end(failure)
  }

  /// Prints the last event, and throws the reason of the end if it is a failure.
  private mutating func end(_ failure: CommandFailure?) throws(CommandFailure) {
    // The program that reads the messages may have read enough.
    if let failure, failure.exitStatus == .readerGone {
      if reporter.messageCount > 0 { return }
      throw failure
    }
    try reporter.emit(
      EventObject.ended(
        reason: endReason(failure), exitStatus: failure?.exitStatus ?? .done,
        sentence: failure?.sentence(for: .hrecv),
        heard: (heardSeconds, reporter.messageCount, reporter.failureCount)))
    if let failure { throw failure }
  }

  private func endReason(_ failure: CommandFailure?) -> EventObject.EndReason {
    switch failure?.exitStatus ?? .done {
    case .done, .nothingReceived, .interrupted:
      if options.once, reporter.messageCount > 0 { return .once }
      if Interruption.isRequested { return .interrupted }
      return Interruption.isTimeUp ? .timeout : .endOfInput
    case .usage, .device, .file, .programFailed, .notConfirmed, .readerGone: return .error
    }
  }

  private mutating func listen(to input: SoundInput) throws(CommandFailure) {
    let answersDistances = answering != nil && (keyring == nil || options.alsoUnsealed)
    var station = try CommandFailure.station(
      hears: protocols, input, keepsSamples: options.failuresFolder != nil || answersDistances,
      meteredBands: meter?.bands ?? [])
    // A recording must not start programs, even if it comes through a pipe.
    let isLive = input.isDevice || execution != nil
    if isLive, keyring != nil { memory = try AcceptedMessages(sharesSound: input.isDevice) }
    station.open(
      with: keyring, isLive: isLive, alsoUnsealed: options.alsoUnsealed,
      greatestAge: options.greatestAge, admit: memory?.admit)
    if options.once { station.accept(atMost: 1) }
    try answering?.begin(&station, answersDistances: answersDistances)
    var feed = ReceiverFeed(station)
    guard options.picture != nil else { return try listen(to: input, by: &feed) }
    feed.analyse(band: picturedBand)
    Interruption.allowTime(seconds: 10)
    var end: CommandFailure?
    do throws(CommandFailure) {
      try listen(to: input, by: &feed)
    } catch {
      end = error
    }
    heard = feed.endAnalysis().map {
      HeardSound(name: input.name, spectra: $0, frames: heardFrames)
    }
    if let end { throw end }
  }

  /// Draws the picture if it is wanted and there was an input, after any kind of end.
  private func drawPicture() throws(CommandFailure) {
    guard let picture = options.picture, let heard else { return }
    try picture.write(draw(heard, picture.format))
  }

  /// The frequencies of the picture: every placement, and 500 Hz on both sides.
  private var picturedBand: ClosedRange<Double> {
    let placements = protocols.flatMap(\.placements)
    let lowest = placements.map(\.lowestToneHertz).min() ?? 14_000
    return lowest - 500...(placements.map(\.highestToneHertz).max() ?? 20_000) + 500
  }

  private mutating func listen(
    to input: SoundInput, by feed: inout ReceiverFeed
  ) throws(CommandFailure) {
    var isDone = false
    let blockLength = answering == nil ? 8192 : DuplexBlock.frameCount * input.channelCount
    try input.read(blockLength: blockLength) { frames throws(CommandFailure) in
      let events = feed.push(frames)
      heardSeconds = input.seconds
      reporter.place = input.place
      if input.isDevice {
        for note in input.notes() {
          reporter.note(note)
          feed.station.interrupted()
        }
      }
      isDone = try report(events, &feed.station) || isDone
      try execution?.proceed(&reporter)
      try answering?.proceed(&feed.station, &reporter)
      return !isDone || answering != nil && feed.station.owesAnswers
    }
    if !isDone, !Interruption.isRequested {
      let events = feed.finish()
      isDone = try report(events, &feed.station)
    }
    if isDone { return }
    reporter.end()
    for note in input.notes() { reporter.note(note) }
    if reporter.messageCount > 0 { return }
    if Interruption.isRequested {
      guard heardSeconds > 0 else { throw .interrupted }
      throw .nothingReceived(.interrupted(seconds: heardSeconds, feed.evidence.clue))
    }
    if reporter.unkeptCount > 0 {
      let isOneOfMany = options.sources.count > 1
      throw .nothingReceived(.noFileKept(name: isOneOfMany ? input.name : nil))
    }
    if Interruption.isTimeUp {
      throw .nothingReceived(.timedOut(seconds: options.timeoutSeconds ?? 0, feed.evidence.clue))
    }
    throw .nothingReceived(
      .recordingEnded(name: input.name, seconds: heardSeconds, feed.evidence.clue))
  }

  /// Prints `events`. Returns whether the user wants no more messages.
  private mutating func report(
    _ events: [StationEvent], _ station: inout Station
  ) throws(CommandFailure) -> Bool {
    for event in events {
      switch event {
      case .heard(let event):
        if options.picture != nil { heardFrames.note(event) }
        try reporter.report(event, recent: station.recent)
        if let failure = memory?.takeFailure() {
          reporter.note(CommandFailure.file(failure).sentence(for: .hrecv))
        }
        if case .file(let received) = event, reporter.keptPath == nil {
          station.settle(frameNumber: received.frame.number, .notKept)
        }
        execution?.take(event, keptPath: reporter.keptPath, &station, &reporter)
      case .note(let note): reporter.note(note.sentence)
      case .missing, .confirmed, .unconfirmed, .measured, .unmeasured, .pairing: break
      }
      if options.once, reporter.messageCount > 0, answering == nil { return true }
    }
    return options.once && reporter.messageCount > 0
  }

  /// Refuses a rate that holds no placement. Names the protocols that lose some placements.
  private mutating func checkRate(of input: SoundInput) throws(CommandFailure) {
    let half = input.rateHertz / 2
    let tops = protocols.flatMap { $0.placements.map(\.highestToneHertz) }
    guard let lowestTop = tops.min(), let highestTop = tops.max() else { return }
    if lowestTop >= half {
      throw .inputRateTooLow(
        name: input.name, rateHertz: input.rateHertz, neededHertz: 48_000,
        isDevice: input.isDevice)
    }
    if highestTop >= half {
      reporter.note(
        "\(input.name) has \(hertz(input.rateHertz)) and holds nothing above \(hertz(half)): "
          + "what was sent higher cannot be heard in it")
    }
  }
}
