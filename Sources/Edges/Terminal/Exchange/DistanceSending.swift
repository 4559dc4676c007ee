import Catalog
import Exchange
import JSON
import Modem

/// `hsend --distance`: asks who listens with `hrecv --answer` how far that is, and prints it.
public struct DistanceSending: ~Copyable {
  private let options: SendOptions
  private let request: DistanceRequest
  private var meter = NoiseMeter()

  /// A rate that holds whatever could be asked for, to find what is wrong before a device is opened.
  private static let trialRateHertz = 192_000.0

  /// Makes ready to measure.
  public init(_ options: SendOptions, _ request: DistanceRequest) {
    self.options = options
    self.request = request
  }

  /// Measures, three times at most; throws `notMeasured` where nobody answers.
  public consuming func run() throws(CommandFailure) {
    let modem = ModemProtocol.ranging
    let placement = try modem.placement(
      declaredCeiling: options.ceilingHertz, rateHertz: Self.trialRateHertz)
    let ears = try AnswerEars(request.captureDevice, protocols: [modem], keepsSamples: true)
    var sender = RangingSender(
      protocol: modem, placement: placement, rateHertz: ears.rateHertz,
      waitSeconds: request.waitSeconds, seed: .random(in: .min ... .max))
    var speech: BackgroundSpeech?
    var status = StatusLine()
    var end: RangingStep?
    var firstSentSeconds = 0.0
    defer { status.clear() }
    try ears.listen { events throws(CommandFailure) in
      let now = ears.seconds
      for event in events {
        meter.take(event, isSpeaking: speech != nil)
        sender.take(event)
      }
      for note in ears.notes() {
        status.clear()
        Program.say(note, as: .hsend)
        sender.interrupt(at: now)
      }
      if let playing = speech, try playing.hasEnded {
        speech = nil
        sender.endSpeaking(at: now)
        status.show("listening for the reply")
      }
      let step = sender.next(at: now) { ears.samples(from: $0, to: $1) }
      switch step {
      case .send(let message, let attempt):
        if attempt == 1 { firstSentSeconds = now }
        sender.beginSpeaking(at: now)
        status.show(attempt == 1 ? "asking" : "no reply: asking again (\(attempt))")
        try emit(EventObject.sent(attempt: attempt, protocolName: modem.name, rung: nil))
        speech = BackgroundSpeech(message, by: modem, options)
      case .measured, .unanswered:
        end = step
        return false
      case nil: break
      }
      return true
    }
    status.clear()
    let seconds = ears.seconds - firstSentSeconds
    switch end {
    case .measured(let distance, let attempts):
      if options.printsJSON {
        try emit(EventObject.distance(distance, attempts: attempts, seconds: seconds))
      } else {
        try Program.print(distance.sentence + "\n")
      }
    case .unanswered(let attempts):
      let failure = CommandFailure.notMeasured(
        attempts: attempts, noiseDecibels: meter.noiseDecibels, captureName: ears.name)
      try emit(
        EventObject.unconfirmed(
          attempts: attempts, seconds: seconds, sentence: failure.sentence(for: .hsend)))
      throw failure
    case .send, nil: throw .interrupted
    }
  }

  private func emit(_ event: JSONValue) throws(CommandFailure) {
    if options.printsJSON { try Program.print(event.line) }
  }
}

/// What `--distance` asks for.
public struct DistanceRequest: Sendable, Equatable {
  /// The device on which replies are heard.
  var captureDevice: Setting<String>
  /// How long to listen for one after each try.
  var waitSeconds: Double
}

extension BackgroundSpeech {
  /// Begins to play `message`, encoded for `sent`, as the options say.
  convenience init(_ message: EncodedMessage, by sent: ModemProtocol, _ options: SendOptions) {
    self.init(to: options.device, levelDecibels: options.levelDecibels.value, for: .hsend) {
      rateHertz throws(CommandFailure) in
      let placement = try sent.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: rateHertz)
      do throws(TransmitterError) {
        return try Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
      } catch {
        throw .text(error, protocolName: sent.name)
      }
    }
  }
}

extension ModemProtocol {
  /// The protocol by which distances are measured.
  static var ranging: ModemProtocol {
    guard let hop = ProtocolCatalog.builtIn.first(where: { $0.name == "hop" }) else {
      preconditionFailure("hop is built in")
    }
    return hop
  }
}

extension Distance {
  /// For people: `2.31 m, give or take 0.07 m`.
  var sentence: String {
    hasDirectPath
      ? "\(decimals(metres, 2)) m, give or take \(decimals(uncertaintyMetres, 2)) m"
      : "about \(decimals(metres, 1)) m, within \(decimals(uncertaintyMetres, 1)) m: no direct path"
  }
}
