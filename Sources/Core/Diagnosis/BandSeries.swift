import HandShakeSignal

/// The level of some bands over time: a row of densities for each block.
struct BandSeries {
  /// The bands in hertz.
  let bands: [ClosedRange<Double>]
  /// Powers per hertz, block after block; each row has a number for each band.
  private(set) var densities: [Float] = []

  private let points: [Range<Int>]
  private let factor: Float

  /// A series of the `bands` in the spectra of `spectra`.
  init(_ bands: [ClosedRange<Double>], of spectra: BlockSpectra) {
    self.bands = bands
    factor = Float(spectra.densityFactor)
    points = bands.map { band in
      let first = spectra.point(hertz: band.lowerBound)
      return first..<max(spectra.point(hertz: band.upperBound), first + 1)
    }
  }

  /// The number of rows.
  var count: Int { bands.isEmpty ? 0 : densities.count / bands.count }

  /// Adds the row of a spectrum.
  mutating func add(_ spectrum: UnsafeMutableBufferPointer<Complex>) {
    for range in points {
      var sum: Float = 0
      for point in range { sum += spectrum[point].power }
      densities.append(sum * factor / Float(range.count))
    }
  }

  /// Drops all rows but the last `rows`.
  mutating func keepLast(_ rows: Int) {
    if count > rows { densities.removeFirst((count - rows) * bands.count) }
  }

  /// A series with only the rows for which `keeps` holds.
  func rows(where keeps: (Int) -> Bool) -> BandSeries {
    var kept = self
    kept.densities = (0..<count).filter(keeps).flatMap {
      densities[($0 * bands.count)..<(($0 + 1) * bands.count)]
    }
    return kept
  }

  /// The density of `band` in block `row`, as power per hertz.
  func density(_ row: Int, _ band: Int) -> Float { densities[row * bands.count + band] }

  /// The density below which `share` of the blocks of `band` lie; there must be a block.
  func quantile(_ share: Double, band: Int) -> Double {
    Double((0..<count).map { density($0, band) }.quantile(share))
  }

  /// The levels of every band that ends below `edgeHertz`, in dB for a hertz, block after block.
  func decibels(below edgeHertz: Double?) -> [[Double]] {
    bands.indices.filter { bands[$0].upperBound <= edgeHertz ?? .infinity }.map { band in
      (0..<count).map { HandShakeDiagnosis.decibels(power: Double(density($0, band))) }
    }
  }
}
