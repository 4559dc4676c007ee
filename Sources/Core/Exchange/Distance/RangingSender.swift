import HandShakeCoding
import HandShakeModem

/// The next step of the station that measures a distance.
public enum RangingStep: Sendable {
  /// Send this message as try number `attempt`, from 1.
  case send(EncodedMessage, attempt: Int)
  /// The measurement is over: the distance, after this many tries.
  case measured(Distance, attempts: Int)
  /// The measurement failed after this many tries: no answer, or no usable answer.
  case unanswered(attempts: Int)
}

/// The asking end of a distance measurement. It sends a request, hears the reply, and computes the
/// distance from the other station's report. It tries at most three times.
///
/// The caller drives it like a `ConfirmedExchange`.
public struct RangingSender {
  private enum State {
    /// Waits for a free channel from `earliest` on.
    case holding(earliest: Double)
    case sending
    case listening(until: Double)
    /// All frames of the measurement have arrived.
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
  /// After this time it sends even if the channel is busy.
  private static let impatienceSeconds = 10.0
  /// A report follows its reply within this time.
  private static let reportSeconds = 8.0

  /// Starts a measurement, nothing sent yet.
  ///
  /// - Parameters:
  ///   - modemProtocol: a hop protocol, which carries all frames.
  ///   - placement: the placement in which this station sends.
  ///   - rateHertz: sampling rate of the captured sound.
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

  /// Takes an event of the receiver.
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

  /// The next step at `now`, or nil to keep listening. `sense` tells whether the channel is free.
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

  /// Reports that captured sound was lost: the current measurement is discarded.
  public mutating func interrupt(at now: Double) {
    switch state {
    case .listening, .reported: state = .listening(until: now)
    case nil, .holding, .sending, .ended: break
    }
    // The start of the current sound was lost. The changed identity ignores replies to it.
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

  /// Reports that the sound of a try begins.
  public mutating func beginSpeaking(at now: Double) {
    own = OwnSound(
      message: .request(identity: identity), placement: placement, startSeconds: now,
      endSeconds: .infinity)
  }

  /// Reports that the sound has ended.
  public mutating func endSpeaking(at now: Double) {
    own?.endSeconds = now
    // A near station may reply before the loudspeaker's buffer is known to be empty.
    if case .sending = state { state = .listening(until: now + waitSeconds) }
  }
}
