import HandShakeModem

/// The target of `hsend`: a recording or a device.
struct SoundOutput {
  private let options: SendOptions
  /// Nil if the sound is not a message.
  private let protocolName: String?

  init(_ options: SendOptions, protocolName: String?) {
    self.options = options
    self.protocolName = protocolName
  }

  /// Refuses to write a recording to a terminal.
  static func checkTarget(_ options: SendOptions) throws(CommandFailure) {
    if options.outputPath == "-", StandardStream.output.isTerminal { throw .recordingToTerminal }
  }

  /// Sends the whole of `series` at a rate. Throws `interrupted` if a signal ends it early.
  func send<Source: SampleSource & ~Copyable>(
    _ progress: SendingProgress,
    _ series: (_ rateHertz: Double) throws(CommandFailure) -> TransmissionSeries<Source>
  ) throws(CommandFailure) {
    if let path = options.outputPath {
      var series = try series(options.fileRateHertz)
      var toldCount = 0
      try RecordingOutput.write(
        path, rateHertz: options.fileRateHertz, frameCount: series.sampleCount
      ) { block throws(CommandFailure) in
        let count = series.read(into: block)
        try tell(begun: series.begunCount, &toldCount)
        return count
      }
    } else {
      try play(progress, series)
    }
  }

  /// Reports the transmissions up to number `count` that were not reported yet.
  private func tell(begun count: Int, _ toldCount: inout Int) throws(CommandFailure) {
    while toldCount < count {
      toldCount += 1
      try options.emit(
        EventObject.sent(attempt: toldCount, protocolName: protocolName, rung: nil))
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
    var (playedCount, toldCount) = (0, 0)
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: RecordingOutput.blockLength)
    defer { block.deallocate() }
    while true {
      if Interruption.isRequested { throw .interrupted }
      let count = series.read(into: block)
      if count > 0 {
        try loudspeaker.play(UnsafeBufferPointer(rebasing: block[..<count]))
        playedCount += count
        if toldCount < series.begunCount {
          progress.finish()
          try tell(begun: series.begunCount, &toldCount)
        }
        progress.show(series.progress, pause: series.pause)
      } else {
        try loudspeaker.finish()
      }
      let notes = loudspeaker.notes(lost: "what was sent may not be readable")
      if loudspeaker.takeStop(), series.pause == nil {
        series.beginAgain()
        progress.note("it was stopped while it played, and begins again")
        continue
      }
      for note in notes { progress.note(note) }
      if count == 0 { break }
    }
    progress.note("sent in \(duration(Double(playedCount) / loudspeaker.rateHertz))")
  }
}
