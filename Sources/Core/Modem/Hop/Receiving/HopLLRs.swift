import HandShakeSignal

/// Log-likelihood ratios (LLRs) of symbols: 64 for each symbol, by tone.
enum HopLLRs {
  static let bitsPerNat: Float = 1.442695

  /// LLRs of symbols that fade and echo, and the tone of each symbol if it is almost certain.
  static func fading(
    _ symbols: ArraySlice<ToneSymbol>, _ learnt: ToneMetrics
  ) -> (llrs: [Float], tones: [Int?]) {
    var metrics = learnt
    var llrs: [Float] = []
    var tones: [Int?] = []
    for index in symbols.indices {
      let later = symbols[(index + 1)...]
      let best = metrics.append(symbols[index], followedBy: later, to: &llrs)
      if best.llr > 2 {
        metrics.observe(
          tone: best.tone, energy: max(0, symbols[index].energies[best.tone] - best.noise))
      }
      let sum = weights(llrs, llrs.count - HopParameters.toneCount, best.llr).sum
      tones.append(sum < 1.5 ? best.tone : nil)
    }
    return (llrs, tones)
  }

  /// Sums over the tones of the symbol whose LLRs start at `base`: of the weights
  /// `exp(LLR - largest)`, and of the LLRs times their weights.
  private static func weights(
    _ llrs: [Float], _ base: Int, _ largest: Float
  ) -> (sum: Float, weighted: Float) {
    var (sum, weighted) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for tone in stride(from: base, to: base + HopParameters.toneCount, by: 8) {
      let llr = llrs[eight: tone]
      let weight = fastExponential(llr - largest)
      sum += weight
      weighted += weight * llr
    }
    return (sum.sum(), weighted.sum())
  }

  /// Probability of each tone, if one tone was sent and all tones are equally likely.
  static func probabilities(_ llrs: [Float]) -> [Float] {
    var probabilities = llrs
    for base in stride(from: 0, to: llrs.count, by: HopParameters.toneCount) {
      let symbol = base..<base + HopParameters.toneCount
      let largest = llrs[symbol].max()!
      let sum = weights(llrs, base, largest).sum
      for index in symbol { probabilities[index] = fastExponential(llrs[index] - largest) / sum }
    }
    return probabilities
  }

  /// Mutual information of the symbols with these `llrs`, in bits for each symbol on average.
  static func mutualInformation(_ llrs: [Float]) -> Float {
    var nats: Float = 0
    for base in stride(from: 0, to: llrs.count, by: HopParameters.toneCount) {
      let largest = llrs[base..<base + HopParameters.toneCount].max()!
      let (sum, weighted) = weights(llrs, base, largest)
      nats += weighted / sum - largest - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return nats * bitsPerNat / Float(llrs.count / HopParameters.toneCount)
  }

  /// Log-likelihood of each symbol over noise, if all tones are equally likely.
  static func evidence(_ llrs: [Float]) -> [Float] {
    stride(from: 0, to: llrs.count, by: HopParameters.toneCount).map { base in
      let largest = llrs[base..<base + HopParameters.toneCount].max()!
      return largest
        + fastLogarithm(weights(llrs, base, largest).sum / Float(HopParameters.toneCount))
    }
  }

  /// Number of symbols whose likeliest tone differs from `tones`.
  static func correctedSymbols(_ llrs: [Float], tones: ArraySlice<Int>) -> Int {
    tones.enumerated().count { (index, tone) in
      let base = index * HopParameters.toneCount
      return llrs[base..<base + HopParameters.toneCount].max()! > llrs[base + tone]
    }
  }

  /// Lets each symbol also be one of the four tones above and below.
  ///
  /// After a sudden change of speed, all speeds that differ by a whole tone explain the unknown
  /// tones equally well. The trellis stays near the old speed, a few tones off: the code decides.
  static func allowTurn(_ llrs: inout [Float]) {
    let count = HopParameters.toneCount
    let reach = 4
    let share: Float = 0.35
    for base in stride(from: 0, to: llrs.count, by: count) {
      let weights = (0..<count).map { fastExponential(llrs[base + $0]) }
      for tone in 0..<count {
        var others: Float = 0
        for other in max(0, tone - reach)...min(count - 1, tone + reach) where other != tone {
          others += weights[other]
        }
        llrs[base + tone] = fastLogarithm(
          (1 - share) * weights[tone] + share / Float(2 * reach) * others + 1e-4)
      }
    }
  }
}
