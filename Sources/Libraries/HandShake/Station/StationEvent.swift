import HandShakeExchange
import HandShakeModem

/// What a station has to say.
public enum StationEvent: Sendable {
  /// What was heard, opened and judged: a message, a file and a failure are as they are to be
  /// shown.
  case heard(ReceiverEvent)
  /// What is worth a sentence about its answers.
  case note(AnsweringStation.Note)
  /// A receiver needs so many blocks still of what is being confirmed, out of those that make it.
  case missing(Receipt, needed: Int, count: Int)
  /// A receiver has what was being confirmed, after so many tries or rounds and seconds since the
  /// first.
  case confirmed(Receipt, attempts: Int, seconds: Double)
  /// No receipt proves that it came; `receipt` is that of a receiver that could not take it.
  case unconfirmed(receipt: Receipt?, attempts: Int, seconds: Double)
  /// How far the other station is.
  case measured(Distance, attempts: Int, seconds: Double)
  /// What came of a pairing.
  case pairing(PairingEvent)
  /// Nobody answered who wanted to know a distance, or nobody who could be measured.
  case unmeasured(attempts: Int, seconds: Double)
}

/// A sound that a station wants played now.
public struct StationSound: Sendable {
  /// What it is for.
  public enum Reason: Sendable {
    /// It answers a message.
    case answer(AnsweringStation.Answer)
    /// It answers a station that measures its distance.
    case ranging(RangingStation.Answer)
    /// It is the how manyth try or round of what is being confirmed or measured, from 1, at a rung
    /// where there are any.
    case attempt(Int, rung: Int?)
    /// It is a step of a pairing.
    case pairing(PairingMessage.Step)
  }

  /// What it is for.
  public let reason: Reason
  /// The protocol by which it goes.
  public let modemProtocol: ModemProtocol
  let message: EncodedMessage
  let ceilingHertz: Double?

  /// Its samples at `rateHertz`, from the first on.
  public func transmitter(rateHertz: Double) throws(OutgoingError) -> Transmitter {
    try OutgoingError.transmitter(
      message, by: modemProtocol, ceilingHertz: ceilingHertz, rateHertz: rateHertz)
  }
}

/// How a station answers.
public struct AnswerPolicy: Sendable {
  /// The slot of every answer, 0...7, where several stations agreed on one each; nil for one at
  /// random.
  public var slot: Int?
  /// How long all answers of an hour may sound, in seconds.
  public var secondsPerHour = AnswerPolicy.usualSecondsPerHour
  /// The ceiling of the loudspeaker, in hertz; nil for the usual one.
  public var ceilingHertz: Double?

  /// Ten minutes.
  public static let usualSecondsPerHour = 600.0

  /// The usual one.
  public init() {}
}
