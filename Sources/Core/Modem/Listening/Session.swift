/// What the listeners of one receiver share: the events they tell, the numbers of frames, and whose sound is whose.
struct Session {
  private var events: [ReceiverEvent] = []
  private var frameCount = 0
  /// What explains sounds.
  var claims = Claims()
  /// Work that may be done for all families, in thousands of instructions on x86-64.
  var budget = WorkBudget(most: 1_200_000, perSecond: 100_000)
  /// The likeliest of the hypotheses that were dropped without a word.
  private(set) var likeliestDropped: Hypothesis?
  /// All hypotheses at every step, since they were taken; nil where nobody asks for them.
  var hypotheses: [Hypothesis]?

  /// Tells an event; what failed is told when nothing explains it any more.
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
      // What lacks blocks had some, or a descriptor, whose checks held: it is no other frame.
      if case .blocks = failure.stage { break }
      return claims.add(failure)
    case .detected, .progress: break
    }
    events.append(event)
  }

  /// Takes note of a frame that was read: it explains what else seemed to sound, and what that cost comes back.
  mutating func take(_ frame: Frame) {
    claims.add(frame)
    budget.restore()
  }

  /// Tells of `bytes` that came and whose checks hold, by the number of their content, which is no file's.
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

  /// Takes note of what a hypothesis is worth, and of what ended it without a word.
  @inline(never)
  mutating func weigh(_ hypothesis: Hypothesis) {
    hypotheses?.append(hypothesis)
    if hypothesis.end != nil, hypothesis.logOdds > likeliestDropped?.logOdds ?? -.infinity {
      likeliestDropped = hypothesis
    }
  }

  /// The number of one more frame, from 1 on.
  mutating func nextFrameNumber() -> Int {
    frameCount += 1
    return frameCount
  }

  /// The events told since the last call, in their order, and the failures that ripened: after `now` seconds of signal,
  /// which may be over.
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
  /// The same with figures that a listener can have: of a frame whose beginning the recording lacks with the first
  /// sample as its start, and with no more signal to noise than there is.
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
