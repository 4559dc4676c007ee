import HandShakeHeard
import HandShakeSignal
import HandShakeTerminal
import Testing

@testable import HandShakeModem
@testable import HandShakePicture

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
        == ["'a.wav', 2.00 s: 1 text", "hop 0.50 s 10.0 dB: hello"])
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

  /// The texts of a picture of `sound` that lie on one another or leave it.
  private func overruns(_ sound: HeardSound) -> [Box] {
    let canvas = Canvas(width: 1600, height: 1000, format: .png)
    _ = HeardPicture.draw(sound, on: canvas)
    return PictureFiles.overruns(of: canvas)
  }

  @Test func labelsNeverOverrun() {
    let texts = ["x", String(repeating: "wide WWW ", count: 20), "漢字漢字漢字漢字漢字漢字漢字"]
    for seconds in [0, 1, 3] {
      for count in [0, 1, 2, 40] {
        let events = (0..<count).map { index in
          frame(
            texts[index % 3], from: 0.07 * Double(index), to: 0.07 * Double(index) + 0.6,
            ratio: Double(index % 7) * 20 - 30)
        }
        var sound = sound(seconds: seconds, events)
        #expect(overruns(sound) == [], "\(seconds) s, \(count) frames")
        sound.name = String(repeating: "a long/", count: 60)
        #expect(overruns(sound) == [], "\(seconds) s, \(count) frames, a long name")
      }
    }
  }

  /// Of one frame the ratio stands in no strip; of two it does.
  @Test func aStripOfRatiosForSeveralFrames() {
    func panelCount(_ events: [ReceiverEvent]) -> Int {
      let canvas = Canvas(width: 1600, height: 1000, format: .png)
      _ = HeardPicture.draw(sound(seconds: 2, events), on: canvas)
      // The titles beside panels are the texts that stand upright.
      return canvas.texts.count { $0.height > 2 * $0.width }
    }
    #expect(panelCount([]) == 2)
    #expect(panelCount([frame("one")]) == 2)
    #expect(panelCount([frame("one"), frame("no ratio", ratio: .nan)]) == 2)
    #expect(panelCount([frame("one"), frame("two")]) == 3)
  }

  /// What is drawn is the band that is used, half a kilohertz around.
  @Test func theBandIsThatOfTheFrames() {
    func hertz(_ events: [ReceiverEvent]) -> ClosedRange<Double> {
      let sound = sound(seconds: 1, events)
      return SpectrogramImage(sound.spectra, band: HeardPicture.band(of: sound)).hertz
    }
    func isAbout(_ range: ClosedRange<Double>, _ expected: ClosedRange<Double>) -> Bool {
      abs(range.lowerBound - expected.lowerBound) < 50
        && abs(range.upperBound - expected.upperBound) < 50
    }
    #expect(isAbout(hertz([]), 14_000...21_000))
    #expect(isAbout(hertz([frame("a")]), 16_500...20_500))
    let low = Placement(lowestToneHertz: 15_000, highestToneHertz: 18_000)
    #expect(isAbout(hertz([frame("a"), frame("b", placement: low)]), 14_500...20_500))
  }

  /// The strip of levels says which band it is of, which is all that was analysed.
  @Test func theLevelNamesItsBand() {
    #expect(HeardStrips.levelBand(of: spectra(seconds: 1)) == ["of 14.0 to", "21.0 kHz"])
  }

  /// Two hours of noise whose level moves by 4 dB, and a click 60 dB above it: both are seen.
  @Test func noiseHasColoursBesideAClick() throws {
    var series = SpectrumSeries(
      binCount: 40, lowestHertz: 17_000, binHertz: 50, tickSeconds: 1, sliceTicks: 1,
      columnLimit: 2048)
    for tick in 0..<7200 {
      let decibels = tick == 3000 ? -20 : tick < 3600 ? -80.0 : -76
      let powers = (0..<40).map { bin in
        Float(powerRatio(decibels: decibels + 0.5 * Double((tick + bin) % 3 - 1)))
      }
      powers.withUnsafeBufferPointer { series.append($0, atTick: tick) }
    }
    series.finish(seconds: 7200)
    let image = SpectrogramImage(series, band: 0...24_000)
    #expect(image.decibels.upperBound - image.decibels.lowerBound < 15, "\(image.decibels)")
    func place(_ column: Int) throws -> Int {
      try #require(ColourMap.table.firstIndex(of: image.pixels[column]))
    }
    let column = 1 / series.columnSeconds
    let (early, late) = (try place(Int(1000 * column)), try place(Int(6000 * column)))
    #expect(late - early > 50)
    #expect(try place(Int(3000 * column)) == 255)
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
