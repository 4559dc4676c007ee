import Glibc
import HandShakeNotes
import HandShakeSignal
import HandShakeTestKit
import Testing

@Suite struct NotePlayerTests {
  @Test func aNoteIsAToneWithFades() {
    let tone = Tone(.cosine, frequencyHertz: 1_234, amplitude: 0.5, phaseRadians: 0.7)
    var player = NotePlayer([Note(.tone(tone), seconds: 0.1)], rateHertz: 48_000)
    #expect(player.sampleCount == 4_800)
    let samples = player.samples(block: 333)
    #expect(samples.count == 4_800)
    let gains = Fade(.raisedCosine, seconds: Fade.defaultSeconds, rateHertz: 48_000).gains
    for (index, sample) in samples.enumerated() {
      let gain = min(index, 4_799 - index) < gains.count ? gains[min(index, 4_799 - index)] : 1
      let angle = 2 * Double.pi * 1_234 * Double(index) / 48_000 + 0.7
      #expect(abs(Double(sample) - 0.5 * cos(angle) * Double(gain)) < 1e-6)
    }
  }

  @Test func sequences() {
    let notes = [
      Note(.tone(Tone(frequencyHertz: 440)), seconds: 0.2), Note(.rest, seconds: 0.1),
      Note(.tone(Tone(frequencyHertz: 660)), seconds: 0.001),
    ]
    var player = NotePlayer(notes, rateHertz: 48_000)
    let samples = player.samples()
    #expect(samples.count == 9_600 + 4_800 + 48 && player.sampleCount == samples.count)
    #expect(samples[9_600..<14_400].allSatisfy { $0 == 0 })
    // Shorter than two fades, and still as loud as is asked for.
    #expect(samples[14_400...].map(abs).max()! > 0.3)
    var nothing = NotePlayer([], isLooped: true, rateHertz: 48_000)
    #expect(nothing.sampleCount == 0 && nothing.samples() == [])
  }

  @Test func aLoopGoesOnUntilItIsStopped() {
    let note = Note(.tone(Tone(frequencyHertz: 440)), seconds: 0.05)
    var player = NotePlayer([note, Note(.rest, seconds: 0.05)], isLooped: true, rateHertz: 48_000)
    #expect(player.sampleCount == nil)
    var block = [Float](repeating: 0, count: 4_800)
    for _ in 0..<20 {
      let count = block.withUnsafeMutableBufferPointer { player.read(into: $0) }
      #expect(count == 4_800 && block[..<2_400].contains { $0 > 0.7 })
      #expect(block[2_400...].allSatisfy { $0 == 0 })
    }
  }

  @Test func stoppingFades() {
    let note = Note(.tone(Tone(frequencyHertz: 12_000)), seconds: .infinity)
    var player = NotePlayer([note], rateHertz: 48_000)
    var block = [Float](repeating: 0, count: 4_801)
    _ = block.withUnsafeMutableBufferPointer { player.read(into: $0) }
    player.stop()
    let tail = player.samples(block: 100)
    #expect((960...1_060).contains(tail.count))
    // A quarter of the rate: every second sample is a peak.
    let peaks = tail.map(abs).filter { $0 > 1e-7 }
    #expect(peaks.first! > 0.99 * Tone.baseAmplitude && peaks.last! < 0.001)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test func stepsOfASweep() {
    func frequencies(_ from: Double, _ to: Double, _ step: Double, rest: Double) -> [Double] {
      Note.steps(
        Tone(frequencyHertz: from), toHertz: to, stepHertz: step, seconds: 1, restSeconds: rest
      ).map { if case .tone(let tone) = $0.sound { tone.frequencyHertz } else { 0 } }
    }
    #expect(frequencies(14_000, 14_350, 100, rest: 0) == [14_000, 14_100, 14_200, 14_300])
    #expect(frequencies(200, 100, 50, rest: 1) == [200, 0, 150, 0, 100])
    #expect(frequencies(1, 1.3, 0.1, rest: 0).count == 4)
  }

  /// Against the closed form: 2π (f₀ t + (f₁ - f₀) t² / 2T).
  @Test(arguments: [(14_000.0, 22_000.0), (22_000, 14_000), (300, 310)])
  func aGlideFollowsTheFormula(from: Double, to: Double) {
    let seconds = 3.0
    var player = NotePlayer(
      Note.sweep(Tone(frequencyHertz: from, amplitude: 1), toHertz: to, seconds: seconds),
      timing: .abrupt, rateHertz: 48_000)
    var worst = 0.0
    for (index, sample) in player.samples(block: 777).enumerated() {
      let time = Double(index) / 48_000
      let turns = from * time + (to - from) * time * time / (2 * seconds)
      worst = max(worst, abs(Double(sample) - sin(2 * .pi * (turns - turns.rounded()))))
    }
    #expect(worst < 1e-6)
  }

  /// Every 500 Hz of a sweep hold the same energy.
  @Test func aSweepHasOneLevel() {
    let tone = Tone(frequencyHertz: 14_000)
    var player = NotePlayer(Note.sweep(tone, toHertz: 22_000, seconds: 2), rateHertz: 48_000)
    let spectrum = Spectrum(player.samples(), size: 1 << 17, rateHertz: 48_000)
    let bands = (29...42).map { spectrum.power(from: Double($0) * 500, to: Double($0) * 500 + 500) }
    #expect(10 * log10(bands.max()! / bands.min()!) < 0.1)
  }

  /// The default fade keeps a burst to itself.
  @Test(arguments: [0.05, 0.2, 0.5, 2])
  func aBurstStaysWithinTwoHundredHertz(seconds: Double) {
    let note = Note(.tone(Tone(frequencyHertz: 18_000)), seconds: seconds)
    var player = NotePlayer([note], rateHertz: 48_000)
    let spectrum = Spectrum(player.samples(), size: 1 << 18, rateHertz: 48_000)
    let inside = spectrum.power(from: 17_800, to: 18_200)
    let outside = spectrum.powers.reduce(0, +) - inside
    #expect(10 * log10(outside / inside) < -60)
  }
}
