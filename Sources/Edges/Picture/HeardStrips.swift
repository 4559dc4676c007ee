import HandShakeHeard
import HandShakeSignal
import HandShakeTerminal

/// The two strips under a spectrum: signal to noise of every frame, and level of the band.
enum HeardStrips {
  /// An axis for the signal-to-noise ratios of all frames.
  static func ratioAxis(of frames: [HeardFrame]) -> Axis {
    let ratios = frames.map(\.signalToNoiseDecibels).filter(\.isFinite)
    return Axis(
      range(ratios.min() ?? 0, ratios.max() ?? 20), title: "SNR in dB", tickLimit: 5)
  }

  /// An axis for the levels of all columns.
  static func levelAxis(of spectra: SpectrumSeries) -> Axis {
    let means = (0..<spectra.columnCount).map { SpectrogramImage.level(spectra.level($0).mean) }
    let peaks = (0..<spectra.columnCount).map { SpectrogramImage.level(spectra.level($0).peak) }
    // Exclude silence, which would fill the strip.
    return Axis(
      range(max(means.min() ?? -90, -100), max(peaks.max() ?? -60, -90)),
      title: "level in dBFS", tickLimit: 5)
  }

  /// Draws each frame from its start to its end at its ratio.
  static func drawRatios(_ frames: [HeardFrame], in panel: Panel, on canvas: Canvas) {
    panel.drawGrid(on: canvas)
    for frame in frames where frame.signalToNoiseDecibels.isFinite {
      let y = panel.y(frame.signalToNoiseDecibels)
      let left = min(max(panel.x(frame.seconds.lowerBound), panel.box.left), panel.box.right)
      let right = min(max(panel.x(frame.seconds.upperBound), panel.box.left), panel.box.right)
      let colour = FrameMarks.colour(of: frame)
      canvas.line([Point(x: left, y: y), Point(x: right, y: y)], colour, width: 3)
      canvas.dot(Point(x: (left + right) / 2, y: y), radius: 3.5, colour)
    }
    panel.drawAxes(on: canvas, isLowest: false)
  }

  /// The band of the levels in two short lines: the whole band of the spectrum, not only the drawn
  /// part.
  static func levelBand(of spectra: SpectrumSeries) -> [String] {
    let highest = spectra.lowestHertz + Double(spectra.binCount - 1) * spectra.binHertz
    return [
      "of \(decimals(spectra.lowestHertz / 1000, 1)) to", "\(decimals(highest / 1000, 1)) kHz",
    ]
  }

  /// Draws the level of the band: the mean as a line, and its loudest slices above it; with the
  /// band beside it.
  static func drawLevels(_ spectra: SpectrumSeries, in panel: Panel, on canvas: Canvas) {
    panel.drawGrid(on: canvas)
    func points(_ level: (Int) -> Float) -> [Point] {
      (0..<spectra.columnCount).map { column in
        let x = panel.x((Double(column) + 0.5) * spectra.columnSeconds)
        let y = panel.y(SpectrogramImage.level(level(column)))
        return Point(x: min(x, panel.box.right), y: min(y, panel.box.bottom))
      }
    }
    let means = points { spectra.level($0).mean }
    let peaks = points { spectra.level($0).peak }
    canvas.area(peaks + means.reversed(), Colour(0x1F9E89, opacity: 0.35))
    canvas.line(means, Colour(0x21786B), width: 1.3)
    panel.drawAxes(on: canvas, isLowest: true)
    for (line, words) in levelBand(of: spectra).enumerated() {
      canvas.text(
        words, at: Point(x: panel.box.right + 12, y: panel.box.top + 14 + 18 * Double(line)),
        .start, Panel.letterSize)
    }
  }

  /// From `lowest` to `highest` in whole tens, at least 20.
  private static func range(_ lowest: Double, _ highest: Double) -> ClosedRange<Double> {
    let bottom = ((lowest - 1) / 10).rounded(.down) * 10
    let top = ((highest + 1) / 10).rounded(.up) * 10
    return bottom...max(top, bottom + 20)
  }
}
