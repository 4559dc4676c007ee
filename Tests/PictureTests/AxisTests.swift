import Testing

@testable import HandShakePicture

@Suite struct AxisTests {
  @Test func ticksAreRoundNumbers() {
    #expect(
      Axis(14_000...21_000, title: "", tickLimit: 10, scale: 1000).ticks.map(\.text)
        == ["14", "15", "16", "17", "18", "19", "20", "21"])
    #expect(
      Axis(0...0.1, title: "", tickLimit: 5).ticks.map(\.text)
        == ["0.00", "0.02", "0.04", "0.06", "0.08", "0.10"])
    #expect(Axis(-95...(-22), title: "", tickLimit: 4).ticks.map(\.value) == [-80, -60, -40])
  }

  @Test(arguments: [
    (0.05, "time in s"), (10, "time in s"), (3600, "time in min"), (86_400, "time in h"),
  ])
  func timeHasTheUnitThatSuits(seconds: Double, title: String) {
    let axis = Axis.time(seconds: seconds, tickLimit: 16)
    #expect(axis.title == title)
    #expect((4...17).contains(axis.ticks.count))
  }

  @Test(arguments: [0.001, 0.0099, 0.01, 0.03, 1, 7, 99, 1e5])
  func aStepIsTheSmallestThatDoes(least: Double) {
    let step = Axis.step(atLeast: least)
    #expect(step >= least * 0.999 && step <= 2.5 * least)
  }

  @Test func absurdRangesHaveNoTicks() {
    #expect(Axis(0...1e300, title: "", tickLimit: 1).ticks.count < 10)
    #expect(Axis(1e12...(1e12 + 1), title: "", tickLimit: 4).ticks.isEmpty)
  }
}
