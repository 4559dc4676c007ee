import Modem

/// Where `hsend` sends to: a recording or a device.
struct SoundOutput {
  private let options: SendOptions

  init(_ options: SendOptions) {
    self.options = options
  }

  /// Refuses to write a recording to a terminal.
  static func checkTarget(_ options: SendOptions) throws(CommandFailure) {
    if options.outputPath == "-", StandardStream.output.isTerminal { throw .recordingToTerminal }
  }

  /// Sends all of what `series` makes for a rate; throws `interrupted` where a signal ends it before.
  func send<Source: SampleSource & ~Copyable>(
    _ progress: SendingProgress,
    _ series: (_ rateHertz: Double) throws(CommandFailure) -> TransmissionSeries<Source>
  ) throws(CommandFailure) {
    if let path = options.outputPath {
      var series = try series(options.fileRateHertz)
      try RecordingOutput.write(
        path, rateHertz: options.fileRateHertz, frameCount: series.sampleCount
      ) { series.read(into: $0) }
    } else {
      try play(progress, series)
    }
  }

  private func play<Source: SampleSource & ~Copyable>(
    _ progress: consuming SendingProgress,
    _ series: (_ rateHertz: Double) throws(CommandFailure) -> TransmissionSeries<Source>
  ) throws(CommandFailure) {
    var loudspeaker = try Loudspeaker(options.device, for: .hsend) { Interruption.isRequested }
    defer { loudspeaker.drop() }
    var series = try series(loudspeaker.rateHertz)
    defer { progress.finish() }
    var playedCount = 0
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: RecordingOutput.blockLength)
    defer { block.deallocate() }
    while true {
      if Interruption.isRequested { throw .interrupted }
      let count = series.read(into: block)
      if count == 0 { break }
      try loudspeaker.play(UnsafeBufferPointer(rebasing: block[..<count]))
      playedCount += count
      progress.show(series.progress, pause: series.pause)
      for note in loudspeaker.notes(lost: "what was sent may not be readable") {
        progress.note(note)
      }
    }
    try loudspeaker.finish()
    progress.note("sent in \(duration(Double(playedCount) / loudspeaker.rateHertz))")
  }
}
