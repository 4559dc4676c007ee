import HandShakeSignal

/// Takes the responses of the path out of what was recorded of a sweep: the spectrum of the record
/// over that of the sweep.
///
/// A. Farina, "Simultaneous measurement of impulse response and distortion with a swept-sine
/// technique" (AES 108, 2000), with sweeps that rise evenly: in 8 kHz of bandwidth at 18 kHz an
/// even rise gives every hertz the same energy, which an exponential one does not.
struct SweepResponse {
  /// Rate of the records.
  static let rateHertz = 48_000.0
  /// Rate of the complex impulse responses: a quarter.
  static let responseRateHertz = 12_000.0
  /// The spectrum covers 12 to 24 kHz.
  private static let lowestHertz = 12_000.0

  private let size: Int
  private let forward: FourierTransform
  private let narrow: FourierTransform
  private let template: [Complex]
  /// Which points the sweep fills.
  private let points: Range<Int>
  private let meanPower: Float
  /// Where there is less in the template, its edges would let noise through without bound.
  private var leastPower: Float { 0.05 * meanPower }

  /// The sweep as it sounds when time runs `1 + dilation` times as fast, in blocks of `size`
  /// samples.
  init(_ sweep: Sweep, dilation: Double, size: Int) {
    self.size = size
    forward = FourierTransform(size: size)
    narrow = FourierTransform(size: size / 4)
    for index in 0..<size {
      let seconds = Double(index) / Self.rateHertz * (1 + dilation)
      guard seconds < sweep.seconds else {
        forward.buffer[index] = Complex(0, 0)
        continue
      }
      let phasor = DoubleComplex.phasor(sweep.phase(at: seconds))
      // One half of the cosine, that of the positive frequencies.
      forward.buffer[index] = Complex(phasor.scaled(by: 0.5 * sweep.gain(at: seconds)))
    }
    forward.forward()
    template = Array(forward.buffer[(size / 4)..<(size / 2)])
    let perHertz = Double(size) / Self.rateHertz
    let band = ProbeSignal.bandHertz
    points =
      Int(
        (band.lowerBound - Self.lowestHertz) * perHertz)..<Int(
        (band.upperBound - Self.lowestHertz) * perHertz)
    meanPower = template[points].reduce(0) { $0 + $1.power } / Float(points.count)
  }

  /// The points of a spectrum from `fromHertz` on.
  func points(fromHertz: Double, widthHertz: Double) -> Range<Int> {
    let perHertz = Double(size) / Self.rateHertz
    let lowest = fromHertz - Self.lowestHertz
    return Int(
      (lowest * perHertz).rounded(.up))..<Int(((lowest + widthHertz) * perHertz).rounded(.up))
  }

  /// The transfer function in a record that starts where the sweep is expected or earlier: `size /
  /// 4` points from 12 to 24 kHz, 0 outside the band. 1 is a path that neither amplifies nor
  /// attenuates.
  func transfer(_ record: ArraySlice<Float>) -> [Complex] {
    product(spectrum(record)) { 1 / max($0.power, leastPower) }
  }

  /// As `transfer`, but with each point weighted by the energy that the sweep has there: what a
  /// matched filter gives, which finds a sweep best in noise.
  func match(_ record: ArraySlice<Float>) -> [Complex] { match(spectrum: spectrum(record)) }

  /// As `match` of the record that has this spectrum.
  func match(spectrum: [Complex]) -> [Complex] { product(spectrum) { _ in 1 / meanPower } }

  /// The spectrum of a record, `size / 4` points from 12 to 24 kHz: the same for all sweeps.
  func spectrum(_ record: ArraySlice<Float>) -> [Complex] {
    forward.buffer.update(repeating: Complex(0, 0))
    for (index, sample) in record.prefix(size).enumerated() {
      forward.buffer[index] = Complex(sample, 0)
    }
    forward.forward()
    return Array(forward.buffer[(size / 4)..<(size / 2)])
  }

  private func product(_ spectrum: [Complex], factor: (Complex) -> Float) -> [Complex] {
    var products = [Complex](repeating: Complex(0, 0), count: size / 4)
    for index in points {
      let sent = template[index]
      let product = spectrum[index].timesConjugate(of: sent)
      products[index] = product.scaled(by: factor(sent))
    }
    return products
  }

  /// The complex impulse response of `transfer` at 12 kHz, its first sample where the record
  /// starts, and cyclic: echoes of more than a block, and what came before, appear at its end. The
  /// sum of its powers is that of the transfer function over its points.
  func impulseResponse(_ transfer: [Complex]) -> [Complex] {
    let count = size / 4
    let width = points.count
    for index in 0..<count {
      // Bent down at the edges of the band, where a sharp end would ring.
      let place = Double(index - points.lowerBound) / Double(width)
      let gain = Float(Window.tukey(taper: 0.2).gain(at: place)) / Float(count)
      narrow.buffer[index] = transfer[index].scaled(by: gain)
    }
    narrow.inverse()
    return Array(narrow.buffer)
  }

  /// The transfer function of what lies within `window`, in samples of the impulse response, which
  /// may start below 0.
  func transfer(_ transfer: [Complex], within window: Range<Int>) -> [Complex] {
    let count = size / 4
    for index in 0..<count { narrow.buffer[index] = transfer[index] }
    narrow.inverse()
    for index in 0..<count {
      let isInside = window.contains(index) || window.contains(index - count)
      narrow.buffer[index] = narrow.buffer[index].scaled(by: isInside ? 1 / Float(count) : 0)
    }
    narrow.forward()
    return Array(narrow.buffer)
  }

  /// What noise of `density` (power per hertz) adds to each of `powers` in a window of `seconds`.
  func noisePower(density: Double, index: Int, seconds: Double) -> Double {
    let share = seconds * Self.rateHertz / Double(size)
    let spectrum = Double(size) * density * Self.rateHertz / 2
    return share * spectrum / Double(max(template[index].power, leastPower))
  }
}
