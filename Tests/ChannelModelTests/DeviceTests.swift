import Foundation
import Testing

@testable import HandShakeChannelModel

@Suite struct DeviceTests {
  @Test func responsesFallAndRippleAsAskedFor() {
    var random = SeededRandom(seed: 8)
    let device = DeviceResponse(rolloffDecibels: 10, rippleDecibels: 2.5)
    func gains(_ hertz: Double) -> [Double] {
      (0..<200).map { _ in
        let taps = device.taps(rateHertz: 48000, random: &random)
        var (real, imaginary) = (0.0, 0.0)
        for (index, tap) in taps.enumerated() {
          real += Double(tap) * cos(2 * .pi * hertz * Double(index) / 48000)
          imaginary -= Double(tap) * sin(2 * .pi * hertz * Double(index) / 48000)
        }
        return 10 * log10(real * real + imaginary * imaginary)
      }
    }
    for (hertz, expected) in [(2000.0, 0.0), (14800, 0), (17600, -5.2), (20000, -10)] {
      let measured = gains(hertz)
      let mean = measured.reduce(0, +) / 200
      let deviation = (measured.reduce(0) { $0 + pow($1 - mean, 2) } / 200).squareRoot()
      #expect(abs(mean - expected) < 0.7, "\(hertz) Hz")
      #expect((2.0...3.0).contains(deviation), "\(hertz) Hz")
    }
  }

  @Test func minimumPhaseRespondsAtOnce() {
    var random = SeededRandom(seed: 9)
    let taps = DeviceResponse().taps(rateHertz: 48000, random: &random)
    #expect(meanPower(taps[..<16]) * 16 > 0.6 * meanPower(taps) * Double(taps.count))
  }

  @Test func wanderingPhaseKeepsPowerAndLosesCoherence() {
    var random = SeededRandom(seed: 10)
    let wander = PhaseWander(coherenceSeconds: 0.02)
    let high = wander.play(tone(19000, count: 384_000), rateHertz: 48000, random: &random)
    let inside = Array(high[1000..<383_000])
    #expect(abs(10 * log10(meanPower(inside) / 0.5)) < 1.5)
    // A random walk of 1 rad in 20 ms gives a Lorentzian line 8 Hz wide.
    let core = bandPower(inside, 18996...19004) / meanPower(inside)
    #expect((0.4...0.6).contains(core))
    #expect(bandPower(inside, 18800...19200) > 0.9 * meanPower(inside))
    let sent = tone(16000, count: 9600)
    let low = wander.play(sent, rateHertz: 48000, random: &random)
    #expect(errorDecibels(low[1000..<9000], sent[1000..<9000]) < -60)
  }

  @Test func recorderGainsOffsetsClipsAndRounds() {
    var samples: [Float] = [0, 0.5, -0.5, 1, -1]
    Recorder(gainDecibels: -20, offset: 0.25).record(&samples)
    for (value, expected) in zip(samples, [0.25, 0.3, 0.2, 0.35, 0.15] as [Float]) {
      #expect(abs(value - expected) < 1e-6)
    }
    var clipped: [Float] = [0, 0.5, -0.5, 1, -1]
    Recorder(clipping: 0.6).record(&clipped)
    #expect(clipped == [0, 0.5, -0.5, 0.6, -0.6])
    var rounded: [Float] = [0.003, 0.005, -0.7, 2, -2]
    Recorder(bits: 8).record(&rounded)
    #expect(rounded.map { $0 * 128 } == [0, 1, -90, 127, -128])
  }

  @Test func driveCompressesAndKeepsThePeak() {
    var random = SeededRandom(seed: 11)
    let channel = Channel(drive: 2, leadSeconds: 0...0, tailSeconds: 0)
    let out = channel.capture([0, 0.5, 1, -1], random: &random)
    #expect(out[0] == 0 && abs(out[2] - 1) < 1e-6 && abs(out[3] + 1) < 1e-6)
    #expect(abs(out[1] - Float(tanh(1.0) / tanh(2.0))) < 1e-6)
  }
}
