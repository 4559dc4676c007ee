import HandShakeDiagnosis
import HandShakeTestKit
import Testing

/// A glance sees what is worth a survey, and costs none where nothing is.
@Suite struct InputGlanceTests {
  private func suspects(_ samples: [Float], moments: [Double] = []) -> Bool {
    samples.withUnsafeBufferPointer {
      InputGlance.suspects($0, rateHertz: 48_000, moments: moments)
    }
  }

  @Test func noiseIsNotSuspected() {
    let moments = (0..<6).map { 1.5 * Double($0) }
    for seed in 1...20 as ClosedRange<UInt64> {
      #expect(!suspects(noise(480_000, seed: seed), moments: moments), "seed \(seed)")
    }
    #expect(!suspects([]))
    #expect(!suspects(noise(1000)))
  }

  /// A tone of a fifth of a second is seen in the moment of it, and a lasting one in any.
  @Test func tonesAreSuspected() {
    var sound = noise(480_000).map { 0.01 * $0 }
    let short = tone(17_000, rate: 48_000, frames: 9600)
    for (index, sample) in short.enumerated() { sound[180_000 + index] += 0.2 * sample }
    #expect(!suspects(sound))
    #expect(suspects(sound, moments: [3.8]))
    let lasting = tone(17_000, rate: 48_000, frames: 480_000)
    #expect(suspects(zip(noise(480_000), lasting).map { 0.01 * $0 + 0.1 * $1 }))
  }

  @Test func edgesAreSuspected() {
    let sound = noise(100_000)
    #expect(suspects(halfBand(sound)))
    #expect(!suspects(sound))
  }
}
