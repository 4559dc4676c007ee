import Modem

/// `hsend`: a text or a file as sound, to a recording or a device.
public struct Sending {
  private let options: SendOptions
  private let modemProtocol: ModemProtocol
  private let content: TransmittedContent
  /// Tells the receiver which copies and parts belong together.
  private let identity = UInt16.random(in: .min ... .max)

  /// A rate that holds whatever could be asked for, to find what is wrong with a text before a
  /// device is opened.
  private static let trialRateHertz = 192_000.0

  /// Gets the protocol, and what is to be sent, which standard input may have to deliver first.
  public init(_ options: SendOptions) throws(CommandFailure) {
    self.options = options
    modemProtocol = try ProtocolChoice.find(options.protocolName.value)
    if options.outputPath == "-", StandardStream.output.isTerminal {
      throw .recordingToTerminal
    }
    content = try SentContent.read(
      options.text, protocolName: modemProtocol.name, carriesFiles: modemProtocol.isBurst)
  }

  /// Sends all of it; throws `interrupted` where a signal ends it before.
  public func run() throws(CommandFailure) {
    if let path = options.outputPath {
      try write(path)
    } else {
      try play(options.device.value)
    }
  }

  /// A configured rung is for bursts; one that was typed is refused by what has none.
  private var pace: TransmissionPace {
    options.rung?.origin == .configuration && !modemProtocol.isBurst ? .automatic : options.pace
  }

  private func series(rateHertz: Double) throws(CommandFailure) -> TransmissionSeries {
    let placement = try modemProtocol.placement(
      declaredCeiling: options.ceilingHertz, rateHertz: rateHertz)
    let transmitter: Transmitter
    do {
      transmitter = try Transmitter(
        content, protocol: modemProtocol, placement: placement, sampleRateHertz: rateHertz,
        identity: identity, copies: options.everySeconds == nil ? options.repeatCount ?? 1 : 1,
        isRepeated: options.repeatCount != 1, pace: pace,
        repairPercent: options.repairPercent)
    } catch {
      throw .text(error, protocolName: modemProtocol.name)
    }
    return try TransmissionSeries(transmitter, options: options, rateHertz: rateHertz)
  }

  private func write(_ path: String) throws(CommandFailure) {
    var series = try series(rateHertz: options.fileRateHertz)
    try RecordingOutput.write(
      path, rateHertz: options.fileRateHertz, frameCount: series.sampleCount
    ) { series.read(into: $0) }
  }

  private func play(_ name: String) throws(CommandFailure) {
    _ = try series(rateHertz: Self.trialRateHertz)
    var loudspeaker = try Loudspeaker(name) { Interruption.isRequested }
    defer { loudspeaker.drop() }
    var series = try series(rateHertz: loudspeaker.rateHertz)
    var progress = SendingProgress(content)
    defer { progress.finish() }
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: RecordingOutput.blockLength)
    defer { block.deallocate() }
    while true {
      if Interruption.isRequested { throw .interrupted }
      let count = series.read(into: block)
      if count == 0 { break }
      try loudspeaker.play(UnsafeBufferPointer(rebasing: block[..<count]))
      progress.show(series.progress)
      for note in loudspeaker.notes(lost: "what was sent may not be readable") {
        progress.note(note)
      }
    }
    try loudspeaker.finish()
  }
}
