import Glibc
import HandShakeSignal
import HandShakeTestKit
import Testing

@Suite struct OscillatorTests {
  @Test(arguments: [8_000.0, 44_100, 48_000, 96_000, 192_000])
  func harmonicsLieFarBelowNinetyDecibels(rateHertz: Double) {
    // A whole number of periods needs no window, so nothing but the oscillator is measured.
    let size = 1 << 15
    for part in [0.0123, 0.1, 0.24, 0.39, 0.47] {
      let bin = (part * Double(size)).rounded()
      var oscillator = Oscillator(
        frequencyHertz: bin * rateHertz / Double(size), amplitude: 0.85, phaseRadians: 0.3,
        rateHertz: rateHertz)
      let spectrum = Spectrum(oscillator.sine(size), size: size, rateHertz: rateHertz)
      #expect(spectrum.peakBin == Int(bin))
      #expect(spectrum.worstSpur(outside: 0) < -120)
    }
  }

  @Test func frequencyBetweenTheBinsIsPureToo() {
    let size = 1 << 15
    var oscillator = Oscillator(frequencyHertz: 18_765.4321, rateHertz: 48_000)
    let window = Window.blackmanHarris.coefficients(count: size)
    let samples = zip(oscillator.sine(size), window).map { $0 * $1 }
    #expect(Spectrum(samples, size: size, rateHertz: 48_000).worstSpur(outside: 4) < -90)
  }

  @Test func tenSecondsInBlocksFollowTheFormula() {
    let seed: UInt64 = 1
    var random = SeededRandom(seed: seed)
    for (frequencyHertz, rateHertz) in [(18_765.4321, 48_000.0), (440.01, 44_100)] {
      var sines = Oscillator(frequencyHertz: frequencyHertz, phaseRadians: 1, rateHertz: rateHertz)
      var phasors = sines
      var position = 0
      var worst = 0.0
      while Double(position) < 10 * rateHertz {
        let count = Int.random(in: 0...5_000, using: &random)
        let pairs = zip(sines.sine(count), phasors.complex(count))
        for (index, (sine, phasor)) in pairs.enumerated() {
          let turns = Double(position + index) / rateHertz * frequencyHertz
          let angle = 2 * Double.pi * (turns - turns.rounded()) + 1
          worst = max(
            worst, abs(Double(sine) - sin(angle)), abs(Double(phasor.real) - cos(angle)),
            abs(Double(phasor.imaginary) - sin(angle)))
        }
        position += count
      }
      // A frequency wrong by 0.01 Hz is off by 0.6 after 10 s.
      #expect(worst < 1e-6, "seed \(seed)")
    }
  }

  @Test(arguments: [20.0...2_000, 13_000...20_000])
  func frequencyStepsBendTheWaveAndNeverBreakIt(band: ClosedRange<Double>) {
    let seed: UInt64 = 2
    var random = SeededRandom(seed: seed)
    let rateHertz = 48_000.0
    var oscillator = Oscillator(frequencyHertz: band.lowerBound, rateHertz: rateHertz)
    let steepest = 2 * sin(.pi * band.upperBound / rateHertz)
    var last = Complex(1, 0)
    var stepRadians = 0.0
    var largestJump = 0.0
    var largestPhaseError = 0.0
    for _ in 0..<1_000 {
      oscillator.frequencyHertz = Double.random(in: band, using: &random)
      let block = oscillator.complex(Int.random(in: 1...200, using: &random))
      for sample in block {
        largestJump = max(largestJump, abs(Double(sample.imaginary - last.imaginary)))
        let turned = sample.timesConjugate(of: last)
        let radians = atan2(Double(turned.imaginary), Double(turned.real))
        largestPhaseError = max(largestPhaseError, abs(radians - stepRadians))
        last = sample
        stepRadians = 2 * .pi * oscillator.frequencyHertz / rateHertz
      }
    }
    #expect(largestJump <= steepest + 1e-6, "seed \(seed)")
    #expect(largestPhaseError < 1e-6, "seed \(seed)")
  }

  @Test func amplitudeMayBeSetAtAnyTime() {
    var oscillator = Oscillator(frequencyHertz: 100, amplitude: 0.5, rateHertz: 48_000)
    _ = oscillator.sine(77)
    oscillator.amplitude = 0.25
    #expect(abs(oscillator.sine(1)[0] - 0.25 * sin(2 * .pi * 7_700 / 48_000)) < 1e-7)
  }

  @Test func skippingIsSilentRendering() {
    var skipped = Oscillator(frequencyHertz: 19_001.7, rateHertz: 48_000)
    var rendered = skipped
    skipped.skip(12_345)
    _ = rendered.sine(12_345)
    #expect(abs(skipped.sine(1)[0] - rendered.sine(1)[0]) < 1e-6)
  }

  @Test func negativeFrequencyTurnsBackwards() {
    var backwards = Oscillator(frequencyHertz: -1_000, rateHertz: 48_000)
    var forwards = Oscillator(frequencyHertz: 1_000, rateHertz: 48_000)
    for (left, right) in zip(backwards.sine(500), forwards.sine(500)) {
      #expect(abs(left + right) < 1e-6)
    }
  }
}

extension Oscillator {
  fileprivate mutating func sine(_ count: Int) -> [Float] {
    var samples = [Float](repeating: .nan, count: count)
    samples.withUnsafeMutableBufferPointer { renderSine(into: $0) }
    return samples
  }

  fileprivate mutating func complex(_ count: Int) -> [Complex] {
    var samples = [Complex](repeating: Complex(.nan, .nan), count: count)
    samples.withUnsafeMutableBufferPointer { render(into: $0) }
    return samples
  }
}
