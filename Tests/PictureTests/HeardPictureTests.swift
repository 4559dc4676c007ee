import Signal
import Terminal
import Testing

@testable import Modem
@testable import Picture

@Suite struct HeardPictureTests {
  private func spectra(seconds: Int) -> SpectrumSeries {
    var analyser = SpectrumAnalyser(rateHertz: 48_000, band: 14_000...21_000)
    var oscillator = Oscillator(frequencyHertz: 18_000, amplitude: 0.1, rateHertz: 48_000)
    var samples = [Float](repeating: 0, count: 48_000)
    for _ in 0..<seconds {
      samples.withUnsafeMutableBufferPointer { oscillator.renderSine(into: $0) }
      samples.withUnsafeBufferPointer { analyser.push($0) }
    }
    analyser.finish()
    return analyser.series
  }

  private func frame(
    _ text: String, from start: Double = 0.5, to end: Double = 1.5, ratio: Double = 10,
    placement: Placement = Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000)
  ) -> ReceiverEvent {
    let frame = Frame(
      number: 1, protocolName: "hop", placement: placement, startSeconds: start, endSeconds: end,
      signalToNoiseDecibels: ratio, dilationPartsPerMillion: 0)
    return .message(Message(frame: frame, bytes: Array(text.utf8), correctedSymbols: 0))
  }

  private func sound(seconds: Int, _ events: [ReceiverEvent]) -> HeardSound {
    var frames = HeardFrames()
    for event in events { frames.note(event) }
    return HeardSound(name: "'a.wav'", spectra: spectra(seconds: seconds), frames: frames)
  }

  @Test func isAPNGOfItsSize() throws {
    let bytes = try HeardPicture.draw(sound(seconds: 2, [frame("hello")]), as: .png)
    #expect(PictureFiles.pngSize(bytes) == [1600, 1000])
  }

  @Test func anSVGSaysWhatWasHeard() throws {
    let bytes = try HeardPicture.draw(sound(seconds: 2, [frame("hello")]), as: .svg)
    #expect(
      PictureFiles.svgTitles(bytes)
        == ["'a.wav', 2.00 s: 1 received, 0 failed", "hop 0.50 s 10.0 dB: hello"])
  }

  private static let noncharacters = String(
    String.UnicodeScalarView([0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE].compactMap(Unicode.Scalar.init)))

  /// Texts that could end the file, or be taken for a part of it.
  static let hostile = [
    "<script>alert(1)</script>", "</svg><svg onload=\"x\">", "]]>", "&amp;&#0;", "\u{1b}[2J\0\u{7}",
    noncharacters, "\u{202e}txet", "漢字 🙂 عربى",
    String(repeating: "e\u{301}\u{302}\u{303}", count: 300), String(repeating: "x", count: 5000),
  ]

  @Test(arguments: hostile)
  func hostileTextsAreShown(text: String) throws {
    let sound = sound(seconds: 1, [frame(text)])
    let titles = try #require(PictureFiles.svgTitles(try HeardPicture.draw(sound, as: .svg)))
    #expect(titles.count == 2)
    let shown = titles[1].dropFirst("hop 0.50 s 10.0 dB: ".count)
    #expect(shown.count <= 200 && !shown.isEmpty)
    let escaped = VisibleText.escaping(text)
    if escaped.count < 200, text != Self.noncharacters {
      #expect(shown == escaped)
    }
    #expect(PictureFiles.pngSize(try HeardPicture.draw(sound, as: .png)) != nil)
  }

  @Test func nothingHeardIsAPictureToo() throws {
    let bytes = try HeardPicture.draw(sound(seconds: 0, []), as: .png)
    #expect(PictureFiles.pngSize(bytes) == [1600, 1000])
  }

  @Test func oddFramesDoNoHarm() throws {
    let low = Placement(lowestToneHertz: 100, highestToneHertz: 900)
    let events = [
      frame("before", from: -5, to: -1), frame("long", from: -5, to: 500),
      frame("after", from: 100, to: 101), frame("back", from: 1.5, to: 0.5),
      frame("below", placement: low), frame("no number", ratio: .nan),
      frame("infinite", from: .infinity, to: .nan, ratio: .infinity),
    ]
    let titles = try PictureFiles.svgTitles(
      HeardPicture.draw(sound(seconds: 2, events), as: .svg))
    // What lies outside is not drawn.
    #expect(titles?.count == 5)
  }

  @Test func manyFramesHaveFewLabels() throws {
    let events = (0..<1000).map { index in
      frame("number \(index)", from: Double(index) * 0.002, to: Double(index) * 0.002 + 0.1)
    }
    #expect(
      PictureFiles.pngSize(try HeardPicture.draw(sound(seconds: 2, events), as: .png)) != nil)
  }
}
