import Signal
import Testing

@testable import Modem

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

  /// Every character of every alphabet protocol by itself, with every timing function.
  @Test(arguments: Mode.all, TimingFunction.all)
  func burstsAreQuietTwoKilohertzBelowTheLowestTone(mode: Mode, fade: TimingFunction) {
    guard case .alphabet(let parameters) = mode.modem.family else { return }
    let shape = ToneShape(
      seconds: parameters.symbolSeconds, fadeSeconds: parameters.fadeSeconds,
      timingFunction: fade)
    let transform = FourierTransform(size: 4096)
    var worst = -Double.infinity
    for symbol in 0..<UInt8(AlphabetCode.symbolCount) {
      var tone = ToneSequence(
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
}
