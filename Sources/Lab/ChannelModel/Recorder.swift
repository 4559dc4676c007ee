import HandShakeSignal

/// The effect of the recording device on the sound at its input.
public struct Recorder: Sendable, Equatable {
  /// Gain ahead of all other steps.
  public var gainDecibels: Double
  /// Constant offset that is added.
  public var offset: Float
  /// Largest magnitude that passes; nil for no clipping.
  public var clipping: Float?
  /// Bits of the samples, rounded without dither; nil for floating point.
  public var bits: Int?

  /// By default, a recorder that changes nothing.
  public init(
    gainDecibels: Double = 0, offset: Float = 0, clipping: Float? = nil, bits: Int? = nil
  ) {
    self.gainDecibels = gainDecibels
    self.offset = offset
    self.clipping = clipping
    self.bits = bits
  }

  /// Applies the device to `samples`. Integer formats clip at full scale.
  public func record(_ samples: inout [Float]) {
    let gain = Float(amplitudeRatio(decibels: gainDecibels))
    let limit = clipping ?? .infinity
    let steps = bits.map { Float(1 << ($0 - 1)) }
    samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<samples.count {
        var value = samples[index] * gain + offset
        value = max(-limit, min(limit, value))
        if let steps { value = max(-steps, min(steps - 1, (value * steps).rounded())) / steps }
        samples[index] = value
      }
    }
  }
}
