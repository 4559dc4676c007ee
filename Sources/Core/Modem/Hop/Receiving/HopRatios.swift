import Signal

/// Log-likelihood ratios of symbols, 64 each, by tone.
enum HopRatios {
  /// Ratios of symbols that fade and echo, and the tones of those that are all but sure.
  static func fading(
    _ symbols: ArraySlice<ToneMetrics.Symbol>, _ learnt: ToneMetrics
  ) -> (ratios: [Float], tones: [Int?]) {
    var metrics = learnt
    var ratios: [Float] = []
    var tones: [Int?] = []
    for index in symbols.indices {
      let later = symbols[(index + 1)...]
      let best = metrics.append(symbols[index], followedBy: later, to: &ratios)
      if best.ratio > 2 {
        metrics.observe(
          tone: best.tone, energy: max(0, symbols[index].energies[best.tone] - best.noise))
      }
      let sum = weights(ratios, ratios.count - HopParameters.toneCount, best.ratio).sum
      tones.append(sum < 1.5 ? best.tone : nil)
    }
    return (ratios, tones)
  }

  /// Sums over the tones of a symbol whose ratios start at `base`: of `exp(ratio - largest)`, and of
  /// the ratios weighed by that.
  private static func weights(
    _ ratios: [Float], _ base: Int, _ largest: Float
  ) -> (sum: Float, weighted: Float) {
    var (sum, weighted) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for tone in stride(from: base, to: base + HopParameters.toneCount, by: 8) {
      let ratio = ratios[eight: tone]
      let weight = fastExponential(ratio - largest)
      sum += weight
      weighted += weight * ratio
    }
    return (sum.sum(), weighted.sum())
  }

  /// How many bits the symbols with these `ratios` tell, on average.
  static func mutualInformation(_ ratios: [Float]) -> Float {
    var nats: Float = 0
    for base in stride(from: 0, to: ratios.count, by: HopParameters.toneCount) {
      let largest = ratios[base..<base + HopParameters.toneCount].max()!
      let (sum, weighted) = weights(ratios, base, largest)
      nats +=
        weighted / sum - largest - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return nats * 1.442695 / Float(ratios.count / HopParameters.toneCount)
  }

  /// How many symbols seemed to be others than `tones`.
  static func correctedSymbols(_ ratios: [Float], tones: ArraySlice<Int>) -> Int {
    var corrected = 0
    for (index, tone) in tones.enumerated() {
      let base = index * HopParameters.toneCount
      let sent = ratios[base + tone]
      if ratios[base..<base + HopParameters.toneCount].contains(where: { $0 > sent }) {
        corrected += 1
      }
    }
    return corrected
  }

  /// Lets each symbol also be one of the four tones above and below.
  ///
  /// Where the speed changes at once, all speeds that differ by a whole tone explain the unknown tones
  /// equally well, and the trellis stays near the old one. Which they are then is known but for a few
  /// tones, and the code decides.
  static func allowTurn(_ ratios: inout [Float]) {
    let count = HopParameters.toneCount
    let reach = 4
    let share: Float = 0.35
    for base in stride(from: 0, to: ratios.count, by: count) {
      let weights = (0..<count).map { fastExponential(ratios[base + $0]) }
      for tone in 0..<count {
        var others: Float = 0
        for other in max(0, tone - reach)...min(count - 1, tone + reach) where other != tone {
          others += weights[other]
        }
        ratios[base + tone] = fastLogarithm(
          (1 - share) * weights[tone] + share / Float(2 * reach) * others + 1e-4)
      }
    }
  }
}
