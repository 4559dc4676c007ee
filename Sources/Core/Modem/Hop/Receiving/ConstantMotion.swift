import HandShakeSignal

/// The trace of a frame at a constant speed. Most frames keep their speed, and a path that wanders
/// with the noise or with reflections would sometimes explain more.
enum ConstantMotion {
  /// Log-probability of a speed below which the speed is not tried.
  private static let leastChance: Float = -4.5

  /// Weighs all constant speeds over the first `symbolCount` symbols. The first tones are `known`.
  ///
  /// - Returns: the log-likelihood of all symbols; noise alone has 0.
  static func trace(
    _ motion: inout TracedMotion, _ spectra: borrowing SymbolSpectra, symbolCount: Int,
    known: [Int], initialDilation: Double
  ) -> Float {
    let delayCount = TracedMotion.delayCount
    let speedCount = motion.dilations.count
    var totals = [Float](repeating: -.infinity, count: speedCount * delayCount)
    for (speed, dilation) in motion.dilations.enumerated() {
      let chance = TracedMotion.logarithm(of: dilation, near: initialDilation)
      guard chance > leastChance else { continue }
      motion.begin(symbolCount: symbolCount, excess: dilation - initialDilation)
      for delay in 0..<delayCount {
        var total = chance + TracedMotion.logarithm(ofDelay: delay)
        for symbol in 0..<symbolCount {
          let row = motion.row(symbol, delay)
          let others = motion.averages.values[row * motion.width + speed]
          if symbol < known.count {
            let bin = Int(motion.bins[speed * HopParameters.toneCount + known[symbol]])
            let ratio = spectra.ratio(row: row, bin: bin)
            let likelihood = ToneAverages.likelihood(SIMD8(repeating: ratio))[0]
            total += fastLogarithm(likelihood / (ToneAverages.weightOfOthers + others))
          } else {
            total += fastLogarithm(motion.averages.scales[row] * others)
          }
        }
        totals[speed * delayCount + delay] = total
      }
    }
    let best = totals.max()!
    var bySpeed = [Float](repeating: 0, count: motion.width)
    for (index, total) in totals.enumerated() where total > best - 40 {
      bySpeed[index / delayCount] += fastExponential(total - best)
    }
    let sum = bySpeed.reduce(0, +)
    motion.take(speedWeights: Array(repeatElement(bySpeed, count: symbolCount).joined()))
    motion.begin(symbolCount: symbolCount, excess: motion.dilation(symbol: 0) - initialDilation)
    return best + fastLogarithm(sum / Float(speedCount * delayCount))
  }
}
