import HandShakeSignal

/// Energies of a stretch of baseband at many times and frequencies, from which the motion of a hop
/// frame is traced.
///
/// Row r is a window of one symbol. It starts `r - rowsAhead` eighths of a (dilated) symbol after
/// the first window of the frame. Its bins are a sixth of `1 / symbolSeconds` apart.
struct SymbolSpectra {
  /// Rows for each symbol.
  static let rowsPerSymbol = 8
  /// Rows before the nominal start.
  static let rowsAhead = 16
  /// Rows in a block of memory, a multiple of eight.
  private static let rowsPerBlock = 64
  /// Bins for each `1 / symbolSeconds`.
  static let oversampling = 6

  let bins: BasebandBins
  private let transform: FourierTransform
  private let windowLength: Int

  /// Energies, row by row, `rowsPerBlock * bins.count` in a block. A long frame has 10 MB. One
  /// array of this size would hardly find room, and a browser never takes memory back.
  private var blocks: [[Float]] = []
  /// Factor of a row's energies over the noise: less than 1 if all bins are loud.
  private(set) var scales: [Float] = []
  private(set) var rowCount = 0
  /// Number of frames that were started so far.
  private(set) var number = 0

  /// Noise energy per bin.
  private(set) var noise: [Float] = []
  /// Inverse of the noise energy per bin.
  private(set) var reciprocals: [Float] = []
  private var ratios: [Float]
  /// The microphones that count, and the inverse noise energy of each bin in each microphone.
  private var channels: [(index: Int, weight: Float, reciprocals: [Float])] = []
  private var start = 0.0
  private var rowStep = 0.0
  private var leastNoise: Float = 0

  /// Spectra for symbols of `symbolSeconds` with tones within `band`, shifted by at most
  /// `largestSpeed` m/s.
  init(symbolSeconds: Double, band: Placement, largestSpeed: Double) {
    let rate = DownConverter.outputRateHertz
    windowLength = Int((symbolSeconds * rate).rounded())
    transform = FourierTransform(
      size: Self.transformSize(symbolSeconds: symbolSeconds), keepsInput: true)
    let stretch = largestSpeed / soundMetresPerSecond
    bins = BasebandBins(
      band.lowestToneHertz * (1 - stretch)...band.highestToneHertz * (1 + stretch), margin: 2,
      binHertz: rate / Double(transform.size))
    ratios = [Float](repeating: 0, count: bins.count)
  }

  /// Points of the Fourier transform for symbols of `symbolSeconds`.
  static func transformSize(symbolSeconds: Double) -> Int {
    Int((DownConverter.outputRateHertz * symbolSeconds * Double(oversampling)).rounded())
  }

  /// Energy over the noise, times the factor of the row.
  func ratio(row: Int, bin: Int) -> Float {
    withEnergies(fromRow: row) { $0[bin] } * reciprocals[bin] * scales[row]
  }

  /// Lends the energies of a row and of the rows after it, up to a multiple of eight.
  @inline(__always)
  func withEnergies<Result>(fromRow row: Int, _ use: (UnsafePointer<Float>) -> Result) -> Result {
    blocks[row / Self.rowsPerBlock].withUnsafeBufferPointer {
      use($0.baseAddress! + row % Self.rowsPerBlock * bins.count)
    }
  }

  /// Starts on a frame in noise of at least `leastNoise` in every bin. Forgets all rows, unless
  /// they already belong to this frame.
  mutating func begin(
    start: Double, dilation: Double, symbolSeconds: Double, noise: NoiseSnapshot, leastNoise: Float
  ) {
    let step =
      symbolSeconds * DownConverter.outputRateHertz / Double(Self.rowsPerSymbol) / (1 + dilation)
    let first = start - Double(Self.rowsAhead) * step
    guard first != self.start || step != rowStep || leastNoise != self.leastNoise else { return }
    number += 1
    rowCount = 0
    rowStep = step
    self.start = first
    self.leastNoise = leastNoise
    channels = noise.channels.map { channel in
      let reciprocals = (0..<bins.count).map { bin in
        let hertz = bins.hertz(ofBin: bin)
        // The noise of every microphone is raised by the factor of the first microphone.
        let lift = max(1, leastNoise / noise.energy(atHertz: hertz))
        return 1 / (lift * noise.energy(atHertz: hertz, in: channel))
      }
      return (channel.index, channel.weight, reciprocals)
    }
    reciprocals = channels[0].reciprocals
    self.noise = reciprocals.map { 1 / $0 }
  }

  /// Frees the memory of a frame; the next frame starts anew.
  mutating func release() {
    blocks = []
    scales = []
    rowCount = 0
    start = .nan
  }

  /// Adds rows until there are `count` rows, or as many as `history` holds completely.
  mutating func extend(to count: Int, history: borrowing BasebandHistory) {
    let last = (Double(history.endIndex - windowLength - 1) - start) / rowStep
    let count = min(count, Int(last.rounded(.down)) + 1)
    guard count > rowCount else { return }
    while blocks.count * Self.rowsPerBlock < count {
      blocks.append([Float](repeating: 0, count: Self.rowsPerBlock * bins.count))
    }
    scales.lengthen(to: count)
    while rowCount < count {
      addRow(history)
      rowCount += 1
    }
  }

  private mutating func addRow(_ history: borrowing BasebandHistory) {
    let first = Int((start + Double(rowCount) * rowStep).rounded())
    let count = bins.count
    blocks[rowCount / Self.rowsPerBlock].withUnsafeMutableBufferPointer { energies in
      ratios.withUnsafeMutableBufferPointer { ratios in
        let energies = energies.baseAddress! + rowCount % Self.rowsPerBlock * count
        let ratios = ratios.baseAddress!
        for channel in channels {
          transform.transform(history, channel: channel.index, from: first, count: windowLength)
          let own = channels.count == 1 ? energies : ratios
          transform.copyEnergies(
            first: bins.first, count: count, scale: 1 / Float(windowLength), least: 1e-16, to: own)
          guard channels.count > 1 else { break }
          let mean = NoiseFloor.multiply(own, by: channel.reciprocals, count: count).meanLogarithm
          let scale = Self.scale(meanLogarithm: mean)
          for bin in stride(from: 0, to: count, by: 8) {
            energies[eight: bin] =
              channel.index == channels[0].index
              ? scale * own[eight: bin]
              : SquareLaw.exponential(
                energies[eight: bin], scale * own[eight: bin], weight: channel.weight)
          }
        }
        if channels.count > 1 {
          for bin in stride(from: 0, to: count, by: 8) {
            energies[eight: bin] = energies[eight: bin] * noise[eight: bin]
          }
        }
        ratios.update(from: energies, count: count)
        let mean = NoiseFloor.multiply(ratios, by: reciprocals, count: count).meanLogarithm
        scales[rowCount] = Self.scale(meanLogarithm: mean)
      }
    }
  }

  /// Factor for energies over the noise with this mean logarithm. A rise of all bins is noise.
  private static func scale(meanLogarithm: Float) -> Float {
    let common = fastExponential(meanLogarithm + NoiseFloor.eulerConstant)
    return common > 1.3 ? 1 / common : 1
  }
}

extension [Float] {
  /// Appends zeros up to `count` elements, in room for exactly these. The doubled room of a growing
  /// array would mostly stay empty, and a browser never takes memory back.
  mutating func lengthen(to count: Int) {
    guard count > self.count else { return }
    reserveCapacity(count)
    append(contentsOf: repeatElement(0, count: count - self.count))
  }
}
