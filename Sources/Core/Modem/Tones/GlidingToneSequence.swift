import HandShakeSignal

/// Successive tones without a break: the frequency glides, phase and amplitude are continuous. Only
/// the whole sequence is faded in and out.
final class GlidingToneSequence: Wave {
  private let hertz: [Double]
  private let symbolSeconds: Double
  private let transitionSeconds: Double
  private let rampSeconds: Double
  private let sampleRateHertz: Double
  private let sampleCount: Int
  private var position = 0
  private var phase = 0.0

  init(
    hertz: [Double], symbolSeconds: Double, transitionSeconds: Double, rampSeconds: Double,
    sampleRateHertz: Double
  ) {
    self.hertz = hertz
    self.symbolSeconds = symbolSeconds
    self.transitionSeconds = transitionSeconds
    self.rampSeconds = rampSeconds
    self.sampleRateHertz = sampleRateHertz
    sampleCount = Self.sampleCount(
      toneCount: hertz.count, symbolSeconds: symbolSeconds, rampSeconds: rampSeconds,
      sampleRateHertz: sampleRateHertz)
  }

  /// Number of samples of a sequence of `toneCount` tones.
  static func sampleCount(
    toneCount: Int, symbolSeconds: Double, rampSeconds: Double, sampleRateHertz: Double
  ) -> Int {
    wholeSamples(
      seconds: Double(toneCount) * symbolSeconds + 2 * rampSeconds, rateHertz: sampleRateHertz)
  }

  func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(block.count, sampleCount - position)
    var phase = phase
    for index in 0..<count {
      let time = Double(position + index) / sampleRateHertz - rampSeconds
      block[index] = Float(gain(at: time) * sine(2 * .pi * phase))
      phase += frequency(at: time) / sampleRateHertz
      phase -= phase.rounded(.down)
    }
    self.phase = phase
    position += count
    return count
  }

  /// Amplitude `time` seconds after the start of the first symbol: raised-cosine ramps at the ends.
  private func gain(at time: Double) -> Double {
    let end = Double(hertz.count) * symbolSeconds
    let outside = max(-time, time - end)
    guard outside > 0 else { return 1 }
    return outside < rampSeconds ? 0.5 + 0.5 * cosine(.pi * outside / rampSeconds) : 0
  }

  /// Frequency at `time`: along a raised cosine near the boundaries.
  @inline(__always)
  private func frequency(at time: Double) -> Double {
    let place = time / symbolSeconds
    let boundary = Int(place.rounded())
    guard boundary > 0, boundary < hertz.count else {
      return hertz[max(0, min(hertz.count - 1, boundary <= 0 ? 0 : hertz.count - 1))]
    }
    let distance = time - Double(boundary) * symbolSeconds
    let before = hertz[boundary - 1]
    let after = hertz[boundary]
    guard abs(distance) < transitionSeconds / 2 else { return distance < 0 ? before : after }
    let share = 0.5 + 0.5 * sine(.pi * distance / transitionSeconds)
    return before + (after - before) * share
  }
}
