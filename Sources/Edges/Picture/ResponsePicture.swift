import HandShakeHeard
import HandShakeTerminal

/// The picture of a probe: the received level of each frequency, the noise, and the loudspeaker's
/// ceiling.
package enum ResponsePicture {
  private static let width = 1200
  private static let height = 640

  /// Draws `curve` as a file of `format`; throws `undrawable`.
  package static func draw(
    _ curve: ResponseCurve, as format: PictureFormat
  ) throws(CommandFailure) -> [UInt8] {
    let canvas = Canvas(width: width, height: height, format: format)
    draw(curve, on: canvas)
    let bytes = try canvas.finish()
    return format == .svg ? SVGNotes.insert([], title: curve.title, into: bytes) : bytes
  }

  /// Draws `curve`.
  static func draw(_ curve: ResponseCurve, on canvas: Canvas) {
    let panel = Panel(
      box: Box(left: 84, top: 56, width: 1080, height: 510),
      horizontal: Axis(
        frequencies(of: curve), title: "frequency in kHz", tickLimit: 16, scale: 1000),
      vertical: Axis(levels(of: curve), title: "level in dB", tickLimit: 10))
    panel.drawGrid(on: canvas)
    drawCeiling(of: curve, in: panel, on: canvas)
    // Straight lines between points, with gaps if values are missing.
    let kinds: [(Colour, Double, (ResponseCurve.Point) -> Double?)] = [
      (.noise, 1.6, { $0.noiseDecibels }), (.received, 2.4, { $0.responseDecibels }),
    ]
    for (colour, lineWidth, level) in kinds {
      for run in runs(of: curve.points, level) {
        let points = run.map {
          Point(x: panel.x($0.hertz), y: min(panel.y($0.decibels), panel.box.bottom))
        }
        canvas.line(points, colour, width: lineWidth)
        if points.count == 1 { canvas.dot(points[0], radius: 2, colour) }
      }
    }
    panel.drawAxes(on: canvas, isLowest: true)
    let legendLeft = drawLegend(in: panel, on: canvas)
    let title = canvas.fitting(
      VisibleText.escaping(curve.title), 16, width: legendLeft - panel.box.left)
    canvas.text(title, at: Point(x: panel.box.left, y: 32), .start, 16)
  }

  private static func drawCeiling(of curve: ResponseCurve, in panel: Panel, on canvas: Canvas) {
    guard let ceiling = curve.ceilingHertz, panel.horizontal.range.contains(ceiling) else { return }
    let x = panel.x(ceiling)
    canvas.fill(
      Box(left: x, top: panel.box.top, width: panel.box.right - x, height: panel.box.height),
      Colour(0xC62F2F, opacity: 0.08))
    canvas.line(
      [Point(x: x, y: panel.box.top), Point(x: x, y: panel.box.bottom)], .failed, width: 1.6,
      isDashed: true)
    let isLeft = x < panel.box.left + panel.box.width / 2
    canvas.text(
      "ceiling \(hertz(ceiling))", at: Point(x: x + (isLeft ? 8 : -8), y: panel.box.top + 20),
      isLeft ? .start : .end, Panel.letterSize, .failed)
  }

  /// Draws the legend; gives its left edge.
  private static func drawLegend(in panel: Panel, on canvas: Canvas) -> Double {
    var right = panel.box.right
    for (word, colour) in [("noise", Colour.noise), ("response", .received)] {
      canvas.text(word, at: Point(x: right, y: 32), .end, Panel.letterSize)
      right -= canvas.textWidth(word, Panel.letterSize) + 8
      canvas.line([Point(x: right - 26, y: 28), Point(x: right, y: 28)], colour, width: 2.4)
      right -= 46
    }
    return right
  }

  private static func frequencies(of curve: ResponseCurve) -> ClosedRange<Double> {
    guard let first = curve.points.first?.hertz, let last = curve.points.last?.hertz,
      first.isFinite, last.isFinite, first < last
    else { return 14_000...22_000 }
    return first...last
  }

  private static func levels(of curve: ResponseCurve) -> ClosedRange<Double> {
    let levels = curve.points.flatMap { [$0.responseDecibels, $0.noiseDecibels] }
      .compactMap { $0 }.filter(\.isFinite)
    let top = (((levels.max() ?? 0) + 2) / 10).rounded(.up) * 10
    // Exclude silence, which would fill the picture.
    let bottom = (((levels.min() ?? -60) - 2) / 10).rounded(.down) * 10
    return max(min(bottom, top - 20), top - 120)...top
  }

  private static func runs(
    of points: [ResponseCurve.Point], _ level: (ResponseCurve.Point) -> Double?
  ) -> [[(hertz: Double, decibels: Double)]] {
    points.map { point -> (hertz: Double, decibels: Double)? in
      level(point).flatMap { $0.isFinite ? (point.hertz, $0) : nil }
    }
    .split { $0 == nil }.map { $0.compactMap { $0 } }
  }
}
