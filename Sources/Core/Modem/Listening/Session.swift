/// The shared state of a receiver's listeners: events, frame numbers, and claims on sounds.
struct Session {
  private var events: [ReceiverEvent] = []
  private var frameCount = 0
  /// The frames that explain sounds.
  var claims = Claims()
  /// Work budget of all families, in thousands of instructions on x86-64.
  var budget = WorkBudget(most: 1_200_000, perSecond: 100_000)
  /// The likeliest hypothesis that was dropped without an event.
  private(set) var likeliestDropped: Hypothesis?
  /// All hypotheses at every step since the last call; nil if they are not kept.
  var hypotheses: [Hypothesis]?

  /// Tells an event. A failure waits until no frame can explain it any more.
  mutating func tell(_ event: ReceiverEvent) {
    switch event {
    case .level(let level): claims.add(level)
    case .message(let message): take(message.frame)
    case .file(let received): take(received.frame)
    case .sealed(let sealed): take(sealed.frame)
    case .receipt(let frame, _), .ranging(let frame, _), .pairing(let frame, _),
      .repeated(let frame):
      take(frame)
    case .blocks(let frame, _, _): take(frame)
    case .failed(let failure):
      // The blocks or the descriptor had valid checks, so it is not another frame.
      if case .blocks = failure.stage { break }
      return claims.add(failure)
    case .detected, .progress: break
    }
    events.append(event)
  }

  /// Notes a frame that was read. It explains other sounds and restores the work that they cost.
  mutating func take(_ frame: Frame) {
    claims.add(frame)
    budget.restore()
  }

  /// Reports `bytes` with valid checks by the number of their content, which is not a file's.
  mutating func tell(
    _ bytes: [UInt8], of content: ContentNumber, _ frame: Frame, correctedSymbols: Int
  ) {
    switch content.kind {
    case .text:
      tell(.message(Message(frame: frame, bytes: bytes, correctedSymbols: correctedSymbols)))
    case .sealed:
      tell(.sealed(SealedMessage(frame: frame, bytes: bytes, correctedSymbols: correctedSymbols)))
    case .receipt:
      tell(Receipt(bytes: bytes).map { .receipt(frame, $0) } ?? failed(.check))
    case .ranging:
      tell(RangingMessage(bytes: bytes).map { .ranging(frame, $0) } ?? failed(.check))
    case .pairing: tell(.pairing(frame, bytes: bytes))
    default: tell(failed(.unknownContent(content.rawValue)))
    }
    func failed(_ stage: Failure.Stage) -> ReceiverEvent {
      .failed(Failure(frame: frame, stage: stage, isCertain: true))
    }
  }

  /// Notes the odds of a hypothesis, and its end if it ended without an event.
  @inline(never)
  mutating func weigh(_ hypothesis: Hypothesis) {
    hypotheses?.append(hypothesis)
    if hypothesis.end != nil, hypothesis.logOdds > likeliestDropped?.logOdds ?? -.infinity {
      likeliestDropped = hypothesis
    }
  }

  /// The next frame number, from 1 on.
  mutating func nextFrameNumber() -> Int {
    frameCount += 1
    return frameCount
  }

  /// The events since the last call in their order, and the ripe failures after `now` seconds of
  /// signal, which may be over.
  mutating func takeEvents(
    now: Double, isOver: Bool = false, _ clipping: ClippingRecord
  ) -> [ReceiverEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    for index in events.indices {
      guard case .failed(var failure) = events[index] else { continue }
      failure.clippedShare = clipping.share(
        from: failure.frame.startSeconds, to: min(failure.expectedEndSeconds, now))
      events[index] = .failed(failure)
    }
    let ripe = claims.ripe(now: now, isOver: isOver, clipping)
    return (events + ripe.map { .failed($0) }).map { $0.told }
  }
}

extension ReceiverEvent {
  /// The event with possible figures: the start is not before the first sample, and the
  /// signal-to-noise ratio is at most the largest.
  fileprivate var told: ReceiverEvent {
    changing { frame in
      frame.signalToNoiseDecibels = min(
        frame.signalToNoiseDecibels + frame.ownSoundDecibels, Frame.mostSignalToNoiseDecibels)
      frame.marginDecibels = frame.marginDecibels.map { $0 + frame.ownSoundDecibels }
      frame.ownSoundDecibels = 0
      frame.startSeconds = max(0, frame.startSeconds)
      frame.endSeconds = max(0, frame.endSeconds)
    }
  }
}
