import HandShakeModem

/// The end of an exchange that sends something and wants to know whether it came: it says when to
/// send what, and how it ended.
///
/// Times are seconds of what was captured. Whoever drives it hands on what the receiver says, asks
/// for the next step, and tells when the sound of a try has ended.
public protocol ConfirmedExchange {
  /// Takes what the receiver said at `now`.
  mutating func take(_ event: ReceiverEvent, at now: Double)
  /// What is to be done at `now`, where `sense` tells whether somebody sounds; nil to listen on.
  mutating func next(at now: Double, _ sense: ChannelSense) -> ConfirmedStep?
  /// Tells that the sound of a try has ended.
  mutating func endSpeaking(at now: Double)
}

/// What the sender of something that is to be confirmed does next.
public enum ConfirmedStep: Sendable {
  /// Send this message as the try or round of number `attempt`, from 1; so many before it found no
  /// answer. `rung` is nil if the protocol has no rungs.
  case send(EncodedMessage, attempt: Int, unanswered: Int, rung: Int?)
  /// A receiver needs so many blocks still, of those that make the message.
  case progress(Receipt, needed: Int, count: Int)
  /// It is over.
  case end(ConfirmedOutcome)
}

/// How the sending of something that is to be confirmed ended.
public enum ConfirmedOutcome: Sendable {
  /// A receiver has it, as this receipt proves, after so many tries or rounds.
  case confirmed(Receipt, attempts: Int)
  /// A receiver had it, and could not take it, as this receipt proves.
  case refused(Receipt)
  /// Nobody answered, or nobody who had it, after so many.
  case unconfirmed(attempts: Int)
}
