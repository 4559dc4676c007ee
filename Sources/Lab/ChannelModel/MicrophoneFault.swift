import HandShakeSignal

/// What may be wrong with one microphone of several.
public enum MicrophoneFault: String, CaseIterable, Sendable {
  /// Digital silence.
  case muted
  /// Noise as loud as that of the others, and nothing of the sound.
  case deaf
  /// The same as another one.
  case copy
  /// Another one, turned over.
  case inverted
  /// 10 dB more noise.
  case noisy
  /// Cut at the root mean square of what it hears.
  case clipped
  /// 20 dB less of everything.
  case faint
  /// 10 ms late.
  case late
  /// A noise suppressor takes 20 dB off whatever is not louder than usual.
  case suppressed

  /// What a microphone with this fault hears.
  ///
  /// - Parameters:
  ///   - samples: what it would hear without.
  ///   - other: what a microphone without a fault hears.
  ///   - signalToNoiseDecibels: as `Channel` has it.
  public func hear(
    _ samples: [Float], besides other: [Float], signalToNoiseDecibels: Double,
    rateHertz: Double = 48_000, random: inout SeededRandom
  ) -> [Float] {
    func withNoise(_ sound: [Float], powerRatio: Double) -> [Float] {
      Channel(
        signalToNoiseDecibels: signalToNoiseDecibels - decibels(powerRatio: powerRatio),
        leadSeconds: 0...0, tailSeconds: 0
      ).capture(sound, rateHertz: rateHertz, random: &random)
    }
    switch self {
    case .muted: return samples.map { _ in 0 }
    case .deaf: return withNoise(samples.map { _ in 0 }, powerRatio: 1)
    case .copy: return other
    case .inverted: return other.map { -$0 }
    // With its own noise that makes ten times the power.
    case .noisy: return withNoise(samples, powerRatio: 9)
    case .clipped:
      let limit = (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
      return samples.map { min(max($0, -limit), limit) }
    case .faint: return samples.map { 0.1 * $0 }
    case .late:
      let count = Int(0.01 * rateHertz)
      return [Float](repeating: 0, count: count) + samples.dropLast(count)
    case .suppressed: return suppressed(samples, rateHertz)
    }
  }

  private func suppressed(_ samples: [Float], _ rateHertz: Double) -> [Float] {
    let length = Int(0.02 * rateHertz)
    var (mean, gain): (Float, Float) = (0, 1)
    var output = samples
    for start in stride(from: 0, to: samples.count, by: length) {
      let block = start..<min(start + length, samples.count)
      let power = block.reduce(0) { $0 + samples[$1] * samples[$1] } / Float(block.count)
      let isLoud = power > 2 * mean
      mean = start == 0 ? power : mean + 0.1 * (power - mean)
      for index in block {
        // 1 ms to get there.
        gain += ((isLoud ? 1 : 0.1) - gain) / Float(0.001 * rateHertz)
        output[index] *= gain
      }
    }
    return output
  }
}
