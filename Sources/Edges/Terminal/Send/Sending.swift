import Modem

/// `hsend`: a text or a file as sound, to a recording or a device.
public struct Sending {
  private let options: SendOptions
  private let modemProtocol: ModemProtocol
  private let content: TransmittedContent
  private let message: EncodedMessage

  /// A rate that holds whatever could be asked for, to find what is wrong before a device is opened.
  private static let trialRateHertz = 192_000.0

  /// Gets the protocol, and what is to be sent, which standard input may have to deliver first.
  public init(_ options: SendOptions) throws(CommandFailure) {
    self.options = options
    modemProtocol = try ProtocolChoice.find(
      options.protocolName.value, length: options.messageLength)
    try SoundOutput.checkTarget(options)
    content = try SentContent.read(
      options.text, protocolName: modemProtocol.name, carriesFiles: modemProtocol.carriesFiles)
    // A configured rung applies to bursts only; a rung that was typed is refused by other protocols.
    let isMeantForOthers =
      options.rung?.origin == .configuration && modemProtocol.ladder == nil
    do {
      message = try EncodedMessage(
        content, protocol: modemProtocol,
        // It tells the receiver which copies and parts belong together.
        identity: .random(in: .min ... .max),
        copies: options.everySeconds == nil ? options.repeatCount ?? 1 : 1,
        isRepeated: options.repeatCount != 1, pace: isMeantForOthers ? .automatic : options.pace,
        repairPercent: options.repairPercent)
    } catch {
      throw .text(error, protocolName: modemProtocol.name)
    }
  }

  /// Sends all of it; throws `interrupted` where a signal ends it before.
  public func run() throws(CommandFailure) {
    if options.outputPath == nil { _ = try series(rateHertz: Self.trialRateHertz) }
    try SoundOutput(options).send(SendingProgress(content)) { rateHertz throws(CommandFailure) in
      try series(rateHertz: rateHertz)
    }
  }

  private func series(rateHertz: Double) throws(CommandFailure) -> TransmissionSeries<Transmitter> {
    let placement = try modemProtocol.placement(
      declaredCeiling: options.ceilingHertz, rateHertz: rateHertz)
    let transmitter: Transmitter
    do {
      transmitter = try Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
    } catch {
      throw .text(error, protocolName: modemProtocol.name)
    }
    return try TransmissionSeries(transmitter, options: options, rateHertz: rateHertz)
  }
}
