/// Converts a band of 7 kHz of real samples to complex baseband at 8 kHz: the near-ultrasonic band,
/// 13.5 to 20.5 kHz centred on 17 kHz, or a lower band.
///
/// The sharp filter is expensive, so it works at a low rate. A complex band-pass decimates to 16
/// kHz, and a half-band low-pass halves that rate. Within the band the gain is 1: a sine of
/// amplitude A becomes a phasor of magnitude A/2. More than 4.6 kHz from the centre, the
/// attenuation is at least 80 dB.
public struct DownConverter {
  /// Rate of the output.
  public static let outputRateHertz = 8000.0
  /// Frequency in the near-ultrasonic band that becomes 0 Hz.
  public static let centreHertz = 17000.0
  /// Lowest and highest frequency that pass unattenuated.
  public static let passBandHertz = 13500.0...20500.0

  /// The delay of the output: output sample n shows the input at `n / 8000 - delaySeconds`.
  public let delaySeconds: Double

  private var bandPass: BandPassDecimator
  private var middle = SplitComplexBlock()
  private var lowPassReal: HalfBandDecimator
  private var lowPassImaginary: HalfBandDecimator
  private var filtered = SplitComplexBlock()

  /// Whether the converter accepts samples at `rateHertz`: multiples of 16 kHz from 48 to 768 kHz.
  public static func accepts(rateHertz: Double) -> Bool {
    rateHertz >= 48000 && rateHertz <= 768_000
      && rateHertz.truncatingRemainder(dividingBy: 16000) == 0
  }

  /// A converter of samples at `rateHertz`, a rate that it accepts.
  ///
  /// - Parameter centreHertz: frequency that becomes 0 Hz, 4 kHz at least and a multiple of 1 kHz.
  public init(rateHertz: Double, centreHertz: Double = DownConverter.centreHertz) {
    precondition(Self.accepts(rateHertz: rateHertz), "a multiple of 16 kHz from 48 to 768 kHz")
    // The image of the lower edge, 500 Hz, is then 4.5 kHz away from the centre.
    precondition(centreHertz >= 4000 && centreHertz.truncatingRemainder(dividingBy: 1000) == 0)
    let first = LowPassFilter.taps(
      passHertz: 3500, stopHertz: 11500, attenuationDecibels: 90, rateHertz: rateHertz)
    let second = LowPassFilter.taps(
      passHertz: 3500, stopHertz: 4500, attenuationDecibels: 90, rateHertz: 16000)
    delaySeconds = Double(first.count / 2) / rateHertz + Double(second.count / 2) / 16000
    // Whole kilohertz at 16 kHz are sixteenths of a turn a sample.
    bandPass = BandPassDecimator(
      lowPass: first, rateHertz: rateHertz, decimation: Int(rateHertz / 16000),
      carrierHertz: centreHertz, turnLength: 16)
    lowPassReal = HalfBandDecimator(lowPass: second)
    lowPassImaginary = lowPassReal
  }

  /// Appends the baseband of the next `samples` to `output`, as far as the samples determine it.
  ///
  /// Output sample 0 belongs to the first input sample, with silence before it.
  public mutating func convert(
    _ samples: UnsafeBufferPointer<Float>, appendingTo output: inout [Complex]
  ) {
    bandPass.filter(samples, into: &middle)
    filtered.resize(to: middle.count / 2 + 1)
    filtered.count = filtered.real.withUnsafeMutableBufferPointer {
      lowPassReal.filter(middle.real, count: middle.count, into: $0.baseAddress!)
    }
    _ = filtered.imaginary.withUnsafeMutableBufferPointer {
      lowPassImaginary.filter(middle.imaginary, count: middle.count, into: $0.baseAddress!)
    }
    filtered.append(to: &output)
  }
}
