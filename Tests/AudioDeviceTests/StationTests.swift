import HandShakeTestKit
import Testing

extension LoopTests {
  /// Stations of the loop, each of which hears the others and itself.
  @Suite(.enabled(if: LoopRun.air != nil, "needs PulseAudio, and no PipeWire"))
  struct StationTests {
    /// In open air at a distance of 48 samples, without noise and with clocks alike, sound arrives
    /// sample by sample. Six stations are frames that don't fit the pages of a pipe.
    @Test(arguments: [(1, "station1"), (2, "station2"), (6, "station1"), (6, "station6")])
    func soundArrivesAsItWasPlayed(stationCount: Int, device: String) throws {
      let run = try LoopRun.inLoop(
        "--play", "station1", "--capture", device,
        environment: [
          "LOOP_STATIONS": "\(stationCount)", "LOOP_AIR_PROGRAM": try #require(LoopRun.air),
          "LOOP_AIR": "--distance 0.343 --own-distance 0.343 --own-louder 0",
        ])
      #expect(run.facts.play?.error == nil)
      #expect(run.facts.capture?.error == nil)
      #expect(run.facts.play?.xruns == 0)
      #expect(run.facts.capture?.xruns == 0)
      #expect(try #require(run.facts.maximumError) < 1e-4)
      #expect(run.standardError == "")
    }
  }
}
