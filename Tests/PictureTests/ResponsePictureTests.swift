import HandShakeHeard
import HandShakeTerminal
import Testing

@testable import HandShakePicture

@Suite struct ResponsePictureTests {
  private let points = (0...80).map { index in
    ResponseCurve.Point(
      hertz: 14_000 + 100 * Double(index), responseDecibels: -20 - Double(index) / 2,
      noiseDecibels: index == 40 ? nil : -80)
  }

  @Test(arguments: [18_500.0, 30_000, nil])
  func isAPictureOfItsSize(ceiling: Double?) throws {
    let curve = ResponseCurve(
      title: "a <loudspeaker>", points: points, ceilingHertz: ceiling)
    #expect(PictureFiles.pngSize(try ResponsePicture.draw(curve, as: .png)) == [1200, 640])
    #expect(
      PictureFiles.svgTitles(try ResponsePicture.draw(curve, as: .svg)) == ["a <loudspeaker>"])
  }

  @Test(arguments: [14_000.0, 18_100, 22_000, nil])
  func labelsNeverOverrun(ceiling: Double?) {
    for title in ["a loudspeaker", String(repeating: "a long name ", count: 40)] {
      let canvas = Canvas(width: 1200, height: 640, format: .png)
      ResponsePicture.draw(
        ResponseCurve(title: title, points: points, ceilingHertz: ceiling), on: canvas)
      #expect(canvas.texts.count > 10 && PictureFiles.overruns(of: canvas) == [])
    }
  }

  @Test func nothingMeasuredIsAPictureToo() throws {
    let odd = [
      ResponseCurve.Point(hertz: 15_000, responseDecibels: nil, noiseDecibels: nil),
      ResponseCurve.Point(hertz: 16_000, responseDecibels: -.infinity, noiseDecibels: .nan),
      ResponseCurve.Point(hertz: 17_000, responseDecibels: -20, noiseDecibels: -300),
    ]
    for points in [[], Array(odd.prefix(1)), Array(odd.prefix(2)), odd] {
      let curve = ResponseCurve(title: "", points: points)
      #expect(PictureFiles.pngSize(try ResponsePicture.draw(curve, as: .png)) != nil)
    }
  }
}
