import HandShakeExchange
import HandShakeModem

/// An event of a station.
public enum StationEvent: Sendable {
  /// An event of the receiver, opened and judged: show a message, a file or a failure as it is.
  case heard(ReceiverEvent)
  /// A note about the answers.
  case note(AnsweringStation.Note)
  /// A receiver still needs so many of the `count` blocks of the file that is being confirmed.
  case missing(Receipt, needed: Int, count: Int)
  /// A receiver has the message, after so many tries or rounds, and seconds since the first.
  case confirmed(Receipt, attempts: Int, seconds: Double)
  /// No receipt proves the arrival. `receipt` is from a receiver that could not take the message.
  case unconfirmed(receipt: Receipt?, attempts: Int, seconds: Double)
  /// The distance of the other station.
  case measured(Distance, attempts: Int, seconds: Double)
  /// An event of a pairing.
  case pairing(PairingEvent)
  /// No station answered the measurement, or no answer could be measured.
  case unmeasured(attempts: Int, seconds: Double)
}

/// A sound for the caller to play now.
public struct StationSound: Sendable {
  /// The purpose of a sound.
  public enum Reason: Sendable {
    /// It answers a message.
    case answer(AnsweringStation.Answer)
    /// It answers a station that measures its distance.
    case ranging(RangingStation.Answer)
    /// The number of a try or round of a confirmation or measurement, from 1, at a rung if it has
    /// rungs.
    case attempt(Int, rung: Int?)
    /// It is a step of a pairing.
    case pairing(PairingMessage.Step)
  }

  /// The purpose.
  public let reason: Reason
  /// The protocol of the sound.
  public let modemProtocol: ModemProtocol
  let message: EncodedMessage
  let ceilingHertz: Double?

  /// Its samples at `rateHertz`, from the first.
  public func transmitter(rateHertz: Double) throws(OutgoingError) -> Transmitter {
    try OutgoingError.transmitter(
      message, by: modemProtocol, ceilingHertz: ceilingHertz, rateHertz: rateHertz)
  }
}

/// How a station answers.
public struct AnswerPolicy: Sendable {
  /// The slot of every answer, 0...7, if several stations agreed on one slot each; nil for a random
  /// slot.
  public var slot: Int?
  /// The most time on air of all answers in an hour, in seconds.
  public var secondsPerHour = AnswerPolicy.usualSecondsPerHour
  /// The ceiling of the loudspeaker, in hertz; nil for the usual ceiling.
  public var ceilingHertz: Double?

  /// Ten minutes.
  public static let usualSecondsPerHour = 600.0

  /// The usual policy.
  public init() {}
}
