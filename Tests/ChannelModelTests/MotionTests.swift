import Foundation
import Testing

@testable import HandShakeChannelModel

@Suite struct MotionTests {
  @Test(arguments: [1000.0, 15000, 18000, 20000])
  func interpolationIsGoodToSeventyDecibels(hertz: Double) {
    let sent = tone(hertz, count: 4096)
    // An irrational step visits all phases.
    let step = 1.000_317_8
    var heard = [Float](repeating: 0, count: 3900)
    Interpolator(sent).add(to: &heard) { (Double($0) * step, 1) }
    let exact = heard.indices.map { Float(sin(2 * .pi * hertz * Double($0) * step / 48000)) }
    #expect(errorDecibels(heard[100...], exact[100...]) < -70)
  }

  @Test func wholeSamplesPassUnchangedAndAllElseIsSilence() {
    let sent: [Float] = [0.5, -0.25, 1]
    var heard = [Float](repeating: 0, count: 60)
    Interpolator(sent).add(to: &heard) { (Double($0) - 30, 1) }
    for index in 0..<60 {
      let expected = sent.indices ~= index - 30 ? sent[index - 30] : 0
      #expect(abs(heard[index] - expected) < 1e-6)
    }
  }

  @Test(arguments: [
    Motion(clockPartsPerMillion: 300), Motion(clockPartsPerMillion: -300),
    Motion(metresPerSecond: 3), Motion(metresPerSecond: -3),
    Motion(metresPerSecond: 1, metresPerSecondSquared: -2),
  ])
  func tonesFollowTheFormula(motion: Motion) {
    let heard = motion.hear(tone(18000, count: 48000), rateHertz: 48000)
    let exact = heard.indices.map { index in
      let seconds = Double(index) / 48000
      let ahead =
        (motion.metresPerSecond * seconds + motion.metresPerSecondSquared * seconds * seconds / 2)
        / 343
      return Float(
        sin(2 * .pi * 18000 * (seconds * (1 + motion.clockPartsPerMillion * 1e-6) + ahead)))
    }
    let inside = 100..<heard.count - 100
    #expect(errorDecibels(heard[inside], exact[inside]) < -70)
    // A second of sound at constant speed lasts 1 / (1 + d) seconds.
    if motion.metresPerSecondSquared == 0 {
      let dilation = motion.clockPartsPerMillion * 1e-6 + motion.metresPerSecond / 343
      #expect(abs(Double(heard.count) - 48000 / (1 + dilation)) < 2)
    }
  }

  @Test func whoStandsStillHearsOneTone() {
    var random = SeededRandom(seed: 3)
    let heard = Walk(metresPerSecond: 0).hear(
      tone(18000, count: 48000), rateHertz: 48000, random: &random)
    let settled = Array(heard[12000..<44000])
    let line = bandPower(settled, 17990...18010)
    #expect(10 * log10(1 - line / bandPower(settled, 100...23900)) < -60)
  }

  @Test(arguments: [0.5, 1.5])
  func everyPathOfAWalkHasADopplerWithinTheSpeed(metresPerSecond: Double) {
    var random = SeededRandom(seed: 4)
    let heard = Walk(metresPerSecond: metresPerSecond).hear(
      tone(18000, count: 96000), rateHertz: 48000, random: &random)
    let settled = Array(heard[12000..<92000])
    let shift = 18000 * metresPerSecond / 343
    let all = bandPower(settled, 100...23900)
    // At a turn the speed jumps, which widens the lines.
    let outside = all - bandPower(settled, 18000 - shift - 60...18000 + shift + 60)
    #expect(10 * log10(outside / all) < -35)
    // It is spread, not moved: a good part lies in both halves of the range.
    #expect(bandPower(settled, 18000 - shift...17995) > 0.02 * all)
    #expect(bandPower(settled, 18005...18000 + shift) > 0.02 * all)
  }
}
