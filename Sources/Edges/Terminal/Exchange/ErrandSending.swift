import HandShake
import HandShakeFeed
import HandShakeModem
import HandShakeSealing

/// `hsend --confirm` and `hsend --distance`: sends, and listens until the station has a result.
package struct ErrandSending {
  private enum Errand {
    case confirmation(Outgoing, Confirmation)
    case distance
  }

  private let options: SendOptions
  private let errand: Errand
  private let captureDevice: Setting<String>
  private let waitSeconds: Double
  private var meter = NoiseMeter()
  private var status = StatusLine()
  /// How much of a file has arrived, for the status line.
  private var progress = ""

  /// A rate that holds every placement, to find errors before a device is opened.
  private static let trialRateHertz = 192_000.0

  /// Prepares the measurement of a distance.
  package init(_ options: SendOptions, _ request: DistanceRequest) {
    self.options = options
    errand = .distance
    captureDevice = request.captureDevice
    waitSeconds = request.waitSeconds
  }

  /// Prepares to send `outgoing` until it is confirmed.
  init(_ options: SendOptions, _ outgoing: Outgoing, _ confirmation: Confirmation) {
    self.options = options
    errand = .confirmation(outgoing, confirmation)
    captureDevice = confirmation.captureDevice
    waitSeconds = confirmation.waitSeconds
  }

  /// Sends until the errand ends. Throws `notConfirmed` or `notMeasured` if nobody answers.
  package consuming func run() throws(CommandFailure) {
    let protocols = isDistance ? [Receipt.usualProtocol] : Receipt.protocols
    if isDistance {
      _ = try Receipt.usualProtocol.placement(
        declaredCeiling: options.ceilingHertz, rateHertz: Self.trialRateHertz)
    }
    let input = try CommandFailure.ofAnswers(captureDevice) { () throws(CommandFailure) in
      try SoundInput(.device(captureDevice.value))
    }
    var station = try CommandFailure.station(hears: protocols, input, keepsSamples: isDistance)
    try begin(&station)
    try options.emit(EventObject.sending(options, protocolName: protocolName))
    var voice = StationVoice(
      device: options.device, ceilingHertz: options.ceilingHertz,
      levelDecibels: options.levelDecibels.value, command: .hsend)
    var end: StationEvent?
    // Playback and capture are different devices. Only capture failures are failures of listening.
    var failure: CommandFailure?
    defer { status.clear() }
    try CommandFailure.ofAnswers(captureDevice) { () throws(CommandFailure) in
      try input.read(blockLength: DuplexBlock.frameCount * input.channelCount) { frames in
        do throws(CommandFailure) {
          end = try listen(frames, input, &station, &voice)
          return end == nil
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
    status.clear()
    guard let end else { throw .interrupted }
    try tell(end, name: input.name)
  }

  private var protocolName: String {
    switch errand {
    case .confirmation(let outgoing, _): outgoing.modemProtocol.name
    case .distance: Receipt.usualProtocol.name
    }
  }

  private var isDistance: Bool { if case .distance = errand { true } else { false } }

  private func begin(_ station: inout Station) throws(CommandFailure) {
    do throws(OutgoingError) {
      switch errand {
      case .confirmation(let outgoing, _):
        try station.confirm(outgoing, waitSeconds: waitSeconds, at: SealedClock.seconds)
      case .distance:
        try station.measureDistance(
          ceilingHertz: options.ceilingHertz.value, waitSeconds: waitSeconds)
      }
    } catch {
      throw .outgoing(error, declaredCeiling: options.ceilingHertz)
    }
  }

  /// Takes a block. Returns the result if it ended the errand.
  private mutating func listen(
    _ frames: UnsafeBufferPointer<Float>, _ input: SoundInput, _ station: inout Station,
    _ voice: inout StationVoice
  ) throws(CommandFailure) -> StationEvent? {
    for note in input.notes() {
      status.clear()
      Program.say(note, as: .hsend)
      station.interrupted()
    }
    for event in station.hear(frames, at: SealedClock.seconds) {
      switch event {
      case .heard(let event): meter.take(event, isSpeaking: voice.isSpeaking)
      case .missing(let receipt, let needed, let count):
        progress = ", \(count - needed) of \(count) blocks are there"
        status.show("sending" + progress)
        try options.emit(EventObject.missing(receipt, needed: needed, count: count))
      case .confirmed, .unconfirmed, .measured, .unmeasured: return event
      case .note, .pairing: break
      }
    }
    if try voice.end(&station) {
      status.show(isDistance ? "listening for the reply" : "listening for the receipt" + progress)
    }
    guard let sound = voice.begin(&station), case .attempt(let attempt, let rung) = sound.reason
    else { return nil }
    if isDistance {
      status.show(attempt == 1 ? "asking" : "no reply: asking again (\(attempt))")
    } else {
      let isRepeated = attempt > 1 && rung == nil
      status.show(isRepeated ? "no receipt: sending again (\(attempt))" : "sending" + progress)
    }
    try options.emit(
      EventObject.sent(attempt: attempt, protocolName: sound.modemProtocol.name, rung: rung))
    return nil
  }

  private func tell(_ end: StationEvent, name: String) throws(CommandFailure) {
    switch end {
    case .confirmed(let receipt, let attempts, let seconds):
      try options.emit(EventObject.confirmed(receipt, attempts: attempts, seconds: seconds))
      Program.say(
        "delivered after \(duration(seconds))"
          + (attempts == 1 ? "" : isFile ? " in \(attempts) rounds" : " and \(attempts) tries")
          + ", heard \(receipt.signalToNoiseDecibels) dB above the noise", as: .hsend)
    case .unconfirmed(let receipt?, _, let seconds):
      try fail(.notConfirmed(.refused(receipt.status)), attempts: 1, seconds: seconds)
    case .unconfirmed(nil, let attempts, let seconds):
      guard case .confirmation(let outgoing, let asked) = errand else { return }
      try fail(
        .notConfirmed(
          .unanswered(
            attempts: attempts, isSealed: asked.isSealed, lower: outgoing.placementBelowFloor,
            noiseDecibels: meter.noiseDecibels, captureName: name)),
        attempts: attempts, seconds: seconds)
    case .measured(let distance, let attempts, let seconds):
      if options.printsJSON {
        try options.emit(EventObject.distance(distance, attempts: attempts, seconds: seconds))
      } else {
        try Program.print(distance.sentence + "\n")
      }
    case .unmeasured(let attempts, let seconds):
      try fail(
        .notMeasured(attempts: attempts, noiseDecibels: meter.noiseDecibels, captureName: name),
        attempts: attempts, seconds: seconds)
    case .heard, .note, .missing, .pairing: break
    }
  }

  private var isFile: Bool {
    if case .confirmation(let outgoing, _) = errand, case .file = outgoing.content {
      true
    } else {
      false
    }
  }

  private func fail(
    _ failure: CommandFailure, attempts: Int, seconds: Double
  ) throws(CommandFailure) {
    try options.emit(
      EventObject.unconfirmed(
        attempts: attempts, seconds: seconds, sentence: failure.sentence(for: .hsend)))
    throw failure
  }
}

extension CommandFailure {
  /// A station for the sound of `input`.
  package static func station(
    hears protocols: [ModemProtocol], _ input: SoundInput, keepsSamples: Bool = false,
    meteredBands: [Placement] = []
  ) throws(CommandFailure) -> Station {
    do throws(StationError) {
      return try Station(
        hears: protocols, rateHertz: input.rateHertz, channelCount: input.channelCount,
        channels: input.channels, keepsSamples: keepsSamples, meteredBands: meteredBands)
    } catch {
      throw .unusableRate(rateHertz: input.rateHertz)
    }
  }
}

/// Measures the noise at the device that hears receipts.
struct NoiseMeter {
  private var softest = Float.infinity
  private var loudest: Float = 0

  /// Takes a level, unless this program sounds at the time.
  mutating func take(_ event: ReceiverEvent, isSpeaking: Bool) {
    guard case .level(let level) = event else { return }
    loudest = max(loudest, level.peak)
    if !isSpeaking { softest = min(softest, level.bandRootMeanSquare) }
  }

  /// The softest tenth of a second, in dB of full scale; nil if all samples were zeros.
  var noiseDecibels: Double? {
    loudest > 0 && softest.isFinite ? decibels(amplitude: softest) : nil
  }
}

/// The settings of `--confirm`.
package struct Confirmation: Sendable, Equatable {
  /// The device on which receipts are heard.
  var captureDevice: Setting<String>
  /// Seconds to listen after each try.
  var waitSeconds: Double
  /// Whether the text or file is sealed.
  var isSealed = false
}

/// The settings of `--distance`.
package struct DistanceRequest: Sendable, Equatable {
  /// The device on which replies are heard.
  var captureDevice: Setting<String>
  /// Seconds to listen for a reply after each try.
  var waitSeconds: Double
}

/// Why a transmission was not confirmed.
package enum NotConfirmed: Sendable {
  /// A receiver received it and refused it.
  case refused(Receipt.Status)
  /// Nobody answered.
  case unanswered(
    attempts: Int, isSealed: Bool, lower: Placement?, noiseDecibels: Double?, captureName: String)

  var sentence: String {
    switch self {
    case .refused(.wrongTime):
      "not confirmed: it arrived, and the receiver takes it for a recording: set both clocks"
    case .refused:
      "not confirmed: it arrived, and the receiver could not keep it: see what it says"
    case .unanswered(let attempts, _, _, nil, let name):
      "not confirmed after \(attempts) tries: \(name) delivers only digital silence, so unmute "
        + "its microphone"
    case .unanswered(let attempts, let isSealed, let lower, let noise?, _):
      "not confirmed after \(attempts) tries: nobody listens with --answer"
        + (isSealed ? " and this secret" : "") + ", or its loudspeaker does not reach this "
        + "microphone (noise here \(decimals(noise, 0)) dB)"
        + (lower.map { "; --floor \($0.sufficientFloor) reaches farther, and more people hear it" }
          ?? "")
    }
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
