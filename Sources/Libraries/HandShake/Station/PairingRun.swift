import HandShakeCoding
import HandShakeExchange
import HandShakeSealing

/// One run of a pairing at one end: commitment, both keys, digits, a proof each way.
///
/// Times are seconds of captured sound. The run ignores every frame that an honest end would not
/// send, so a forger can only make noise. Each end repeats its last frame until the other end's
/// frame comes.
///
/// An end of either part waits as the second for a moment, and then begins as the first. Until it
/// gets an answer, it can become the second of another end that begins.
struct PairingRun {
  /// The next action of an end.
  enum Step {
    case send(PairingMessage)
    case tell(PairingEvent)
  }

  private enum Phase {
    /// The second end waits for a commitment.
    case waiting
    /// The ends exchange commitment and keys, since `since`.
    case meeting(since: Double)
    /// The ends show the digits, since `since`.
    case comparing(since: Double)
    /// The run is over. The end answers every frame of the run with its last frame.
    case over
  }

  private var part: PairingPart
  private let isEither: Bool
  /// When an end of either part begins as the first.
  private var beginning: Double?
  private var keys: PairingKeys
  private var hasUsedKeys = false
  private let mayStartPrograms: Bool
  private let waitSeconds: Double
  private let checksCommitment: Bool
  private var random: CongruentialSequence
  private var phase = Phase.waiting
  private var run: UInt16 = 0
  private var commitment: [UInt8] = []
  private var otherKey: [UInt8]?
  private var agreement: PairingAgreement?
  /// Whether the people at this end accepted, whether the other end's proof came, and whether the
  /// other end has this end's proof.
  private var (hasAccepted, hasProof, otherHasProof) = (false, false, false)
  private var otherMayStartPrograms = false
  /// Whether to report `paired` after the last frame has sounded.
  private var isEnding = false

  /// The next frame, and the earliest time to send it.
  private var due: (message: PairingMessage, earliest: Double, isReply: Bool)?
  /// The frame that sounds or sounded last, and its repetitions for lack of an answer.
  private var last: PairingMessage?
  private var repetitionCount = 0
  private var lastEnd = -Double.infinity
  /// The end of the last heard frame.
  private var heardEnd = -Double.infinity
  /// When the last frame is repeated for lack of an answer.
  private var repetition: Double?
  private var isSounding = false
  private var events: [PairingEvent] = []

  /// The most repetitions of the last frame to an end that may have ended its run.
  private static let mostRepetitions = 4
  /// The limit for commitment and keys, and again for people and proofs.
  private static let limitSeconds = 60.0
  /// After this time, the frame is sent even if the channel is busy.
  private static let impatienceSeconds = 10.0
  /// From the end of a frame to its answer, as for receipts: its echo, and the other end's gain
  /// control.
  private static let guardSeconds = 0.15
  /// The time in which an answer to a commitment comes. Latencies are at most 0.5 s each way.
  private static let silenceSeconds = 1.5
  /// The longest random extra wait of an end of either part, before it begins and before it repeats
  /// that.
  private static let spreadMilliseconds = 4000
  /// A frame that comes sooner after a commitment overlapped its 1.8 s of sound.
  private static let collisionSeconds = 2.5
  /// The second end delays its proof by this time; the first end's proof takes 1.1 s.
  private static let precedenceSeconds = 1.6

  /// One end of a run that has not begun.
  ///
  /// - Parameters:
  ///   - part: which end it is; nil for the part that the other end leaves.
  ///   - keys: the keys of its first run.
  ///   - mayStartPrograms: whether this end lets messages of the secret start programs.
  ///   - waitSeconds: how long to listen for the other end's answer.
  ///   - seed: chooses pauses.
  ///   - checksCommitment: false only in a test that shows the attack without the check.
  init(
    _ part: PairingPart?, keys: PairingKeys, mayStartPrograms: Bool = false, waitSeconds: Double,
    seed: UInt32, checksCommitment: Bool = true
  ) {
    (self.part, isEither) = (part ?? .second, part == nil)
    self.keys = keys
    self.mayStartPrograms = mayStartPrograms
    self.waitSeconds = waitSeconds
    self.checksCommitment = checksCommitment
    random = CongruentialSequence(seed: seed)
  }

  // MARK: What is heard

  /// Takes a message that was read at `now`, and whose frame ended at `end`.
  mutating func take(_ message: PairingMessage, endedAt end: Double, at now: Double) {
    heardEnd = end
    switch phase {
    case .waiting:
      if part == .second, message.step == .commitment { begin(message, at: now) }
    case .meeting, .comparing:
      guard !yields(to: message, at: now) else {
        part = .second
        return begin(message, at: now)
      }
      guard message.run == run else { return }
      meet(message, at: now)
    case .over:
      // An end that repeats its frame has not heard the end of the run. An earlier frame was
      // already on its way.
      guard message.run == run, isOther(message.step), let last,
        now >= lastEnd + 0.5 * waitSeconds, repetitionCount < Self.mostRepetitions
      else { return }
      repetitionCount += 1
      answer(last, at: now)
    }
  }

  /// Whether another end's run replaces this unanswered run. If both sounded at once, the lower run
  /// number wins.
  private func yields(to message: PairingMessage, at now: Double) -> Bool {
    guard isEither, part == .first, otherKey == nil, message.step == .commitment,
      message.run != run
    else { return false }
    let isCollision = isSounding || now < lastEnd + Self.collisionSeconds
    return !isCollision || message.run < run
  }

  private mutating func begin(_ message: PairingMessage, at now: Double) {
    guard takeKeys() else { return }
    (run, commitment) = (message.run, message.body)
    phase = .meeting(since: now)
    answer(PairingMessage(.secondKey, run: run, keys.publicKey), at: now)
  }

  /// Takes the keys of a run; false if memory is missing. Each run needs new keys: an attacker who
  /// knows this key before committing could choose a key that gives the same digits.
  private mutating func takeKeys() -> Bool {
    if hasUsedKeys {
      guard let fresh = try? PairingKeys() else { return false }
      keys = fresh
    }
    hasUsedKeys = true
    return true
  }

  /// Whether the other end sends that step.
  private func isOther(_ step: PairingMessage.Step) -> Bool {
    switch step {
    case .commitment, .firstKey, .firstProof, .lastFirstProof: part == .second
    case .secondKey, .secondProof, .lastSecondProof: part == .first
    case .end: false
    }
  }

  private mutating func meet(_ message: PairingMessage, at now: Double) {
    switch (message.step, part) {
    case (.commitment, .second):
      guard message.body == commitment else { return fail(.severalDevices, at: now) }
      if otherKey == nil { answer(PairingMessage(.secondKey, run: run, keys.publicKey), at: now) }
    case (.secondKey, .second):
      // The end's own key comes back as an echo.
      if message.body != keys.publicKey { fail(.severalDevices, at: now) }
    case (.secondKey, .first):
      guard otherKey == nil || otherKey == message.body else {
        return fail(.severalDevices, at: now)
      }
      guard agree(on: message.body) else { return }
      answer(PairingMessage(.firstKey, run: run, keys.publicKey), at: now)
    case (.firstKey, .second):
      guard otherKey == nil,
        !checksCommitment
          || PairingKeys.commitment(run: run, to: message.body) == commitment,
        agree(on: message.body)
      else { return }
      (due, repetition) = (nil, nil)
      showDigits(at: now)
    case (.firstProof, .second), (.lastFirstProof, .second), (.secondProof, .first),
      (.lastSecondProof, .first):
      guard let agreement else {
        // The first end shows digits, but its key did not come. It never shows its key before the
        // second end's key came.
        if part == .second {
          answer(PairingMessage(.secondKey, run: run, keys.publicKey), at: now)
        }
        return
      }
      guard agreement.isProven(by: message) else { return }
      hasProof = true
      otherMayStartPrograms = message.mayStartPrograms
      otherHasProof =
        otherHasProof || message.step == .lastFirstProof || message.step == .lastSecondProof
      if hasAccepted { prove(at: now) }
    case (.end, _): fail(.endedByOther, at: now)
    default: break
    }
  }

  private mutating func agree(on key: [UInt8]) -> Bool {
    if otherKey != nil { return true }
    agreement = keys.agreement(run: run, part: part, otherKey: key)
    if agreement != nil { otherKey = key }
    return agreement != nil
  }

  private mutating func showDigits(at now: Double) {
    guard case .meeting = phase, let agreement else { return }
    phase = .comparing(since: now)
    events.append(.digits(agreement.digits))
  }

  // MARK: What people say

  /// Reports that the people at this end accepted the digits.
  mutating func accept(at now: Double) {
    guard case .comparing = phase, !hasAccepted else { return }
    hasAccepted = true
    prove(at: now, isFirstTime: true)
  }

  /// Reports that the people refused the digits or stopped.
  mutating func refuse(at now: Double) { fail(.refused, at: now) }

  private mutating func prove(at now: Double, isFirstTime: Bool = false) {
    guard let agreement else { return }
    let step: PairingMessage.Step =
      switch (part, hasProof) {
      case (.first, false): .firstProof
      case (.first, true): .lastFirstProof
      case (.second, false): .secondProof
      case (.second, true): .lastSecondProof
      }
    let message = PairingMessage(
      step, run: run, of: agreement, mayStartPrograms: mayStartPrograms)
    // If both proofs arrived, confirm it once. If that frame is lost, the other end repeats its
    // proof.
    isEnding = hasProof && otherHasProof
    if isEnding, last == message, !isSounding { return end() }
    answer(message, at: now, isReply: !isFirstTime)
    if isFirstTime, part == .second, !hasProof { due?.earliest += Self.precedenceSeconds }
  }

  // MARK: What is sent

  /// Sends `message` next. A reply comes a fixed gap after its frame, without carrier sense, as
  /// acknowledgements of IEEE 802.11 do. Other stations wait longer before they use the channel.
  private mutating func answer(_ message: PairingMessage, at now: Double, isReply: Bool = true) {
    due = (message, max(now, lastEnd, heardEnd + Self.guardSeconds), isReply)
    repetition = nil
    if message.step != last?.step { repetitionCount = 0 }
  }

  /// The next action at `now`; nil to listen on. `sense` tells whether the channel is busy.
  mutating func next(at now: Double, _ sense: ChannelSense) -> Step? {
    if !events.isEmpty { return .tell(events.removeFirst()) }
    guard !isSounding else { return nil }
    switch phase {
    case .waiting:
      if isEither, beginning == nil { beginning = now + pause(below: Self.spreadMilliseconds) }
      if let beginning, now >= beginning, sense.isFree() { part = .first }
      guard part == .first, takeKeys() else { return nil }
      run = PairingKeys.randomRun()
      phase = .meeting(since: now)
      let commitment = PairingKeys.commitment(run: run, to: keys.publicKey)
      due = (PairingMessage(.commitment, run: run, commitment), now, false)
    case .meeting(let since), .comparing(let since):
      guard now >= since + Self.limitSeconds else { break }
      if hasAccepted, hasProof {
        end()
      } else if part == .second, otherKey == nil {
        // The first end has given up or was not real: another may begin.
        (phase, due, last, repetition, beginning) = (.waiting, nil, nil, nil, nil)
      } else {
        let isAlone = part == .first && otherKey == nil
        fail(isAlone ? .noAnswer : .timedOut(hasAccepted: hasAccepted), at: now)
      }
    case .over: break
    }
    if let repetition, now >= repetition { again(at: now) }
    if !events.isEmpty { return .tell(events.removeFirst()) }
    guard let due, now >= due.earliest,
      due.isReply || sense.isFree() || now >= due.earliest + Self.impatienceSeconds
    else { return nil }
    self.due = nil
    isSounding = true
    last = due.message
    return .send(due.message)
  }

  /// Repeats the last frame until the run's limit, or ends a run that only this end's proof lacks.
  private mutating func again(at now: Double) {
    repetition = nil
    guard let last else { return }
    if hasAccepted, hasProof {
      guard repetitionCount < Self.mostRepetitions else { return end() }
      repetitionCount += 1
    }
    due = (last, now, false)
  }

  /// Reports that the sound of the last frame has ended.
  mutating func endSpeaking(at now: Double) {
    guard isSounding, let last else { return }
    (isSounding, lastEnd) = (false, now)
    if case .over = phase { return }
    if isEnding { return end() }
    if last.step == .firstKey {
      if hasAccepted { return prove(at: now) }
      showDigits(at: now)
    }
    let isBeginning = isEither && last.step == .commitment
    // The other end may have just started, and no answer is heard. Each second wait on average is
    // long enough for an answer that is too weak for carrier sense.
    let isEarly = !isEither && last.step == .commitment && random.next(below: 2) == 0
    repetition =
      now + (isEarly ? Self.silenceSeconds : waitSeconds)
      + pause(below: isBeginning ? Self.spreadMilliseconds : 1000)
  }

  /// A random pause, in seconds.
  private mutating func pause(below milliseconds: Int) -> Double {
    Double(random.next(below: milliseconds)) / 1000
  }

  // MARK: How it ends

  private mutating func end() {
    guard let agreement else { return }
    (phase, due, repetition, repetitionCount) = (.over, nil, nil, 0)
    events.append(
      .paired(
        agreement, isSure: otherHasProof,
        mayStartPrograms: mayStartPrograms && otherMayStartPrograms))
  }

  private mutating func fail(_ failure: PairingFailure, at now: Double) {
    if case .over = phase { return }
    // The second end has no partner to tell.
    let isAlone = if case .waiting = phase { true } else { false }
    (phase, due, repetition, repetitionCount) = (.over, nil, nil, 0)
    events.append(.unpaired(failure))
    let end = PairingMessage(.end, run: run)
    last = end
    if !isAlone, failure != .endedByOther { answer(end, at: now, isReply: false) }
  }
}
