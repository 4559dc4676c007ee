import HandShakeModem

/// The sending end of a confirmed exchange: it decides when to send which message, and reports the
/// result.
///
/// Times are seconds of the captured sound. The caller passes on the receiver's events, asks for
/// the next step, and reports when the sound of a try has ended.
public protocol ConfirmedExchange {
  /// Takes an event of the receiver at `now`.
  mutating func take(_ event: ReceiverEvent, at now: Double)
  /// The next step at `now`, or nil to keep listening. `sense` tells whether the channel is free.
  mutating func next(at now: Double, _ sense: ChannelSense) -> ConfirmedStep?
  /// Reports that the sound of a try has ended.
  mutating func endSpeaking(at now: Double)
}

/// The next step of the sender of a confirmed message.
public enum ConfirmedStep: Sendable {
  /// Send this message as try or round number `attempt`, from 1; `unanswered` earlier tries had no
  /// answer. `rung` is nil if the protocol has no rungs.
  case send(EncodedMessage, attempt: Int, unanswered: Int, rung: Int?)
  /// A receiver still needs `needed` of the `count` blocks of the message.
  case progress(Receipt, needed: Int, count: Int)
  /// The exchange is over.
  case end(ConfirmedOutcome)
}

/// The result of a confirmed exchange.
public enum ConfirmedOutcome: Sendable {
  /// The receipt proves that a receiver has the message, after this many tries or rounds.
  case confirmed(Receipt, attempts: Int)
  /// The receipt proves that a receiver had the message and could not accept it.
  case refused(Receipt)
  /// No receipt proved the arrival after this many tries or rounds.
  case unconfirmed(attempts: Int)
}
