import Foundation
import HandShakeFeed
import HandShakeTestKit
import Testing

struct ResamplerTests {
  static func resample(
    _ samples: [Float], from: Double, to: Double, channels: Int = 1, blockFrames: Int = 1021
  ) throws -> [Float] {
    let resampler = try Resampler(fromHertz: from, toHertz: to, channels: channels)
    var all: [Float] = []
    for start in stride(from: 0, to: samples.count, by: blockFrames * channels) {
      let end = min(start + blockFrames * channels, samples.count)
      samples[start..<end].withUnsafeBufferPointer { block in
        resampler.process(block) { all += $0 }
      }
    }
    resampler.flush { all += $0 }
    return all
  }

  /// Complex amplitude of a tone that would be cos(2π·hertz·t), under a Hann window.
  static func amplitude(_ samples: ArraySlice<Float>, _ hertz: Double, rate: Double) -> (
    Double, Double
  ) {
    var (re, im, total) = (0.0, 0.0, 0.0)
    for (i, index) in samples.indices.enumerated() {
      let weight = 1 - cos(2 * .pi * (Double(i) + 0.5) / Double(samples.count))
      let phase = 2 * .pi * hertz * Double(index) / rate
      re += weight * Double(samples[index]) * cos(phase)
      im -= weight * Double(samples[index]) * sin(phase)
      total += weight
    }
    return (2 * re / total, 2 * im / total)
  }

  /// What became of a tone of amplitude 0.5.
  static func measure(
    _ hertz: Double, from: Double, to: Double = 48000
  ) throws -> (hertzOff: Double, decibels: Double, delaySeconds: Double) {
    let heard = try resample(
      tone(hertz, rate: from, frames: Int(4 * from)), from: from, to: to)
    let edge = Int(0.2 * to)
    let half = (heard.count - 2 * edge) / 2
    let first = amplitude(heard[edge..<(edge + half)], hertz, rate: to)
    let second = amplitude(heard[(edge + half)..<(edge + 2 * half)], hertz, rate: to)
    func phase(_ z: (Double, Double)) -> Double { atan2(z.1, z.0) }
    let turned = remainder(phase(second) - phase(first), 2 * .pi)
    return (
      turned / (2 * .pi) / (Double(half) / to),
      20 * log10(hypot(first.0, first.1) / 0.5),
      -phase(first) / (2 * .pi * hertz)
    )
  }

  @Test(
    arguments: [44100, 44056, 48000, 50000, 64000, 88200, 96000, 176_400, 192_000, 384_000],
    [18_000, 19_900])
  func aToneKeepsFrequencyLevelAndTime(from: Double, hertz: Double) throws {
    let tone = try Self.measure(hertz, from: from)
    #expect(abs(tone.hertzOff) < 0.01)
    #expect(abs(tone.decibels) < 0.05)
    #expect(abs(tone.delaySeconds) < 1e-8)
  }

  @Test func theTopOfTheBandPassesFrom44100() throws {
    #expect(abs(try Self.measure(19_980, from: 44100).decibels) < 0.05)
    #expect(abs(try Self.measure(20_100, from: 44100).decibels) < 0.05)
  }

  @Test func aLowRateKeepsWhatItHas() throws {
    let tone = try Self.measure(9_900, from: 22050)
    #expect(abs(tone.hertzOff) < 0.01)
    #expect(abs(tone.decibels) < 0.05)
  }

  @Test func whatWouldFoldIntoTheBandIsGone() throws {
    // 192 kHz has room for a tone at 29 kHz, which would fold to 19 kHz.
    let folded = try Self.resample(
      tone(29_000, rate: 192_000, frames: 192_000), from: 192_000, to: 48000)
    #expect(folded[4800..<43200].allSatisfy { abs($0) < 1e-5 })
  }

  @Test(arguments: [22050, 44100, 50000, 192_000])
  func theLengthIsKept(from: Double) throws {
    for frames in [0, 1, 17, 4096, 44100, 100_003] {
      let out = try Self.resample(noise(frames), from: from, to: 48000)
      #expect(abs(Double(out.count) - Double(frames) * 48000 / from) <= 1)
    }
  }

  @Test func theBlockSizeDoesNotMatter() throws {
    let samples = noise(30_000)
    let whole = try Self.resample(samples, from: 44100, to: 48000, blockFrames: 30_000)
    for blockFrames in [1, 7, 4096] {
      #expect(
        try Self.resample(samples, from: 44100, to: 48000, blockFrames: blockFrames) == whole)
    }
  }

  @Test func channelsStayApart() throws {
    let left = tone(18_000, rate: 44100, frames: 44100)
    let right = noise(44100)
    let both = zip(left, right).flatMap { [$0, $1] }
    let out = try Self.resample(both, from: 44100, to: 48000, channels: 2)
    let alone = try Self.resample(left, from: 44100, to: 48000)
    #expect(out.count == 2 * alone.count)
    #expect(stride(from: 0, to: out.count, by: 2).map { out[$0] } == alone)
  }

  @Test func equalRatesPassThrough() throws {
    let samples = noise(10_000)
    #expect(try Self.resample(samples, from: 48000, to: 48000) == samples)
  }

  @Test func anExtremeRateNeitherCrashesNorFails() throws {
    #expect(try Self.resample(noise(2), from: 1, to: 48000).count == 96_000)
    let down = try Self.resample(noise(768_000), from: 768_000, to: 48000)
    #expect(down.count == 48000)
  }

  @Test(
    arguments: [(0, 48000, 1), (-1, 48000, 1), (.nan, 48000, 1), (48000, .infinity, 1)]
      as [(Double, Double, Int)])
  func impossibleRatesAreRefused(from: Double, to: Double, channels: Int) {
    #expect(throws: ResamplerError.self) {
      try Resampler(fromHertz: from, toHertz: to, channels: channels)
    }
  }
}
