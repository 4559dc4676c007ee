import HandShakeCoding
import HandShakeModem

/// The answering end of an exchange: it decides when to send which receipt.
///
/// Times are seconds of the captured sound. The caller passes on the receiver's events, asks for
/// due answers, and reports when their sound begins and ends.
public struct AnsweringStation {
  /// How robust an answer is; a more robust answer takes longer.
  public enum Robustness: Sendable {
    /// For a message that arrived with a large margin.
    case quick
    case usual
    /// For a message in hop-deep, or if the sender seems not to hear answers.
    case deep
  }

  /// A receipt that is due.
  public struct Answer: Sendable {
    /// The receipt to send.
    public let receipt: Receipt
    /// How to send it.
    public let robustness: Robustness
    /// The frame that it answers.
    public let frame: Frame
    /// The number of this answer among the answers to its message, from 1.
    public let count: Int
  }

  /// An event that the program can report to its user.
  public enum Note: Sendable, Equatable {
    /// The message was answered `count` times, and its sender still repeats it.
    case notHeard(count: Int)
    /// The hourly limit of answers is used up. The station sends no answers until earlier answers
    /// are an hour old.
    case exhausted(secondsPerHour: Double)
  }

  /// A message that is answered each time it arrives.
  private struct Known {
    var request: AnswerRequest
    var status: Receipt.Status
    var frame: Frame
    var answerCount = 0
  }

  private enum Kind {
    /// The result for the message with this number.
    case outcome(number: UInt64)
    /// Blocks of the message with this identity are missing.
    case report(identity: UInt16, blockCount: Int)
  }

  private struct Pending {
    var kind: Kind
    var frame: Frame
    var dueSeconds: Double
    /// From this time on it is sent even if the channel is busy.
    var latestSeconds: Double
  }

  /// Whether this station opens sealed messages. If so, nine tenths of its answers are reserved for
  /// opened messages. A station without the secret cannot use them up.
  public var opensMessages = false

  /// The slot of its answers, 0...7, if several stations agreed on a slot each; nil for any.
  public var slot: Int?
  /// The limit for the total duration of its answers in an hour, in seconds.
  public var limitSecondsPerHour: Double
  private var random: CongruentialSequence
  private var known: [Known] = []
  private var pending: [Pending] = []
  private var spoken: [(atSeconds: Double, seconds: Double, isOpened: Bool)] = []
  private var speechStart: Double?
  /// Whether the current sound answers a message that was opened.
  private var isOpenedSpeech = false
  private var notes: [Note] = []
  private var isExhausted = false
  /// Messages in a row that only this station answered; -1 if another station answered last.
  /// Stations that hear each other use it to agree which station answers at once.
  private var aloneCount = 0
  /// The last report of missing blocks and its repetitions.
  private var lastReport: (identity: UInt16, blockCount: Int, count: Int)?

  private static let mostKnown = 64
  private static let mostPending = 4
  /// Most answers to a message.
  private static let mostAnswers = 5
  /// After this many answers the sender seems not to hear them.
  private static let answersBeforeNote = 3
  /// Pause after the end of a message, until the sender listens again.
  private static let guardSeconds = 0.15
  /// Pause after the end of a round of blocks. The second value applies if that end is not audible:
  /// the first block of another frame may follow.
  private static let (roundSeconds, unheardRoundSeconds) = (0.4, 2.0)
  /// Time between slot starts: after this time other stations hear the sender.
  private static let slotSeconds = 0.4
  /// In most cases a single station answers, so the first answer begins at once in `firstPercent`
  /// of cases. Later answers use `laterSlots` slots to keep several stations apart.
  private static let (firstSlots, firstPercent, laterSlots) = (4, 55, 6)
  /// After this many answers without another station, the station answers first. Two stations
  /// choose the same slot with a probability of 0.37, and this many times in a row with 0.05.
  private static let answersAlone = 3
  /// A sound longer than this does not delay an answer.
  private static let impatienceSeconds = 3.0
  /// A sound within this time after the end of a message may be its echo.
  private static let echoSeconds = 0.3
  /// From this margin of the message on, its answer may be quick.
  private static let quickMarginDecibels = 6.0
  private static let hourSeconds = 3600.0
  /// The share of the answers for messages that were not opened, if the station opens messages.
  private static let unopenedShare = 0.1

  /// A station that knows no message.
  ///
  /// - Parameters:
  ///   - slot: the slot of its answers, 0...7, if several stations agreed on a slot each; nil for
  ///     any.
  ///   - limitSecondsPerHour: the limit for the total duration of its answers in an hour.
  ///   - seed: chooses slots; it must differ for every start and every station.
  public init(
    slot: Int? = nil, limitSecondsPerHour: Double, seed: UInt32
  ) {
    self.slot = slot
    self.limitSecondsPerHour = limitSecondsPerHour
    random = CongruentialSequence(seed: seed)
  }

  // MARK: What was heard

  /// Takes an event of the receiver at `now`, with completed requests. `isKept` says whether a
  /// received file is stored now.
  public mutating func take(
    _ event: ReceiverEvent, isKept: Bool = true, at now: Double, _ sense: ChannelSense
  ) {
    switch event {
    case .message(let message): learn(message.frame, .delivered, at: now)
    case .file(let received): learn(received.frame, isKept ? .delivered : .notKept, at: now)
    case .failed(let failure):
      if case .seal(.tooOld) = failure.stage { learn(failure.frame, .wrongTime, at: now) }
    case .repeated(let frame):
      if let number = frame.answer?.number { answer(number, frame, at: now) }
    case .blocks(let frame, let received, let count):
      take(frame, received: received, count: count, at: now, sense)
    case .receipt(_, let receipt): hear(receipt, isOther: !sense.isDeaf(at: now))
    case .level, .detected, .progress, .sealed, .ranging, .pairing: break
    }
  }

  /// Changes the status of the message whose last frame has this number. An answer that is still
  /// due reports the new status; nil cancels the answer.
  public mutating func settle(frameNumber: Int, _ status: Receipt.Status?) {
    guard let index = known.lastIndex(where: { $0.frame.number == frameNumber }) else { return }
    if let status {
      known[index].status = status
      return
    }
    let number = known.remove(at: index).request.number
    pending.removeAll { if case .outcome(number) = $0.kind { true } else { false } }
  }

  /// Reports that captured sound was lost: answers whose latest time has passed are dropped.
  public mutating func interrupt(at now: Double) {
    pending.removeAll { $0.latestSeconds < now }
  }

  /// A receipt makes another answer to the same message unnecessary. If a station repeats it after
  /// this station's own receipt, that station has not heard the own receipt.
  private mutating func hear(_ receipt: Receipt, isOther: Bool) {
    guard receipt.status == .delivered, let proof = receipt.proof,
      let number = known.last(where: { $0.request.prove?($0.request.run, receipt.head) == proof })?
        .request.number
    else { return }
    pending.removeAll { if case .outcome(number) = $0.kind { true } else { false } }
    if isOther { aloneCount = -1 }
  }

  private mutating func learn(_ frame: Frame, _ status: Receipt.Status, at now: Double) {
    guard let request = frame.answer, let number = request.number else { return }
    if let index = known.firstIndex(where: { $0.request.number == number }) {
      known[index].status = status
    } else {
      if known.count == Self.mostKnown { known.removeFirst() }
      known.append(Known(request: request, status: status, frame: frame))
    }
    dropReport(of: request.identity)
    answer(number, frame, at: now)
  }

  private mutating func take(
    _ frame: Frame, received: Int, count: Int, at now: Double, _ sense: ChannelSense
  ) {
    guard let identity = frame.answer?.identity else { return }
    if received >= count {
      // All blocks are here: the message follows, or was received before.
      dropReport(of: identity)
      let number = known.last { $0.request.identity == identity }?.request.number
      if let number { answer(number, frame, at: now) }
      return
    }
    let wait = sense.hearsEnds ? Self.roundSeconds : Self.unheardRoundSeconds
    let due = max(frame.endSeconds, now) + wait
    dropReport(of: identity)
    schedule(.report(identity: identity, blockCount: count - received), frame, atSeconds: due)
  }

  private mutating func dropReport(of identity: UInt16) {
    pending.removeAll {
      if case .report(identity, _) = $0.kind { true } else { false }
    }
  }

  private mutating func answer(_ number: UInt64, _ frame: Frame, at now: Double) {
    guard let index = known.firstIndex(where: { $0.request.number == number }) else { return }
    known[index].frame = frame
    if let run = frame.answer?.run { known[index].request.run = run }
    let isWaiting = pending.contains {
      if case .outcome(number) = $0.kind { true } else { false }
    }
    if known[index].answerCount == Self.answersBeforeNote, !isWaiting {
      notes.append(.notHeard(count: Self.answersBeforeNote))
    }
    guard known[index].answerCount < Self.mostAnswers else { return }
    // The previous answer may have collided with another answer.
    if known[index].answerCount > 0 { aloneCount = 0 }
    pending.removeAll { if case .outcome(number) = $0.kind { true } else { false } }
    let start = max(frame.endSeconds + Self.guardSeconds, now)
    schedule(
      .outcome(number: number), frame,
      atSeconds: start + delaySeconds(isFirst: known[index].answerCount == 0))
  }

  private mutating func schedule(_ kind: Kind, _ frame: Frame, atSeconds due: Double) {
    if pending.count == Self.mostPending {
      // A full queue first drops reports, because any station can ask for them.
      let report = pending.firstIndex { if case .report = $0.kind { true } else { false } }
      pending.remove(at: report ?? 0)
    }
    pending.append(
      Pending(
        kind: kind, frame: frame, dueSeconds: due, latestSeconds: due + Self.impatienceSeconds))
  }

  /// The delay until the station's slot.
  private mutating func delaySeconds(isFirst: Bool) -> Double {
    if let slot { return Double(slot) * Self.slotSeconds }
    guard isFirst else { return Double(random.next(below: Self.laterSlots)) * Self.slotSeconds }
    if aloneCount >= Self.answersAlone { return 0 }
    if aloneCount >= 0, random.next(below: 100) < Self.firstPercent { return 0 }
    return Double(1 + random.next(below: Self.firstSlots - 1)) * Self.slotSeconds
  }

  // MARK: What is to be said

  /// Returns the notes since the last call.
  public mutating func takeNotes() -> [Note] {
    defer { notes = [] }
    return notes
  }

  /// Whether an answer is waiting or sounding.
  public var isOwing: Bool { !pending.isEmpty || speechStart != nil }

  /// The answer to send now; nil if no answer is due. `sense` tells whether the channel is free.
  public mutating func next(at now: Double, _ sense: ChannelSense) -> Answer? {
    guard speechStart == nil,
      let index = pending.firstIndex(where: { $0.dueSeconds <= now })
    else { return nil }
    let isReport = if case .report = pending[index].kind { true } else { false }
    let quiet = isReport && sense.hearsEnds ? Self.roundSeconds : ChannelSense.freeSeconds
    if !sense.isFree(for: quiet), now < pending[index].latestSeconds {
      // The answer waits for the other station's end, plus a random delay that separates all
      // waiting stations. The message's own echo ends by itself.
      let isOther = sense.isBusy(since: pending[index].frame.endSeconds + Self.echoSeconds)
      if isOther, !isReport { pending[index].dueSeconds = now + 0.5 * delaySeconds(isFirst: true) }
      return nil
    }
    let due = pending.remove(at: index)
    isOpenedSpeech = isOpened(due.kind)
    guard isAllowed(isOpened: isOpenedSpeech, at: now) else { return nil }
    return made(due)
  }

  /// Whether the answer belongs to a message that was opened with a secret.
  private func isOpened(_ kind: Kind) -> Bool {
    guard case .outcome(let number) = kind else { return false }
    return known.contains { $0.request.number == number && $0.request.isSealed }
  }

  private mutating func made(_ due: Pending) -> Answer? {
    let frame = due.frame
    switch due.kind {
    case .report(let identity, let blockCount):
      let isSame =
        lastReport.map { ($0.identity, $0.blockCount) == (identity, blockCount) } ?? false
      let count = isSame ? lastReport!.count + 1 : 1
      lastReport = (identity, blockCount, count)
      guard count <= Self.mostAnswers else { return nil }
      return Answer(
        receipt: Receipt(
          missing: blockCount, of: identity, rung: frame.fastestRung,
          signalToNoiseDecibels: frame.signalToNoiseDecibels),
        robustness: robustness(frame, count: count), frame: frame, count: count)
    case .outcome(let number):
      guard let index = known.firstIndex(where: { $0.request.number == number }),
        let prove = known[index].request.prove
      else { return nil }
      known[index].answerCount += 1
      if known[index].answerCount == 1 { aloneCount += 1 }
      let count = known[index].answerCount
      return Answer(
        receipt: Receipt(
          known[index].status, rung: frame.fastestRung,
          signalToNoiseDecibels: frame.signalToNoiseDecibels
        ) { [run = known[index].request.run] in prove(run, $0) },
        robustness: robustness(frame, count: count), frame: frame, count: count)
    }
  }

  private func robustness(_ frame: Frame, count: Int) -> Robustness {
    if frame.protocolName == "hop-deep" { return .deep }
    if count == 1, frame.marginDecibels ?? 0 >= Self.quickMarginDecibels { return .quick }
    return count < 3 ? .usual : .deep
  }

  /// Whether the hourly limit allows another answer: to an opened message if `isOpened`, otherwise
  /// to any other. If the limit is reached, this adds a note.
  public mutating func isAllowed(isOpened: Bool = false, at now: Double) -> Bool {
    spoken.removeAll { $0.atSeconds < now - Self.hourSeconds }
    func seconds(_ answers: [(atSeconds: Double, seconds: Double, isOpened: Bool)]) -> Double {
      answers.reduce(0) { $0 + $1.seconds }
    }
    let isAllowed =
      seconds(spoken) < limitSecondsPerHour
      && (isOpened || !opensMessages
        || seconds(spoken.filter { !$0.isOpened }) < Self.unopenedShare * limitSecondsPerHour)
    if !isAllowed, !isExhausted { notes.append(.exhausted(secondsPerHour: limitSecondsPerHour)) }
    isExhausted = !isAllowed
    return isAllowed
  }

  /// Reports that an answer begins to sound.
  public mutating func beginSpeaking(at now: Double) { speechStart = now }

  /// Reports that the answer has ended.
  public mutating func endSpeaking(at now: Double) {
    if let start = speechStart { spoken.append((now, now - start, isOpenedSpeech)) }
    speechStart = nil
    isOpenedSpeech = false
  }
}
