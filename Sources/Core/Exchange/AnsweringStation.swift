import HandShakeCoding
import HandShakeModem

/// The end of an exchange that answers: it says when which receipt is to be sent.
///
/// Times are seconds of what was captured. Whoever drives it hands on what the receiver says, asks
/// for answers that are due, and tells when their sound begins and ends.
public struct AnsweringStation {
  /// How sure an answer is to be understood, and how long it takes.
  public enum Robustness: Sendable {
    /// Where the message came with much to spare.
    case quick
    case usual
    /// As the message came that way, or the sender seems deaf.
    case deep
  }

  /// A receipt that is due.
  public struct Answer: Sendable {
    /// What is to be sent.
    public let receipt: Receipt
    /// How.
    public let robustness: Robustness
    /// The frame that it answers.
    public let frame: Frame
    /// The number of this answer among those to its message, from 1.
    public let count: Int
  }

  /// What is worth a sentence.
  public enum Note: Sendable, Equatable {
    /// The message was answered so many times, and its sender repeats it.
    case notHeard(count: Int)
    /// As much was answered within an hour as is allowed; from now on nothing is, until some of it
    /// is an hour ago.
    case exhausted(secondsPerHour: Double)
  }

  /// A message that is to be answered whenever it comes again.
  private struct Known {
    var request: AnswerRequest
    var status: Receipt.Status
    var frame: Frame
    var answerCount = 0
  }

  private enum Kind {
    /// What became of the message of this number.
    case outcome(number: UInt64)
    /// Blocks of the message of this identity are missing.
    case report(identity: UInt16, blockCount: Int)
  }

  private struct Pending {
    var kind: Kind
    var frame: Frame
    var dueSeconds: Double
    /// From when on it is sent whoever sounds.
    var latestSeconds: Double
  }

  /// Whether this station opens sealed messages. Nine tenths of its answers then belong to what was
  /// opened, so that nobody without the secret can use them up.
  public var opensMessages = false

  /// The slot of its answers, 0...7, where several stations agreed on one each; nil for any.
  public var slot: Int?
  /// How long all its answers of an hour may sound, in seconds.
  public var limitSecondsPerHour: Double
  private var random: CongruentialSequence
  private var known: [Known] = []
  private var pending: [Pending] = []
  private var spoken: [(atSeconds: Double, seconds: Double, isOpened: Bool)] = []
  private var speechStart: Double?
  /// Whether what sounds now answers a message that was opened.
  private var isOpenedSpeech = false
  private var notes: [Note] = []
  private var isExhausted = false
  /// Messages in a row that were answered while no other station answered; -1 where another was the
  /// last to answer. Stations that hear one another so agree on who answers at once.
  private var aloneCount = 0
  /// Reports that were sent of a message, so that one that repeats is known.
  private var lastReport: (identity: UInt16, blockCount: Int, count: Int)?

  private static let mostKnown = 64
  private static let mostPending = 4
  /// Answers to one message.
  private static let mostAnswers = 5
  /// After so many the sender seems deaf.
  private static let answersBeforeNote = 3
  /// After the end of a message, for the sender's ears to open again.
  private static let guardSeconds = 0.15
  /// After the end of a round of blocks; and where its end is not heard, for the first block of a
  /// frame that may follow.
  private static let (roundSeconds, unheardRoundSeconds) = (0.4, 2.0)
  /// From the beginning of one slot to that of the next: until others hear who began.
  private static let slotSeconds = 0.4
  /// The first answer mostly begins at once, since mostly one station answers; of those that found
  /// no ear, so many slots keep several apart.
  private static let (firstSlots, firstPercent, laterSlots) = (4, 55, 6)
  /// Whoever answered so many messages and heard no other station is the first to answer from then
  /// on: two choose the same slot with a probability of 0.37, and this often with one of 0.05.
  private static let answersAlone = 3
  /// A sound that lasts longer than this hinders no answer.
  private static let impatienceSeconds = 3.0
  /// What sounds so long after the end of a message may be its echo.
  private static let echoSeconds = 0.3
  /// Where a message had so much to spare its answer may be quick.
  private static let quickMarginDecibels = 6.0
  private static let hourSeconds = 3600.0
  /// The share of the answers that is left to what was not opened, where messages are opened.
  private static let unopenedShare = 0.1

  /// A station that knows of no message.
  ///
  /// - Parameters:
  ///   - slot: the slot of its answers, 0...7, where several stations agreed on one each; nil for
  ///     any.
  ///   - limitSecondsPerHour: how long all its answers of an hour may sound.
  ///   - seed: chooses slots: another at every start and every station.
  public init(
    slot: Int? = nil, limitSecondsPerHour: Double, seed: UInt32
  ) {
    self.slot = slot
    self.limitSecondsPerHour = limitSecondsPerHour
    random = CongruentialSequence(seed: seed)
  }

  // MARK: What was heard

  /// Takes what the receiver said at `now`, requests completed; of a file `isKept` says whether it
  /// is kept now.
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

  /// Changes what became of the message whose last frame has that number, which is told by an
  /// answer that is still due; nil for no answer.
  public mutating func settle(frameNumber: Int, _ status: Receipt.Status?) {
    guard let index = known.lastIndex(where: { $0.frame.number == frameNumber }) else { return }
    if let status {
      known[index].status = status
      return
    }
    let number = known.remove(at: index).request.number
    pending.removeAll { if case .outcome(number) = $0.kind { true } else { false } }
  }

  /// Tells that captured sound was lost: who was to be answered meanwhile waits no longer.
  public mutating func interrupt(at now: Double) {
    pending.removeAll { $0.latestSeconds < now }
  }

  /// A receipt: what it confirms needs no other. Whoever says it after this station's own has not
  /// heard that.
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
      // All is here: its message follows, or was there before.
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
    // The answer before met another one, perhaps.
    if known[index].answerCount > 0 { aloneCount = 0 }
    pending.removeAll { if case .outcome(number) = $0.kind { true } else { false } }
    let start = max(frame.endSeconds + Self.guardSeconds, now)
    schedule(
      .outcome(number: number), frame,
      atSeconds: start + delaySeconds(isFirst: known[index].answerCount == 0))
  }

  private mutating func schedule(_ kind: Kind, _ frame: Frame, atSeconds due: Double) {
    if pending.count == Self.mostPending {
      // A report, which anybody can ask for, goes before the answer to a message.
      let report = pending.firstIndex { if case .report = $0.kind { true } else { false } }
      pending.remove(at: report ?? 0)
    }
    pending.append(
      Pending(
        kind: kind, frame: frame, dueSeconds: due, latestSeconds: due + Self.impatienceSeconds))
  }

  /// How long to wait for one's slot.
  private mutating func delaySeconds(isFirst: Bool) -> Double {
    if let slot { return Double(slot) * Self.slotSeconds }
    guard isFirst else { return Double(random.next(below: Self.laterSlots)) * Self.slotSeconds }
    if aloneCount >= Self.answersAlone { return 0 }
    if aloneCount >= 0, random.next(below: 100) < Self.firstPercent { return 0 }
    return Double(1 + random.next(below: Self.firstSlots - 1)) * Self.slotSeconds
  }

  // MARK: What is to be said

  /// What is worth a sentence since the last call.
  public mutating func takeNotes() -> [Note] {
    defer { notes = [] }
    return notes
  }

  /// Whether an answer is still to be sent, or being sent.
  public var isOwing: Bool { !pending.isEmpty || speechStart != nil }

  /// The answer that is to be sent now, where `sense` tells whether somebody sounds; nil if no
  /// answer is due.
  public mutating func next(at now: Double, _ sense: ChannelSense) -> Answer? {
    guard speechStart == nil,
      let index = pending.firstIndex(where: { $0.dueSeconds <= now })
    else { return nil }
    let isReport = if case .report = pending[index].kind { true } else { false }
    let quiet = isReport && sense.hearsEnds ? Self.roundSeconds : ChannelSense.freeSeconds
    if !sense.isFree(for: quiet), now < pending[index].latestSeconds {
      // After the one who sounds, and not together with all who wait for that; the message's own
      // echo ends by itself.
      let isOther = sense.isBusy(since: pending[index].frame.endSeconds + Self.echoSeconds)
      if isOther, !isReport { pending[index].dueSeconds = now + 0.5 * delaySeconds(isFirst: true) }
      return nil
    }
    let due = pending.remove(at: index)
    isOpenedSpeech = isOpened(due.kind)
    guard isAllowed(isOpened: isOpenedSpeech, at: now) else { return nil }
    return made(due)
  }

  /// Whether an answer is to a message that was opened with a secret.
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

  /// Whether less was said within the last hour than is allowed for an answer to a message that was
  /// opened, or for another answer; a note tells where that ends.
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

  /// Tells that an answer begins to sound.
  public mutating func beginSpeaking(at now: Double) { speechStart = now }

  /// Tells that it has ended.
  public mutating func endSpeaking(at now: Double) {
    if let start = speechStart { spoken.append((now, now - start, isOpenedSpeech)) }
    speechStart = nil
    isOpenedSpeech = false
  }
}
