import Foundation
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

  /// A half-band filter leaves nothing above 12 kHz.
  @Test func edgesAreSuspected() {
    let half = 60
    let taps = (-half...half).map { index -> Float in
      let sinc = index == 0 ? 0.5 : sin(.pi * Double(index) / 2) / (.pi * Double(index))
      let place = Double(index) / Double(half + 1)
      return Float(sinc * (0.42 + 0.5 * cos(.pi * place) + 0.08 * cos(2 * .pi * place)))
    }
    let sound = noise(100_000)
    let cut = (half..<sound.count - half).map { place -> Float in
      var sum: Float = 0
      for (index, tap) in taps.enumerated() { sum += tap * sound[place - half + index] }
      return sum
    }
    #expect(suspects(cut))
    #expect(!suspects(sound))
  }
}
