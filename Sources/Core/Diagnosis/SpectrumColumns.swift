import HandShakeSignal

/// Makes the columns of a spectrogram from a stream: samples go in, levels of equal bands come out.
public struct SpectrumColumns {
  /// The spectrum at a moment.
  public struct Column: Sendable {
    /// The middle of its block, in seconds from the first sample.
    public var seconds: Double
    /// The largest level in each band, the lowest first, in dB of a sine of full scale.
    public var decibels: [Float]
  }

  private var spectra: BlockSpectra
  private let rows: [Range<Int>]
  private let powerFactor: Double
  private var count = 0

  private static let blockSeconds = 0.043

  /// Columns of `rowCount` equal bands, at least one, that divide `bandHertz`. The upper end of
  /// `bandHertz` lies below half of `rateHertz`.
  public init(rateHertz: Double, bandHertz: ClosedRange<Double>, rowCount: Int) {
    let size = BlockSpectra.size(seconds: Self.blockSeconds, rateHertz: rateHertz)
    let spectra = BlockSpectra(size: size, hop: size / 2, window: .hann, rateHertz: rateHertz)
    let width = (bandHertz.upperBound - bandHertz.lowerBound) / Double(rowCount)
    rows = (0..<rowCount).map { row in
      let lowest = spectra.point(hertz: bandHertz.lowerBound + Double(row) * width)
      let highest = spectra.point(hertz: bandHertz.lowerBound + Double(row + 1) * width)
      return lowest..<max(highest, lowest + 1)
    }
    // A sine has its power in the window's equivalent noise bandwidth: 1.5 points.
    powerFactor = spectra.densityFactor * 1.5 * rateHertz / Double(size)
    self.spectra = spectra
  }

  /// Takes samples, with full scale at 1.
  public mutating func push(_ samples: UnsafeBufferPointer<Float>) {
    guard let start = samples.baseAddress else { return }
    spectra.push(start, count: samples.count, stride: 1)
  }

  /// The next column; nil if more samples are needed.
  public mutating func next() -> Column? {
    guard let spectrum = spectra.next() else { return nil }
    let times = spectra.seconds(block: count)
    count += 1
    let levels = rows.map { row in
      var largest: Float = 0
      for point in row { largest = max(largest, spectrum[point].power) }
      return Float(HandShakeDiagnosis.decibels(power: Double(largest) * powerFactor))
    }
    return Column(seconds: 0.5 * (times.lowerBound + times.upperBound), decibels: levels)
  }
}
