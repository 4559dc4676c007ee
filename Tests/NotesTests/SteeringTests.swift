import Glibc
import HandShakeChannelModel
import HandShakeNotes
import HandShakeSignal
import HandShakeTestKit
import Testing

@Suite struct SteeringTests {
  private static let rateHertz = 48_000.0

  /// A thousand steps of every size, most of them before the one before is finished.
  @Test(arguments: [20.0...2_000, 13_000...20_000], [UInt64(1), 2])
  func randomStepsNeverBreakTheWave(band: ClosedRange<Double>, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var generator = ToneGenerator(
      Tone(frequencyHertz: band.lowerBound), fadeSeconds: 0, rateHertz: Self.rateHertz)
    generator.play()
    var samples: [Float] = []
    var highest: [Double] = []
    var reached = band.lowerBound
    for _ in 0..<1_000 {
      let target = Double.random(in: band, using: &random)
      generator.frequencyHertz = target
      let count = Int.random(in: 1...1_500, using: &random)
      samples += generator.next(count)
      // On the way up it is nowhere above where it goes, on the way down nowhere above the start.
      highest += repeatElement(max(reached, target), count: count)
      reached = max(reached, target)
      if count >= 960 { reached = target }
    }
    #expect(samples.map(abs).max()! <= Tone.baseAmplitude)
    for index in 1..<samples.count {
      let steepest =
        2 * Double(Tone.baseAmplitude)
        * sin(.pi * max(highest[index - 1], highest[index]) / Self.rateHertz)
      #expect(
        Double(abs(samples[index] - samples[index - 1])) <= steepest + 1e-6,
        "sample \(index), seed \(seed)")
    }
  }

  /// Nothing is heard 500 Hz away from the tone, whatever is done to it.
  @Test func stepsDoNotClick() {
    var generator = ToneGenerator(Tone(frequencyHertz: 18_000), rateHertz: Self.rateHertz)
    generator.play()
    var samples = generator.next(9_600)
    for step in 1...20 {
      generator.frequencyHertz = 18_000 + 10 * Double(step % 2)
      generator.amplitude = step % 2 == 0 ? Tone.baseAmplitude : 0.6
      samples += generator.next(4_800)
    }
    generator.stop()
    samples += generator.next(960)
    #expect(generator.state == .idle)
    let spectrum = Spectrum(samples, size: 1 << 17, rateHertz: Self.rateHertz)
    let all = spectrum.powers.reduce(0, +)
    let near = spectrum.power(from: 17_500, to: 18_500)
    #expect(10 * log10((all - near) / all) < -80)
  }

  @Test func itArrives() {
    var generator = ToneGenerator(
      Tone(frequencyHertz: 1_000, amplitude: 0.5), fadeSeconds: 0, rateHertz: Self.rateHertz)
    generator.play()
    _ = generator.next(100)
    generator.frequencyHertz = 1_500
    generator.amplitude = 0.25
    _ = generator.next(960)
    let spectrum = Spectrum(generator.next(4_800), size: 4_800, rateHertz: Self.rateHertz)
    #expect(spectrum.peakBin == 150 && spectrum.worstSpur(outside: 0) < -120)
    #expect(abs(spectrum.powers[150].squareRoot() / 2_400 - 0.25) < 1e-4)
    // In silence there is nothing to glide from.
    generator.stop()
    generator.frequencyHertz = 2_000
    generator.amplitude = 0.5
    generator.play()
    let again = Spectrum(generator.next(4_800), size: 4_800, rateHertz: Self.rateHertz)
    #expect(again.peakBin == 200 && again.worstSpur(outside: 0) < -120)
  }

  /// A fade-out that ends inside a block leaves nothing to come back.
  @Test func glidesEndWithTheTone() {
    var generator = ToneGenerator(
      Tone(frequencyHertz: 1_000), fadeSeconds: 0.001, rateHertz: Self.rateHertz)
    generator.play()
    _ = generator.next(100)
    generator.frequencyHertz = 3_000
    generator.stop()
    _ = generator.next(100)
    #expect(generator.state == .idle && generator.next(50).allSatisfy { $0 == 0 })
    generator.play()
    _ = generator.next(48)
    let spectrum = Spectrum(generator.next(4_800), size: 4_800, rateHertz: Self.rateHertz)
    #expect(spectrum.peakBin == 300 && spectrum.worstSpur(outside: 0) < -120)
  }
}
