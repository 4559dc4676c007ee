import Signal

/// The trace of a frame that keeps its speed: most do, and among all paths one that wanders with the
/// noise or with reflections would sometimes explain more.
extension MotionTrellis {
  /// Logarithm of the chance of a speed below which it is not tried.
  private static let leastChance: Float = -4.5

  /// Weighs all constant speeds over the first `symbolCount` symbols, of which the first are `known`
  /// tones.
  ///
  /// - Returns: the logarithm of the likelihood of everything, noise alone being 0.
  mutating func traceConstant(
    _ spectra: borrowing SymbolSpectra, symbolCount: Int, known: [Int], initialDilation: Double
  ) -> Float {
    averages.follow(spectra)
    let delayCount = Self.delayCount
    var totals = [Float](repeating: -.infinity, count: dilations.count * delayCount)
    for (speed, dilation) in dilations.enumerated() {
      let chance = Self.logarithm(of: dilation, near: initialDilation)
      guard chance > Self.leastChance else { continue }
      drift = Self.drift(dilation - initialDilation, symbolCount: symbolCount)
      for delay in 0..<delayCount {
        var total = chance + Self.logarithm(ofDelay: delay)
        for symbol in 0..<symbolCount {
          let row = row(symbol, delay)
          let others = averages.values[row * width + speed]
          if symbol < known.count {
            let bin = Int(bins[speed * HopParameters.toneCount + known[symbol]])
            let ratio = spectra.ratios[row * spectra.binCount + bin]
            let likelihood = ToneAverages.likelihood(SIMD8(repeating: ratio))[0]
            total += fastLogarithm(likelihood / (Self.weightOfOthers + others))
          } else {
            total += fastLogarithm(averages.scales[row] * others)
          }
        }
        totals[speed * delayCount + delay] = total
      }
    }
    let best = totals.max()!
    var bySpeed = [Float](repeating: 0, count: width)
    for (index, total) in totals.enumerated() where total > best - 40 {
      bySpeed[index / delayCount] += fastExponential(total - best)
    }
    let sum = bySpeed.reduce(0, +)
    speedWeights.removeAll(keepingCapacity: true)
    for _ in 0..<symbolCount { speedWeights += bySpeed }
    normaliseSpeedWeights()
    drift = Self.drift(dilation(symbol: 0) - initialDilation, symbolCount: symbolCount)
    averageNoise(spectra)
    return best + fastLogarithm(sum / Float(dilations.count * delayCount))
  }

  /// By how many rows each symbol comes later at a speed-up `excess` above the first guess; no more
  /// than there are rows for.
  private static func drift(_ excess: Double, symbolCount: Int) -> [Int] {
    (0..<symbolCount).map {
      let rows = -Int((excess * Double($0 * SymbolSpectra.rowsPerSymbol)).rounded())
      return max(-largestDelay, min(largestDelay, rows))
    }
  }
}
