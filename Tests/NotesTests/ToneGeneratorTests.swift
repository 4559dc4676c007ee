import Glibc
import HandShakeChannelModel
import HandShakeNotes
import HandShakeSignal
import Testing

@Suite struct ToneGeneratorTests {
  private let rateHertz = 8_000.0
  private let fadeCount = 80
  private let base = Double(Tone.baseAmplitude)

  private func generator(
    _ timing: TimingFunction, frequencyHertz: Double = 50
  ) -> ToneGenerator {
    ToneGenerator(
      Tone(frequencyHertz: frequencyHertz), timing: timing,
      fadeSeconds: Double(fadeCount) / rateHertz, rateHertz: rateHertz)
  }

  @Test func statesFollowPlayAndStop() {
    var tone = generator(.linear)
    #expect(tone.state == .idle)
    tone.stop()
    #expect(tone.state == .idle && tone.next(100).allSatisfy { $0 == 0 })
    tone.play()
    #expect(tone.state == .fadingIn)
    _ = tone.next(fadeCount - 1)
    #expect(tone.state == .fadingIn)
    _ = tone.next(1)
    #expect(tone.state == .sustaining)
    tone.play()
    #expect(tone.state == .sustaining)
    tone.stop()
    #expect(tone.state == .fadingOut)
    tone.stop()
    _ = tone.next(fadeCount - 1)
    #expect(tone.state == .fadingOut)
    _ = tone.next(1)
    #expect(tone.state == .idle && tone.next(100).allSatisfy { $0 == 0 })
  }

  @Test func sustainedPeakIsTheBaseAmplitude() {
    var tone = generator(.raisedCosine)
    tone.play()
    _ = tone.next(fadeCount)
    let peak = tone.next(8_000).max()!
    #expect(abs(peak - 0.707_946) < 1e-6)
  }

  @Test func fadesAreTheCurveTimesTheTone() {
    for timing in TimingFunction.all where timing != .abrupt {
      var tone = generator(timing)
      tone.play()
      let rising = tone.next(fadeCount)
      tone.stop()
      let falling = tone.next(fadeCount)
      let gains = Fade(timing, seconds: Double(fadeCount) / rateHertz, rateHertz: rateHertz).gains
      for index in 0..<fadeCount {
        let here = base * sin(2 * .pi * 50 * Double(index) / rateHertz)
        let there = base * sin(2 * .pi * 50 * Double(index + fadeCount) / rateHertz)
        #expect(abs(Double(rising[index]) - here * Double(gains[index])) < 1e-6)
        #expect(
          abs(Double(falling[index]) - there * Double(gains[fadeCount - 1 - index])) < 1e-6)
      }
    }
  }

  /// Stops at every moment of the fade-in, plays again at several of the fade-out, and bounds the
  /// second difference by what the fade and the tone may contribute: a gain that jumps breaks it.
  @Test(arguments: TimingFunction.all.filter { $0 != .abrupt })
  func interruptedFadesDoNotClick(timing: TimingFunction) {
    let gains = [0] + Fade(timing, seconds: 0.01, rateHertz: rateHertz).gains + [1]
    let steepest = zip(gains, gains.dropFirst()).map { $1 - $0 }.max()!
    let radians = Float(2 * Double.pi * 50 / rateHertz)
    let bound =
      Tone.baseAmplitude * (2 * steepest + 2 * steepest * radians + radians * radians) + 1e-6
    var worst: (difference: Float, stopped: Int, played: Int) = (0, 0, 0)
    for stopped in 0...fadeCount {
      for played in stride(from: 0, through: fadeCount, by: 5) {
        var tone = generator(timing)
        // The tone is at its loudest when the fade is interrupted, so that a jump shows.
        var samples = tone.next(200 - stopped % 160)
        tone.play()
        samples += tone.next(stopped)
        tone.stop()
        samples += tone.next(played)
        tone.play()
        samples += tone.next(fadeCount)
        #expect(tone.state == .sustaining)
        tone.stop()
        samples += tone.next(fadeCount + 2)
        #expect(tone.state == .idle)
        for index in 2..<samples.count {
          let difference = abs(samples[index] - 2 * samples[index - 1] + samples[index - 2])
          if difference > worst.difference { worst = (difference, stopped, played) }
        }
      }
    }
    #expect(
      worst.difference <= bound,
      "stopped after \(worst.stopped) samples, played again after \(worst.played)")
  }

  @Test func stopWhileFadingInNeverGetsLouder() {
    let gains = Fade(.raisedCosine, seconds: 0.01, rateHertz: rateHertz).gains
    for stopped in 1..<fadeCount {
      // At a quarter of the rate every second sample is a peak, and shows the gain itself.
      var tone = generator(.raisedCosine, frequencyHertz: rateHertz / 4)
      tone.play()
      _ = tone.next(stopped)
      tone.stop()
      let falling = tone.next(fadeCount).map { abs($0) }
      #expect(falling.max()! <= Tone.baseAmplitude * gains[stopped - 1] + 1e-6)
      let peaks = falling.filter { $0 > 1e-6 }
      #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 >= $1 })
      #expect(tone.state == .idle)
    }
  }

  @Test func abruptTakesNoTime() {
    var tone = generator(.abrupt)
    tone.play()
    #expect(tone.state == .sustaining)
    tone.stop()
    #expect(tone.state == .idle)
  }

  @Test func blocksOfAnySizeGiveTheSameSignal() {
    let seed: UInt64 = 3
    var random = SeededRandom(seed: seed)
    func signal(_ block: () -> Int) -> [Float] {
      var tone = generator(.smoothstep, frequencyHertz: 1_234)
      var samples: [Float] = []
      for count in [33, 50, 20, 300, 81, 7] {
        if tone.state == .idle || tone.state == .fadingOut { tone.play() } else { tone.stop() }
        let end = samples.count + count
        while samples.count < end { samples += tone.next(min(block(), end - samples.count)) }
      }
      return samples
    }
    let whole = signal { 1_000 }
    let pieces = signal { Int.random(in: 1...40, using: &random) }
    #expect(zip(whole, pieces).allSatisfy { abs($0 - $1) < 1e-6 }, "seed \(seed)")
  }

  @Test func frequencyMayMoveWhileItSounds() {
    var tone = generator(.linear, frequencyHertz: 100)
    tone.play()
    var samples = tone.next(500)
    tone.frequencyHertz = 200
    samples += tone.next(500)
    let jumps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
    #expect(Double(jumps.max()!) <= base * 2 * sin(.pi * 200 / rateHertz) + 1e-6)
  }
}
