import CHandShake
import Catalog
import Exchange
import Modem
import Sealing

/// What is being confirmed.
struct Confirming {
  /// An exchange of either kind.
  enum Exchange {
    case message(ConfirmedMessage)
    case rounds(ConfirmedRounds)
  }

  let outgoing: Outgoing
  /// The protocol of each try, the last one of every other.
  let protocols: [ModemProtocol]
  var exchange: Exchange

  mutating func take(_ event: ReceiverEvent, at now: Double) {
    change({ $0.take(event, at: now) }, { $0.take(event, at: now) })
  }

  mutating func next(at now: Double) -> ConfirmedStep? {
    change({ $0.next(at: now) }, { $0.next(at: now) })
  }

  mutating func beginSpeaking(at now: Double) {
    change({ $0.beginSpeaking(at: now) }, { $0.beginSpeaking(at: now) })
  }

  mutating func endSpeaking(at now: Double) {
    change({ $0.endSpeaking(at: now) }, { $0.endSpeaking(at: now) })
  }

  private mutating func change<Result>(
    _ ofMessage: (inout ConfirmedMessage) -> Result, _ ofRounds: (inout ConfirmedRounds) -> Result
  ) -> Result {
    switch exchange {
    case .message(var message):
      defer { exchange = .message(message) }
      return ofMessage(&message)
    case .rounds(var rounds):
      defer { exchange = .rounds(rounds) }
      return ofRounds(&rounds)
    }
  }
}

/// Both roles of a receiver that also speaks: it answers others, and has its own messages confirmed.
///
/// Times are seconds of what was captured.
struct Speaking {
  /// What is to be told of it.
  enum Note {
    case answered(AnsweringStation.Answer)
    case missing(Receipt, needed: Int, count: Int)
    case confirmed(Receipt, tries: Int)
    /// No proof came; `nil` where nobody answered, else what a receiver said.
    case unconfirmed(Receipt?, tries: Int)
  }

  private var station: AnsweringStation?
  private var answerCeilingHertz: Double?
  private var confirming: Confirming?
  /// Whether what is sounding is a try, and not an answer; nil where nothing is.
  private var isTry: Bool?

  /// From now on answers, for so long an hour; zero ends that.
  mutating func answer(ceilingHertz: Double?, secondsPerHour: Double) {
    answerCeilingHertz = ceilingHertz
    station =
      secondsPerHour > 0
      ? AnsweringStation(limitSecondsPerHour: secondsPerHour, seed: .random(in: 0 ... .max)) : nil
  }

  /// From now on sends that until it is confirmed.
  mutating func confirm(_ confirming: Confirming) {
    if isTry == true { isTry = nil }
    self.confirming = confirming
  }

  /// Takes what the receiver said at `now`; `isKept` as of an `AnsweringStation`.
  mutating func take(_ event: ReceiverEvent, isKept: Bool, at now: Double) {
    station?.take(event, isKept: isKept, at: now)
    confirming?.take(event, at: now)
  }

  /// What is to be played now, and what is to be told.
  mutating func next(
    at now: Double, rateHertz: Double, _ tell: (Note) -> Void
  ) throws(StatusError) -> Transmitter? {
    guard isTry == nil else { return nil }
    while let step = confirming?.next(at: now) {
      switch step {
      case .send(let message, let attempt, _):
        return try attemptTransmitter(message, attempt, at: now, rateHertz: rateHertz)
      case .progress(let receipt, let needed, let count):
        tell(.missing(receipt, needed: needed, count: count))
      case .end(let outcome):
        confirming = nil
        switch outcome {
        case .confirmed(let receipt, let tries): tell(.confirmed(receipt, tries: tries))
        case .refused(let receipt): tell(.unconfirmed(receipt, tries: 1))
        case .unconfirmed(let tries): tell(.unconfirmed(nil, tries: tries))
        }
      }
    }
    guard let answer = station?.next(at: now) else { return nil }
    let transmitter = try answerTransmitter(answer, rateHertz: rateHertz)
    begin(isTry: false, at: now)
    tell(.answered(answer))
    return transmitter
  }

  /// Tells that what was played is over.
  mutating func end(at now: Double) {
    guard isTry != nil else { return }
    station?.endSpeaking(at: now)
    if isTry == true { confirming?.endSpeaking(at: now) }
    isTry = nil
  }

  private mutating func begin(isTry: Bool, at now: Double) {
    self.isTry = isTry
    station?.beginSpeaking(at: now)
    if isTry { confirming?.beginSpeaking(at: now) }
  }

  private mutating func attemptTransmitter(
    _ message: EncodedMessage, _ attempt: Int, at now: Double, rateHertz: Double
  ) throws(StatusError) -> Transmitter? {
    guard let confirming else { return nil }
    let chosen = confirming.protocols[min(attempt, confirming.protocols.count) - 1]
    let placement = try confirming.outgoing.placement(of: chosen, rateHertz: rateHertz)
    let transmitter: Transmitter
    do throws(TransmitterError) {
      transmitter = try Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
    } catch {
      throw StatusError(handshake_status(error))
    }
    begin(isTry: true, at: now)
    return transmitter
  }

  private func answerTransmitter(
    _ answer: AnsweringStation.Answer, rateHertz: Double
  ) throws(StatusError) -> Transmitter {
    let name: String =
      switch answer.robustness {
      case .quick: "hop-quick"
      case .usual: "hop"
      case .deep: "hop-deep"
      }
    let chosen = try Arguments.find(named: name)
    let placement = try Arguments.placement(
      of: chosen, ceilingHertz: answerCeilingHertz, rateHertz: rateHertz)
    do throws(TransmitterError) {
      return try Transmitter(
        .receipt(answer.receipt), protocol: chosen, placement: placement,
        sampleRateHertz: rateHertz)
    } catch {
      throw StatusError(handshake_status(error))
    }
  }
}
