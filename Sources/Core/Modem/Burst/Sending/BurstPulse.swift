import Signal

/// The spectra that shape a burst, for transforms of `size` points at six times the baseband rate:
/// eight samples a symbol.
struct BurstPulse: Sendable {
  /// Points of the transforms.
  static let size = 4096
  /// Samples of the shaping rate to one of the baseband.
  static let oversampling = 6
  /// Samples of the shaping rate to a symbol.
  static let samplesPerSymbol = 8

  let transform = RadixTwoTransform(size: BurstPulse.size)
  /// The root-raised-cosine spectrum times 8: impulses of the symbols become pulses whose peak is that
  /// of a signal of the symbols' power.
  let symbolGains: [Float]
  /// Gain 6 within the band, 0 outside: samples of the baseband become a signal.
  let sampleGains: [Float]
  /// Gain 1 within the band, falling to 0 just inside its edges.
  let bandGains: [Float]

  /// The spectra for a band of `bandwidthRatio` times the baseband rate.
  init(bandwidthRatio: Double) {
    let rollOff = BurstParameters.rollOff(bandwidthRatio: bandwidthRatio)
    let size = Self.size
    // Frequencies in units of the baseband rate.
    let step = Double(Self.oversampling) / Double(size)
    let edge = 0.5 * bandwidthRatio
    var symbolGains = [Float](repeating: 0, count: size)
    var sampleGains = symbolGains
    var bandGains = symbolGains
    for bin in 0..<size {
      let frequency = step * Double(min(bin, size - bin))
      symbolGains[bin] = Float(
        Double(Self.samplesPerSymbol) * Self.rootRaisedCosine(frequency / 0.75, rollOff: rollOff))
      bandGains[bin] = Float(Self.taper((edge - frequency) / Self.edgeWidth))
      sampleGains[bin] = Float(Self.oversampling) * bandGains[bin]
    }
    self.symbolGains = symbolGains
    self.sampleGains = sampleGains
    self.bandGains = bandGains
  }

  /// Width of the slope at the edges of the band: a steeper one would ring for longer than a
  /// transform.
  private static let edgeWidth = 0.01

  /// 0 below 0, 1 above 1, half a cosine between.
  private static func taper(_ x: Double) -> Double {
    x <= 0 ? 0 : x >= 1 ? 1 : 0.5 - 0.5 * cosine(Double.pi * x)
  }

  /// The spectrum at a frequency in units of the symbol rate: 1 to (1 - r)/2, 0 from (1 + r)/2 on, and
  /// between the root of a raised cosine.
  static func rootRaisedCosine(_ frequency: Double, rollOff: Double) -> Double {
    let slope = (frequency - 0.5 * (1 - rollOff)) / rollOff
    return slope <= 0 ? 1 : slope >= 1 ? 0 : cosine(0.5 * Double.pi * slope)
  }

  /// Multiplies the spectrum of `data`, `size` points, by `gains`.
  func filter(_ data: UnsafeMutablePointer<Complex>, _ gains: UnsafePointer<Float>) {
    transform.forward(data)
    let scale = 1 / Float(Self.size)
    // With real and imaginary part exchanged, a forward transform is an inverse one.
    for bin in 0..<Self.size {
      let gain = gains[bin] * scale
      data[bin] = Complex(gain * data[bin].imaginary, gain * data[bin].real)
    }
    transform.forward(data)
    for index in 0..<Self.size {
      data[index] = Complex(data[index].imaginary, data[index].real)
    }
  }
}
