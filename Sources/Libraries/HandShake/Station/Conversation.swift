import HandShakeCoding
import HandShakeExchange
import HandShakeModem
import HandShakeSealing

/// The rules of a conversation, without sound: the events to accept and answer, and the next sound.
///
/// `now` is in seconds of captured sound, `unixSeconds` is the time of day in seconds since 1970.
struct Conversation {
  /// The current request of this station to others.
  private enum Errand {
    case confirming(Confirming)
    case measuring(any DistanceMeasuring)
    case pairing(PairingRun)
  }

  /// Opens sealed events.
  var opening = Unsealing() {
    didSet { answering?.opensMessages = opening.opensMessages }
  }
  /// How many messages and files are still wanted; nil for all. After them, the station only
  /// answers repetitions of received messages.
  private var wantedCount: Int?

  private let rateHertz: Double
  private var random: CongruentialSequence
  private var sense = ChannelSense()
  private var answering: AnsweringStation?
  /// Whether it answers now. Earlier answers still count if it starts to answer again.
  private var answers = false
  private var ranging: (any DistanceAnswering)?
  private var policy = AnswerPolicy()
  private var errand: Errand?
  /// When the first try began to sound.
  private var errandStart: Double?
  /// The next try, until `nextSound` takes it.
  private var due: StationSound?
  /// Whether the current sound is a try; nil if nothing sounds.
  private var soundsTry: Bool?
  private var lastAnswerEnd: Double?

  /// The longest time in which a sender without an answer sends again: its wait and its pause.
  private static let repetitionSeconds = 8.5
  /// A rate that supports every placement.
  private static let trialRateHertz = 192_000.0

  init(rateHertz: Double, seed: UInt32) {
    self.rateHertz = rateHertz
    random = CongruentialSequence(seed: seed)
  }

  // MARK: What this station does

  /// Answers from now on by `policy`; nil stops the answers. Earlier answers still count.
  mutating func answer(_ policy: AnswerPolicy?) throws(OutgoingError) {
    guard let policy else {
      answering?.interrupt(at: .infinity)
      (answers, ranging) = (false, nil)
      return
    }
    // Report now, before a message comes, that an answer cannot be sent.
    for modemProtocol in Receipt.protocols {
      _ = try modemProtocol.placement(
        ceilingHertz: policy.ceilingHertz, rateHertz: Self.trialRateHertz)
    }
    self.policy = policy
    var answering =
      self.answering
      ?? AnsweringStation(limitSecondsPerHour: policy.secondsPerHour, seed: random.next(bits: 32))
    answering.slot = policy.slot
    answering.limitSecondsPerHour = policy.secondsPerHour
    answering.opensMessages = opening.opensMessages
    (self.answering, answers) = (answering, true)
  }

  /// From now on also answers stations that measure their distance, by the same policy.
  mutating func answerDistances() throws(OutgoingError) {
    let modemProtocol = Receipt.usualProtocol
    ranging = DistanceAnswers(
      RangingStation(
        protocol: modemProtocol,
        placement: try modemProtocol.placement(
          ceilingHertz: policy.ceilingHertz, rateHertz: Self.trialRateHertz),
        rateHertz: rateHertz, slot: policy.slot, seed: random.next(bits: 32)))
  }

  /// Sends `outgoing` from now on until it is confirmed. Ends the current confirmation or
  /// measurement.
  mutating func confirm(
    _ outgoing: Outgoing, waitSeconds: Double, at unixSeconds: Double
  ) throws(OutgoingError) {
    let confirming = try outgoing.confirming(
      waitSeconds: waitSeconds, at: unixSeconds, seed: random.next(bits: 32))
    begin(.confirming(confirming))
  }

  /// Measures the distance of another station. Ends the current confirmation or measurement.
  mutating func measureDistance(
    ceilingHertz: Double?, waitSeconds: Double
  ) throws(OutgoingError) {
    let modemProtocol = Receipt.usualProtocol
    let sender = RangingSender(
      protocol: modemProtocol,
      placement: try modemProtocol.placement(
        ceilingHertz: ceilingHertz, rateHertz: Self.trialRateHertz),
      rateHertz: rateHertz, waitSeconds: waitSeconds, seed: random.next(bits: 32))
    distanceCeilingHertz = ceilingHertz
    begin(.measuring(DistanceMeasurement(sender)))
  }

  private var distanceCeilingHertz: Double?

  /// Agrees on a secret with another station. Ends the current confirmation or measurement.
  mutating func pair(
    _ part: PairingPart?, _ keys: PairingKeys, mayStartPrograms: Bool, ceilingHertz: Double?,
    waitSeconds: Double
  ) throws(OutgoingError) {
    _ = try Receipt.usualProtocol.placement(
      ceilingHertz: ceilingHertz, rateHertz: Self.trialRateHertz)
    distanceCeilingHertz = ceilingHertz
    begin(
      .pairing(
        PairingRun(
          part, keys: keys, mayStartPrograms: mayStartPrograms, waitSeconds: waitSeconds,
          seed: random.next(bits: 32))))
  }

  /// Reports whether the people accepted the digits.
  mutating func decidePairing(isAccepted: Bool, at now: Double) {
    guard case .pairing(var run) = errand else { return }
    if isAccepted { run.accept(at: now) } else { run.refuse(at: now) }
    errand = .pairing(run)
  }

  private mutating func begin(_ errand: Errand?) {
    self.errand = errand
    (errandStart, due) = (nil, nil)
    // A sound of the previous errand is no longer a try.
    if soundsTry == true { soundsTry = false }
  }

  /// Ends the current confirmation or measurement.
  mutating func giveUp() { begin(nil) }

  // MARK: What is heard

  /// Judges a receiver's event, and gives it in the form that is shown.
  mutating func take(
    _ events: [ReceiverEvent], at now: Double, _ unixSeconds: Double
  ) -> [StationEvent] {
    events.flatMap { event -> [StationEvent] in
      sense.take(event)
      return opening.opened([event], at: unixSeconds, acceptsNew: wantedCount != 0).map { event in
        .heard(taken(event, at: now))
      }
    }
  }

  private mutating func taken(_ event: ReceiverEvent, at now: Double) -> ReceiverEvent {
    if case .file(let received) = event,
      SHA256.digest(of: received.file.bytes) != received.file.digest
    {
      learn(event, isKept: false, at: now)
      return .wrongDigest(received.frame)
    }
    switch event {
    case .message, .file: wantedCount = wantedCount.map { $0 - 1 }
    default: break
    }
    learn(event, isKept: true, at: now)
    return event
  }

  /// Accepts so many messages and files from now on, and no new ones after them.
  mutating func accept(atMost count: Int) { wantedCount = count }

  private mutating func learn(_ event: ReceiverEvent, isKept: Bool, at now: Double) {
    if answers, !isOwn(event) { answering?.take(event, isKept: isKept, at: now, sense) }
    switch errand {
    case .confirming(var confirming):
      confirming.take(event, at: now)
      errand = .confirming(confirming)
    case .measuring(let sender): sender.take(event)
    case .pairing(var run):
      if case .pairing(let frame, let bytes) = event, let message = PairingMessage(bytes: bytes) {
        run.take(message, endedAt: frame.endSeconds, at: now)
      }
      errand = .pairing(run)
    case nil: break
    }
    // Do not start an answer that would exceed the limit.
    if case .ranging = event, answering?.isAllowed(at: now) == false { return }
    ranging?.take(event, at: now)
  }

  /// Whether the event is this station's own try, which its microphone also hears. A station does
  /// not confirm its own messages.
  private func isOwn(_ event: ReceiverEvent) -> Bool {
    guard case .confirming(let confirming) = errand else { return false }
    return switch event {
    case .message(let message): message.frame.answer?.number == confirming.number
    case .file(let received): received.frame.answer?.number == confirming.number
    case .repeated(let frame): frame.answer?.number == confirming.number
    case .blocks(let frame, _, _): frame.answer?.identity == confirming.identity
    default: false
    }
  }

  /// Changes the status in the receipt of the message whose last frame has that number; nil for no
  /// receipt.
  mutating func settle(frameNumber: Int, _ status: Receipt.Status?) {
    answering?.settle(frameNumber: frameNumber, status)
    if status == .notKept { wantedCount = wantedCount.map { $0 + 1 } }
  }

  /// Reports that captured sound was lost. The current measurement becomes useless, and late
  /// answers are dropped.
  mutating func interrupt(at now: Double) {
    answering?.interrupt(at: now)
    ranging?.interrupt()
    if case .measuring(let sender) = errand { sender.interrupt(at: now) }
  }

  // MARK: What is said

  /// Does the work that is due at `now`; `sound` is the captured sound.
  mutating func proceed(at now: Double, _ sound: CapturedSound) -> [StationEvent] {
    var events: [StationEvent] = answering?.takeNotes().map { .note($0) } ?? []
    switch errand {
    case .confirming(var confirming):
      let step = due == nil ? confirming.next(at: now, sense) : nil
      errand = .confirming(confirming)
      if let step { take(step, confirming, at: now, &events) }
    case .measuring(let sender):
      let step = due == nil ? sender.next(at: now, sense, sound) : nil
      if let step { take(step, at: now, &events) }
    case .pairing(var run):
      while due == nil, let step = run.next(at: now, sense) { take(step, &events) }
      errand = .pairing(run)
    case nil: break
    }
    return events
  }

  private mutating func take(
    _ step: ConfirmedStep, _ confirming: Confirming, at now: Double, _ events: inout [StationEvent]
  ) {
    switch step {
    case .send(let message, let attempt, let unanswered, let rung):
      let way = confirming.ways[min(unanswered, confirming.ways.count - 1)]
      due = StationSound(
        reason: .attempt(attempt, rung: rung), modemProtocol: way.modemProtocol,
        message: message, ceilingHertz: way.ceilingHertz)
    case .progress(let receipt, let needed, let count):
      events.append(.missing(receipt, needed: needed, count: count))
    case .end(let outcome):
      let seconds = now - (errandStart ?? now)
      switch outcome {
      case .confirmed(let receipt, let attempts):
        events.append(.confirmed(receipt, attempts: attempts, seconds: seconds))
      case .refused(let receipt):
        events.append(.unconfirmed(receipt: receipt, attempts: 1, seconds: seconds))
      case .unconfirmed(let attempts):
        events.append(.unconfirmed(receipt: nil, attempts: attempts, seconds: seconds))
      }
      giveUp()
    }
  }

  private mutating func take(
    _ step: RangingStep, at now: Double, _ events: inout [StationEvent]
  ) {
    let seconds = now - (errandStart ?? now)
    switch step {
    case .send(let message, let attempt):
      due = StationSound(
        reason: .attempt(attempt, rung: nil), modemProtocol: Receipt.usualProtocol,
        message: message, ceilingHertz: distanceCeilingHertz)
      return
    case .measured(let distance, let attempts):
      events.append(.measured(distance, attempts: attempts, seconds: seconds))
    case .unanswered(let attempts):
      events.append(.unmeasured(attempts: attempts, seconds: seconds))
    }
    giveUp()
  }

  private mutating func take(_ step: PairingRun.Step, _ events: inout [StationEvent]) {
    switch step {
    case .tell(let event): events.append(.pairing(event))
    case .send(let message):
      let sent = try? EncodedMessage(.pairing(message.bytes), protocol: Receipt.usualProtocol)
      due = sent.map {
        StationSound(
          reason: .pairing(message.step), modemProtocol: Receipt.usualProtocol, message: $0,
          ceilingHertz: distanceCeilingHertz)
      }
    }
  }

  /// The sound to play now; nil if there is no sound, or if a sound is playing.
  mutating func nextSound(at now: Double, _ sound: CapturedSound) -> StationSound? {
    guard soundsTry == nil else { return nil }
    if let due {
      self.due = nil
      beginSpeaking(isTry: true, at: now)
      return due
    }
    if answers, let answer = answering?.next(at: now, sense) {
      let chosen = answer.robustness.modemProtocol
      guard let message = try? EncodedMessage(.receipt(answer.receipt), protocol: chosen) else {
        return nil
      }
      beginSpeaking(isTry: false, at: now)
      return StationSound(
        reason: .answer(answer), modemProtocol: chosen, message: message,
        ceilingHertz: chosen.ceilingHertz(
          ofAnswersTo: answer.frame.placement, below: policy.ceilingHertz))
    }
    guard let answer = ranging?.next(at: now, sense, sound),
      let message = try? EncodedMessage(.ranging(answer.message), protocol: Receipt.usualProtocol)
    else { return nil }
    beginSpeaking(isTry: false, at: now)
    return StationSound(
      reason: .ranging(answer), modemProtocol: Receipt.usualProtocol, message: message,
      ceilingHertz: policy.ceilingHertz)
  }

  private mutating func beginSpeaking(isTry: Bool, at now: Double) {
    soundsTry = isTry
    sense.speak(true, at: now)
    answering?.beginSpeaking(at: now)
    ranging?.beginSpeaking(at: now)
    guard isTry else { return }
    errandStart = errandStart ?? now
    if case .measuring(let sender) = errand { sender.beginSpeaking(at: now) }
  }

  /// Reports that the sound of `nextSound` is over.
  mutating func sounded(at now: Double) {
    guard let isTry = soundsTry else { return }
    soundsTry = nil
    sense.speak(false, at: now)
    answering?.endSpeaking(at: now)
    ranging?.endSpeaking(at: now)
    guard isTry else {
      lastAnswerEnd = now
      return
    }
    switch errand {
    case .confirming(var confirming):
      confirming.endSpeaking(at: now)
      errand = .confirming(confirming)
    case .measuring(let sender): sender.endSpeaking(at: now)
    case .pairing(var run):
      run.endSpeaking(at: now)
      errand = .pairing(run)
    case nil: break
    }
  }

  /// Whether an answer is due, or a sender that was answered could still repeat.
  func owesAnswers(at now: Double) -> Bool {
    if soundsTry != nil || answering?.isOwing == true || ranging?.isOwing == true { return true }
    return lastAnswerEnd.map { now <= $0 + Self.repetitionSeconds } ?? false
  }
}
