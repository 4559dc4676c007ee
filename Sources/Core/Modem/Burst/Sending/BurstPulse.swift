import HandShakeSignal

/// The spectra that shape a burst, for transforms of `size` points at six times the baseband rate,
/// which is eight samples a symbol.
struct BurstPulse: Sendable {
  /// Points of the transforms.
  static let size = 4096
  /// Samples of the shaping rate for each baseband sample.
  static let oversampling = 6
  /// Samples of the shaping rate for each symbol.
  static let samplesPerSymbol = 8

  let transform = RadixTwoTransform(size: BurstPulse.size)
  /// The root-raised-cosine spectrum times 8. Impulses of the symbols become pulses whose peak
  /// matches a signal of the symbols' power.
  let symbolGains: [Float]
  /// Gain 6 within the band, 0 outside; converts baseband samples to a signal.
  let sampleGains: [Float]
  /// Gain 1 within the band, falling to 0 just inside its edges.
  let bandGains: [Float]

  /// The spectra for a band of `bandwidthRatio` times the baseband rate.
  init(bandwidthRatio: Double) {
    let rollOff = BurstParameters.rollOff(bandwidthRatio: bandwidthRatio)
    // In units of the baseband rate.
    let step = Double(Self.oversampling) / Double(Self.size)
    let frequencies = (0..<Self.size).map { step * Double(min($0, Self.size - $0)) }
    symbolGains = frequencies.map {
      Float(Double(Self.samplesPerSymbol) * Self.rootRaisedCosine($0 / 0.75, rollOff: rollOff))
    }
    bandGains = frequencies.map {
      Float(TimingFunction.raisedCosine.gain(at: (0.5 * bandwidthRatio - $0) / Self.edgeWidth))
    }
    sampleGains = bandGains.map { Float(Self.oversampling) * $0 }
  }

  /// Width of the slope at the edges of the band. A steeper slope would ring for longer than a
  /// transform.
  private static let edgeWidth = 0.01

  /// The spectrum at a frequency in units of the symbol rate: 1 up to (1 - r)/2 and 0 from (1 +
  /// r)/2. Between them it is the root of a raised cosine.
  static func rootRaisedCosine(_ frequency: Double, rollOff: Double) -> Double {
    let slope = (frequency - 0.5 * (1 - rollOff)) / rollOff
    return slope <= 0 ? 1 : slope >= 1 ? 0 : cosine(0.5 * Double.pi * slope)
  }

  /// Multiplies the spectrum of `data`, `size` points, by `gains`.
  func filter(_ data: UnsafeMutablePointer<Complex>, _ gains: UnsafePointer<Float>) {
    transform.forward(data)
    let scale = 1 / Float(Self.size)
    // With real and imaginary part exchanged, a forward transform is an inverse transform.
    for bin in 0..<Self.size {
      let gain = gains[bin] * scale
      data[bin] = Complex(gain * data[bin].imaginary, gain * data[bin].real)
    }
    transform.forward(data)
    for index in 0..<Self.size { data[index] = Complex(data[index].imaginary, data[index].real) }
  }
}
