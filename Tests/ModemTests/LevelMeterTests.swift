import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct LevelMeterTests {
  private func levels(_ samples: [Float], rateHertz: Double = 48000) throws -> [Level] {
    var receiver = try Receiver(protocols: [], sampleRateHertz: rateHertz)
    return samples.withUnsafeBufferPointer { receiver.push($0) }.compactMap { event in
      if case .level(let level) = event { level } else { nil }
    }
  }

  private func sine(_ hertz: Double, _ amplitude: Float, rateHertz: Double = 48000) -> [Float] {
    var oscillator = Oscillator(
      frequencyHertz: hertz, amplitude: amplitude, rateHertz: rateHertz)
    var samples = [Float](repeating: 0, count: Int(rateHertz))
    samples.withUnsafeMutableBufferPointer { oscillator.renderSine(into: $0) }
    return samples
  }

  @Test(arguments: [48000.0, 96000, 192_000])
  func tenTimesASecond(rateHertz: Double) throws {
    let levels = try levels(sine(18000, 0.5, rateHertz: rateHertz), rateHertz: rateHertz)
    #expect(levels.count == 10)
    for (index, level) in levels.enumerated() {
      #expect(abs(level.seconds - 0.1 * Double(index + 1)) < 0.02)
      #expect(abs(level.peak - 0.5) < 0.003)
      if index > 0 { #expect(abs(level.bandRootMeanSquare - 0.35355) < 0.004) }
    }
  }

  @Test func onlyTheBandCountsForTheBand() throws {
    for level in try levels(sine(9000, 0.8)).dropFirst() {
      #expect(abs(level.peak - 0.8) < 0.01)
      #expect(level.bandRootMeanSquare < 1e-4)
    }
    let noise = Interference.noiseBurst(startSeconds: 0, seconds: 2, decibels: 0)
    var random = SeededRandom(seed: 1)
    let samples = noise.samples(count: 96000, rateHertz: 48000, random: &random)
    let band = try levels(samples).dropFirst().map { Double($0.bandRootMeanSquare) }
    let power = band.reduce(0) { $0 + $1 * $1 } / Double(band.count)
    // Half a unit of power over 24 kHz, of which the filters let about 7.5 kHz through.
    #expect((0.28...0.34).contains(power / 0.5))
  }

  @Test func shortPeaksCountOnce() throws {
    var samples = [Float](repeating: 0, count: 48000)
    samples[20_000] = -0.9
    #expect(try levels(samples).map(\.peak) == [0, 0, 0, 0, 0.9, 0, 0, 0, 0, 0])
  }

  /// What is no number anywhere in a block shows in its peak, and counts for silence after that.
  @Test(arguments: [Float.nan, -.nan, .infinity, -.infinity, 2e10])
  func samplesThatAreNone(sample: Float) throws {
    // The last three are measured one by one.
    for place in [0, 7, 8, 479, 480, 482] {
      var samples = [Float](repeating: 0.25, count: 483)
      samples[place] = sample
      let peak = samples.withUnsafeBufferPointer { LevelMeter.peak(of: $0) }
      #expect(!(peak <= 1e10))
    }
    var samples = sine(18000, 0.5)
    for index in stride(from: 0, to: 24_000, by: 7) { samples[index] = sample }
    let last = try #require(try levels(samples).last)
    #expect(abs(last.peak - 0.5) < 0.003)
    #expect(abs(last.bandRootMeanSquare - 0.35355) < 0.004)
  }
}
