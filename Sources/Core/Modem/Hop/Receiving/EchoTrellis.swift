import HandShakeSignal

/// Log-likelihood ratios of the tones of a frame whose echoes outlast its symbols.
///
/// Every tone has a hidden Markov chain. Its state is the age of the tone: the symbols since the
/// tone was last sent. `EchoProfile` gives the energy at each age. The forward-backward algorithm
/// (Bahl et al., IEEE Trans. Inf. Theory 20, 1974) weighs all sequences of ages. A symbol is
/// exactly one tone, so each chain gets a prior from the other chains, as in a turbo decoder. In
/// between, the profile is learnt from the ages that the chains found (Baum and Welch).
struct EchoTrellis {
  private static let toneCount = HopParameters.toneCount
  private static let blockCount = HopParameters.toneCount / 8
  private static let ageCount = EchoProfile.ageCount
  /// Likelihoods for each symbol: one for each age, and one for a longer time.
  private static let stateCount = EchoProfile.ageCount + 1

  /// Number of symbols: all that were sent, and one more for the echoes of the last.
  private let symbolCount: Int
  private let knownCount: Int
  private var profile: EchoProfile
  /// `block * symbolCount + symbol`.
  private var observations: [EchoProfile.Observation] = []
  /// Likelihoods of the ages of one block: `symbol * stateCount + age`.
  private var likelihoods: [SIMD8<Float>]
  /// Prior probability of each tone from the others in its symbol: `block * symbolCount + symbol`.
  private var priors: [SIMD8<Float>]
  /// LLR of each tone from its own chain, in the same order.
  private var llrs: [SIMD8<Float>]
  /// Probability of each age, from 1, before a symbol, of one block: `symbol * ageCount + age - 1`.
  private var forward: [SIMD8<Float>]

  /// Least floor as a part of the level: lower energy carries no information.
  private static let leastFloor: Float = 0.002
  /// Rounds, between which the profile is learnt, and exchanges of priors in each round.
  private static let roundCount = 3
  private static let sweepCount = 2
  /// Range of the priors that the chains get.
  private static let beliefs: ClosedRange<Float> = 1e-6...0.999

  /// - Parameters:
  ///   - windows: `EchoProfile.windowsPerSymbol` windows of every symbol that was sent and of one
  ///     more.
  ///   - known: the tones of the first symbols.
  init(windows: [ToneSymbol], known: [Int], toneSpacingHertz: Double) {
    symbolCount = windows.count / EchoProfile.windowsPerSymbol
    knownCount = known.count
    profile = EchoProfile(windows: windows, known: known, toneSpacingHertz: toneSpacingHertz)
    let total = Self.blockCount * symbolCount
    priors = [SIMD8<Float>](repeating: SIMD8(repeating: 1 / Float(Self.toneCount)), count: total)
    llrs = [SIMD8<Float>](repeating: .zero, count: total)
    likelihoods = [SIMD8<Float>](repeating: .zero, count: symbolCount * Self.stateCount)
    forward = [SIMD8<Float>](repeating: .zero, count: symbolCount * Self.ageCount)
    let least = Self.leastFloor * profile.initialLevel
    observations.reserveCapacity(total)
    for block in 0..<Self.blockCount {
      for symbol in 0..<symbolCount {
        let first = windows[symbol * EchoProfile.windowsPerSymbol]
        let second = windows[symbol * EchoProfile.windowsPerSymbol + 1]
        observations.append(
          EchoProfile.Observation(
            energies: (first.energies[eight: 8 * block], second.energies[eight: 8 * block]),
            floors: (
              first.skirtedNoise[eight: 8 * block] + least,
              second.skirtedNoise[eight: 8 * block] + least
            )))
        if symbol < known.count || symbol == symbolCount - 1 {
          priors[block * symbolCount + symbol] = .zero
        }
      }
    }
    for (symbol, tone) in known.enumerated() {
      priors[tone / 8 * symbolCount + symbol][tone % 8] = 1
    }
  }

  /// LLRs of the symbols that were sent from number `first` on, 64 for each symbol, by tone.
  mutating func llrs(from first: Int) -> [Float] {
    for round in 1...Self.roundCount {
      for sweep in 1...Self.sweepCount {
        var sums = EchoProfile.Statistics()
        let learns = sweep == Self.sweepCount && round < Self.roundCount
        for block in 0..<Self.blockCount { follow(block, learns: learns, &sums) }
        if learns { profile.learn(sums) }
        exchange()
      }
    }
    return (first..<symbolCount - 1).flatMap { symbol in
      (0..<Self.blockCount).flatMap { block in
        let llr = llrs[block * symbolCount + symbol]
        return (0..<8).map { llr[$0] }
      }
    }
  }

  /// Computes the prior of every tone of an unknown symbol from the other tones.
  private mutating func exchange() {
    for symbol in knownCount..<symbolCount - 1 {
      var (largest, loudest) = (-Float.infinity, 0)
      for block in 0..<Self.blockCount {
        let llr = llrs[block * symbolCount + symbol]
        for lane in 0..<8 where llr[lane] > largest {
          (largest, loudest) = (llr[lane], block * 8 + lane)
        }
      }
      // The largest summand is left out: the sum less this summand would be rounding errors.
      var rest: Float = 0
      for block in 0..<Self.blockCount {
        let place = block * symbolCount + symbol
        priors[place] = fastExponential(llrs[place] - largest)
        if loudest / 8 == block { priors[place][loudest % 8] = 0 }
        rest += priors[place].sum()
      }
      let absent = fastExponential(-largest)
      for block in 0..<Self.blockCount {
        let place = block * symbolCount + symbol
        var others = 1 + rest - priors[place]
        if loudest / 8 == block { others[loudest % 8] = rest }
        priors[place] = (absent / (absent + others)).clamped(
          lowerBound: SIMD8(repeating: Self.beliefs.lowerBound),
          upperBound: SIMD8(repeating: Self.beliefs.upperBound))
      }
    }
  }

  /// Weighs all sequences of ages of the eight tones of a block.
  private mutating func follow(_ block: Int, learns: Bool, _ sums: inout EchoProfile.Statistics) {
    let (symbolCount, profile, first) = (symbolCount, profile, block * symbolCount)
    let (ages, states) = (Self.ageCount, Self.stateCount)
    let long = ages
    likelihoods.withUnsafeMutableBufferPointer { likelihoods in
      forward.withUnsafeMutableBufferPointer { forward in
        let likelihoods = likelihoods.baseAddress!
        let forward = forward.baseAddress!
        // Before the first symbol no tone was sent.
        for age in 1...long { forward[age - 1] = SIMD8(repeating: age == long ? 1 : 0) }
        for symbol in 0..<symbolCount {
          let told = likelihoods + symbol * states
          profile.likelihoods(of: observations[first + symbol], block: block, into: told)
          guard symbol < symbolCount - 1 else { break }
          let before = forward + symbol * ages
          let after = before + ages
          let prior = priors[first + symbol]
          var total = before[long - 1]
          for age in 1..<long { total += before[age - 1] }
          after[0] = total * prior * told[0]
          for age in 1..<long { after[age] = before[age - 1] * (1 - prior) * told[age] }
          after[long - 1] += before[long - 1] * (1 - prior) * told[long]
          var sum = SIMD8<Float>(repeating: 1e-30)
          for age in 1...long { sum += after[age - 1] }
          let scale = 1 / sum
          for age in 1...long { after[age - 1] *= scale }
        }
        withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: 2 * states) { scratch in
          let backward = scratch.baseAddress!
          let products = backward + states
          backward.update(repeating: SIMD8(repeating: 1), count: states)
          for symbol in stride(from: symbolCount - 1, through: 0, by: -1) {
            let told = likelihoods + symbol * states
            let before = forward + symbol * ages
            let prior = priors[first + symbol]
            // By age, the likelihood of all that follows: a tone sent now has age 1 in the next.
            products[0] = told[0] * backward[1]
            var (total, unsent) = (SIMD8<Float>.zero, SIMD8<Float>(repeating: 1e-30))
            for age in 1...long {
              products[age] = told[age] * backward[min(age + 1, long)]
              total += before[age - 1]
              unsent += before[age - 1] * products[age]
            }
            let sent = total * products[0] + 1e-30
            llrs[first + symbol] = fastLogarithm(sent) - fastLogarithm(unsent)
            var sum = SIMD8<Float>.zero
            for age in 1...long {
              backward[age] = prior * products[0] + (1 - prior) * products[age]
              sum += backward[age]
            }
            for age in 1...long { backward[age] *= Float(long) / sum }
            guard learns else { continue }
            let scale = 1 / (prior * sent + (1 - prior) * unsent)
            for age in 1...long { products[age] *= (1 - prior) * before[age - 1] * scale }
            products[0] = prior * sent * scale
            profile.add(
              observations[first + symbol], block: block, probabilities: products, to: &sums)
          }
        }
      }
    }
  }
}
