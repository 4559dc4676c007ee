import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct MarkerSearchTests {
  private func search() -> MarkerSearch {
    MarkerSearch(
      shape: classicParameters.toneShape, markerHertz: (0..<3).map(markerHertz), threshold: 8)
  }

  private func candidates(
    _ sent: [Float], through channel: Channel, seed: UInt64 = 1
  ) -> (found: [MarkerCandidate], delay: Double) {
    var random = SeededRandom(seed: seed)
    var search = search()
    var found: [MarkerCandidate] = []
    let (_, delay) = convert(channel.capture(sent, random: &random), span: 16000) {
      found += search.scan($0)
    }
    return (found, delay)
  }

  @Test(arguments: [0, 1, 2], [-3.0, -1, 0, 0.4, 3])
  func findsTheMarkerInItsPlacementTimeAndSpeed(placement: Int, metresPerSecond: Double) throws {
    let channel = Channel(
      signalToNoiseDecibels: 0, motion: Motion(metresPerSecond: metresPerSecond),
      leadSeconds: 0.5...0.5)
    let (found, delay) = candidates(samples(ofTones: markerHertz(placement)), through: channel)
    let best = try #require(found.max { $0.score < $1.score })
    let dilation = metresPerSecond / 343
    #expect(best.placementIndex == placement)
    #expect(abs(best.start - delay - 4000 / (1 + dilation)) < symbolSamples / 6)
    // A quarter of a tone's bandwidth at 18.5 kHz is 206 ppm.
    #expect(abs(best.dilation - dilation) < 450e-6)
    // Every tone of an almost noise-free marker counts as much as one tone can.
    #expect(best.score > 16)
  }

  @Test func weakMarkersAreFoundAndSpeakOfTheNoise() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let channel = Channel(signalToNoiseDecibels: -17, leadSeconds: 3...3)
      let (found, _) = candidates(
        samples(ofTones: markerHertz(0)), through: channel, seed: seed)
      let best = try #require(found.max { $0.score < $1.score }, "seed \(seed)")
      #expect(best.placementIndex == 0, "seed \(seed)")
      // Noise of power n in 24 kHz has n / 6 in 8 kHz of baseband; that is its matched filter's.
      let noise = 0.5 * 50.12 / 6
      for hertz in [17100.0, 18000, 19900] {
        let measured = Double(best.noise.energy(atHertz: hertz))
        #expect((0.5...2).contains(measured / noise), "seed \(seed), \(hertz) Hz")
      }
    }
  }

  @Test func noiseAloneIsNoMarker() {
    let channel = Channel(signalToNoiseDecibels: 0, leadSeconds: 30...30)
    for seed in 1...4 as ClosedRange<UInt64> {
      #expect(candidates([], through: channel, seed: seed).found.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: [
    [17036.0], [18000, 18000, 18000, 18000, 18000, 18000, 18000, 18000],
    [17036, 17500, 18000, 18500, 19000, 19500, 19900, 17036],
  ])
  func otherTonesAreNoMarker(hertz: [Double]) {
    let channel = Channel(signalToNoiseDecibels: 20)
    #expect(candidates(samples(ofTones: hertz), through: channel).found.isEmpty)
  }

  @Test func theMarkerBackwardsIsNoMarker() {
    let backwards = samples(ofTones: markerHertz(0).reversed())
    #expect(candidates(backwards, through: Channel(signalToNoiseDecibels: 20)).found.isEmpty)
  }
}
