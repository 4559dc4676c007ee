import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct ToneEvidenceTests {
  private static let toneCount = 64

  /// The evidence of symbols with these ratios of energy to noise density, the noise known before
  /// being `believed` times as loud as it is.
  private func evidence(_ ratios: [Double], believed: Float = 1, seed: UInt64) -> ToneEvidence {
    var random = SeededRandom(seed: seed)
    var evidence = ToneEvidence(skirtRatio: 1e6)
    let noise = [Float](repeating: believed, count: Self.toneCount)
    for (index, ratio) in ratios.enumerated() {
      let sent = index * 29 % Self.toneCount
      let energies = (0..<Self.toneCount).map { tone -> Float in
        let amplitude = tone == sent ? ratio.squareRoot() : 0
        let real = amplitude + 0.5.squareRoot() * random.normal()
        let imaginary = 0.5.squareRoot() * random.normal()
        return Float(real * real + imaginary * imaginary)
      }
      energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: sent) }
    }
    return evidence
  }

  private func decibels(_ ratio: Double) -> Double { 4.342944819 * logarithm(ratio) }

  @Test(arguments: [-4.0, -2, 0, 3, 10, 20, 40], [0.5, 1, 3] as [Float])
  func marginsInSteadyNoise(above: Double, believed: Float) throws {
    let ratio = 5.2 * exponential(above * 0.2302585)
    let ratios = [Double](repeating: ratio, count: 45)
    var sum = 0.0
    for seed in 1...8 as ClosedRange<UInt64> {
      sum += try #require(
        evidence(ratios, believed: believed, seed: seed).marginDecibels(neededRatio: 5.2))
    }
    #expect(abs(sum / 8 - above) < 1, "\(sum / 8)")
  }

  @Test func fadingTakesMargin() throws {
    // Half of the symbols 20 dB above the others: all the same they can't lose 20 dB.
    let faded = (0..<64).map { $0 % 2 == 0 ? 500.0 : 5 }
    let even = [Double](repeating: 252.5, count: 64)
    let margins = try [faded, even].map {
      try #require(evidence($0, seed: 3).marginDecibels(neededRatio: 5.2))
    }
    #expect(margins[0] < margins[1] - 3)
    #expect(margins[0] > 0)
  }

  @Test func aFewLoudTonesAreNoFrame() {
    // Three of sixteen at 30 dB and nothing else; a frame too weak to be read, and one that fades.
    let strange = (0..<16).map { $0 < 3 ? 1000.0 : 0 }
    let weak = [Double](repeating: 0.5, count: 16)
    let faded = (0..<16).map { $0 % 2 == 0 ? 500.0 : 5 }
    for seed in 1...8 as ClosedRange<UInt64> {
      #expect(evidence(strange, seed: seed).isUneven(neededRatio: 5.2), "seed \(seed)")
      for ratios in [weak, faded] {
        #expect(!evidence(ratios, seed: seed).isUneven(neededRatio: 5.2), "seed \(seed)")
      }
    }
  }

  @Test func ratiosOfSignalToNoise() {
    // An energy over the noise of 500 in a filter of 170 samples at 8 kHz is -0.1 dB in 24 kHz.
    let measured = evidence([Double](repeating: 500, count: 45), seed: 5)
      .signalToNoiseDecibels(toneGain: 170)
    #expect(abs(measured - decibels(500 / (3 * 170))) < 0.5)
  }

  @Test func nothingTellsNothing() {
    #expect(ToneEvidence(skirtRatio: 1e6).marginDecibels(neededRatio: 5) == nil)
    #expect(ToneEvidence(skirtRatio: 1e6).signalToNoiseDecibels(toneGain: 170).isFinite)
  }
}
