import HandShakeSignal

/// Extracts the response of the path from the record of a sweep: the spectrum of the record divided
/// by the spectrum of the sweep.
///
/// A. Farina, "Simultaneous measurement of impulse response and distortion with a swept-sine
/// technique" (AES 108, 2000), but with linear sweeps. In 8 kHz of bandwidth at 18 kHz, a linear
/// sweep gives every hertz the same energy; an exponential sweep does not.
struct SweepResponse {
  /// Sampling rate of the records.
  static let rateHertz = 48_000.0
  /// Sampling rate of the complex impulse responses: a quarter.
  static let responseRateHertz = 12_000.0
  /// The spectrum covers 12 to 24 kHz.
  private static let lowestHertz = 12_000.0

  private let size: Int
  private let forward: FourierTransform
  private let narrow: FourierTransform
  private let template: [Complex]
  /// The points of the spectrum that the sweep fills.
  private let points: Range<Int>
  private let meanPower: Float
  /// Below this power at its edges, the template would amplify noise without bound.
  private var leastPower: Float { 0.05 * meanPower }

  /// The sweep at a speed of `1 + dilation`, in blocks of `size` samples.
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
      // One half of the cosine: the positive frequencies.
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

  /// The transfer function in a record that starts at or before the expected start of the sweep. It
  /// has `size / 4` points from 12 to 24 kHz and is 0 outside the band. 1 means no gain and no
  /// loss.
  func transfer(_ record: ArraySlice<Float>) -> [Complex] {
    product(spectrum(record)) { 1 / max($0.power, leastPower) }
  }

  /// The same as `transfer`, but weighted by the sweep's energy at each point: a matched filter,
  /// which finds a sweep best in noise.
  func match(_ record: ArraySlice<Float>) -> [Complex] { match(spectrum: spectrum(record)) }

  /// The same as `match` of the record with this spectrum.
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

  /// The complex impulse response of `transfer` at 12 kHz. It starts with the record and is cyclic:
  /// earlier sound and echoes longer than a block appear at its end. The sum of its powers equals
  /// that of the transfer function over its points.
  func impulseResponse(_ transfer: [Complex]) -> [Complex] {
    let count = size / 4
    let width = points.count
    for index in 0..<count {
      // Tapered at the edges of the band, because a sharp edge would ring.
      let place = Double(index - points.lowerBound) / Double(width)
      let gain = Float(Window.tukey(taper: 0.2).gain(at: place)) / Float(count)
      narrow.buffer[index] = transfer[index].scaled(by: gain)
    }
    narrow.inverse()
    return Array(narrow.buffer)
  }

  /// The transfer function of the response within `window`, in samples of the impulse response; it
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

  /// The power that noise of `density` (power per hertz) adds to each of `powers` in `seconds`.
  func noisePower(density: Double, index: Int, seconds: Double) -> Double {
    let share = seconds * Self.rateHertz / Double(size)
    let spectrum = Double(size) * density * Self.rateHertz / 2
    return share * spectrum / Double(max(template[index].power, leastPower))
  }
}
