import HandShakeSignal

/// Successive tones of equal duration, each under its own envelope.
final class ToneSequence: Wave {
  private let hertz: [Double]
  private let shape: ToneShape
  private let sampleRateHertz: Double
  let sampleCount: Int
  private var position = 0
  private var phase = 0.0

  init(hertz: [Double], shape: ToneShape, sampleRateHertz: Double) {
    self.hertz = hertz
    self.shape = shape
    self.sampleRateHertz = sampleRateHertz
    sampleCount = wholeSamples(
      seconds: Double(hertz.count) * shape.seconds, rateHertz: sampleRateHertz)
  }

  func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(block.count, sampleCount - position)
    var phase = phase
    for index in 0..<count {
      let time = Double(position + index) / sampleRateHertz
      let tone = min(Int(time / shape.seconds), hertz.count - 1)
      let gain = shape.exactGain(at: time - Double(tone) * shape.seconds)
      block[index] = Float(gain * sine(2 * .pi * phase))
      phase += hertz[tone] / sampleRateHertz
      phase -= phase.rounded(.down)
    }
    self.phase = phase
    position += count
    return count
  }
}
