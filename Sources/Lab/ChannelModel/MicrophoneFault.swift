import HandShakeSignal

/// A fault of one microphone among several.
public enum MicrophoneFault: String, CaseIterable, Sendable {
  /// Digital silence.
  case muted
  /// Noise at the level of the other microphones, without the sound.
  case deaf
  /// The same samples as another microphone.
  case copy
  /// The negated samples of another microphone.
  case inverted
  /// 10 dB more noise.
  case noisy
  /// Clipped at the root mean square of its sound.
  case clipped
  /// All sound 20 dB fainter.
  case faint
  /// 10 ms late.
  case late
  /// A noise suppressor attenuates all sound by 20 dB unless it is louder than usual.
  case suppressed

  /// The samples of a microphone with this fault.
  ///
  /// - Parameters:
  ///   - samples: the samples of the microphone without the fault.
  ///   - other: the samples of a microphone without a fault.
  ///   - signalToNoiseDecibels: as in `Channel`.
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
    // Together with its own noise, the power is ten times as high.
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
        // The gain changes with a time constant of 1 ms.
        gain += ((isLoud ? 1 : 0.1) - gain) / Float(0.001 * rateHertz)
        output[index] *= gain
      }
    }
    return output
  }
}
