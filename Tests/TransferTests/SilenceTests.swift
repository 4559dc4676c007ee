import HandShakeChannelModel
import HandShakeSignal
import HandShakeTestKit
import Testing

@testable import HandShakeModem

/// Nobody is to hear a transmission start, go on or end.
@Suite struct SilenceTests {
  /// Energy below `hertz` over all energy, in dB, of `samples` at 48 kHz.
  private func decibels(
    _ samples: [Float], belowHertz hertz: Double, _ transform: FourierTransform
  ) -> Double {
    for index in 0..<transform.size {
      transform.buffer[index] = Complex(index < samples.count ? samples[index] : 0, 0)
    }
    transform.forward()
    let end = Int(hertz / 48000 * Double(transform.size))
    var below = 0.0
    var all = 0.0
    for bin in 0...transform.size / 2 {
      let power = Double(transform.buffer[bin].power)
      all += power
      if bin <= end { below += power }
    }
    return 10 / 2.302585092994046 * logarithm(below / all)
  }

  /// Energy above `hertz` over all energy, in dB.
  private func decibels(
    _ samples: [Float], aboveHertz hertz: Double, _ transform: FourierTransform
  ) -> Double {
    for index in 0..<transform.size {
      transform.buffer[index] = Complex(index < samples.count ? samples[index] : 0, 0)
    }
    transform.forward()
    let start = Int(hertz / 48000 * Double(transform.size))
    var above = 0.0
    var all = 0.0
    for bin in 0...transform.size / 2 {
      all += Double(transform.buffer[bin].power)
      if bin > start { above += Double(transform.buffer[bin].power) }
    }
    return 10 / 2.302585092994046 * logarithm(above / all)
  }

  /// Every character of every alphabet protocol by itself, with every timing function.
  @Test(arguments: Mode.all.filter { $0.modem.family is AlphabetParameters }, TimingFunction.all)
  func burstsAreQuietTwoKilohertzBelowTheLowestTone(mode: Mode, fade: TimingFunction) throws {
    let parameters = try #require(mode.modem.family as? AlphabetParameters)
    let shape = ToneShape(
      seconds: parameters.symbolSeconds, fadeSeconds: parameters.fadeSeconds,
      timingFunction: fade)
    let transform = FourierTransform(size: 4096)
    var worst = -Double.infinity
    for symbol in 0..<UInt8(AlphabetCode.symbolCount) {
      let tone = ToneSequence(
        hertz: [parameters.hertz(of: symbol, in: mode.placement)], shape: shape,
        sampleRateHertz: 48000)
      var samples = [Float](repeating: 0, count: tone.sampleCount)
      samples.withUnsafeMutableBufferPointer { _ = tone.read(into: $0) }
      worst = max(
        worst,
        decibels(
          samples, belowHertz: mode.placement.lowestToneHertz - 2000, transform))
    }
    if fade == .abrupt {
      #expect(worst > -60, "an abrupt burst that passes means a test that measures nothing")
    } else {
      #expect(worst < -60)
    }
  }

  /// Whole transmissions, marker and all.
  @Test(arguments: Mode.all)
  func transmissionsAreQuietTwoKilohertzBelowTheLowestTone(mode: Mode) throws {
    let printable = String(String.UnicodeScalarView((0x20...0x7E).map { Unicode.Scalar($0)! }))
    for text in ["x", printable] {
      let samples = try mode.transmission(text)
      var size = 4096
      while size < samples.count { size *= 2 }
      let quiet = decibels(
        samples, belowHertz: mode.placement.lowestToneHertz - 2000, FourierTransform(size: size))
      #expect(quiet < -60, "\(text)")
      // Nothing is louder than full scale, and hardly anything is wasted.
      let peak = samples.map(abs).max()!
      #expect((0.98...1).contains(peak))
    }
  }

  /// Whole bursts of several rungs: quiet 2 kHz below the band, and 57 dB down a 35th of its width
  /// (100 Hz) outside it, where the pulse is to end.
  @Test(arguments: Mode.bursts(rungs: extent([0, 3, 6, 9, 11], usually: [0, 11])))
  func burstsAreQuietOutsideTheirBand(mode: Mode) throws {
    for count in extent([1, 64, 500], usually: [1, 500]) {
      let samples = try mode.transmission(words(count + 1, seed: 1))
      var size = 4096
      while size < samples.count { size *= 2 }
      let transform = FourierTransform(size: size)
      let lowest = mode.placement.lowestToneHertz
      #expect(decibels(samples, belowHertz: lowest - 2000, transform) < -60 || lowest < 2000)
      let margin = (mode.placement.highestToneHertz - lowest) / 35
      let below =
        lowest < margin
        ? -.infinity : decibels(samples, belowHertz: lowest - margin, transform)
      let above = decibels(
        samples, aboveHertz: mode.placement.highestToneHertz + margin, transform)
      #expect(max(below, above) < -57, "\(count) characters")
      let peak = samples.map(abs).max()!
      #expect((0.96...1).contains(peak))
    }
  }

  static let rates = [44_100.0, 48_000, 96_000].flatMap { rateHertz in
    Mode.nearUltrasonic.filter { $0.placement.highestToneHertz < 0.45 * rateHertz }
      .map { (mode: $0, rateHertz: rateHertz) }
  }

  /// Every near-ultrasonic protocol in every placement and at several rates that hold it, as
  /// `tools/bench --silence` prints it: 80 dB down as a whole, and no click louder than 70 dB down.
  @Test(arguments: rates)
  func nobodyHearsIt(mode: Mode, rateHertz: Double) throws {
    let samples = try mode.transmission("a text of some length, 1234567890", rateHertz: rateHertz)
    let heard = Audibility(
      of: samples, rateHertz: rateHertz, belowHertz: mode.placement.lowestToneHertz - 2000)
    #expect(heard.energyDecibels < -80)
    #expect(heard.clickDecibels < -70)
  }

  /// Whole transmissions with every fade: those with corners are louder, and an abrupt one is
  /// heard.
  @Test(arguments: TimingFunction.all) func everyFade(fade: TimingFunction) throws {
    let classic = try #require(Mode.all.first { $0.modem.name == "classic" }).modem
    let modem = ModemProtocol(
      name: classic.name, summary: classic.summary, placements: classic.placements,
      family: try #require(classic.family as? AlphabetParameters).with(fade: fade))
    let samples = try Mode(modem: modem, placement: modem.placements[0]).transmission("some text")
    let heard = Audibility(
      of: samples, rateHertz: 48000, belowHertz: modem.placements[0].lowestToneHertz - 2000)
    if fade == .abrupt {
      #expect(heard.energyDecibels > -60 && heard.clickDecibels > -40)
    } else {
      #expect(heard.energyDecibels < -65 && heard.clickDecibels < -45)
    }
  }
}
