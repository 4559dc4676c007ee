/// Makes a `SpectrumSeries` of real samples: the spectrogram of a band.
///
/// Overlapping transforms with a Hann window (P. D. Welch, "The use of fast Fourier transform for
/// the estimation of power spectra", 1967). Their rate suits the columns, with at least two a
/// window. The bins of a sine add up to its mean square. The bins of white noise add up to the
/// power of its part in the band.
public struct SpectrumAnalyser {
  /// The spectra so far.
  public private(set) var series: SpectrumSeries

  private let rateHertz: Double
  private let transform: FourierTransform
  /// Samples in a tick of the series.
  private let tickLength: Int
  private let window: [Float]
  private let lowestBin: Int
  /// The latest samples: half a window of silence lies before the first sample.
  private var recent: [Float]
  private var filled: Int
  /// Tick in the middle of the next transform.
  private var tick = 0
  private var sampleCount = 0
  private var powers: [Float]

  /// The largest distance of bins.
  private static let binHertz = 50.0
  /// Ticks in a window: about 2.7 ms each.
  private static let windowTicks = 8
  /// A slice has 0.05 to 0.1 s.
  private static let sliceTicks = 32

  /// An analyser of samples at `rateHertz` for `band`, in hertz, below half the rate.
  public init(rateHertz: Double, band: ClosedRange<Double>, columnLimit: Int = 2048) {
    var size = 16
    while rateHertz / Double(size) > Self.binHertz { size *= 2 }
    let spacing = rateHertz / Double(size)
    let highestBin = min(Int((band.upperBound / spacing).rounded(.up)), size / 2 - 1)
    self.rateHertz = rateHertz
    lowestBin = min(max(Int(band.lowerBound / spacing), 1), highestBin)
    transform = FourierTransform(size: size)
    // A real signal has half its power at positive frequencies.
    let hann = Window.hann.coefficients(count: size)
    let energy = hann.reduce(0) { $0 + $1 * $1 }
    let gain = (2 / (Float(size) * energy)).squareRoot()
    window = hann.map { $0 * gain }
    recent = [Float](repeating: 0, count: size)
    filled = size / 2
    tickLength = size / Self.windowTicks
    powers = [Float](repeating: 0, count: highestBin - lowestBin + 1)
    series = SpectrumSeries(
      binCount: powers.count, lowestHertz: Double(lowestBin) * spacing, binHertz: spacing,
      tickSeconds: Double(tickLength) / rateHertz, sliceTicks: Self.sliceTicks,
      columnLimit: columnLimit)
  }

  /// Takes the next samples.
  public mutating func push(_ samples: UnsafeBufferPointer<Float>) {
    guard let start = samples.baseAddress else { return }
    var taken = 0
    while taken < samples.count {
      let count = min(recent.count - filled, samples.count - taken)
      recent.withUnsafeMutableBufferPointer { recent in
        for index in 0..<count { recent[filled + index] = start[taken + index] }
      }
      filled += count
      taken += count
      if filled == recent.count { analyse() }
    }
    sampleCount += samples.count
  }

  /// Processes the remaining samples at the end.
  public mutating func finish() {
    let heard = sampleCount
    let silence = [Float](repeating: 0, count: recent.count / 2)
    silence.withUnsafeBufferPointer { push($0) }
    sampleCount = heard
    series.finish(seconds: Double(heard) / rateHertz)
  }

  private mutating func analyse() {
    let size = recent.count
    let points = transform.buffer
    recent.withUnsafeBufferPointer { recent in
      window.withUnsafeBufferPointer { window in
        for index in 0..<size { points[index] = Complex(recent[index] * window[index], 0) }
      }
    }
    transform.forward()
    powers.withUnsafeMutableBufferPointer { powers in
      for index in 0..<powers.count { powers[index] = points[lowestBin + index].power }
    }
    powers.withUnsafeBufferPointer { series.append($0, atTick: tick) }
    let hopTicks = min(series.columnTicks, Self.windowTicks / 2)
    tick += hopTicks
    let hop = hopTicks * tickLength
    recent.withUnsafeMutableBufferPointer { recent in
      for index in 0..<(size - hop) { recent[index] = recent[index + hop] }
    }
    filled = size - hop
  }
}
