import Catalog
import Exchange
import JSON
import Modem
import Sealing

/// `hsend --confirm`: sends what an exchange says, and listens for what it is waiting for.
struct ConfirmedSending<Exchange: ConfirmedExchange>: ~Copyable {
  private let options: SendOptions
  private let confirmation: Confirmation
  private var exchange: Exchange
  /// The protocol of each try, the last one of every other.
  private let protocols: [ModemProtocol]
  private var meter = NoiseMeter()

  /// Makes ready to send what `exchange` says, by `protocols` in turn.
  init(
    _ exchange: Exchange, by protocols: [ModemProtocol], _ options: SendOptions,
    _ confirmation: Confirmation
  ) {
    self.exchange = exchange
    self.protocols = protocols
    self.options = options
    self.confirmation = confirmation
  }

  /// Sends until it is confirmed; throws `unconfirmed` where it is not.
  consuming func run() throws(CommandFailure) {
    let ears = try AnswerEars(confirmation.captureDevice, protocols: Receipt.protocols)
    var speech: BackgroundSpeech?
    var status = StatusLine()
    var outcome: ConfirmedOutcome?
    var firstSentSeconds = 0.0
    var progress = ""
    defer { status.clear() }
    try ears.listen { events throws(CommandFailure) in
      let now = ears.seconds
      for event in events {
        meter.take(event, isSpeaking: speech != nil)
        exchange.take(event, at: now)
      }
      if let playing = speech, try playing.hasEnded {
        speech = nil
        exchange.endSpeaking(at: now)
        status.show("listening for the receipt" + progress)
      }
      switch exchange.next(at: now) {
      case .send(let message, let attempt, let rung):
        if attempt == 1 { firstSentSeconds = now }
        exchange.beginSpeaking(at: now)
        let isRepeated = attempt > 1 && rung == nil
        status.show(isRepeated ? "no receipt: sending again (\(attempt))" : "sending" + progress)
        let sent = protocols[min(attempt, protocols.count) - 1]
        try emit(EventObject.sent(attempt: attempt, protocolName: sent.name, rung: rung))
        speech = BackgroundSpeech(message, by: sent, options)
      case .progress(let receipt, let needed, let count):
        progress = ", \(count - needed) of \(count) blocks are there"
        status.show("sending" + progress)
        try emit(EventObject.missing(receipt, needed: needed, count: count))
      case .end(let ended):
        outcome = ended
        return false
      case nil: break
      }
      return true
    }
    status.clear()
    guard let outcome else { throw .interrupted }
    try end(outcome, seconds: ears.seconds - firstSentSeconds, name: ears.name)
  }

  private func end(
    _ outcome: ConfirmedOutcome, seconds: Double, name: String
  ) throws(CommandFailure) {
    switch outcome {
    case .confirmed(let receipt, let attempts):
      try emit(EventObject.confirmed(receipt, attempts: attempts, seconds: seconds))
      Program.say(
        "delivered after \(duration(seconds))"
          + (attempts == 1
            ? "" : protocols.count == 1 ? " in \(attempts) rounds" : " and \(attempts) tries")
          + ", heard \(receipt.signalToNoiseDecibels) dB above the noise", as: .hsend)
    case .refused(let receipt): try fail(.refused(receipt.status), seconds: seconds)
    case .unconfirmed(let attempts):
      try fail(
        .unanswered(
          attempts: attempts, isSealed: confirmation.isSealed,
          noiseDecibels: meter.noiseDecibels, captureName: name),
        seconds: seconds)
    }
  }

  private func fail(_ reason: NotConfirmed, seconds: Double) throws(CommandFailure) {
    let failure = CommandFailure.notConfirmed(reason)
    try emit(
      EventObject.unconfirmed(
        attempts: reason.attempts, seconds: seconds, sentence: failure.sentence(for: .hsend)))
    throw failure
  }

  private func emit(_ event: JSONValue) throws(CommandFailure) {
    if options.printsJSON { try Program.print(event.line) }
  }
}

extension Receipt {
  /// The protocols by which receipts come.
  static let protocols = ProtocolCatalog.builtIn.filter {
    ["hop", "hop-quick", "hop-deep"].contains($0.name)
  }
}

/// What `--confirm` asks for.
public struct Confirmation: Sendable, Equatable {
  /// The device on which receipts are heard.
  var captureDevice: Setting<String>
  /// How long after each try.
  var waitSeconds: Double
  /// Whether what is sent is sealed.
  var isSealed = false
}

/// Why something was not confirmed.
public enum NotConfirmed: Sendable {
  /// A receiver had it and could not take it.
  case refused(Receipt.Status)
  /// Nobody answered.
  case unanswered(attempts: Int, isSealed: Bool, noiseDecibels: Double?, captureName: String)

  var attempts: Int {
    switch self {
    case .refused: 1
    case .unanswered(let attempts, _, _, _): attempts
    }
  }

  var sentence: String {
    switch self {
    case .refused(.wrongTime):
      "not confirmed: it arrived, and the receiver takes it for a recording: set both clocks"
    case .refused:
      "not confirmed: it arrived, and the receiver could not keep it: see what it says"
    case .unanswered(let attempts, _, nil, let name):
      "not confirmed after \(attempts) tries: \(name) brings nothing but zeros, so see that its "
        + "microphone is not muted"
    case .unanswered(let attempts, let isSealed, let noise?, _):
      "not confirmed after \(attempts) tries: nobody listens with --answer"
        + (isSealed ? " and this secret" : "")
        + ", or its loudspeaker does not reach this microphone (noise here \(decimals(noise, 0)) dB)"
    }
  }
}
