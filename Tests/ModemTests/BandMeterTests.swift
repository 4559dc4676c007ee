import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct BandMeterTests {
  private let bands = [
    Placement(lowestToneHertz: 14_000, highestToneHertz: 17_000),
    Placement(lowestToneHertz: 15_500, highestToneHertz: 18_500),
    Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
  ]

  private func levels(_ samples: [Float], _ bands: [Placement]) throws -> [[Float]] {
    var receiver = try Receiver(protocols: [], sampleRateHertz: 48_000, meteredBands: bands)
    let events = samples.withUnsafeBufferPointer { receiver.push($0) }
    return events.compactMap { event in
      if case .level(let level) = event { level.meteredRootMeanSquares } else { nil }
    }
  }

  private static let tones: [(hertz: Double, isIn: [Bool])] = [
    (14_500, [true, false, false]), (16_200, [true, true, false]),
  ]

  @Test(arguments: tones)
  func aToneCountsWhereItLies(hertz: Double, isIn: [Bool]) throws {
    var oscillator = Oscillator(frequencyHertz: hertz, amplitude: 0.5, rateHertz: 48_000)
    var samples = [Float](repeating: 0, count: 48_000)
    samples.withUnsafeMutableBufferPointer { oscillator.renderSine(into: $0) }
    let levels = try levels(samples, bands)
    #expect(levels.count == 10)
    for measured in levels.dropFirst() {
      for (level, isIn) in zip(measured, isIn) {
        #expect(isIn ? abs(level - 0.35355) < 0.005 : level < 0.005)
      }
    }
  }

  @Test func noiseCountsByWidth() throws {
    let noise = Interference.noiseBurst(startSeconds: 0, seconds: 4, decibels: 0)
    var random = SeededRandom(seed: 3)
    let samples = noise.samples(count: 192_000, rateHertz: 48_000, random: &random)
    let levels = try levels(samples, bands).dropFirst()
    for band in bands.indices {
      let power = levels.reduce(0.0) { $0 + Double($1[band] * $1[band]) } / Double(levels.count)
      // Half a unit of power over 24 kHz, of which 3 kHz are an eighth.
      #expect((0.055...0.07).contains(power))
    }
  }

  @Test func bandsBeyondTheBasebandDoNoHarm() throws {
    let odd = [
      Placement(lowestToneHertz: 100, highestToneHertz: 900),
      Placement(lowestToneHertz: 30_000, highestToneHertz: 1e12),
      Placement(lowestToneHertz: 18_000, highestToneHertz: 16_000),
    ]
    let levels = try levels([Float](repeating: 0, count: 9600), odd)
    #expect(levels.allSatisfy { $0 == [0, 0, 0] })
  }

  @Test func nothingIsMeasuredUnasked() throws {
    #expect(try levels([Float](repeating: 0, count: 9600), []).allSatisfy { $0.isEmpty })
  }
}
