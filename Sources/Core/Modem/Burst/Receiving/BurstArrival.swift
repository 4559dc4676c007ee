import HandShakeCoding

/// A burst frame during its arrival: its reader, and the events that result from it.
final class BurstArrival {
  private(set) var reader: BurstFrameReader
  private(set) var frame: Frame
  /// Whether its header was read.
  private(set) var isAnnounced = false
  /// Blocks of a part that were passed on.
  private var given: Set<Int> = []
  /// Whether no header could be read. Until the search has passed the frame, it may be the shadow
  /// of a clearer sounder.
  var isRefused = false

  /// The end of the last frame heard before this frame in its band.
  var formerEnd = 0.0
  /// Whether the search for the previous frame of its stream was done.
  var hasLookedBack = false
  /// The time at which its stream was last heard before this frame.
  private let formerlyHeardSeconds: Double

  /// The lowest score at which a sounder with a failed header is reported.
  static let sureScore: Float = 0.4
  /// Share of the response that arrives at once through a cable. It was above 0.999 at 20 dB, and
  /// at most 0.51 without a sounder.
  private static let cableShare: Float = 0.9

  init(_ reader: BurstFrameReader, _ frame: Frame) {
    self.reader = reader
    self.frame = frame
    formerlyHeardSeconds = frame.startSeconds
  }

  /// A frame of the stream of `neighbour` that `reader` reads although its head was not heard.
  init(_ reader: BurstFrameReader, of neighbour: BurstArrival) {
    self.reader = reader
    frame = neighbour.frame
    formerlyHeardSeconds = neighbour.lastHeardSeconds
  }

  /// The time at which its stream was last heard.
  var lastHeardSeconds: Double {
    reader.hasHead || reader.readCount > 0 ? frame.endSeconds : formerlyHeardSeconds
  }

  var candidate: BurstCandidate { reader.candidate }

  /// The message in many frames that it belongs to; nil if it is a single frame or not known yet.
  var stream: BurstStream? {
    guard let part = reader.part, let header = reader.header else { return nil }
    return BurstStream(header, part, bandIndex: candidate.bandIndex)
  }

  /// Restarts the reader without motion, as echoes may look like motion.
  ///
  /// - Returns: whether the candidate showed motion.
  func retryStill() -> Bool {
    guard abs(candidate.dilation) > 1.5e-4 else { return false }
    var still = candidate
    still.dilation = 0
    reader = BurstFrameReader(still, reader.bench, formerNoise: reader.formerNoise)
    return true
  }

  /// Updates the figures of a frame whose header was read. Passes on the blocks of a part that were
  /// read since the last call.
  func update(
    _ history: borrowing BasebandHistory, _ protocolName: String,
    _ messages: inout Reassembly<BurstStream>, _ session: inout Session
  ) {
    guard let channel = reader.channel, let header = reader.header else { return }
    frame.protocolName = protocolName
    frame.startSeconds = history.seconds(atSample: reader.startPosition)
    frame.endSeconds = history.seconds(atSample: reader.endPosition ?? reader.startPosition)
    frame.dilationPartsPerMillion = channel.dilation * 1e6
    // A response estimated from a failed block does not describe the signal.
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
  /// - Returns: whether the call announced it.
  func announce(_ session: inout Session) -> Bool {
    guard !isAnnounced, reader.hasHead || reader.readCount > 0 else { return false }
    isAnnounced = true
    // The message announces its parts, once it is known.
    if reader.header?.isPart != true { session.tell(.detected(frame)) }
    return true
  }

  /// Passes on the message of a single frame.
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

  /// Drops the frame without a report.
  func refuse(_ end: Hypothesis.End, _ session: inout Session) {
    session.weigh(Hypothesis(frame, .start, logOdds: BurstOdds.start(candidate), end))
  }

  /// Reports the failure of a frame that was certain: its header was read or its sounder was clear.
  /// A clear sounder is in a narrow band or sounds like a cable.
  func tellFailure(_ stage: Failure.Stage, isBandNarrow: Bool, _ session: inout Session) {
    // The message reports its missing blocks.
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
