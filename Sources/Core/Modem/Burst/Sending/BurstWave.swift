import HandShakeSignal

/// One burst frame as real samples at any rate: the envelope, interpolated and moved up to the
/// carrier.
final class BurstWave: Wave {
  private let sampleCount: Int

  private var shaper: BurstShaper
  private var carrier: Oscillator
  private let interpolation = EnvelopeInterpolation.shared
  /// Envelope samples for each output sample.
  private let step: Double
  /// The envelope from sample `envelopeStart` on.
  private var envelope: [Complex] = []
  private var envelopeStart = 0
  private var position = 0
  private var phasors: [Complex] = []

  /// Raises the remaining peaks to full scale.
  private static let gain: Float = 1.01
  private static let blockLength = 256

  init(
    _ shaper: BurstShaper, basebandRateHertz: Double, carrierHertz: Double, sampleRateHertz: Double
  ) {
    self.shaper = shaper
    step = basebandRateHertz * Double(BurstPulse.oversampling) / sampleRateHertz
    let basebandCount = shaper.sampleCount / BurstPulse.oversampling
    sampleCount = wholeSamples(
      seconds: Double(basebandCount) / basebandRateHertz, rateHertz: sampleRateHertz)
    carrier = Oscillator(frequencyHertz: carrierHertz, rateHertz: sampleRateHertz)
    envelope = [Complex](repeating: Complex(0, 0), count: EnvelopeInterpolation.tapCount)
    envelopeStart = -EnvelopeInterpolation.tapCount
    phasors = [Complex](repeating: Complex(0, 0), count: Self.blockLength)
  }

  /// Fills the start of `block` and returns the number of samples: fewer at the end.
  func read(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(block.count, sampleCount - position)
    var filled = 0
    while filled < count {
      let part = min(Self.blockLength, count - filled)
      prepare(until: Double(position + part - 1) * step)
      phasors.withUnsafeMutableBufferPointer {
        carrier.render(into: UnsafeMutableBufferPointer(rebasing: $0[..<part]))
      }
      envelope.withUnsafeBufferPointer { envelope in
        phasors.withUnsafeBufferPointer { phasors in
          for index in 0..<part {
            let place = Double(position + index) * step - Double(envelopeStart)
            let sample = interpolation.value(envelope, at: place)
            let power = sample.power
            // Limits the few peaks that the reduction leaves just above full scale.
            let gain = Self.gain / max(1, Self.gain * power.squareRoot())
            block[filled + index] =
              gain
              * (sample.real * phasors[index].real - sample.imaginary * phasors[index].imaginary)
          }
        }
      }
      position += part
      filled += part
    }
    return filled
  }

  /// Extends the envelope beyond `place`.
  private func prepare(until place: Double) {
    let needed = Int(place) + EnvelopeInterpolation.tapCount
    let consumed = Int(Double(position) * step) - EnvelopeInterpolation.tapCount - envelopeStart
    if consumed > BurstShaper.hop {
      envelope.removeFirst(consumed)
      envelopeStart += consumed
    }
    while envelopeStart + envelope.count <= needed {
      let before = envelope.count
      shaper.appendNext(to: &envelope)
      if envelope.count == before {
        envelope += [Complex](repeating: Complex(0, 0), count: EnvelopeInterpolation.tapCount)
      }
    }
  }
}

/// Interpolates an envelope that fills at most an eighth of the bandwidth of its rate. Eight taps
/// then put all images 90 dB down.
struct EnvelopeInterpolation: Sendable {
  static let shared = EnvelopeInterpolation()
  static let tapCount = 8
  private static let phaseCount = 512
  /// The taps for the phases 0...512 of 512, one phase after the other.
  private let taps: [Float]

  private init() {
    var taps: [Float] = []
    let half = Self.tapCount / 2
    let window = KaiserWindow(beta: 9)
    for phase in 0...Self.phaseCount {
      let row = (0..<Self.tapCount).map { tap in
        window.lowPass(
          at: Double(tap - half + 1) - Double(phase) / Double(Self.phaseCount), reach: Double(half))
      }
      let sum = row.reduce(0, +)
      taps += row.map { Float($0 / sum) }
    }
    self.taps = taps
  }

  /// The value at `place`, at least 3 after the first sample and 4 before the end.
  @inline(__always)
  func value(_ samples: UnsafeBufferPointer<Complex>, at place: Double) -> Complex {
    let base = Int(place)
    let fine = Float(place - Double(base)) * Float(Self.phaseCount)
    let phase = min(Int(fine), Self.phaseCount - 1)
    let share = fine - Float(phase)
    return taps.withUnsafeBufferPointer { taps in
      var real: Float = 0
      var imaginary: Float = 0
      let first = phase * Self.tapCount
      for tap in 0..<Self.tapCount {
        let low = taps[first + tap]
        let weight = low + share * (taps[first + Self.tapCount + tap] - low)
        let sample = samples[base - Self.tapCount / 2 + 1 + tap]
        real += weight * sample.real
        imaginary += weight * sample.imaginary
      }
      return Complex(real, imaginary)
    }
  }
}
