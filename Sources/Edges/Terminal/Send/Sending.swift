import Catalog
import Exchange
import Modem
import Sealing

/// `hsend`: a text or a file as sound, to a recording or a device.
public struct Sending {
  private let options: SendOptions
  private let modemProtocol: ModemProtocol
  private let content: SentContent
  private let secret: Secret?
  private let message: EncodedMessage
  /// What proves that it came, where that is to be confirmed.
  private let confirmed: ConfirmedContent?
  /// The rounds of a file that is to be confirmed.
  private let rounds: MessageRounds?

  /// A rate that holds whatever could be asked for, to find what is wrong before a device is opened.
  private static let trialRateHertz = 192_000.0
  /// What takes longer is told before it starts.
  private static let longSeconds = 60.0

  /// Gets the protocol, and what is to be sent, which standard input may have to deliver first.
  public init(_ options: SendOptions) throws(CommandFailure) {
    self.options = options
    do throws(CommandFailure) {
      modemProtocol = try ProtocolChoice.find(
        options.protocolName.value, length: options.messageLength)
    } catch {
      throw options.protocolName.blamed(for: error)
    }
    try SoundOutput.checkTarget(options)
    // Nobody types what is refused then.
    secret = options.isUnsealed ? nil : try options.secret.sealing()
    if case .wifi = options.text, secret == nil, !options.isUnsealed { throw .passwordInClear }
    content = try SentContent.read(
      options.text, protocolName: modemProtocol.name, carriesFiles: modemProtocol.carriesFiles)
    if secret != nil, SealedClock.isBehind {
      Program.say(
        "the clock shows a time before this program was made, and receivers will take what is sealed "
          + "for a recording: set it",
        as: .hsend)
    }
    confirmed =
      options.confirmation == nil ? nil : ConfirmedContent(content.clear, secret: secret)
    do {
      if let confirmed, case .file = content {
        rounds = try confirmed.rounds(protocol: modemProtocol)
      } else {
        rounds = nil
      }
      message = try Self.encoded(content, modemProtocol, secret, options, confirmed)
    } catch {
      let failure = CommandFailure.text(error, protocolName: modemProtocol.name)
      if case .unknownRung = error { throw options.rung?.blamed(for: failure) ?? failure }
      throw failure
    }
  }

  /// The frames of `content`, sealed now where there is a secret.
  private static func encoded(
    _ content: SentContent, _ modemProtocol: ModemProtocol, _ secret: Secret?,
    _ options: SendOptions, _ confirmed: ConfirmedContent?
  ) throws(TransmitterError) -> EncodedMessage {
    // A configured rung applies to bursts only; a rung that was typed is refused by other protocols.
    let isMeantForOthers = options.rung?.isConfigured == true && modemProtocol.ladder == nil
    var copies = options.everySeconds == nil ? options.repeatCount ?? 1 : 1
    var sent = content.clear
    if let secret {
      sent = try content.clear.sealed(
        with: secret, at: confirmed?.sealingTime ?? SealedClock.now)
      if copies > 1 {
        copies = roundCopies(of: copies, eachSeconds: modemProtocol.airSeconds(of: sent) ?? 0)
      }
    }
    return try EncodedMessage(
      sent, protocol: modemProtocol, identity: confirmed?.identity ?? .random(in: .min ... .max),
      copies: copies,
      isRepeated: options.repeatCount != 1, pace: isMeantForOthers ? .automatic : options.pace,
      repairPercent: options.repairPercent, wantsAnswer: confirmed != nil)
  }

  /// How many of `copies` go with one seal, as it is sealed anew only between rounds of so many: the most that
  /// divide them and come before it is old.
  static func roundCopies(of copies: Int, eachSeconds: Double) -> Int {
    let most = max(1, Int(Transmission.freshSeconds / max(eachSeconds, 0.001)))
    return (1...min(most, copies)).last { copies % $0 == 0 } ?? 1
  }

  /// Sends all of it, or tells with `--dry-run` what that would be; throws `interrupted` where a signal ends it
  /// before.
  public func run() throws(CommandFailure) {
    if options.isDryRun { return try Program.print(forecast()) }
    if options.outputPath == nil {
      _ = try series(rateHertz: Self.trialRateHertz)
      try warnOfLength()
    }
    if let confirmation = options.confirmation { return try confirm(confirmation) }
    try SoundOutput(options).send(SendingProgress(content)) { rateHertz throws(CommandFailure) in
      try series(rateHertz: rateHertz)
    }
  }

  /// Sends it until it is confirmed.
  private func confirm(_ confirmation: Confirmation) throws(CommandFailure) {
    guard let confirmed else { return }
    var confirmation = confirmation
    confirmation.isSealed = secret != nil
    if let rounds {
      let placement = try placement(rateHertz: Self.trialRateHertz)
      let exchange: ConfirmedRounds
      do {
        exchange = try confirmed.exchange(
          rounds, rung: options.rung?.value, placement: placement,
          waitSeconds: confirmation.waitSeconds)
      } catch {
        throw .text(error, protocolName: modemProtocol.name)
      }
      return try ConfirmedSending(exchange, by: [modemProtocol], options, confirmation).run()
    }
    var others: [Int: EncodedMessage] = [:]
    let names = ConfirmedContent.usualProtocolNames
    var protocols = [ModemProtocol](repeating: modemProtocol, count: names.count)
    // Nobody asked for a protocol.
    if options.protocolName.origin == .builtIn {
      for (index, name) in names.enumerated() {
        guard let other = ProtocolCatalog.builtIn.first(where: { $0.name == name }),
          let message = try? Self.encoded(content, other, secret, options, confirmed)
        else { continue }
        (others[index], protocols[index]) = (message, other)
      }
    }
    let exchange = confirmed.exchange(
      message, others: others, waitSeconds: confirmation.waitSeconds)
    try ConfirmedSending(exchange, by: protocols, options, confirmation).run()
  }

  /// `0.7 s on air by hop, 17000 to 19976 Hz`.
  private func forecast() throws(CommandFailure) -> String {
    let rateHertz = options.fileRateHertz
    _ = try series(rateHertz: rateHertz)
    let times = options.repeatCount.map { $0 > 1 ? "\($0) times " : "" } ?? "again and again "
    return "\(times)\(duration(try onceSeconds(rateHertz: rateHertz))) on air by "
      + "\(modemProtocol.name), \(try placement(rateHertz: rateHertz).wording)\n"
  }

  /// Says so where the message takes so long that somebody might think of another way, and names one.
  private func warnOfLength() throws(CommandFailure) {
    let seconds = try onceSeconds(rateHertz: Self.trialRateHertz)
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

  /// How long the message sounds once.
  private func onceSeconds(rateHertz: Double) throws(CommandFailure) -> Double {
    let sent = try transmitter(rateHertz: rateHertz)
    return Double(sent.sampleCount) / rateHertz / Double(sent.copyCount)
  }

  private func series(
    rateHertz: Double
  ) throws(CommandFailure) -> TransmissionSeries<Transmission> {
    let placement = try placement(rateHertz: rateHertz)
    let renew = secret.map { secret in
      { () -> Transmitter? in
        guard
          let message = try? Self.encoded(content, modemProtocol, secret, options, nil),
          let next = try? Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
        else { return nil }
        return next
      }
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
    let placement = try placement(rateHertz: rateHertz)
    do {
      return try Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
    } catch {
      throw .text(error, protocolName: modemProtocol.name)
    }
  }
}
