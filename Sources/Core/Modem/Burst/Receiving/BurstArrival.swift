import HandShakeCoding

/// One burst frame while it arrives: its reader, and the events that it leads to.
final class BurstArrival {
  private(set) var reader: BurstFrameReader
  private(set) var frame: Frame
  /// Whether its header was read.
  private(set) var isAnnounced = false
  /// Blocks of a part that were handed on.
  private var given: Set<Int> = []
  /// Whether no header could be read: until the search has gone past the frame, it may turn out to be the shadow of a
  /// clearer sounder.
  var isRefused = false

  /// Where the last frame ended that was heard before this one in its band.
  var formerEnd = 0.0
  /// Whether the frame before it in its stream was looked for.
  var hasLookedBack = false
  /// When anything of its stream was heard last, before it.
  private let formerlyHeardSeconds: Double

  /// Score from which a sounder whose header fails is reported.
  static let sureScore: Float = 0.4
  /// Share of the response that comes at once through a cable: it was above 0.999 at 20 dB, and never above 0.51 where
  /// there was no sounder.
  private static let cableShare: Float = 0.9

  init(_ reader: BurstFrameReader, _ frame: Frame) {
    self.reader = reader
    self.frame = frame
    formerlyHeardSeconds = frame.startSeconds
  }

  /// A frame of the stream of `neighbour`, of which `reader` knows without having heard its head.
  init(_ reader: BurstFrameReader, of neighbour: BurstArrival) {
    self.reader = reader
    frame = neighbour.frame
    formerlyHeardSeconds = neighbour.lastHeardSeconds
  }

  /// When anything of its stream was heard last.
  var lastHeardSeconds: Double {
    reader.hasHead || reader.readCount > 0 ? frame.endSeconds : formerlyHeardSeconds
  }

  var candidate: BurstCandidate { reader.candidate }

  /// The message in many frames that it is of; nil if there is none, or as long as none is known.
  var stream: BurstStream? {
    guard let part = reader.part, let header = reader.header else { return nil }
    return BurstStream(header, part, bandIndex: candidate.bandIndex)
  }

  /// Reads the frame anew as one that stands still: echoes may pass for motion.
  ///
  /// - Returns: whether it seemed to move.
  func retryStill() -> Bool {
    guard abs(candidate.dilation) > 1.5e-4 else { return false }
    var still = candidate
    still.dilation = 0
    reader = BurstFrameReader(still, reader.bench, formerNoise: reader.formerNoise)
    return true
  }

  /// Brings the figures of a frame whose header was read up to date, and hands on the blocks of a part that were read
  /// since the last time.
  func update(
    _ history: borrowing BasebandHistory, _ protocolName: String,
    _ messages: inout Reassembly<BurstStream>, _ session: inout Session
  ) {
    guard let channel = reader.channel, let header = reader.header else { return }
    frame.protocolName = protocolName
    frame.startSeconds = history.seconds(atSample: reader.startPosition)
    frame.endSeconds = history.seconds(atSample: reader.endPosition ?? reader.startPosition)
    frame.dilationPartsPerMillion = channel.dilation * 1e6
    // A response that was guessed from a block that failed says nothing of the signal.
    if reader.cause == nil {
      frame.signalToNoiseDecibels = channel.signalToNoiseDecibels
      frame.marginDecibels = channel.marginDecibels(rung: header.rung)
      frame.fastestRung = reader.fastestRung
    }
    guard let part = reader.part, let stream else { return }
    frame.answer = part.answer
    if given.isEmpty, reader.hasHead { messages.open(stream, frame, &session) }
    for (number, block) in reader.blocks.enumerated() where !given.contains(number) {
      guard let block else { continue }
      messages.take(
        block.payload, correctedSymbols: block.correctedSymbols, block: number,
        ofFrame: part.number, of: stream, frame, &session)
      given.insert(number)
    }
  }

  /// Announces the frame once its header or one of its blocks was read.
  ///
  /// - Returns: whether that is new.
  func announce(_ session: inout Session) -> Bool {
    guard !isAnnounced, reader.hasHead || reader.readCount > 0 else { return false }
    isAnnounced = true
    // Parts are announced by their message, once it is known.
    if reader.header?.isPart != true { session.tell(.detected(frame)) }
    return true
  }

  /// Passes on the message of a frame that is not one of several.
  func tellMessage(_ session: inout Session) {
    guard let layout = reader.layout, reader.part == nil else { return }
    let blocks = reader.blocks.compactMap { $0 }
    let bytes = Array(blocks.map { $0.payload }.joined())
    let text = Array(bytes.prefix(layout.header.byteCount))
    if layout.blockCount > 1, !bytes.starts(with: BurstStreamLayout.checked(text)) {
      session.tell(.failed(Failure(frame: frame, stage: .check, isCertain: true)))
      return
    }
    let corrected = blocks.reduce(0) { $0 + $1.correctedSymbols }
    session.tell(.message(Message(frame: frame, bytes: text, correctedSymbols: corrected)))
  }

  /// Drops the frame without a word.
  func refuse(_ end: Hypothesis.End, _ session: inout Session) {
    session.weigh(Hypothesis(frame, .start, logOdds: BurstOdds.start(candidate), end))
  }

  /// Tells why the frame was given up where it was a frame beyond doubt: its sounder was clear, in a narrow band or as
  /// through a cable.
  func tellFailure(_ stage: Failure.Stage, isBandNarrow: Bool, _ session: inout Session) {
    // The message reports the blocks that it lacks.
    guard reader.part == nil else { return }
    if !isAnnounced {
      guard let channel = reader.channel, channel.isSounderClear,
        isBandNarrow || channel.earlyShare > Self.cableShare, candidate.score > Self.sureScore,
        abs(frame.dilationPartsPerMillion) < 5000
      else { return refuse(.failed(stage), &session) }
      frame.signalToNoiseDecibels = channel.signalToNoiseDecibels
    }
    if !isAnnounced || reader.header?.isPart == true { session.tell(.detected(frame)) }
    session.tell(.failed(Failure(frame: frame, stage: stage, isCertain: isAnnounced)))
  }
}
