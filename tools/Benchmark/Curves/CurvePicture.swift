@preconcurrency import Glibc
import Picture
import Terminal

/// The picture of success curves: a panel for each sweep, a line for each system.
enum CurvePicture {
  private static let width = 1200
  private static let height = 940
  private static let colours: [UInt32] = [
    0x1667A8, 0x0B3A63, 0x2FA39A, 0x6BB536, 0xC62F2F, 0xE08A1E, 0x8A4FBF, 0x777777,
  ]
  private static let legendRow = 22.0

  /// Draws `panels` as a file of `format`.
  static func draw(
    _ panels: [(sweep: Sweep, curves: [SuccessCurves.Curve])], as format: PictureFormat
  ) throws(CommandFailure) -> [UInt8] {
    let canvas = Canvas(width: width, height: height, format: format)
    for (index, (sweep, curves)) in panels.enumerated() {
      let panel = Panel(
        box: Box(
          left: 84 + Double(index % 2) * 590, top: 40 + Double(index / 2) * 390, width: 490,
          height: 290),
        horizontal: axis(of: sweep),
        vertical: Axis(0...1, title: "share that arrives", tickLimit: 5))
      panel.drawGrid(on: canvas)
      // The first are drawn last, to lie above the others.
      for (number, curve) in curves.enumerated().reversed() {
        let points = curve.points.map {
          Point(x: panel.x(position($0.value, sweep)), y: panel.y($0.share))
        }
        let colour = Colour(colours[number % colours.count])
        canvas.line(points, colour, width: 2.2)
        for point in points { canvas.dot(point, radius: 2.6, colour) }
      }
      panel.drawAxes(on: canvas, isLowest: true)
      canvas.text(
        sweep.conditions, at: Point(x: panel.box.left, y: panel.box.top - 12), .start,
        Panel.letterSize)
    }
    drawLegend(panels.first?.curves.map(\.name) ?? [], on: canvas)
    return try canvas.finish()
  }

  private static func drawLegend(_ names: [String], on canvas: Canvas) {
    for (number, name) in names.enumerated() {
      let x = 84 + Double(number % 3) * 370
      let y = Double(height) - 92 + Double(number / 3) * legendRow
      let colour = Colour(colours[number % colours.count])
      canvas.line([Point(x: x, y: y - 4), Point(x: x + 26, y: y - 4)], colour, width: 2.6)
      canvas.text(name, at: Point(x: x + 34, y: y), .start, Panel.letterSize)
    }
  }

  private static func position(_ value: Double, _ sweep: Sweep) -> Double {
    sweep.isLogarithmic ? log2(value) : value
  }

  private static func axis(of sweep: Sweep) -> Axis {
    let range = position(sweep.values.first!, sweep)...position(sweep.values.last!, sweep)
    guard sweep.isLogarithmic else { return Axis(range, title: sweep.title, tickLimit: 15) }
    return Axis(
      range, title: sweep.title, ticks: sweep.values.map { (log2($0), shortest($0)) })
  }

  /// 0.05 as "0.05", 16 as "16".
  private static func shortest(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
