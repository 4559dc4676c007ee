import HandShakeSignal

/// How a frame moves: the likelihoods of its spectra's rows at every speed and, after all paths
/// were weighed, the weight of every speed in each symbol.
struct TracedMotion {
  /// Delays: -8 to 8 eighths of a symbol.
  static let largestDelay = 8
  static let delayCount = 2 * largestDelay + 1
  /// Relative speed-up of every speed, in steps of one bin at the band's centre.
  let dilations: [Double]
  /// Speeds in a row, rounded up to a multiple of eight; unused places hold 0.
  let width: Int
  /// Bin of every tone at every speed, `speed * toneCount + tone`.
  let bins: [Int32]
  private let toneCount = HopParameters.toneCount
  private let skirts: [Float]

  private(set) var averages: ToneAverages
  /// Weight of every speed in each symbol; small weights are 0.
  private var speedWeights: [Float] = []
  /// Noise of every tone in each symbol, averaged over the speeds by their weight.
  private var toneNoise: [Float] = []
  /// Rows by which each symbol comes later than without a change of speed.
  private(set) var drift: [Int] = []

  init(
    parameters: HopParameters, placement: Placement, spectra: SymbolSpectra, largestSpeed: Double
  ) {
    let step = spectra.bins.binHertz / ToneShape.referenceHertz
    let reach = Int(largestSpeed / soundMetresPerSecond / step)
    let dilations = (-reach...reach).map { Double($0) * step }
    self.dilations = dilations
    skirts = ToneSymbol.skirts(
      toneSpacingHertz: parameters.toneSpacingHertz, symbolSeconds: parameters.symbolSeconds)
    averages = ToneAverages(
      parameters: parameters, placement: placement, spectra: spectra, dilations: dilations)
    width = averages.width
    bins = dilations.flatMap { dilation in
      (0..<HopParameters.toneCount).map { tone in
        Int32(spectra.bins.bin(ofHertz: parameters.hertz(of: tone, in: placement) * (1 + dilation)))
      }
    }
  }

  /// Frees the memory of a frame.
  mutating func release() {
    averages.release()
    speedWeights = []
    toneNoise = []
  }

  /// Log-probability that a frame starts with `dilation` if the search found `initial`. The
  /// standard deviation is 0.5 m/s.
  static func logarithm(of dilation: Double, near initial: Double) -> Float {
    let distance = Float((dilation - initial) * soundMetresPerSecond / 0.5)
    return -0.5 * distance * distance
  }

  /// Log-probability of the delay numbered `delay`. The standard deviation is half a symbol.
  static func logarithm(ofDelay delay: Int) -> Float {
    let late = Float(delay - largestDelay) / 4
    return -0.5 * late * late
  }

  /// Takes the rows that were added since the last call.
  mutating func follow(_ spectra: borrowing SymbolSpectra) { averages.follow(spectra) }

  /// Starts on `symbolCount` symbols. Their speed is the speed of the rows of the spectra plus the
  /// speed-up `excess`.
  mutating func begin(symbolCount: Int, excess: Double = 0) {
    drift = (0..<symbolCount).map { Self.drift(-excess * Double($0 * SymbolSpectra.rowsPerSymbol)) }
  }

  /// Lets the rows of symbols follow the weighed speed: a change of speed shifts the symbols after
  /// it. Returns whether a symbol moved.
  mutating func followSpeed(from initialDilation: Double) -> Bool {
    var shift = 0.0
    for symbol in drift.indices {
      drift[symbol] = Self.drift(shift)
      shift -= (dilation(symbol: symbol) - initialDilation) * Double(SymbolSpectra.rowsPerSymbol)
    }
    return drift.contains { $0 != 0 }
  }

  /// Rounds to whole rows, within the range for which there are rows.
  private static func drift(_ rows: Double) -> Int {
    max(-largestDelay, min(largestDelay, Int(rows.rounded())))
  }

  /// The row of a symbol at a delay; the last row, if this row has not arrived yet.
  func row(_ symbol: Int, _ delay: Int) -> Int {
    let row =
      symbol * SymbolSpectra.rowsPerSymbol + SymbolSpectra.rowsAhead + delay - Self.largestDelay
      + drift[symbol]
    return max(0, min(row, averages.rowCount - 1))
  }

  /// Takes the weight of every speed in each symbol. Drops small weights; the rest sums to 1.
  mutating func take(speedWeights: [Float]) {
    self.speedWeights = speedWeights
    let speedCount = dilations.count
    self.speedWeights.withUnsafeMutableBufferPointer { weights in
      for base in stride(from: 0, to: weights.count, by: width) {
        var largest: Float = 0
        for speed in 0..<speedCount { largest = max(largest, weights[base + speed]) }
        var total: Float = 0
        for speed in 0..<speedCount {
          if weights[base + speed] < 0.02 * largest { weights[base + speed] = 0 }
          total += weights[base + speed]
        }
        let scale = 1 / max(total, .leastNormalMagnitude)
        for speed in 0..<speedCount { weights[base + speed] *= scale }
      }
    }
  }

  /// Averages the noise of every tone over the speeds by their weight.
  mutating func averageNoise(_ spectra: borrowing SymbolSpectra) {
    var noise = [Float](repeating: 0, count: drift.count * toneCount)
    noise.withUnsafeMutableBufferPointer { noise in
      spectra.noise.withUnsafeBufferPointer {
        for symbol in drift.indices {
          average($0.baseAddress!, symbol, into: noise.baseAddress! + symbol * toneCount)
        }
      }
    }
    toneNoise = noise
  }

  /// Adds the values at the bins of every tone to `sums`, weighted by a symbol's speed weights.
  private func average(
    _ values: UnsafePointer<Float>, _ symbol: Int, into sums: UnsafeMutablePointer<Float>
  ) {
    let (toneCount, speedCount) = (toneCount, dilations.count)
    speedWeights.withUnsafeBufferPointer { weights in
      bins.withUnsafeBufferPointer { bins in
        for speed in 0..<speedCount {
          let weight = weights[symbol * width + speed]
          guard weight > 0 else { continue }
          let bins = bins.baseAddress! + speed * toneCount
          for tone in 0..<toneCount { sums[tone] += weight * values[Int(bins[tone])] }
        }
      }
    }
  }

  /// Energies and noise of every tone in one symbol, averaged over the speeds by their weight. The
  /// window starts `delay` rows after the symbol's nominal start.
  func energies(_ spectra: borrowing SymbolSpectra, symbol: Int, delay: Int) -> ToneSymbol {
    var energies = [Float](repeating: 0, count: toneCount)
    let row = row(symbol, delay + Self.largestDelay)
    energies.withUnsafeMutableBufferPointer { energies in
      spectra.withEnergies(fromRow: row) { average($0, symbol, into: energies.baseAddress!) }
    }
    return ToneSymbol(
      energies: energies,
      earlierNoise: Array(toneNoise[symbol * toneCount..<(symbol + 1) * toneCount]), skirts: skirts)
  }

  /// Speed-up of a symbol, averaged over all paths.
  func dilation(symbol: Int) -> Double {
    var sum = 0.0
    for (speed, dilation) in dilations.enumerated() {
      sum += Double(speedWeights[symbol * width + speed]) * dilation
    }
    return sum
  }
}
