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
  /// When it was sealed, and what tells it from the same sent another time.
  private let sealingTime: SealingTime
  private let identity: UInt16
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
    let isConfirmed = options.confirmation != nil
    if isConfirmed, case .file(let file) = content {
      // Sent again it is the same, so that what came of it before counts.
      identity = file.digest[..<2].reduce(0) { $0 << 8 | UInt16($1) }
      sealingTime = SealedClock.beginningOfHour
    } else {
      // A text in one frame of hop takes eight bits of it along.
      identity = .random(in: isConfirmed ? 0...255 : .min ... .max)
      sealingTime = SealedClock.now
    }
    do {
      if isConfirmed, case .file = content {
        var sent = content.clear
        if let secret { sent = try sent.sealed(with: secret, at: sealingTime) }
        rounds = try MessageRounds(sent, protocol: modemProtocol, identity: identity)
      } else {
        rounds = nil
      }
      message = try Self.encoded(
        content, modemProtocol, secret, options, identity: identity, at: sealingTime)
    } catch {
      let failure = CommandFailure.text(error, protocolName: modemProtocol.name)
      if case .unknownRung = error { throw options.rung?.blamed(for: failure) ?? failure }
      throw failure
    }
  }

  /// The frames of `content`, sealed now where there is a secret.
  private static func encoded(
    _ content: SentContent, _ modemProtocol: ModemProtocol, _ secret: Secret?,
    _ options: SendOptions, identity: UInt16, at time: SealingTime
  ) throws(TransmitterError) -> EncodedMessage {
    // A configured rung applies to bursts only; a rung that was typed is refused by other protocols.
    let isMeantForOthers = options.rung?.isConfigured == true && modemProtocol.ladder == nil
    var copies = options.everySeconds == nil ? options.repeatCount ?? 1 : 1
    var sent = content.clear
    if let secret {
      sent = try content.clear.sealed(with: secret, at: time)
      if copies > 1 {
        copies = roundCopies(of: copies, eachSeconds: modemProtocol.airSeconds(of: sent) ?? 0)
      }
    }
    return try EncodedMessage(
      sent, protocol: modemProtocol, identity: identity, copies: copies,
      isRepeated: options.repeatCount != 1, pace: isMeantForOthers ? .automatic : options.pace,
      repairPercent: options.repairPercent, wantsAnswer: options.confirmation != nil)
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
    var confirmation = confirmation
    confirmation.isSealed = secret != nil
    let sealable: SealedContent =
      switch content {
      case .text(let text), .secretText(let text): .text(text)
      case .file(let file): .file(file.packed)
      }
    let proof =
      secret.map { ReceiptProof(of: sealable, sealedAt: sealingTime, with: $0) }
      ?? ReceiptProof(of: sealable, identity: identity)
    if let rounds { return try confirm(confirmation, rounds, proof) }
    var tries = [EncodedMessage](repeating: message, count: 3)
    var protocols = [ModemProtocol](repeating: modemProtocol, count: 3)
    // Nobody asked for a protocol: what was not heard is sent by one that is heard deeper.
    if options.protocolName.origin == .builtIn {
      for (index, name) in ["hop-quick", "hop", "hop-deep"].enumerated() {
        guard let other = ProtocolCatalog.builtIn.first(where: { $0.name == name }),
          let message = try? Self.encoded(
            content, other, secret, options, identity: identity, at: sealingTime)
        else { continue }
        (tries[index], protocols[index]) = (message, other)
      }
    }
    let exchange = ConfirmedMessage(
      tries: tries, waitSeconds: confirmation.waitSeconds,
      lastWaitSeconds: confirmation.waitSeconds + 3, seed: .random(in: .min ... .max)
    ) { proof.isProven(by: $0) }
    try ConfirmedSending(exchange, by: protocols, options, confirmation).run()
  }

  /// Sends a file in rounds until it is confirmed.
  private func confirm(
    _ confirmation: Confirmation, _ rounds: MessageRounds, _ proof: ReceiptProof
  ) throws(CommandFailure) {
    let usable = options.rung.map { [$0.value] } ?? rounds.rungs
    let placement = try placement(rateHertz: Self.trialRateHertz)
    var frameSeconds: [Int: Double] = [:]
    for rung in rounds.rungs where usable.contains(rung) {
      let frame = rounds.message([rounds.frame(0, mostBlocks: rounds.frameBlocks)], rung: rung)
      guard
        let transmitter = try? Transmitter(
          frame, placement: placement, sampleRateHertz: Self.trialRateHertz)
      else { continue }
      frameSeconds[rung] = Double(transmitter.sampleCount) / Self.trialRateHertz
    }
    let usual = 6
    guard let first = frameSeconds.keys.min(by: { abs($0 - usual) < abs($1 - usual) }) else {
      throw .text(
        .unknownRung(usable[0], offered: rounds.rungs), protocolName: modemProtocol.name)
    }
    let exchange = ConfirmedRounds(
      rounds, identity: identity, firstRung: first, frameSeconds: frameSeconds,
      waitSeconds: confirmation.waitSeconds
    ) { proof.isProven(by: $0) }
    try ConfirmedSending(exchange, by: [modemProtocol], options, confirmation).run()
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
          let message = try? Self.encoded(
            content, modemProtocol, secret, options, identity: .random(in: .min ... .max),
            at: SealedClock.now),
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
