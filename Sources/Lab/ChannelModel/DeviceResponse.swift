import HandShakeSignal

/// Loudspeaker and microphone: flat to a corner, then falling, with random ripple.
public struct DeviceResponse: Sendable, Equatable {
  /// Loss over 5 kHz above the corner (15 to 20 kHz by default). The slope continues above.
  public var rolloffDecibels: Double
  /// Standard deviation of the gain, which varies smoothly over about 400 Hz.
  public var rippleDecibels: Double
  /// The corner frequency.
  public var cornerHertz: Double

  /// The parameters of a response. Every capture draws a new response.
  public init(
    rolloffDecibels: Double = 10, rippleDecibels: Double = 2.5, cornerHertz: Double = 15_000
  ) {
    self.cornerHertz = cornerHertz
    self.rolloffDecibels = rolloffDecibels
    self.rippleDecibels = rippleDecibels
  }

  private static let size = 4096
  static let tapCount = 512

  /// Draws a response, as a minimum-phase filter.
  ///
  /// The phase follows from the magnitude by folding the cepstrum (Oppenheim and Schafer,
  /// "Discrete-Time Signal Processing", section on minimum-phase sequences).
  public func taps(rateHertz: Double, random: inout SeededRandom) -> [Float] {
    let size = Self.size
    let knotHertz = 400.0
    let knots = (0...Int(rateHertz / 2 / knotHertz) + 1).map { _ in
      rippleDecibels * random.normal()
    }
    let transform = FourierTransform(size: size)
    let points = transform.buffer
    for bin in 0...size / 2 {
      let hertz = Double(bin) * rateHertz / Double(size)
      let knot = Int(hertz / knotHertz)
      let part = hertz / knotHertz - Double(knot)
      let smooth = part * part * (3 - 2 * part)
      var gain = knots[knot] + smooth * (knots[knot + 1] - knots[knot])
      gain -= rolloffDecibels * max(0, hertz - cornerHertz) / 5000
      // A loudspeaker of this size moves little air below 150 Hz.
      gain -= 40 * max(0, 1 - hertz / 150)
      let logarithm = Complex(Float(gain / 20 * 2.302585092994046), 0)
      points[bin] = logarithm
      points[(size - bin) % size] = logarithm
    }
    // The transform of an even sequence is its own inverse, except for the scale.
    transform.forward()
    let scale = 1 / Float(size)
    for index in 0..<size {
      let fold: Float = index == 0 || index == size / 2 ? 1 : index < size / 2 ? 2 : 0
      points[index] = Complex(points[index].real * scale * fold, 0)
    }
    transform.forward()
    for bin in 0..<size {
      let magnitude = exponential(points[bin].real)
      points[bin] = Complex(
        magnitude * cosine(points[bin].imaginary), -magnitude * sine(points[bin].imaginary))
    }
    transform.forward()
    return (0..<Self.tapCount).map { index in
      let fade = 0.5 + 0.5 * cosine(.pi * Double(index) / Double(Self.tapCount))
      return points[index].real * scale * Float(fade)
    }
  }
}
