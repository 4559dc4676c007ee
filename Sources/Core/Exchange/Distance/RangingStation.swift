import HandShakeCoding
import HandShakeModem

/// The answering end of a distance measurement: it sends a reply, and then a report of its own
/// measurement.
///
/// It works beside an `AnsweringStation` and within the limit of that station. The caller asks the
/// `AnsweringStation` whether the limit allows an answer. The caller also reports the start and end
/// of each sound to both, and plays only one sound at a time.
public struct RangingStation {
  /// An answer that is due.
  public struct Answer: Sendable {
    /// A reply or a report.
    public let message: RangingMessage
    /// The request that it answers.
    public let request: Frame
  }

  private enum State {
    /// A reply is due.
    case called(dueSeconds: Double, latestSeconds: Double)
    case replying
    /// The station's own reply has sounded.
    case hearing(OwnSound)
    /// A report is due.
    case measured(RangingReport, dueSeconds: Double, latestSeconds: Double)
    case reporting
  }

  private let frames: RangingFrames
  private let placement: Placement
  private let slot: Int?
  private var random: CongruentialSequence
  private var state: State?
  private var request: (frame: Frame, identity: UInt16)?
  private var own: OwnSound?
  private let responder: UInt8

  /// Pause after the end of a frame, until the other station listens again.
  private static let guardSeconds = 0.15
  /// The slots of `AnsweringStation` for first answers.
  private static let slotSeconds = 0.4
  private static let (slots, firstPercent) = (4, 55)
  private static let impatienceSeconds = 3.0
  private static let echoSeconds = 0.3

  /// A station without a request.
  ///
  /// - Parameters:
  ///   - modemProtocol: a hop protocol, which carries all frames.
  ///   - placement: the placement in which this station sends.
  ///   - rateHertz: sampling rate of the captured sound.
  ///   - slot: the slot of its replies, 0...7, if several stations agreed on a slot each; nil for
  ///     any.
  ///   - seed: chooses slots and this station's identity.
  public init(
    protocol modemProtocol: ModemProtocol, placement: Placement, rateHertz: Double,
    slot: Int? = nil, seed: UInt32
  ) {
    frames = RangingFrames(modemProtocol: modemProtocol, rateHertz: rateHertz)
    self.placement = placement
    self.slot = slot
    random = CongruentialSequence(seed: seed)
    responder = UInt8(random.next(bits: 8))
  }

  /// Takes an event of the receiver at `now`.
  public mutating func take(_ event: ReceiverEvent, at now: Double) {
    guard case .ranging(let frame, let message) = event,
      frame.protocolName == frames.modemProtocol.name
    else { return }
    switch message {
    case .request(let identity):
      switch state {
      case .replying, .reporting: return
      case nil, .called, .hearing, .measured: break
      }
      request = (frame, identity)
      let due = max(frame.endSeconds + Self.guardSeconds, now) + delaySeconds()
      state = .called(dueSeconds: due, latestSeconds: due + Self.impatienceSeconds)
    case .reply(let identity, let other):
      guard identity == request?.identity else { return }
      switch state {
      case .replying where other == responder: own?.frame = frame
      case .hearing(var own) where other == responder:
        own.frame = frame
        state = .hearing(own)
      // Another station was first.
      case .called: state = nil
      case nil, .replying, .hearing, .measured, .reporting: break
      }
    case .report: break
    }
  }

  private mutating func delaySeconds() -> Double {
    if let slot { return Double(slot) * Self.slotSeconds }
    if random.next(below: 100) < Self.firstPercent { return 0 }
    return Double(1 + random.next(below: Self.slots - 1)) * Self.slotSeconds
  }

  /// Whether an answer is waiting or sounding.
  public var isOwing: Bool { state != nil }

  /// The answer to send now; nil if no answer is due. `sense` tells whether the channel is free.
  public mutating func next(
    at now: Double, _ sense: ChannelSense, _ sound: CapturedSound
  ) -> Answer? {
    guard let request else { return nil }
    switch state {
    case .called(let due, let latest):
      guard now >= due else { return nil }
      if !sense.isFree(), now < latest {
        let isOther = sense.isBusy(since: request.frame.endSeconds + Self.echoSeconds)
        if isOther {
          state = .called(dueSeconds: now + 0.5 * delaySeconds(), latestSeconds: latest)
        }
        return nil
      }
      state = .replying
      let message = RangingMessage.reply(identity: request.identity, responder: responder)
      return Answer(message: message, request: request.frame)
    case .hearing(let own):
      guard own.isCaptured(at: now) else { return nil }
      state = nil
      guard
        let arrivals = RangingFrames.clearest(
          frames.arrivals(request.frame, .request(identity: request.identity), in: sound),
          frames.arrivals(own, in: sound)),
        let report = RangingReport(request: arrivals.first, reply: arrivals.second)
      else { return nil }
      state = .measured(report, dueSeconds: now, latestSeconds: now + Self.impatienceSeconds)
      return nil
    case .measured(let report, let due, let latest):
      guard now >= due else { return nil }
      if !sense.isFree(), now < latest { return nil }
      state = .reporting
      return Answer(
        message: .report(identity: request.identity, responder: responder, report),
        request: request.frame)
    case nil, .replying, .reporting: return nil
    }
  }

  /// Reports that captured sound was lost: the current measurement is discarded.
  public mutating func interrupt() {
    switch state {
    case .called, .hearing: state = nil
    case nil, .replying, .measured, .reporting: break
    }
    if case .replying = state { request = nil }
  }

  /// Reports that an answer begins to sound, of this station or of the `AnsweringStation`.
  public mutating func beginSpeaking(at now: Double) {
    if case .replying = state, let request {
      own = OwnSound(
        message: .reply(identity: request.identity, responder: responder), placement: placement,
        startSeconds: now, endSeconds: .infinity)
    }
  }

  /// Reports that the answer has ended.
  public mutating func endSpeaking(at now: Double) {
    switch state {
    case .replying:
      own?.endSeconds = now
      state = request == nil ? nil : own.map { .hearing($0) }
      own = nil
    case .reporting: state = nil
    case nil, .called, .hearing, .measured: break
    }
  }
}
