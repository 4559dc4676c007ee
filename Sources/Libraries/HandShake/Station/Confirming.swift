import HandShakeExchange
import HandShakeModem

/// An exchange that repeats its frames until a receipt proves their arrival.
struct Confirming {
  /// An exchange of either kind.
  enum Exchange {
    case message(ConfirmedMessage)
    case rounds(ConfirmedRounds)
  }

  /// The identity that frames carry in clear. It tells a receiver which frames belong together.
  let identity: UInt16
  /// The number that identifies the exchange.
  let number: UInt64
  /// How to send the first try, and each try after so many without an answer. The last entry serves
  /// all later tries.
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
