import HandShakeSignal

/// The tones of a frame in matched filters, from its start on and at a constant speed.
struct HopToneFilter {
  private let variants: HopVariants
  private var filter: MatchedFilter

  /// Rounds in which `directLLRs` fits the clock, and level fits in each; more change nothing.
  private static let (clockRounds, levelRounds) = (2, 4)
  /// Probability from which a tone counts for the fit of start and speed.
  private static let sureProbability: Float = 0.67
  /// Weight of the noise before a frame in symbols: it is the mean of about as many symbols.
  private static let noiseWeight: Float = 20
  /// Neighbours on each side whose noise is also that of the tone.
  private static let noiseReach = 4
  /// Probability that another sound covers a symbol.
  private static let spoiltShare: Float = 0.1

  init(_ variants: HopVariants) {
    self.variants = variants
    filter = MatchedFilter(shape: variants.shape)
  }

  /// Energies of the first symbols at the frequencies `hertz`, one for each symbol.
  mutating func energies(
    _ candidate: MarkerCandidate, hertz: [Double], _ history: borrowing BasebandHistory
  ) -> [Float] {
    let symbolSamples = variants.symbolSamples / (1 + candidate.dilation)
    return hertz.enumerated().map { symbol, hertz in
      filter.energy(
        history, candidate.noise, start: candidate.start + Double(symbol) * symbolSamples,
        dilation: candidate.dilation, hertz: hertz)
    }
  }

  /// Strength of the first symbols, which are `tones`.
  mutating func evidence(
    _ candidate: MarkerCandidate, tones: [Int], _ history: borrowing BasebandHistory
  ) -> ToneEvidence {
    let symbolSamples = variants.symbolSamples / (1 + candidate.dilation)
    let noise = variants.noise(of: 0..<HopParameters.toneCount, candidate)
    let lowestHertz = variants.placement(of: candidate).lowestToneHertz
    var energies = [Float](repeating: 0, count: HopParameters.toneCount)
    var evidence = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    for (index, tone) in tones.enumerated() {
      energies.withUnsafeMutableBufferPointer {
        filter.energies(
          history, candidate.noise, start: candidate.start + Double(index) * symbolSamples,
          dilation: candidate.dilation, lowestHertz: lowestHertz,
          spacingHertz: variants.parameters.toneSpacingHertz, into: $0)
      }
      energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
    }
    return evidence
  }

  /// The start and speed near `candidate` at which the first symbols, the `tones`, are strongest.
  mutating func clock(
    _ candidate: MarkerCandidate, tones: [Int], _ history: borrowing BasebandHistory
  ) -> SymbolClock {
    SymbolClock.fit(
      candidate, hertz: variants.hertz(of: tones, candidate),
      symbolSeconds: variants.parameters.symbolSeconds, filter: &filter, history: history)
  }

  /// Weighs the microphones of `candidate` by its preamble at the place of `clock`.
  mutating func weigh(
    _ candidate: inout MarkerCandidate, at clock: SymbolClock, _ history: borrowing BasebandHistory
  ) {
    let hertz = variants.hertz(of: variants.parameters.preamble, candidate)
    filter.weigh(&candidate, hertz: hertz, at: clock, history)
  }

  /// LLRs of the symbols after the preamble, by tone, in a frame with the header `guess`. All tones
  /// arrive alike, on one path at one speed: the ratios are of a Rician to a Rayleigh magnitude.
  ///
  /// The ratios give the start, the speed, the level and the noise, from which new ratios are
  /// computed: expectation maximisation (A. P. Dempster et al., J. R. Stat. Soc. B 39, 1977).
  ///
  /// - Parameters:
  ///   - guess: the content of the header, whose tones are then known.
  ///   - guesses: ratios to begin with.
  mutating func directLLRs(
    _ candidate: MarkerCandidate, _ guess: HopGuess, llrs guesses: [Float],
    _ history: borrowing BasebandHistory
  ) -> [Float] {
    let (toneCount, count) = (HopParameters.toneCount, guess.symbolCount)
    let knownTones = variants.knownTones(guess)
    let first = variants.parameters.preamble.count * toneCount
    var known = [Float](repeating: 0, count: knownTones.count * toneCount)
    for (symbol, tone) in knownTones.enumerated() { known[symbol * toneCount + tone] = 1 }
    let noiseBefore = variants.noise(of: 0..<toneCount, candidate)
    var (llrs, candidate) = (guesses, candidate)
    func probabilities() -> [Float] {
      known + HopLLRs.probabilities(llrs).dropFirst(known.count - first)
    }
    for _ in 0..<Self.clockRounds {
      let energies = energies(&candidate, count: count, probabilities(), history)
      for _ in 0..<Self.levelRounds {
        let (level, noise) = Self.levels(energies, probabilities(), noiseBefore)
        for index in llrs.indices {
          let noise = noise[index % toneCount]
          llrs[index] =
            logarithmOfBesselI0(2 * (level * energies[first + index]).squareRoot() / noise)
            - level / noise
        }
      }
    }
    return llrs
  }

  /// Energies of all tones in the first `count` symbols, at the start and speed at which the
  /// probable tones are strongest. Moves `candidate` there.
  private mutating func energies(
    _ candidate: inout MarkerCandidate, count: Int, _ probabilities: [Float],
    _ history: borrowing BasebandHistory
  ) -> [Float] {
    let (toneCount, placement) = (HopParameters.toneCount, variants.placement(of: candidate))
    var (hertz, symbols): ([Double], [Int]) = ([], [])
    for index in probabilities.indices where probabilities[index] > Self.sureProbability {
      hertz.append(variants.parameters.hertz(of: index % toneCount, in: placement))
      symbols.append(index / toneCount)
    }
    let clock = SymbolClock.fit(
      candidate, hertz: hertz, symbols: symbols,
      symbolSeconds: variants.parameters.symbolSeconds, filter: &filter, history: history)
    (candidate.start, candidate.dilation) = (clock.start, clock.dilation)
    return energies(clock, candidate.noise, count: count, placement, history)
  }

  /// Energies of all tones in the first `count` symbols of a frame with this clock.
  private mutating func energies(
    _ clock: SymbolClock, _ noise: NoiseSnapshot, count: Int, _ placement: Placement,
    _ history: borrowing BasebandHistory
  ) -> [Float] {
    let toneCount = HopParameters.toneCount
    var clock = clock
    var energies = [Float](repeating: 0, count: count * toneCount)
    energies.withUnsafeMutableBufferPointer { energies in
      for symbol in 0..<count {
        filter.energies(
          history, noise, start: clock.start, dilation: clock.dilation,
          lowestHertz: placement.lowestToneHertz,
          spacingHertz: variants.parameters.toneSpacingHertz,
          into: UnsafeMutableBufferPointer(
            rebasing: energies[symbol * toneCount..<(symbol + 1) * toneCount]))
        clock.advance()
      }
    }
    return energies
  }

  /// Energy-to-noise ratio of a tone in a copy: two copies need half the ratio of one frame.
  private var copyRatio: Float { Float(variants.framings[0].neededRatio(sizeClass: 0) / 2) }

  /// The log-likelihood over noise of the first symbols as fading `tones`.
  mutating func logLikelihood(
    _ candidate: MarkerCandidate, tones: [Int], _ history: borrowing BasebandHistory
  ) -> Float {
    let energies = energies(candidate, hertz: variants.hertz(of: tones, candidate), history)
    let sum = zip(energies, variants.noise(of: tones, candidate)).reduce(0) { $0 + $1.0 / $1.1 }
    let ratio = copyRatio
    return sum * ratio / (1 + ratio) - Float(tones.count) * fastLogarithm(1 + ratio)
  }

  /// The log-likelihood of each tone in `symbols` over that of any tone, 64 for each symbol. Noise,
  /// clicks or music do not favour the frame's tones: their likelihood is 1 on average.
  mutating func evidences(
    _ candidate: MarkerCandidate, symbols: Range<Int>, _ history: borrowing BasebandHistory
  ) -> [Float] {
    let toneCount = HopParameters.toneCount
    let lead = Double(symbols.lowerBound) * variants.symbolSamples / (1 + candidate.dilation)
    let clock = SymbolClock(
      start: candidate.start + lead, dilation: candidate.dilation,
      symbolSeconds: variants.parameters.symbolSeconds)
    let ratio = copyRatio
    let factors = variants.noise(of: 0..<toneCount, candidate).map { ratio / (1 + ratio) / $0 }
    var llrs = energies(
      clock, candidate.noise, count: symbols.count, variants.placement(of: candidate), history)
    for index in llrs.indices { llrs[index] *= factors[index % toneCount] }
    return HopLLRs.probabilities(llrs).map {
      fastLogarithm((1 - Self.spoiltShare) * Float(toneCount) * $0 + Self.spoiltShare)
    }
  }

  /// The mean energy of a sent tone, less the noise, and the noise of every tone. The noise varies
  /// little between neighbouring tones.
  private static func levels(
    _ energies: [Float], _ probabilities: [Float], _ noiseBefore: [Float]
  ) -> (level: Float, noise: [Float]) {
    let toneCount = HopParameters.toneCount
    var sums = noiseBefore.map { $0 * noiseWeight }
    var weights = [Float](repeating: noiseWeight, count: toneCount)
    var sent: Float = 0
    for index in energies.indices {
      let probability = probabilities[index]
      sums[index % toneCount] += (1 - probability) * energies[index]
      weights[index % toneCount] += 1 - probability
      sent += probability * energies[index]
    }
    for tone in sums.indices { sums[tone] /= weights[tone] }
    var noise = sums
    for tone in sums.indices {
      let near = max(0, tone - noiseReach)...min(toneCount - 1, tone + noiseReach)
      noise[tone] = Array(sums[near]).quantile(0.5)
    }
    let mean = noise.reduce(0, +) / Float(toneCount)
    let sentCount = Float(energies.count / toneCount)
    return (max(sent / sentCount - mean, .leastNormalMagnitude), noise)
  }
}
