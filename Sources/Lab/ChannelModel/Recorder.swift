import HandShakeSignal

/// What the recording device makes of the sound at its input.
public struct Recorder: Sendable, Equatable {
  /// Gain before everything else.
  public var gainDecibels: Double
  /// Steady voltage that is added.
  public var offset: Float
  /// Largest magnitude that gets through; nil where nothing is clipped.
  public var clipping: Float?
  /// Bits of the samples, rounded without dither; nil for floating point.
  public var bits: Int?

  /// A recorder that changes nothing unless something else is given.
  public init(
    gainDecibels: Double = 0, offset: Float = 0, clipping: Float? = nil, bits: Int? = nil
  ) {
    self.gainDecibels = gainDecibels
    self.offset = offset
    self.clipping = clipping
    self.bits = bits
  }

  /// Changes `samples` as the device does; integer formats clip at full scale.
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
