import HandShakeHeard
import HandShakeSignal
import HandShakeTerminal

/// The picture of `hrecv --picture`: the spectrum over time with the frames in it. Below it are the
/// frames' signal-to-noise ratios and the level of the band.
package enum HeardPicture {
  private static let width = 1600
  private static let height = 1000
  private static let titleSize = 16.0

  /// Draws `sound` as a file of `format`; throws `undrawable`.
  package static func draw(
    _ sound: HeardSound, as format: PictureFormat
  ) throws(CommandFailure) -> [UInt8] {
    let canvas = Canvas(width: width, height: height, format: format)
    let notes = draw(sound, on: canvas)
    let bytes = try canvas.finish()
    return format == .svg
      ? SVGNotes.insert(notes, title: title(VisibleText.escaping(sound.name), sound), into: bytes)
      : bytes
  }

  /// Draws `sound`; gives the content of each frame at its position.
  static func draw(_ sound: HeardSound, on canvas: Canvas) -> [SVGNotes.Note] {
    let spectra = sound.spectra
    let frames = sound.frames.frames
    let time = Axis.time(seconds: spectra.seconds, tickLimit: 16)
    let image = SpectrogramImage(spectra, band: band(of: sound))
    let frequency = Axis(
      image.hertz.lowerBound...max(image.hertz.upperBound, image.hertz.lowerBound + 1),
      title: "frequency in kHz", tickLimit: 10, scale: 1000)

    func panel(top: Double, height: Double, _ vertical: Axis) -> Panel {
      Panel(
        box: Box(left: 84, top: top, width: 1400, height: height), horizontal: time,
        vertical: vertical)
    }
    // The label of a single frame contains its ratio.
    let hasRatios = frames.count { $0.signalToNoiseDecibels.isFinite } > 1
    let main = panel(top: 48, height: hasRatios ? 580 : 726, frequency)

    let rest = canvas.textWidth(title("", sound), titleSize)
    let name = canvas.fitting(VisibleText.escaping(sound.name), titleSize, width: 1484 - 84 - rest)
    canvas.text(title(name, sound), at: Point(x: 84, y: 30), .start, titleSize)
    drawSpectrum(image, spectra, main, canvas)
    ColourScale.draw(image.decibels, right: main.box, on: canvas)
    let notes = FrameMarks.draw(frames, in: main, on: canvas)
    main.drawAxes(on: canvas, isLowest: false)
    if hasRatios {
      let ratios = HeardStrips.ratioAxis(of: frames)
      HeardStrips.drawRatios(frames, in: panel(top: 654, height: 120, ratios), on: canvas)
    }
    let levels = HeardStrips.levelAxis(of: spectra)
    HeardStrips.drawLevels(spectra, in: panel(top: 800, height: 120, levels), on: canvas)
    return notes
  }

  /// The used band with a margin of 0.5 kHz: the band of the frames, or the whole spectrum if there
  /// are no frames.
  static func band(of sound: HeardSound) -> ClosedRange<Double> {
    let placements = sound.frames.frames.map(\.placement)
    guard let lowest = placements.map(\.lowestToneHertz).min(),
      let highest = placements.map(\.highestToneHertz).max()
    else { return 0...Double.infinity }
    return lowest - 500...highest + 500
  }

  /// The name, the duration, and the result.
  private static func title(_ name: String, _ sound: HeardSound) -> String {
    func number(_ count: Int, _ word: String) -> String? {
      count == 0 ? nil : "\(count) \(word)" + (count == 1 ? "" : "s")
    }
    let counts = sound.frames.counts
    let words = [
      number(counts.texts, "text"), number(counts.files, "file"),
      counts.failed == 0 ? nil : "\(counts.failed) failed",
    ].compactMap { $0 }
    let seconds = sound.spectra.seconds
    return "\(name), \(decimals(seconds, seconds < 100 ? 2 : 0)) s: "
      + (words.isEmpty ? "no message" : words.joined(separator: ", "))
  }

  private static func drawSpectrum(
    _ image: SpectrogramImage, _ spectra: SpectrumSeries, _ panel: Panel, _ canvas: Canvas
  ) {
    guard image.columns > 0, spectra.seconds > 0 else { return }
    // The last column may extend beyond the end: the axis ends with the sound.
    let right = panel.x(Double(image.columns) * spectra.columnSeconds)
    // A row is centred on its bin's frequency.
    let half = panel.box.height / Double(max(image.rows - 1, 1)) / 2
    canvas.image(
      image.pixels, columns: image.columns, rows: image.rows,
      over: Box(
        left: panel.box.left, top: panel.box.top - half, width: right - panel.box.left,
        height: panel.box.height + 2 * half),
      within: panel.box)
  }
}

/// The legend of the spectrum's colours.
enum ColourScale {
  /// Draws a bar with the levels from `decibels` at the right of `panel`.
  static func draw(_ decibels: ClosedRange<Double>, right panel: Box, on canvas: Canvas) {
    let bar = Box(left: panel.right + 24, top: panel.top + 40, width: 18, height: 300)
    let rows = ColourMap.table.count
    canvas.image(ColourMap.table.reversed(), columns: 1, rows: rows, over: bar, within: bar)
    canvas.outline(bar, .ink)
    let axis = Axis(decibels, title: "", tickLimit: 8)
    for tick in axis.ticks {
      let y = bar.bottom - axis.position(tick.value) * bar.height
      canvas.line([Point(x: bar.right, y: y), Point(x: bar.right + 4, y: y)], .ink)
      canvas.text(tick.text, at: Point(x: bar.right + 8, y: y + 4.5), .start, Panel.letterSize)
    }
    canvas.text("dBFS", at: Point(x: bar.left, y: bar.top - 12), .start, Panel.letterSize)
    for (offset, colour, word) in [(0.0, Colour.received, "received"), (24, .failed, "failed")] {
      let y = bar.bottom + 40 + offset
      canvas.outline(Box(left: bar.left, top: y - 10, width: 14, height: 10), colour, width: 2)
      canvas.text(word, at: Point(x: bar.left + 20, y: y), .start, Panel.letterSize)
    }
  }
}
