import HandShakeExchange
import HandShakeModem

/// What is sent until a receipt proves that it came.
struct Confirming {
  /// An exchange of either kind.
  enum Exchange {
    case message(ConfirmedMessage)
    case rounds(ConfirmedRounds)
  }

  /// What frames carry in clear, by which a receiver tells them from those of other messages.
  let identity: UInt16
  /// What tells it from all other messages.
  let number: UInt64
  /// How the first try goes, and how those after so many that found no answer; the last one of
  /// every other.
  let ways: [(modemProtocol: ModemProtocol, ceilingHertz: Double?)]
  var exchange: Exchange

  mutating func take(_ event: ReceiverEvent, at now: Double) {
    change({ $0.take(event, at: now) }, { $0.take(event, at: now) })
  }

  mutating func next(at now: Double, _ sense: ChannelSense) -> ConfirmedStep? {
    change({ $0.next(at: now, sense) }, { $0.next(at: now, sense) })
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
