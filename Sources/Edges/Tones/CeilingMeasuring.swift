import HandShakeAudioDevice
import HandShakeHeard
import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// `htone --ceiling`: plays a sweep, records it, and stores the ceiling of the loudspeaker.
package struct CeilingMeasuring {
  private let options: ToneOptions
  private let draw: PictureDrawing<ResponseCurve>

  /// Checks the path of the picture.
  ///
  /// - Parameter draw: draws the picture of the measurement.
  package init(
    _ options: ToneOptions, draw: @escaping PictureDrawing<ResponseCurve>
  ) throws(CommandFailure) {
    try options.picture?.check()
    self.options = options
    self.draw = draw
  }

  /// Measures, prints the ceiling in hertz, and stores it for the device. Throws if the ceiling is
  /// not reliable, and `interrupted` after a signal.
  package func run() throws(CommandFailure) {
    let response = try measure()
    let device = VisibleText.escaping(options.device.value)
    let ceilingHertz: Double
    if let picture = options.picture {
      try picture.write(draw(Self.curve(response, device: device), picture.format))
    }
    switch response.ceiling() {
    case .tooNoisy(let distance):
      throw .ceiling(
        .tooNoisy(plateauAboveNoiseDecibels: distance, captureDevice: options.captureDevice.value))
    case .above(let highest):
      ceilingHertz = highest
      Program.say("'\(device)' goes on above \(hertz(highest)), where the sweep ended", as: .htone)
    case .at(let frequency):
      ceilingHertz = (frequency / 10).rounded(.down) * 10
    }
    let path = try UserConfiguration.update { configuration in
      configuration.deviceCeilingsHertz[options.device.value] = ceilingHertz
    }
    try Program.print("\(hertz(ceilingHertz))\n")
    Program.say(
      "saved in '\(VisibleText.escaping(path))' as the ceiling of '\(device)', which hsend keeps "
        + "to",
      as: .htone)
  }

  private static func curve(_ response: FrequencyResponse, device: String) -> ResponseCurve {
    var ceilingHertz: Double?
    if case .at(let hertz) = response.ceiling() { ceilingHertz = hertz }
    return ResponseCurve(
      title: "response of '\(device)'",
      points: response.bands.map {
        ResponseCurve.Point(
          hertz: $0.hertz, responseDecibels: $0.levelDecibels, noiseDecibels: $0.noiseDecibels)
      }, ceilingHertz: ceilingHertz)
  }

  /// The response of the loudspeaker and the microphone together, over all possible ceilings.
  package func measure() throws(CommandFailure) -> FrequencyResponse {
    var loudspeaker = try Loudspeaker(options.device, for: .htone) { Interruption.isOverdue }
    defer { loudspeaker.drop() }
    var microphone = try Microphone(options.captureDevice.value)
    defer { microphone.drop() }
    let measurement = SweepMeasurement.ofCeiling(
      lowestRateHertz: min(loudspeaker.rateHertz, microphone.rateHertz))
    let amplitude = options.voice.amplitude(highestHertz: measurement.highHertz)
    var player = NotePlayer(
      measurement.notes(Tone(frequencyHertz: 0, amplitude: amplitude)),
      rateHertz: loudspeaker.rateHertz)
    let continuedCount = Interruption.continuedCount
    try microphone.listen(untilSeconds: measurement.leadSeconds)

    var status = StatusLine()
    defer { status.clear() }
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: RecordingOutput.blockLength)
    defer { block.deallocate() }
    var playedSeconds = 0.0
    while true {
      // Neither may cause a click.
      if Interruption.isRequested || microphone.isClipped { player.stop() }
      let count = player.read(into: block)
      if count == 0 { break }
      try loudspeaker.play(UnsafeBufferPointer(rebasing: block[..<count]))
      playedSeconds += Double(count) / loudspeaker.rateHertz
      status.show("sweeping: \(decimals(100 * playedSeconds / measurement.seconds, 0)) %")
      // By then a quarter of the loudspeaker's buffer has sounded and must be filled again.
      try microphone.listen(
        untilSeconds: measurement.leadSeconds + playedSeconds - 0.75 * loudspeaker.bufferSeconds)
    }
    if Interruption.isRequested || microphone.isClipped { try loudspeaker.finish() }
    if Interruption.isRequested { throw .interrupted }
    guard !microphone.isClipped else {
      throw .ceiling(.clipped(captureDevice: options.captureDevice.value))
    }
    let rateHertz = microphone.rateHertz
    try microphone.listen(
      untilSeconds: Double(measurement.sampleCount(rateHertz: rateHertz) + 1) / rateHertz)
    guard Interruption.continuedCount == continuedCount else { throw .ceiling(.stopped) }
    let responses = microphone.channels.compactMap {
      measurement.response(of: $0, rateHertz: rateHertz)
    }
    // The microphone with the best signal-to-noise ratio.
    return responses.max { $0.plateauAboveNoiseDecibels < $1.plateauAboveNoiseDecibels }
      ?? FrequencyResponse(bands: [])
  }
}
