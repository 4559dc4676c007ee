import HandShakeExchange
import HandShakeModem
import HandShakeSealing

/// Why a station cannot be made.
public enum StationError: Error, Equatable, Sendable {
  /// Samples at that rate cannot be used: resample them first.
  case unusableRate(hertz: Double)
}

/// Hears, opens, answers, confirms, measures and remembers: samples go in, and events and sounds
/// come out.
///
/// It knows nothing of devices, files, threads or clocks. Seconds of sound come with the samples,
/// the time of day with each call. Whoever drives it hands on what was captured, and after each
/// call asks `nextSound` what is to be played.
public struct Station: ~Copyable {
  private var hearing: Hearing
  private var conversation: Conversation

  /// Seconds that an answer is waited for after each try, where nobody says otherwise: the
  /// loudspeaker's and the microphone's delays, the slots of several receivers, and an answer by
  /// `hop`.
  public static let usualWaitSeconds = 5.0

  /// A station that heard nothing.
  ///
  /// - Parameters:
  ///   - protocols: what it listens for. Who wants receipts listens for `Receipt.protocols` too.
  ///   - rateHertz: frames a second of what is captured.
  ///   - channelCount: interleaved channels of it.
  ///   - channels: those that are listened to, from 0, at most eight; nil for all, of more than
  ///     eight for the first eight.
  ///   - keepsSamples: whether the latest minute is kept, for `recent` and to measure distances.
  ///   - meteredBands: as of a `Receiver`.
  ///   - seed: chooses slots and pauses: another at every start and every station.
  public init(
    hears protocols: [ModemProtocol], rateHertz: Double, channelCount: Int = 1,
    channels: [Int]? = nil, keepsSamples: Bool = false, meteredBands: [Placement] = [],
    seed: UInt32 = .random(in: .min ... .max)
  ) throws(StationError) {
    hearing = try Hearing(
      protocols: protocols, rateHertz: rateHertz, channelCount: channelCount,
      channels: channels, keepsSamples: keepsSamples, meteredBands: meteredBands)
    conversation = Conversation(rateHertz: rateHertz, seed: seed)
  }

  // MARK: What it does

  /// Opens from now on what is sealed with a secret of `keyring`; the parameters are those of
  /// `Unsealing`. What was accepted before stays known.
  public mutating func open(
    with keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool = false, greatestAge: SealedAge? = nil,
    admit: (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)? = nil
  ) {
    conversation.opening.change(
      keyring, isLive: isLive, alsoUnsealed: alsoUnsealed, greatestAge: greatestAge, admit: admit)
  }

  /// Answers from now on those who want to know whether their message came; nil ends that. What was
  /// answered within the hour counts.
  ///
  /// - Throws: `noPlacement` where an answer could not be sent.
  public mutating func answer(_ policy: AnswerPolicy?) throws(OutgoingError) {
    try conversation.answer(policy)
  }

  /// Answers from now on also those who measure their distance, as the policy says that `answer`
  /// was given; what was captured has to be kept for that.
  ///
  /// - Throws: `noPlacement` where an answer could not be sent.
  public mutating func answerDistances() throws(OutgoingError) {
    try conversation.answerDistances()
  }

  /// Sends `outgoing` from now on, as `nextSound` gives it, until `confirmed` or `unconfirmed`
  /// tells how that ended. Gives up what was being confirmed or measured.
  ///
  /// - Parameters:
  ///   - outgoing: what is sent, and how.
  ///   - waitSeconds: how long to listen for an answer after each try.
  ///   - unixSeconds: the time of day, in seconds since 1970.
  public mutating func confirm(
    _ outgoing: Outgoing, waitSeconds: Double = Station.usualWaitSeconds, at unixSeconds: Double
  ) throws(OutgoingError) {
    try conversation.confirm(outgoing, waitSeconds: waitSeconds, at: unixSeconds)
  }

  /// Measures from now on how far another station is that answers, until `measured` or `unmeasured`
  /// tells how that ended. Gives up what was being confirmed or measured.
  public mutating func measureDistance(
    ceilingHertz: Double? = nil, waitSeconds: Double = Station.usualWaitSeconds
  ) throws(OutgoingError) {
    try conversation.measureDistance(ceilingHertz: ceilingHertz, waitSeconds: waitSeconds)
  }

  /// Agrees from now on with another station on a secret that nobody else knows, until a `PairingEvent` tells how that
  /// ended. Gives up what was being confirmed or measured.
  ///
  /// Two people compare the digits that both stations show; `decidePairing` tells what they say. The station listens for
  /// `Receipt.protocols`. After the end it still answers the other one's repetitions, until `giveUp`.
  ///
  /// - Parameters:
  ///   - part: which end this is: one has to be the first, and the other the second. Nil takes the part that the other
  ///     leaves.
  ///   - keys: drawn for this pairing alone.
  ///   - mayStartPrograms: whether this station lets messages of the secret start programs.
  ///   - ceilingHertz: that of the loudspeaker; nil for the usual one.
  ///   - waitSeconds: how long to listen for the other station's answer to each frame.
  public mutating func pair(
    as part: PairingPart?, keys: PairingKeys, mayStartPrograms: Bool = false,
    ceilingHertz: Double? = nil, waitSeconds: Double = Station.usualWaitSeconds
  ) throws(OutgoingError) {
    try conversation.pair(
      part, keys, mayStartPrograms: mayStartPrograms, ceilingHertz: ceilingHertz,
      waitSeconds: waitSeconds)
  }

  /// Tells whether the people at this station say that both show the same digits.
  public mutating func decidePairing(isAccepted: Bool) {
    conversation.decidePairing(isAccepted: isAccepted, at: hearing.seconds)
  }

  /// Gives up what is being confirmed, measured or agreed on.
  public mutating func giveUp() { conversation.giveUp() }

  /// Wants so many messages and files from now on, but for those that `settle` calls `notKept`.
  /// After them repetitions of what came are answered, and nothing more is accepted.
  public mutating func accept(atMost count: Int) { conversation.accept(atMost: count) }

  // MARK: What it hears

  /// Takes captured frames, any number of them, and gives what they brought. That does not depend on how they are cut.
  ///
  /// - Parameters:
  ///   - frames: whole interleaved frames, full scale being 1. What is not a number, infinite, or beyond 10^10 is
  ///     taken for 0.
  ///   - unixSeconds: the time of day at the end of `frames`, in seconds since 1970.
  ///   - tap: gets the first of `channels` at the receiver's rate, piece by piece.
  public mutating func hear(
    _ frames: UnsafeBufferPointer<Float>, at unixSeconds: Double,
    tap: (UnsafeBufferPointer<Float>) -> Void = { _ in }
  ) -> [StationEvent] {
    precondition(frames.count % hearing.channelCount == 0, "not whole frames")
    hearing.begin()
    var rest = frames
    var told: [StationEvent] = []
    while !rest.isEmpty {
      guard let events = hearing.takePiece(from: &rest, tap) else { break }
      let left = Double(rest.count / hearing.channelCount) / hearing.rateHertz
      told += judged(events, at: unixSeconds - left)
      if hearing.isDueForRenewal, let last = try? hearing.renew(protocols: hearing.protocols) {
        told += judged(last, at: unixSeconds - left)
      }
    }
    return told
  }

  /// Gives what is left when no more samples come, at `unixSeconds`; nothing can be heard
  /// afterwards.
  public mutating func finish(
    at unixSeconds: Double, tap: (UnsafeBufferPointer<Float>) -> Void = { _ in }
  ) -> [StationEvent] {
    hearing.begin()
    return judged(hearing.finish(tap), at: unixSeconds)
  }

  private mutating func judged(
    _ events: [ReceiverEvent], at unixSeconds: Double
  ) -> [StationEvent] {
    let now = hearing.seconds
    return conversation.take(events, at: now, unixSeconds)
      + conversation.proceed(at: now) { hearing.cut(from: $0, to: $1) }
  }

  /// Changes what a receipt says of the message whose frame has that number, before its answer
  /// sounds: `notKept` where it could not be kept, nil for no answer at all. Unless that is said it
  /// is `delivered`.
  public mutating func settle(frameNumber: Int, _ status: Receipt.Status?) {
    conversation.settle(frameNumber: frameNumber, status)
  }

  /// Tells that `seconds` of captured sound were lost, 0 where nobody knows how many.
  public mutating func interrupted(seconds: Double = 0) {
    hearing.lose(seconds: seconds)
    conversation.interrupt(at: hearing.seconds)
  }

  /// Listens from now on for other protocols; gives what was about to be said at `unixSeconds`.
  public mutating func change(
    protocols: [ModemProtocol], at unixSeconds: Double
  ) throws(StationError) -> [StationEvent] {
    judged(try hearing.renew(protocols: protocols), at: unixSeconds)
  }

  /// A comparison of what it hears from now on with what each of its channels hears alone.
  package borrowing func comparison() -> MicrophoneComparison {
    MicrophoneComparison(with: hearing)
  }

  // MARK: What it says

  /// The sound that is to be played now; nil where that is none, or `sounded` was not called since
  /// the last. To be asked after every call that brings samples.
  public mutating func nextSound() -> StationSound? {
    conversation.nextSound(at: hearing.seconds) { hearing.cut(from: $0, to: $1) }
  }

  /// Tells that what `nextSound` gave has been heard to its end, or was given up.
  public mutating func sounded() { conversation.sounded(at: hearing.seconds) }

  /// Whether an answer is owed, or a sender that was answered could still repeat.
  public var owesAnswers: Bool { conversation.owesAnswers(at: hearing.seconds) }

  // MARK: What it knows

  /// The messages that were accepted. Another station's may be merged into it.
  public var memory: ReplayMemory {
    get { conversation.opening.seen }
    set { conversation.opening.seen = newValue }
  }

  /// What is listened for.
  public var protocols: [ModemProtocol] { hearing.protocols }
  /// Frames a second of what is captured.
  public var rateHertz: Double { hearing.rateHertz }
  /// Samples a second of what `tap` gets.
  public var receiverRateHertz: Double { hearing.receiverRateHertz }
  /// Interleaved channels of what is captured.
  public var channelCount: Int { hearing.channelCount }
  /// Seconds that were heard or lost.
  public var seconds: Double { hearing.seconds }
  /// The channels whose sound counts, from 0: not those that are silent or repeat another one. The
  /// first of them stands for all where one is wanted.
  public var channels: [Int] { hearing.channels }
  /// The samples of the first of `channels` that the last call brought, as they came.
  public var captured: [Float] { hearing.captured }
  /// The latest frames of the channels that are listened to, as they came; nil unless they are
  /// kept.
  public var recent: SampleRing? { hearing.recent }
  /// As of a `Receiver`.
  public var hasLoneEnd: Bool { hearing.hasLoneEnd }
  /// As of a `Receiver`.
  public var likeliestDropped: Hypothesis? { hearing.likeliestDropped }
}
