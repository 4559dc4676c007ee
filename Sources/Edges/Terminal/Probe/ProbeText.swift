import HandShakeDiagnosis
import HandShakeSignal

/// The output of `hrecv --probe`.
enum ProbeText {
  /// The table, the figures and the advice, in lines of at most 80 columns.
  static func text(of report: ProbeReport, _ recommendation: ProbeRecommendation?) -> String {
    table(report) + "\n" + figures(report) + "\n" + advice(report, recommendation)
  }

  /// Five cells a line: the received level of a full-scale sine, and the noise.
  private static func table(_ report: ProbeReport) -> String {
    var text = "a sine of full scale arrives at, and the noise of 100 Hz lies at, in dB:\n"
    text += "   kHz    +50 +150 +250 +350 +450 Hz     +50 +150 +250 +350 +450 Hz\n"
    for start in stride(from: 0, to: report.cells.count, by: 5) {
      let cells = report.cells[start..<min(start + 5, report.cells.count)]
      text += padded(decimals((cells[start].hertz - 50) / 1000, 1), -6) + "  "
      text += cells.map { padded(($0.isHidden ? "<" : "") + decimals($0.responseDecibels, 0), -5) }
        .joined()
      text += "      "
      text += cells.map { padded(decimals($0.noiseDecibels, 0), -5) }.joined() + "\n"
    }
    return text
  }

  private static func figures(_ report: ProbeReport) -> String {
    let parts = report.dilationPartsPerMillion
    let speed = parts * 1e-6 * soundMetresPerSecond
    var rows = [
      ("sent at", "\(decimals(report.sentLevelDecibels, 0)) dB"),
      (
        "echoes",
        "\(decimals(1000 * report.delaySpreadSeconds, 1)) ms delay spread (RMS), 99 % of the "
          + "energy within \(decimals(1000 * report.echoSeconds, 0)) ms"
      ),
      ("clock", "\(decimals(parts, 1)) ppm, or \(decimals(speed, 2)) m/s of approach"),
      (
        "motion",
        (report.dopplerSpreadHertz.map { decimals($0, 1) + " Hz" } ?? "hidden")
          + " Doppler spread, speed changed by "
          + "\(decimals(report.speedChangeMetresPerSecond, 2)) m/s"
      ),
      (
        "steadiness",
        "\(decimals(100 * mean(report.cells.map(\.steadiness)), 0)) % of the response is the same "
          + "2.35 s later"
      ),
      ("distortion", distortion(report)),
      (
        "clipping",
        report.clippingStartDecibels.map { "starts at \(decimals($0, 0)) dB at the sender" }
          ?? "none up to \(decimals(report.steps.last?.levelDecibels ?? 0, 0)) dB at the sender"
      ),
    ]
    if report.clippedShare > 0 {
      rows.append(
        (
          "too loud",
          "\(decimals(100 * report.clippedShare, 2)) % of the samples are clipped here: turn the "
            + "input down"
        ))
    }
    return rows.map { name, value in
      name + String(repeating: " ", count: 12 - name.count) + value + "\n"
    }.joined()
  }

  /// Third-order products of two tones at each level, in dB and per cent.
  private static func distortion(_ report: ProbeReport) -> String {
    let parts = report.steps.map { step -> String in
      let value =
        step.distortionDecibels.map { decimals(100 * Double(amplitude(decibels: $0)), 1) + " %" }
        ?? "hidden"
      return "\(decimals(step.levelDecibels, 0)) dB \(value)"
    }
    return parts.joined(separator: ", ")
  }

  private static func advice(
    _ report: ProbeReport, _ recommendation: ProbeRecommendation?
  ) -> String {
    guard let recommendation else { return "" }
    var command = "hsend --protocol \(recommendation.protocolName)"
    if let rung = recommendation.rung { command += " --rung \(rung)" }
    command += " --ceiling \(decimals(recommendation.ceilingHertz, 0))"
    command += " --level \(decimals(recommendation.levelDecibels, 0))"
    var text = "recommended, with \(decimals(recommendation.marginDecibels, 0)) dB to spare:\n"
    text += "  \(command) \"hello\"\n"
    switch recommendation.reason {
    case .motion: text += "no bursts, because something moves\n"
    case .echoes: text += "no bursts, because echoes last too long\n"
    case .noise: text += "nothing faster, because of the noise\n"
    case nil: break
    }
    return text
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }
}
