import HandShake
import HandShakeCatalog
import HandShakeJSON
import HandShakeModem
import HandShakeSealing

/// `hsend`: sends a text or a file as sound to a recording or a device.
package struct Sending {
  private let options: SendOptions
  private let modemProtocol: ModemProtocol
  private let content: SentContent
  private let outgoing: Outgoing
  /// The frames of `outgoing`, sealed now if there is a secret.
  private let message: EncodedMessage

  /// A rate that holds every placement, to find errors before a device is opened.
  private static let trialRateHertz = 192_000.0
  /// A longer duration is reported before the start.
  private static let longSeconds = 60.0

  /// Finds the protocol and reads the content, which may come from standard input.
  package init(_ options: SendOptions) throws(CommandFailure) {
    self.options = options
    do throws(CommandFailure) {
      modemProtocol = try ProtocolChoice.find(
        options.protocolName.value, length: options.messageLength)
    } catch {
      throw options.protocolName.blamed(for: error)
    }
    try SoundOutput.checkTarget(options)
    // A refusal must come before the user types a password.
    let secret = options.isUnsealed ? nil : try options.secret.sealing()
    if case .wifi = options.text, secret == nil, !options.isUnsealed { throw .passwordInClear }
    content = try SentContent.read(
      options.text, protocolName: modemProtocol.name, carriesFiles: modemProtocol.carriesFiles)
    if secret != nil, SealedClock.isBehind {
      Program.say(
        "the clock shows a time before this program was made, and receivers will take what is "
          + "sealed for a recording: set it",
        as: .hsend)
    }
    do throws(OutgoingError) {
      outgoing = try Self.outgoing(content, modemProtocol, secret, options)
      if options.confirmation != nil { try outgoing.checkConfirmation(at: SealedClock.seconds) }
      message = try outgoing.message(at: SealedClock.seconds)
    } catch {
      let failure = CommandFailure.outgoing(error, declaredCeiling: options.ceilingHertz)
      if case .content(.unknownRung, _) = error {
        throw options.rung?.blamed(for: failure) ?? failure
      }
      throw failure
    }
  }

  /// `content` with the settings of the options.
  private static func outgoing(
    _ content: SentContent, _ modemProtocol: ModemProtocol, _ secret: Secret?,
    _ options: SendOptions
  ) throws(OutgoingError) -> Outgoing {
    // A configured rung applies to bursts only. Other protocols refuse a typed rung.
    let isMeantForOthers = options.rung?.isConfigured == true && modemProtocol.ladder == nil
    var outgoing = Outgoing(
      content.clear, by: modemProtocol,
      isProtocolChosen: options.protocolName.origin != .builtIn, secret: secret)
    outgoing.copies = options.everySeconds == nil ? options.repeatCount ?? 1 : 1
    if secret != nil, outgoing.copies > 1 {
      outgoing.copies = roundCopies(
        of: outgoing.copies, eachSeconds: outgoing.airSeconds(at: SealedClock.seconds) ?? 0)
    }
    outgoing.isRepeated = options.repeatCount != 1
    outgoing.pace = isMeantForOthers ? .automatic : options.pace
    outgoing.ceilingHertz = options.ceilingHertz.value
    outgoing.floorHertz = options.floorHertz.value
    return outgoing
  }

  /// The number of copies with one seal: the largest divisor of `copies` whose round ends before
  /// the seal is old. The message is sealed anew only between rounds.
  static func roundCopies(of copies: Int, eachSeconds: Double) -> Int {
    let most = max(1, Int(Transmission.freshSeconds / max(eachSeconds, 0.001)))
    return (1...min(most, copies)).last { copies % $0 == 0 } ?? 1
  }

  /// Sends the whole message, or describes it with `--dry-run`. Throws `interrupted` if a signal
  /// ends it early.
  package func run() throws(CommandFailure) {
    if options.isDryRun { return try forecast() }
    if options.outputPath == nil {
      warnOfLength(try series(rateHertz: Self.trialRateHertz).onceSeconds)
    }
    if var confirmation = options.confirmation {
      confirmation.isSealed = outgoing.secret != nil
      return try ErrandSending(options, outgoing, confirmation).run()
    }
    try SoundOutput(options, protocolName: modemProtocol.name).send(SendingProgress(content)) {
      rateHertz throws(CommandFailure) in
      let series = try self.series(rateHertz: rateHertz)
      try options.emit(event(rateHertz: rateHertz, seconds: series.onceSeconds))
      return series
    }
  }

  /// The event that describes the message.
  private func event(rateHertz: Double, seconds: Double) throws(CommandFailure) -> JSONValue {
    EventObject.sending(
      options, protocolName: modemProtocol.name, rateHertz: rateHertz,
      placement: try placement(rateHertz: rateHertz), seconds: seconds)
  }

  /// Prints `0.7 s on air by hop, 17000 to 19976 Hz` and the listeners by placement, or an event
  /// that describes the message.
  private func forecast() throws(CommandFailure) {
    let rateHertz = options.fileRateHertz
    let seconds = try series(rateHertz: rateHertz).onceSeconds
    if options.printsJSON { return try options.emit(event(rateHertz: rateHertz, seconds: seconds)) }
    let times = options.repeatCount.map { $0 > 1 ? "\($0) times " : "" } ?? "again and again "
    let placement = try placement(rateHertz: rateHertz)
    try Program.print(
      "\(times)\(duration(seconds)) on air by \(modemProtocol.name), \(placement.wording)\n"
        + otherPaces
        + (modemProtocol.isNearUltrasonic ? modemProtocol.audibility(from: placement) : ""))
  }

  /// The durations of the other paces, if the user did not choose a pace.
  private var otherPaces: String {
    guard modemProtocol.ladder != nil, outgoing.pace == .automatic else { return "" }
    func once(_ pace: TransmissionPace) -> String {
      var other = outgoing
      other.pace = pace
      return duration(other.airSeconds(at: SealedClock.seconds) ?? 0)
    }
    return "--robust takes \(once(.robust)), --fast \(once(.fast))\n"
  }

  /// Warns of a long duration, and names a faster way.
  private func warnOfLength(_ seconds: Double) {
    guard seconds > Self.longSeconds else { return }
    let faster = ["burst", "burst-max"].lazy.compactMap { name in
      ProtocolCatalog.builtIn.first { $0.name == name }?.airSeconds(of: content.clear).map {
        (name, $0)
      }
    }.first { $0.1 < 0.75 * seconds }
    Program.say(
      "this takes \(duration(seconds))"
        + (faster.map { ", and --protocol \($0.0) \(duration($0.1)) where it is quiet" } ?? ""),
      as: .hsend)
  }

  private func series(
    rateHertz: Double
  ) throws(CommandFailure) -> TransmissionSeries<Transmission> {
    let renew = outgoing.secret.map { _ in
      { try? outgoing.transmitter(rateHertz: rateHertz, at: SealedClock.seconds) }
    }
    return try TransmissionSeries(
      Transmission(
        transmitter(rateHertz: rateHertz), everySeconds: options.everySeconds, renew: renew),
      options: options, rateHertz: rateHertz)
  }

  private func placement(rateHertz: Double) throws(CommandFailure) -> Placement {
    try modemProtocol.placement(declaredCeiling: options.ceilingHertz, rateHertz: rateHertz)
  }

  private func transmitter(rateHertz: Double) throws(CommandFailure) -> Transmitter {
    _ = try placement(rateHertz: rateHertz)
    do throws(OutgoingError) {
      return try outgoing.transmitter(message, rateHertz: rateHertz)
    } catch {
      throw .outgoing(error, declaredCeiling: options.ceilingHertz)
    }
  }
}
