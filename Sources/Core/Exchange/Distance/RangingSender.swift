import HandShakeCoding
import HandShakeModem

/// What the station that wants to know a distance does next.
public enum RangingStep: Sendable {
  /// Send this message as the try of number `attempt`, from 1.
  case send(EncodedMessage, attempt: Int)
  /// It is over: this is the distance, after so many tries.
  case measured(Distance, attempts: Int)
  /// Nobody answered, or nobody who could be measured, after so many.
  case unanswered(attempts: Int)
}

/// The end of an exchange that wants to know how far the other is: it sends a request, hears the
/// reply, and computes the distance when the other's report comes; three times at most.
///
/// It is driven as a `ConfirmedExchange` is.
public struct RangingSender {
  private enum State {
    /// Waiting for a free channel from `earliest` on.
    case holding(earliest: Double)
    case sending
    case listening(until: Double)
    /// All frames of the measurement are there.
    case reported(RangingReport)
    case ended
  }

  private let frames: RangingFrames
  private let placement: Placement
  private let waitSeconds: Double
  private var random: CongruentialSequence
  private var state: State?
  private var attempt = 0
  private var identity: UInt16 = 0
  private var own: OwnSound?
  private var reply: (frame: Frame, message: RangingMessage, responder: UInt8)?

  private static let mostAttempts = 3
  /// After so long it is sent whoever sounds.
  private static let impatienceSeconds = 10.0
  /// A report follows its reply within so many seconds.
  private static let reportSeconds = 8.0

  /// A measurement of which nothing was sent.
  ///
  /// - Parameters:
  ///   - modemProtocol: a protocol of hop, by which all frames go.
  ///   - placement: the one in which this station sends.
  ///   - rateHertz: samples a second of what is captured.
  ///   - waitSeconds: how long to listen for a reply after each try.
  ///   - seed: chooses identities and pauses.
  public init(
    protocol modemProtocol: ModemProtocol, placement: Placement, rateHertz: Double,
    waitSeconds: Double, seed: UInt32
  ) {
    frames = RangingFrames(modemProtocol: modemProtocol, rateHertz: rateHertz)
    self.placement = placement
    self.waitSeconds = waitSeconds
    random = CongruentialSequence(seed: seed)
  }

  /// Takes what the receiver said.
  public mutating func take(_ event: ReceiverEvent) {
    guard case .ranging(let frame, let message) = event,
      frame.protocolName == frames.modemProtocol.name
    else { return }
    switch message {
    case .request(identity): own?.frame = frame
    case .reply(identity, let responder):
      guard case .listening = state, reply == nil else { return }
      reply = (frame, message, responder)
      state = .listening(until: frame.endSeconds + Self.reportSeconds)
    case .report(identity, let responder, let report):
      guard case .listening = state, responder == reply?.responder else { return }
      state = .reported(report)
    case .request, .reply, .report: break
    }
  }

  /// What is to be done at `now`, where `sense` tells whether somebody sounds; nil to listen on.
  public mutating func next(
    at now: Double, _ sense: ChannelSense, _ sound: CapturedSound
  ) -> RangingStep? {
    switch state {
    case nil:
      state = .holding(earliest: now)
      return next(at: now, sense, sound)
    case .holding(let earliest):
      let isFree = now >= earliest && sense.isFree()
      guard isFree || now >= earliest + Self.impatienceSeconds else { return nil }
      return send()
    case .reported(let report):
      if let distance = distance(report, sound) {
        state = .ended
        return .measured(distance, attempts: attempt)
      }
      return tryAgain(at: now)
    case .listening(let until):
      if now >= until { return tryAgain(at: now) }
    case .sending, .ended: break
    }
    return nil
  }

  /// Tells that captured sound was lost: what is being measured is no use any more.
  public mutating func interrupt(at now: Double) {
    switch state {
    case .listening, .reported: state = .listening(until: now)
    case nil, .holding, .sending, .ended: break
    }
    // What is sounding now is heard without its beginning, and not answered in vain.
    identity ^= 0x8000
  }

  private mutating func send() -> RangingStep? {
    attempt += 1
    identity = UInt16(random.next(bits: 16))
    (own, reply) = (nil, nil)
    guard
      let message = try? EncodedMessage(
        .ranging(.request(identity: identity)), protocol: frames.modemProtocol)
    else {
      state = .ended
      return .unanswered(attempts: attempt)
    }
    state = .sending
    return .send(message, attempt: attempt)
  }

  private mutating func tryAgain(at now: Double) -> RangingStep? {
    guard attempt < Self.mostAttempts else {
      state = .ended
      return .unanswered(attempts: attempt)
    }
    let pause = 0.5 + Double(random.next(below: 1000)) / 1000
    state = .holding(earliest: now + pause)
    return nil
  }

  private func distance(_ report: RangingReport, _ sound: CapturedSound) -> Distance? {
    guard let own, let reply,
      let arrivals = RangingFrames.clearest(
        frames.arrivals(own, in: sound), frames.arrivals(reply.frame, reply.message, in: sound))
    else { return nil }
    return Distance(request: arrivals.first, reply: arrivals.second, report: report)
  }

  /// Tells that the sound of a try begins.
  public mutating func beginSpeaking(at now: Double) {
    own = OwnSound(
      message: .request(identity: identity), placement: placement, startSeconds: now,
      endSeconds: .infinity)
  }

  /// Tells that it has ended.
  public mutating func endSpeaking(at now: Double) {
    own?.endSeconds = now
    // Whoever is near may have begun to reply before a loudspeaker's buffer was known to be empty.
    if case .sending = state { state = .listening(until: now + waitSeconds) }
  }
}
