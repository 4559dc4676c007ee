import HandShakeSignal

/// Likelihoods of all rows of `SymbolSpectra` at every speed, averaged over the tones. They tell
/// the speed from a symbol whose tone is unknown.
///
/// Eight rows are computed at once. Tones are a whole number of bins apart. Four neighbours stay so
/// at any speed, to a fifth of a bin for short symbols: their sum is computed once for each bin.
struct ToneAverages {
  /// Tones whose distance is assumed not to change with the speed.
  private static let groupSize = 4

  let speedCount: Int
  /// Speeds in a row, rounded up to a multiple of eight; unused places hold 0.
  let width: Int
  private let binCount: Int
  private let spacing: Int
  private let groupCount: Int
  /// Bin of the lowest tone of every group at every speed, `speed * groupCount + group`.
  private let bins: [Int32]

  /// Averages, row by row, `width` in each row.
  private(set) var values: [Float] = []
  /// Factor that scales the mean of a row's averages over all speeds to 1.
  private(set) var scales: [Float] = []
  private var completeRows = 0
  /// Rows that have averages.
  private(set) var rowCount = 0
  /// Likelihoods of eight rows, bin by bin.
  private var likelihoods: [SIMD8<Float>]
  private var spectraNumber = -1

  /// Signal-to-noise ratio of a tone that the likelihoods assume.
  private static let assumedRatio: Float = 6
  /// Energy ratio from which the likelihood grows only as a power. Fading spreads strong tones over
  /// decades, and no tone may outweigh all others.
  private static let linearRatio: Float = 12
  /// Likelihood of all tones together that is no evidence against a delay.
  static let weightOfOthers: Float = 1

  init(
    parameters: HopParameters, placement: Placement, spectra: SymbolSpectra, dilations: [Double]
  ) {
    speedCount = dilations.count
    width = (dilations.count + 7) / 8 * 8
    binCount = spectra.bins.count
    let spacing = Int((parameters.toneSpacingHertz / spectra.bins.binHertz).rounded())
    self.spacing = spacing
    groupCount = HopParameters.toneCount / Self.groupSize
    let middle = Double(Self.groupSize - 1) / 2
    bins = dilations.flatMap { dilation in
      (0..<HopParameters.toneCount / Self.groupSize).map { group in
        let hertz =
          parameters.hertz(of: group * Self.groupSize, in: placement)
          + middle * parameters.toneSpacingHertz
        return Int32(
          spectra.bins.bin(
            ofHertz: hertz * (1 + dilation) - middle * Double(spacing) * spectra.bins.binHertz))
      }
    }
    likelihoods = [SIMD8<Float>](repeating: .zero, count: binCount)
  }

  /// Frees the memory of a frame.
  mutating func release() {
    values = []
    scales = []
    completeRows = 0
    rowCount = 0
    spectraNumber = -1
  }

  /// Likelihoods of the energy-to-noise `ratios` of bins that hold a tone.
  @inline(__always)
  static func likelihood(_ ratios: SIMD8<Float>) -> SIMD8<Float> {
    let near = ratios.replacing(with: linearRatio, where: ratios .> linearRatio)
    let far = ratios.replacing(with: linearRatio, where: ratios .< linearRatio) * (1 / linearRatio)
    let square = far * far
    return fastExponential(near * (assumedRatio / (1 + assumedRatio)))
      * (square * square * (1 / (1 + assumedRatio)))
  }

  /// Averages the rows that were added since the last call.
  mutating func follow(_ spectra: borrowing SymbolSpectra) {
    if spectra.number != spectraNumber {
      spectraNumber = spectra.number
      completeRows = 0
    }
    let rows = spectra.rowCount
    rowCount = rows
    let room = (rows + 7) / 8 * 8
    values.lengthen(to: room * width)
    scales.lengthen(to: room)
    var row = completeRows
    while row < rows {
      average(spectra, firstRow: row, count: min(8, rows - row))
      row += 8
    }
    // A last group of fewer than eight rows is averaged again with the rows after it.
    completeRows = rows / 8 * 8
  }

  private mutating func average(_ spectra: borrowing SymbolSpectra, firstRow: Int, count: Int) {
    let binCount = binCount
    let reciprocals = spectra.reciprocals
    var scales = SIMD8<Float>.zero
    for lane in 0..<8 { scales[lane] = spectra.scales[firstRow + min(lane, count - 1)] }
    spectra.withEnergies(fromRow: firstRow) { energies in
      likelihoods.withUnsafeMutableBufferPointer { likelihoods in
        func row(_ lane: Int) -> UnsafePointer<Float> { energies + min(lane, count - 1) * binCount }
        let (a, b, c, d) = (row(0), row(1), row(2), row(3))
        let (e, f, g, h) = (row(4), row(5), row(6), row(7))
        for bin in 0..<binCount {
          let energies = SIMD8(a[bin], b[bin], c[bin], d[bin], e[bin], f[bin], g[bin], h[bin])
          likelihoods[bin] = Self.likelihood(energies * reciprocals[bin] * scales)
        }
        for bin in 0..<binCount - spacing { likelihoods[bin] += likelihoods[bin + spacing] }
        for bin in 0..<binCount - 3 * spacing { likelihoods[bin] += likelihoods[bin + 2 * spacing] }
      }
    }
    var total = SIMD8<Float>.zero
    let scale = 1 / Float(HopParameters.toneCount)
    values.withUnsafeMutableBufferPointer { values in
      likelihoods.withUnsafeBufferPointer { likelihoods in
        bins.withUnsafeBufferPointer { bins in
          var bin = bins.baseAddress!
          for speed in 0..<speedCount {
            var sum = SIMD8<Float>.zero
            for group in 0..<groupCount { sum += likelihoods[Int(bin[group])] }
            bin += groupCount
            sum *= scale
            total += sum
            let target = values.baseAddress! + firstRow * width + speed
            for lane in 0..<8 { target[lane * width] = sum[lane] }
          }
        }
      }
    }
    for lane in 0..<8 { self.scales[firstRow + lane] = Float(speedCount) / total[lane] }
  }
}
