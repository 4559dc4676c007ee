import Catalog
import Exchange
import JSON
import Modem
import Sealing

/// `hsend --confirm` of a text: sends, and listens for the receipt.
struct ConfirmedSending: ~Copyable {
  private let options: SendOptions
  private let confirmation: Confirmation
  /// The message by try, the last one for every other.
  private let attempts: [(message: EncodedMessage, sent: ModemProtocol)]
  private let proof: ReceiptProof
  private var meter = NoiseMeter()

  /// The protocols by which receipts come.
  static let receiptProtocols = ProtocolCatalog.builtIn.filter {
    ["hop", "hop-quick", "hop-deep"].contains($0.name)
  }

  /// Samples of each channel that are taken at a time.
  static let blockFrames = 2048

  /// Makes ready to send `attempts` in turn, until a receipt brings `proof`.
  init(
    _ options: SendOptions, _ confirmation: Confirmation,
    attempts: [(message: EncodedMessage, sent: ModemProtocol)], proof: ReceiptProof
  ) {
    self.options = options
    self.confirmation = confirmation
    self.attempts = attempts
    self.proof = proof
  }

  /// Sends until it is confirmed; throws `unconfirmed` where it is not.
  consuming func run() throws(CommandFailure) {
    let input = try SoundInput(
      .device(confirmation.captureDevice.value),
      bandHertz: BandFilter.bandHertz(of: Self.receiptProtocols))
    var feed = try ReceiverFeed(
      protocols: Self.receiptProtocols, rateHertz: input.rateHertz,
      channelCount: input.channelCount, fixedChannel: nil)
    let proof = proof
    var exchange = ConfirmedMessage(
      attempts: confirmation.attempts, waitSeconds: confirmation.waitSeconds,
      lastWaitSeconds: confirmation.waitSeconds + 3, seed: .random(in: .min ... .max)
    ) { proof.isProven(by: $0) }
    var speech: BackgroundSpeech?
    var status = StatusLine()
    var outcome: ConfirmedMessage.Outcome?
    var firstSentSeconds = 0.0
    defer { status.clear() }
    try input.read(blockLength: Self.blockFrames * input.channelCount) {
      frames throws(CommandFailure) in
      let now = input.seconds
      for event in feed.push(frames) {
        meter.take(event, isSpeaking: speech != nil)
        exchange.take(event, at: now)
      }
      if let playing = speech, try playing.hasEnded {
        speech = nil
        exchange.endSpeaking(at: now)
        status.show("listening for a receipt")
      }
      switch exchange.next(at: now) {
      case .send(let attempt):
        if attempt == 1 { firstSentSeconds = now }
        exchange.beginSpeaking(at: now)
        status.show(attempt == 1 ? "sending" : "no receipt: sending for the \(ordinal(attempt)) time")
        let (message, sent) = attempts[min(attempt, attempts.count) - 1]
        try emit(EventObject.sent(attempt: attempt, protocolName: sent.name, rung: nil))
        speech = self.speech(message, sent)
      case .end(let ended):
        outcome = ended
        return false
      case nil: break
      }
      return true
    }
    status.clear()
    guard let outcome else { throw .interrupted }
    try end(outcome, seconds: input.seconds - firstSentSeconds, name: input.name)
  }

  private func speech(_ message: EncodedMessage, _ sent: ModemProtocol) -> BackgroundSpeech {
    let options = options
    return BackgroundSpeech(
      to: options.device, levelDecibels: options.levelDecibels.value, for: .hsend
    ) { rateHertz throws(CommandFailure) in
      let placement = try sent.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: rateHertz)
      do throws(TransmitterError) {
        return try Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
      } catch {
        throw .text(error, protocolName: sent.name)
      }
    }
  }

  private func end(
    _ outcome: ConfirmedMessage.Outcome, seconds: Double, name: String
  ) throws(CommandFailure) {
    switch outcome {
    case .confirmed(let receipt, let attempts):
      try emit(EventObject.confirmed(receipt, attempts: attempts, seconds: seconds))
      Program.say(
        "delivered after \(duration(seconds))" + (attempts > 1 ? " and \(attempts) tries" : "")
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

/// How loud it is where one listens for receipts.
struct NoiseMeter {
  private var softest = Float.infinity
  private var loudest: Float = 0

  /// Takes a level, unless one sounds oneself.
  mutating func take(_ event: ReceiverEvent, isSpeaking: Bool) {
    guard case .level(let level) = event else { return }
    loudest = max(loudest, level.peak)
    if !isSpeaking { softest = min(softest, level.bandRootMeanSquare) }
  }

  /// The softest tenth of a second, in dB of full scale; nil where all of it was zeros.
  var noiseDecibels: Double? {
    loudest > 0 && softest.isFinite ? decibels(amplitude: softest) : nil
  }
}

/// What `--confirm` asks for.
public struct Confirmation: Sendable, Equatable {
  /// The device on which receipts are heard.
  var captureDevice: Setting<String>
  /// How long after each try.
  var waitSeconds: Double
  var attempts = 3
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

/// 2nd, 3rd.
private func ordinal(_ number: Int) -> String {
  number == 2 ? "2nd" : number == 3 ? "3rd" : "\(number)th"
}
