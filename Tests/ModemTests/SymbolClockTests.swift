import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct SymbolClockTests {
  private let marker = markerHertz(0)

  /// A marker that starts 0.1 s into the recording, heard at `dilation`.
  private func history(
    dilation: Double, decibels: Double, tones: [Double]? = nil, acceleration: Double = 0,
    seed: UInt64 = 1
  ) -> (history: BasebandHistory, start: Double) {
    var random = SeededRandom(seed: seed)
    let channel = Channel(
      signalToNoiseDecibels: decibels,
      motion: Motion(clockPartsPerMillion: dilation * 1e6, metresPerSecondSquared: acceleration),
      leadSeconds: 0.1...0.1)
    let recording = channel.capture(samples(ofTones: tones ?? marker), random: &random)
    let (history, delay) = convert(recording, span: 40000)
    return (history, delay + 800 / (1 + dilation))
  }

  private func fit(
    _ history: borrowing BasebandHistory, start: Double, dilation: Double
  ) -> SymbolClock {
    var filter = MatchedFilter(shape: classicParameters.toneShape)
    return SymbolClock.fit(
      candidate(start: start, dilation: dilation), hertz: marker,
      symbolSeconds: classicParameters.symbolSeconds, filter: &filter, history: history)
  }

  /// A candidate as a search would give it, taken from one that a search gave.
  private func candidate(start: Double, dilation: Double) -> MarkerCandidate {
    var search = MarkerSearch(
      shape: classicParameters.toneShape, markerHertz: [marker], threshold: 8)
    var found: [MarkerCandidate] = []
    let silence = [Float](repeating: 0, count: 24000)
    convert(silence + samples(ofTones: marker) + silence, span: 16000) { found += search.scan($0) }
    var candidate = found[0]
    candidate.start = start
    candidate.dilation = dilation
    return candidate
  }

  @Test(arguments: [-0.0087, 0, 0.0012], [-60.0, -20, 33, 60])
  func fitsTheMarkerFromNearby(dilation: Double, timeError: Double) {
    let (history, start) = history(dilation: dilation, decibels: 20)
    for dilationError in [-150e-6, 0, 150e-6] {
      let clock = fit(history, start: start + timeError, dilation: dilation + dilationError)
      #expect(abs(clock.start - start) < symbolSamples / 40)
      #expect(abs(clock.dilation - dilation) < 25e-6)
    }
  }

  @Test func fitsTheMarkerInNoise() {
    for seed in 1...5 as ClosedRange<UInt64> {
      let (history, start) = history(dilation: 0.001, decibels: -14, seed: seed)
      let clock = fit(history, start: start + 30, dilation: 0.0011)
      #expect(abs(clock.start - start) < symbolSamples / 8, "seed \(seed)")
      #expect(abs(clock.dilation - 0.001) < 150e-6, "seed \(seed)")
    }
  }

  @Test func symbolsFollowOneAnother() {
    var clock = SymbolClock(start: 1000, dilation: 0.01, symbolSeconds: 0.05)
    #expect(abs(clock.end - (1000 + 400 / 1.01)) < 1e-9)
    clock.advance()
    clock.advance()
    #expect(abs(clock.start - (1000 + 800 / 1.01)) < 1e-9)
  }

  private let tones = (0..<60).map { (index: Int) -> Double in
    17100 + 30.5 * Double((index * 37) % 90)
  }

  /// From a wrong start the clock finds its way to the tones, and keeps with them.
  @Test(arguments: [(150e-6, 0.0), (-150e-6, 0), (0, 30), (0, -30)])
  func followsTheTones(dilationError: Double, timeError: Double) {
    let (history, start) = history(dilation: 0.001, decibels: 10, tones: tones)
    var filter = MatchedFilter(shape: classicParameters.toneShape)
    var clock = SymbolClock(
      start: start + timeError, dilation: 0.001 + dilationError,
      symbolSeconds: classicParameters.symbolSeconds)
    for hertz in tones {
      clock.follow(hertz: hertz, unitNoise, filter: &filter, history: history)
      clock.advance()
    }
    #expect(abs(clock.dilation - 0.001) < 20e-6)
    #expect(abs(clock.start - start - 60 * symbolSamples / 1.001) < symbolSamples / 16)
  }

  /// A receiver that comes closer ever faster, by 0.3 m/s every second.
  @Test func followsAcceleration() {
    let (history, start) = history(
      dilation: 0, decibels: 10, tones: tones, acceleration: 0.3)
    var filter = MatchedFilter(shape: classicParameters.toneShape)
    var clock = SymbolClock(
      start: start, dilation: 0, symbolSeconds: classicParameters.symbolSeconds)
    for hertz in tones {
      clock.follow(hertz: hertz, unitNoise, filter: &filter, history: history)
      clock.advance()
    }
    // 60 tones and the silence before them last 4.03 s.
    #expect(abs(clock.dilation - 0.3 * 4.03 / 343) < 400e-6)
  }
}
