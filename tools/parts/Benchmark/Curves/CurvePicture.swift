@preconcurrency import Glibc
import HandShakePicture
import HandShakeTerminal

/// The picture of success curves: a panel for each sweep, and a line for each system with its name
/// at the end.
enum CurvePicture {
  static let width = 1400
  static let height = 820
  private static let colours: [UInt32] = [
    0x1667A8, 0x0B3A63, 0x2FA39A, 0x6BB536, 0xC62F2F, 0xE08A1E, 0x8A4FBF, 0x777777,
  ]
  /// The distance between lines that would coincide. They run side by side.
  private static let lineDistance = (x: 1.2, y: 3.0)
  private static let nameDistance = 16.0

  /// Draws `panels` as a file of `format`.
  static func draw(
    _ panels: [(sweep: Sweep, curves: [SuccessCurves.Curve])], as format: PictureFormat
  ) throws(CommandFailure) -> [UInt8] {
    let canvas = Canvas(width: width, height: height, format: format)
    draw(panels, on: canvas)
    return try canvas.finish()
  }

  /// Draws `panels` on a canvas of `width` and `height`.
  static func draw(
    _ panels: [(sweep: Sweep, curves: [SuccessCurves.Curve])], on canvas: Canvas
  ) {
    for (index, (sweep, curves)) in panels.enumerated() {
      let panel = Panel(
        box: Box(
          left: 84 + Double(index % 2) * 690, top: 44 + Double(index / 2) * 400, width: 410,
          height: 300),
        horizontal: axis(of: sweep),
        vertical: Axis(-0.06...1.06, title: "share that arrives", tickLimit: 6))
      panel.drawGrid(on: canvas)
      for (number, curve) in curves.enumerated() {
        let points = points(of: curve, number, of: curves.count, sweep, panel)
        let colour = Colour(colours[number % colours.count])
        canvas.line(points, colour, width: 2)
        for point in points { canvas.dot(point, radius: 2.4, colour) }
      }
      panel.drawAxes(on: canvas, isLowest: true)
      drawNames(of: curves, sweep, panel, canvas)
      canvas.text(
        sweep.words, at: Point(x: panel.box.left, y: panel.box.top - 12), .start, 16)
    }
  }

  /// The points of curve `number` of `count` curves.
  static func points(
    of curve: SuccessCurves.Curve, _ number: Int, of count: Int, _ sweep: Sweep, _ panel: Panel
  ) -> [Point] {
    let place = Double(number) - Double(count - 1) / 2
    return curve.points.map {
      Point(
        x: panel.x(position($0.value, sweep)) + lineDistance.x * place,
        y: panel.y($0.share) + lineDistance.y * place)
    }
  }

  /// Writes the names at the ends of their lines, in the same order and without overlap.
  private static func drawNames(
    of curves: [SuccessCurves.Curve], _ sweep: Sweep, _ panel: Panel, _ canvas: Canvas
  ) {
    let ends = curves.enumerated().compactMap { number, curve in
      points(of: curve, number, of: curves.count, sweep, panel).last.map { ($0, number) }
    }.sorted { $0.0.y < $1.0.y }
    var heights = ends.map(\.0.y)
    for index in heights.indices.dropFirst() {
      heights[index] = max(heights[index], heights[index - 1] + nameDistance)
    }
    // A second pass from the bottom up, in case the lowest name is under the panel.
    var limit = panel.y(-0.06)
    for index in heights.indices.reversed() {
      heights[index] = min(heights[index], limit)
      limit = heights[index] - nameDistance
    }
    for ((end, number), y) in zip(ends, heights) {
      let colour = Colour(colours[number % colours.count])
      let x = panel.x(position(sweep.values.last!, sweep)) + 26
      canvas.line([end, Point(x: x - 4, y: y)], colour)
      canvas.text(
        curves[number].name, at: Point(x: x, y: y + 4.5), .start, Panel.letterSize, colour)
    }
  }

  private static func position(_ value: Double, _ sweep: Sweep) -> Double {
    sweep.isLogarithmic ? log2(value) : value
  }

  private static func axis(of sweep: Sweep) -> Axis {
    let range = position(sweep.values.first!, sweep)...position(sweep.values.last!, sweep)
    guard sweep.isLogarithmic else { return Axis(range, title: sweep.title, tickLimit: 10) }
    return Axis(
      range, title: sweep.title, ticks: sweep.values.map { (log2($0), shortest($0)) })
  }

  /// 0.05 as "0.05", 16 as "16".
  private static func shortest(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
