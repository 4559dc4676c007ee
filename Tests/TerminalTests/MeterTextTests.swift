import HandShakeCatalog
import Testing

@testable import HandShakeModem
@testable import HandShakeTerminal

@Suite struct MeterTextTests {
  private let meter = MeterText(of: ProtocolCatalog.builtIn)

  private func level(_ bands: [Float] = [0.001, 0.01, 0.1], peak: Float = 0.5) -> Level {
    var level = Level(seconds: 1, peak: peak, bandRootMeanSquare: 0.1)
    level.meteredRootMeanSquares = bands
    return level
  }

  @Test func placementsOfAllProtocolsShareThreeBars() {
    #expect(meter.bands.map { Int($0.lowestToneHertz) } == [14_023, 15_523, 17_023])
    #expect(MeterText(of: []).bands.isEmpty)
  }

  @Test(arguments: [
    (
      100,
      " -20 dB  14-17k [#####..........]  15.5-18.5k [########.......]  17-20k [############...]"
    ),
    (80, " -20 dB  14-17k [###......]  15.5-18.5k [#####....]  17-20k [#######..]"),
    (40, " -20 dB 14[##...] 15.5[###..] 17[####.]"),
    (30, " -20 dB 14[##....] 17[#####.]"),
    (20, " -20 dB [#######..]"),
    (12, " -20 dB"),
  ])
  func barsFitTheTerminal(columns: Int, text: String) {
    #expect(meter.line(level(), partial: "", columns: columns - 1) == text)
  }

  @Test(arguments: 1...250)
  func noLineIsTooLong(columns: Int) {
    for peak: Float in [0.5, 1] {
      let text = meter.line(level(peak: peak), partial: "", columns: columns)
      #expect(text.count <= max(columns, peak == 1 ? 15 : 7), "\(columns) \(text)")
      let partial = meter.line(level(), partial: "a text that goes on", columns: columns)
      #expect(partial.count <= max(columns, 9))
    }
  }

  @Test func clippingIsSaid() {
    #expect(meter.line(level(peak: 1), partial: "", columns: 19) == " -20 dB clipped")
    #expect(
      meter.line(level(peak: 1), partial: "", columns: 39)
        == " -20 dB 14[##.....] 17[#####..] clipped")
    #expect(
      meter.line(level(peak: 1), partial: "", columns: 79).hasSuffix("17-20k [#######..] clipped"))
  }

  @Test func theNewestOfAMessageIsShown() {
    #expect(
      meter.line(level(), partial: "the newest words", columns: 19) == " -20 dB ewest words")
  }

  @Test func oneBandOrNoneHasOneBar() {
    let hop = ProtocolCatalog.builtIn[0]
    var one = hop
    one.placements = [hop.placements[0]]
    #expect(
      MeterText(of: [one]).line(level([0.1]), partial: "", columns: 39)
        == " -20 dB [#######################......]")
    #expect(
      MeterText(of: []).line(level([]), partial: "", columns: 19) == " -20 dB [#######..]")
  }
}
