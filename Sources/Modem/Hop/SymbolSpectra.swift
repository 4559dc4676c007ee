import Signal

/// Energies of a stretch of baseband at many moments and frequencies: the ground on which a hop
/// frame's motion is traced.
///
/// Row r belongs to a window of one symbol that starts `r - rowsAhead` eighths of a (dilated) symbol
/// after the frame's first; its bins are a sixth of `1 / symbolSeconds` apart.
struct SymbolSpectra {
  /// Rows to a symbol.
  static let rowsPerSymbol = 8
  /// Rows before the nominal start.
  static let rowsAhead = 16
  /// Bins to the inverse of a symbol's duration.
  static let oversampling = 6

  let binHertz: Double
  /// Bin 0, counted from the centre of the baseband.
  let firstBin: Int
  let binCount: Int
  private let transform: FourierTransform
  private let windowLength: Int

  /// Energies, row by row: `rows * binCount`.
  private(set) var energies: [Float] = []
  /// Energies over the noise, likewise.
  private(set) var ratios: [Float] = []
  private(set) var rowCount = 0

  /// Noise energy per bin.
  private var noise: [Float] = []
  private var start = 0.0
  private var rowStep = 0.0

  /// Spectra for symbols of `symbolSeconds` with tones within `band`, shifted by at most
  /// `largestSpeed` m/s.
  init(symbolSeconds: Double, band: Placement, largestSpeed: Double) {
    let rate = DownConverter.outputRateHertz
    windowLength = Int((symbolSeconds * rate).rounded())
    let bin = 1 / (symbolSeconds * Double(Self.oversampling))
    transform = FourierTransform(size: Int((rate / bin).rounded()))
    binHertz = rate / Double(transform.size)
    let stretch = largestSpeed / MarkerSearch.soundMetresPerSecond
    let lowest = band.lowestToneHertz * (1 - stretch) - DownConverter.centreHertz
    let highest = band.highestToneHertz * (1 + stretch) - DownConverter.centreHertz
    firstBin = Int((lowest / binHertz).rounded(.down)) - 2
    binCount = Int((highest / binHertz).rounded(.up)) + 3 - firstBin
  }

  /// Forgets all rows and starts on a frame, in noise that is at least `leastNoise` in every bin.
  mutating func begin(
    start: Double, dilation: Double, symbolSeconds: Double, noise: NoiseSnapshot,
    leastNoise: Float
  ) {
    energies.removeAll(keepingCapacity: true)
    ratios.removeAll(keepingCapacity: true)
    rowCount = 0
    rowStep =
      symbolSeconds * DownConverter.outputRateHertz / Double(Self.rowsPerSymbol) / (1 + dilation)
    self.start = start - Double(Self.rowsAhead) * rowStep
    self.noise = (0..<binCount).map {
      max(leastNoise, noise.energy(atHertz: hertz(ofBin: $0)))
    }
  }

  /// Frequency of a bin.
  func hertz(ofBin bin: Int) -> Double {
    DownConverter.centreHertz + Double(firstBin + bin) * binHertz
  }

  /// Bin nearest to a frequency.
  func bin(ofHertz hertz: Double) -> Int {
    Int(((hertz - DownConverter.centreHertz) / binHertz).rounded()) - firstBin
  }

  /// Noise energy at a bin.
  func noise(atBin bin: Int) -> Float { noise[bin] }

  /// Baseband sample after the last one that the rows up to `count` need.
  func end(ofRows count: Int) -> Int {
    Int(start + Double(count - 1) * rowStep) + windowLength + 1
  }

  /// Adds rows until there are `count`.
  mutating func extend(to count: Int, history: borrowing BasebandHistory) {
    guard count > rowCount else { return }
    energies.reserveCapacity(count * binCount)
    ratios.reserveCapacity(count * binCount)
    while rowCount < count {
      addRow(history)
      rowCount += 1
    }
  }

  private mutating func addRow(_ history: borrowing BasebandHistory) {
    let first = Int((start + Double(rowCount) * rowStep).rounded())
    let points = transform.buffer
    history.withSamples(first..<first + windowLength) { samples in
      for index in 0..<windowLength { points[index] = samples[index] }
    }
    for index in windowLength..<points.count { points[index] = Complex(0, 0) }
    transform.forward()
    let mask = transform.size - 1
    let scale = 1 / Float(windowLength)
    let base = energies.count
    for bin in 0..<binCount {
      energies.append(points[(bin + firstBin) & mask].power * scale + 1e-16)
    }
    energies.withUnsafeBufferPointer { energies in
      var mean: Float = 0
      for bin in 0..<binCount {
        mean += fastLogarithm(energies[base + bin]) - fastLogarithm(noise[bin])
      }
      let common = max(1, fastExponential(mean / Float(binCount) + NoiseFloor.eulerConstant))
      let least: Float = common > 1.3 ? common : 1
      for bin in 0..<binCount {
        ratios.append(energies[base + bin] / (noise[bin] * least))
      }
    }
  }
}
