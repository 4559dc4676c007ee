import HandShakeExchange
import HandShakeModem
import HandShakeSealing

/// Why a station cannot be made.
public enum StationError: Error, Equatable, Sendable {
  /// Samples at this rate cannot be used: resample them first.
  case unusableRate(hertz: Double)
}

/// Receives, opens, answers, confirms, measures and remembers: samples go in, events and sounds
/// come out.
///
/// It uses no devices, files, threads or clocks. Seconds of sound come with the samples, the time
/// of day comes with each call. The caller passes captured sound to it, and calls `nextSound` after
/// each call.
public struct Station: ~Copyable {
  private var hearing: Hearing
  private var conversation: Conversation

  /// The usual wait for an answer after each try, in seconds. It covers the delays of loudspeaker
  /// and microphone, the slots of several receivers, and an answer by `hop`.
  public static let usualWaitSeconds = 5.0

  /// Makes a station that has heard nothing.
  ///
  /// - Parameters:
  ///   - protocols: the protocols to listen for. To get receipts, include `Receipt.protocols`.
  ///   - rateHertz: captured frames a second.
  ///   - channelCount: interleaved channels of a frame.
  ///   - channels: the channels to listen to, from 0, at most eight; nil for all, or the first
  ///     eight.
  ///   - keepsSamples: whether to keep the latest minute, for `recent` and to measure distances.
  ///   - meteredBands: as for a `Receiver`.
  ///   - seed: chooses slots and pauses. Use another seed at every start and at every station.
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

  /// From now on opens events sealed with a secret of `keyring`. The parameters are as for
  /// `Unsealing`. Accepted messages stay known.
  public mutating func open(
    with keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool = false, greatestAge: SealedAge? = nil,
    admit: (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)? = nil
  ) {
    conversation.opening.change(
      keyring, isLive: isLive, alsoUnsealed: alsoUnsealed, greatestAge: greatestAge, admit: admit)
  }

  /// From now on answers stations that ask for a receipt; nil stops the answers. Answers of the
  /// last hour still count.
  ///
  /// - Throws: `noPlacement` if an answer cannot be sent.
  public mutating func answer(_ policy: AnswerPolicy?) throws(OutgoingError) {
    try conversation.answer(policy)
  }

  /// From now on also answers stations that measure their distance, by the policy of `answer`. The
  /// station must keep captured sound.
  ///
  /// - Throws: `noPlacement` if an answer cannot be sent.
  public mutating func answerDistances() throws(OutgoingError) {
    try conversation.answerDistances()
  }

  /// Sends `outgoing` through `nextSound` until `confirmed` or `unconfirmed` tells the result. Ends
  /// the current confirmation or measurement.
  ///
  /// - Parameters:
  ///   - outgoing: the content, and how to send it.
  ///   - waitSeconds: how long to listen for an answer after each try.
  ///   - unixSeconds: the time of day, in seconds since 1970.
  public mutating func confirm(
    _ outgoing: Outgoing, waitSeconds: Double = Station.usualWaitSeconds, at unixSeconds: Double
  ) throws(OutgoingError) {
    try conversation.confirm(outgoing, waitSeconds: waitSeconds, at: unixSeconds)
  }

  /// Measures the distance of a station that answers, until `measured` or `unmeasured` tells the
  /// result. Ends the current confirmation or measurement.
  public mutating func measureDistance(
    ceilingHertz: Double? = nil, waitSeconds: Double = Station.usualWaitSeconds
  ) throws(OutgoingError) {
    try conversation.measureDistance(ceilingHertz: ceilingHertz, waitSeconds: waitSeconds)
  }

  /// Agrees with another station on a shared secret. A `PairingEvent` tells the result. Ends the
  /// current confirmation or measurement.
  ///
  /// Two people compare the digits of both stations and call `decidePairing`. The station listens
  /// for `Receipt.protocols`. After the end it answers the other end's repetitions until `giveUp`.
  ///
  /// - Parameters:
  ///   - part: which end this is. One end is the first, the other the second; nil takes the free
  ///     part.
  ///   - keys: drawn for this pairing alone.
  ///   - mayStartPrograms: whether this station lets messages of the secret start programs.
  ///   - ceilingHertz: the ceiling of the loudspeaker; nil for the usual ceiling.
  ///   - waitSeconds: how long to listen for the other end's answer to each frame.
  public mutating func pair(
    as part: PairingPart?, keys: PairingKeys, mayStartPrograms: Bool = false,
    ceilingHertz: Double? = nil, waitSeconds: Double = Station.usualWaitSeconds
  ) throws(OutgoingError) {
    try conversation.pair(
      part, keys, mayStartPrograms: mayStartPrograms, ceilingHertz: ceilingHertz,
      waitSeconds: waitSeconds)
  }

  /// Reports whether the people at this station confirm that both show the same digits.
  public mutating func decidePairing(isAccepted: Bool) {
    conversation.decidePairing(isAccepted: isAccepted, at: hearing.seconds)
  }

  /// Ends the current confirmation, measurement or pairing.
  public mutating func giveUp() { conversation.giveUp() }

  /// Accepts so many messages and files from now on. Messages that `settle` calls `notKept` do not
  /// count. After them it only answers repetitions of received messages.
  public mutating func accept(atMost count: Int) { conversation.accept(atMost: count) }

  // MARK: What it hears

  /// Takes any number of captured frames and gives their events. The division into calls does not
  /// matter.
  ///
  /// - Parameters:
  ///   - frames: whole interleaved frames, full scale is 1. NaN, infinite values, and values beyond
  ///     10^10 count as 0.
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

  /// Gives the remaining events at the end of the input, at `unixSeconds`. The station cannot hear
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

  /// Changes the status in the receipt of the message whose frame has that number, before its
  /// answer sounds. The default is `delivered`. `notKept` means that it could not be kept, nil
  /// means no answer.
  public mutating func settle(frameNumber: Int, _ status: Receipt.Status?) {
    conversation.settle(frameNumber: frameNumber, status)
  }

  /// Reports that `seconds` of captured sound were lost; 0 if the length is unknown.
  public mutating func interrupted(seconds: Double = 0) {
    hearing.lose(seconds: seconds)
    conversation.interrupt(at: hearing.seconds)
  }

  /// From now on listens for other protocols. Gives the remaining events at `unixSeconds`.
  public mutating func change(
    protocols: [ModemProtocol], at unixSeconds: Double
  ) throws(StationError) -> [StationEvent] {
    judged(try hearing.renew(protocols: protocols), at: unixSeconds)
  }

  /// A comparison of this station with each of its channels alone, from now on.
  package borrowing func comparison() -> MicrophoneComparison {
    MicrophoneComparison(with: hearing)
  }

  // MARK: What it says

  /// The sound to play now. Nil if there is no sound, or if `sounded` was not called since the
  /// last. Call it after every call that brings samples.
  public mutating func nextSound() -> StationSound? {
    conversation.nextSound(at: hearing.seconds) { hearing.cut(from: $0, to: $1) }
  }

  /// Reports that the sound of `nextSound` has been played to its end or was given up.
  public mutating func sounded() { conversation.sounded(at: hearing.seconds) }

  /// Whether an answer is due, or a sender that was answered could still repeat.
  public var owesAnswers: Bool { conversation.owesAnswers(at: hearing.seconds) }

  // MARK: What it knows

  /// The accepted messages. The memory of another station may be merged into it.
  public var memory: ReplayMemory {
    get { conversation.opening.seen }
    set { conversation.opening.seen = newValue }
  }

  /// The protocols that it listens for.
  public var protocols: [ModemProtocol] { hearing.protocols }
  /// Captured frames a second.
  public var rateHertz: Double { hearing.rateHertz }
  /// Samples a second of the samples for `tap`.
  public var receiverRateHertz: Double { hearing.receiverRateHertz }
  /// Interleaved channels of a captured frame.
  public var channelCount: Int { hearing.channelCount }
  /// Seconds of heard and lost sound.
  public var seconds: Double { hearing.seconds }
  /// The channels that count, from 0. Silent channels and copies of another channel do not count.
  /// If a single channel is wanted, the first is used.
  public var channels: [Int] { hearing.channels }
  /// The captured samples of the first of `channels` from the last call.
  public var captured: [Float] { hearing.captured }
  /// The latest captured frames of the listened channels; nil unless they are kept.
  public var recent: SampleRing? { hearing.recent }
  /// As for a `Receiver`.
  public var hasLoneEnd: Bool { hearing.hasLoneEnd }
  /// As for a `Receiver`.
  public var likeliestDropped: Hypothesis? { hearing.likeliestDropped }
}
