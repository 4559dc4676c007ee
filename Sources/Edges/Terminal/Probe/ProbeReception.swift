import HandShakeCatalog
import HandShakeConfiguration
import HandShakeDiagnosis
import HandShakeFeed
import HandShakeHeard
import HandShakeModem

/// `hrecv --probe`: waits for the probe of another machine, and recommends how to send from there.
package struct ProbeReception: ~Copyable {
  private let options: ReceiveOptions
  private let saves: Bool
  private var listener = ProbeListener()
  private let draw: PictureDrawing<ResponseCurve>

  /// How long a device is listened to if there is no `--timeout`.
  private static let usualSeconds = 60.0

  /// Checks that the picture can be written.
  ///
  /// - Parameters:
  ///   - saves: whether the recommendation goes to the configuration file.
  ///   - draw: draws the picture of the measurements.
  package init(
    _ options: ReceiveOptions, saves: Bool, draw: @escaping PictureDrawing<ResponseCurve>
  ) throws(CommandFailure) {
    try options.picture?.check()
    self.options = options
    self.saves = saves
    self.draw = draw
  }

  /// Prints the measurements of a probe, and the recommendation.
  ///
  /// Throws `noProbe` if no probe came, and `nothingSafe` if no protocol is safe.
  package consuming func run() throws(CommandFailure) {
    let input = try options.open(options.source)
    if let seconds = options.timeoutSeconds ?? (input.isDevice ? Self.usualSeconds : nil) {
      Interruption.limitTime(seconds: seconds)
    }
    guard let report = try listen(to: input) else {
      throw .noProbe(listener.absence, name: input.name, seconds: input.seconds)
    }
    let recommendation = report.recommendation(of: ProtocolCatalog.recommended)
    try Program.print(ProbeText.text(of: report, recommendation))
    if let picture = options.picture {
      try picture.write(draw(report.curve(recommendation), picture.format))
    }
    guard let recommendation else { throw .nothingSafe }
    if saves {
      let path = try UserConfiguration.update { recommendation.write(to: &$0) }
      try Program.print("saved in \(VisibleText.escaping(path))\n")
    }
  }

  private mutating func listen(to input: SoundInput) throws(CommandFailure) -> ProbeReport? {
    if input.rateHertz < ChannelFeed.commonRateHertz * 0.9 {
      throw .inputRateTooLow(
        name: input.name, rateHertz: input.rateHertz, neededHertz: ChannelFeed.commonRateHertz,
        isDevice: input.isDevice)
    }
    var feed: MonoFeed
    do throws(ResamplerError) {
      feed = try MonoFeed(
        fromHertz: input.rateHertz, toHertz: ProbeListener.rateHertz,
        channelCount: input.channelCount, fixedChannel: input.channels?.first)
    } catch {
      throw .unusableRate(rateHertz: input.rateHertz)
    }
    var status = StatusLine()
    defer { status.clear() }
    status.show("waiting for hsend --probe")
    var report: ProbeReport?
    try input.read { frames in
      feed.push(frames) { report = report ?? listener.push($0) }
      return report == nil
    }
    if report == nil {
      if Interruption.isRequested { throw .interrupted }
      feed.finish { report = report ?? listener.push($0) }
      report = report ?? listener.finish()
    }
    status.clear()
    // Lost samples look like motion.
    for note in input.notes() { Program.say(VisibleText.escaping(note), as: .hrecv) }
    return report
  }
}

extension ProbeReport {
  /// The content of the picture.
  func curve(_ recommendation: ProbeRecommendation?) -> ResponseCurve {
    ResponseCurve(
      title: "how a sine of full scale arrives, and the noise in 100 Hz",
      points: cells.map { cell in
        ResponseCurve.Point(
          hertz: cell.hertz, responseDecibels: cell.isHidden ? nil : cell.responseDecibels,
          noiseDecibels: cell.noiseDecibels)
      }, ceilingHertz: recommendation?.ceilingHertz)
  }
}

extension ProbeRecommendation {
  /// Makes the recommendation the default of `hsend`.
  func write(to configuration: inout Configuration) {
    configuration.protocolName = protocolName
    configuration.rung = rung
    configuration.ceilingHertz = ceilingHertz
    configuration.levelDecibels = levelDecibels
  }
}
