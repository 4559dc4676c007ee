import HandShakeTerminal
import Testing

@testable import HandShakePicture
@testable import handshake_bench

/// The picture that `tools/bench --curves` draws.
@Suite struct CurvePictureTests {
  private static let names = [
    "hop", "hop-deep", "classic", "burst", "ggwave library, normal", "ggwave library, fastest",
    "ggwave-ultrasound-fastest", "minimodem, 300 b/s",
  ]

  /// All arrives by every system, nothing does, half of them carry on, and each ends somewhere
  /// else.
  static let shares: [@Sendable (_ system: Int, _ place: Double) -> Double] = [
    { _, _ in 1 }, { _, _ in 0 }, { system, place in system % 2 == 0 ? 1 : 1 - place },
    { system, place in min(1, place * 8 / Double(system + 1)) },
    { system, place in 1 - place * Double(system) / 7 },
  ]

  private func curves(
    of sweep: Sweep, _ share: (_ system: Int, _ place: Double) -> Double
  ) -> [SuccessCurves.Curve] {
    Self.names.enumerated().map { system, name in
      let last = Double(sweep.values.count - 1)
      return SuccessCurves.Curve(
        name: name,
        points: sweep.values.enumerated().map { ($1, share(system, Double($0) / last)) })
    }
  }

  /// No name lies on another or on a figure, and none leaves the picture.
  @Test(arguments: shares.indices)
  func namesNeverOverrun(shares index: Int) {
    let canvas = Canvas(
      width: CurvePicture.width, height: CurvePicture.height, format: .png)
    CurvePicture.draw(
      Sweep.all.map { ($0, curves(of: $0, Self.shares[index])) }, on: canvas)
    #expect(canvas.texts.count > Sweep.all.count * Self.names.count)
    #expect(PictureFiles.overruns(of: canvas) == [])
  }

  /// Of systems that are equally good each point is seen: a line is 2 pixels wide.
  @Test func equalLinesRunSideBySide() throws {
    let sweep = try #require(Sweep.all.first)
    let panel = Panel(
      box: Box(left: 0, top: 0, width: 410, height: 300),
      horizontal: Axis(-30...12, title: "", tickLimit: 10),
      vertical: Axis(0...1, title: "", tickLimit: 6))
    let lines = curves(of: sweep) { _, _ in 1 }.enumerated().map { number, curve in
      CurvePicture.points(of: curve, number, of: Self.names.count, sweep, panel)
    }
    for (line, next) in zip(lines, lines.dropFirst()) {
      for (point, other) in zip(line, next) { #expect(abs(point.y - other.y) > 2) }
    }
  }
}
