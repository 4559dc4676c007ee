import Signal

/// What the symbols of a hop frame tell: trace its motion, choose its windows, weigh its tones.
extension HopListener {
  /// Noise below this part of a tone's energy is taken for this: in digital silence the likelihoods
  /// would overflow, and 30 dB below it the tones' own skirts begin.
  private static let leastNoise: Float = 1e-3
  private static let delayDistance = 2
  private static let mostDelays = 4
  /// Symbols after the preamble from which delays are judged.
  private static let mostRankedSymbols = 64

  /// Median energy of the preamble's tones where `candidate` puts them.
  private func preambleEnergy(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> Float {
    let placement = placements[candidate.placementIndex]
    let symbolSamples =
      parameters.symbolSeconds * DownConverter.outputRateHertz / (1 + candidate.dilation)
    let energies = parameters.preamble.enumerated().map { index, tone in
      let halves = filter.halves(
        history, start: candidate.start + Double(index) * symbolSamples,
        dilation: candidate.dilation, hertz: parameters.hertz(of: tone, in: placement))
      return (halves.first + halves.second).power
    }
    return energies.sorted()[energies.count / 2]
  }

  /// Spectra and path weights of the first `count` symbols, of which the first are `known` tones.
  ///
  /// - Returns: the logarithm of the likelihood of everything, noise alone being 0.
  func trace(
    _ candidate: MarkerCandidate, _ motion: HopMotion, count: Int, known: [Int],
    _ history: borrowing BasebandHistory
  ) -> Float {
    let place = candidate.placementIndex
    spectra[place].begin(
      start: candidate.start, dilation: candidate.dilation,
      symbolSeconds: parameters.symbolSeconds, noise: candidate.noise,
      leastNoise: Self.leastNoise * preambleEnergy(candidate, history))
    spectra[place].extend(
      to: count * SymbolSpectra.rowsPerSymbol + 2 * SymbolSpectra.rowsAhead + 1,
      history: history)
    switch motion {
    case .constant:
      return trellises[place].traceConstant(
        spectra[place], symbolCount: count, known: known, initialDilation: candidate.dilation)
    case .changing:
      return trellises[place].trace(
        spectra[place], symbolCount: count, known: known, initialDilation: candidate.dilation)
    }
  }

  /// Energies and noise of the first `count` symbols as traced, in the windows at `delay`.
  func symbols(_ place: Int, delay: Int, count: Int) -> [ToneMetrics.Symbol] {
    (0..<count).map { trellises[place].energies(spectra[place], symbol: $0, delay: delay) }
  }

  /// Metrics that know the preamble as it sounds in the windows at `delay`, and how much in its own
  /// eight symbols they tell: bits, 48 at most.
  func learn(
    _ place: Int, delay: Int, known: [Int]
  ) -> (metrics: ToneMetrics, information: Float) {
    let marker = symbols(place, delay: delay, count: known.count)
    let metrics = learn(marker, known: known)
    var again = metrics
    again.forgetEarlier()
    var information: Float = 0
    for (symbol, tone) in zip(marker, known) {
      var ratios: [Float] = []
      again.append(symbol, to: &ratios)
      var sum: Float = 0
      for ratio in ratios { sum += fastExponential(ratio) }
      information += ratios[tone] - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return (metrics, information * 1.442695)
  }

  /// Metrics that know the preamble. Where every tone arrives alike, on one path, none has skirts.
  private func learn(
    _ marker: [ToneMetrics.Symbol], known: [Int], steady: Bool = false
  ) -> ToneMetrics {
    var metrics = unlearntMetrics(steady: steady)
    metrics.learn(marker: marker, tones: known)
    return metrics
  }

  private func unlearntMetrics(steady: Bool) -> ToneMetrics {
    ToneMetrics(
      toneCount: HopParameters.toneCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 3,
      skirts: steady
        ? []
        : ToneMetrics.skirts(
          toneSpacingHertz: parameters.toneSpacingHertz, symbolSeconds: parameters.symbolSeconds))
  }

  /// Log-likelihood ratios of the symbols after the known ones, 64 each, by tone, from the windows at
  /// `delay`.
  func ratios(
    _ place: Int, delay: Int, count: Int, known: [Int], steady: Bool
  ) -> [Float] {
    let symbols = symbols(place, delay: delay, count: count)
    var metrics = learn(Array(symbols.prefix(known.count)), known: known, steady: steady)
    guard !steady else {
      var ratios: [Float] = []
      for symbol in symbols[known.count...] { metrics.appendSteady(symbol, to: &ratios) }
      return ratios
    }
    // What the preamble's few symbols tell of the echoes is little: the likeliest tones tell more.
    let guesses = Self.fadingRatios(symbols[known.count...], metrics).tones
    metrics.learnEchoes(symbols, tones: known.map { Optional($0) } + guesses)
    return Self.fadingRatios(symbols[known.count...], metrics).ratios
  }

  /// Log-likelihood ratios of the symbols after the preamble, 64 each, by tone, from a trellis of
  /// echoes over the windows at `delay` and half a symbol later; `known` are the first tones.
  func echoRatios(_ place: Int, delay: Int, count: Int, known: [Int]) -> [Float] {
    let metrics = unlearntMetrics(steady: false)
    let rows = SymbolSpectra.rowsPerSymbol
    // The symbol after the last is looked at for its echoes.
    let windows = (0...count).flatMap { symbol in
      (0..<EchoProfile.windowsPerSymbol).map { half in
        var window = trellises[place].energies(
          spectra[place], symbol: min(symbol, count - 1),
          delay: delay + half * rows / EchoProfile.windowsPerSymbol
            + (symbol == count ? rows : 0))
        window.noise = metrics.noise(of: window)
        return window
      }
    }
    var trellis = EchoTrellis(
      windows: windows, known: known, toneSpacingHertz: parameters.toneSpacingHertz)
    return trellis.ratios(from: parameters.preamble.count)
  }

  /// Ratios of symbols that fade and echo, and the tones of those that are all but sure.
  private static func fadingRatios(
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
      let sum = Self.weights(ratios, ratios.count - HopParameters.toneCount, best.ratio).sum
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
    ratios.withUnsafeBytes { ratios in
      for offset in stride(from: base * 4, to: (base + HopParameters.toneCount) * 4, by: 32) {
        let ratio = ratios.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        let weight = fastExponential(ratio - largest)
        sum += weight
        weighted += weight * ratio
      }
    }
    return (sum.sum(), weighted.sum())
  }

  /// How many bits the symbols with these `ratios` tell, on average.
  static func information(_ ratios: [Float]) -> Float {
    var nats: Float = 0
    for base in stride(from: 0, to: ratios.count, by: HopParameters.toneCount) {
      let largest = ratios[base..<base + HopParameters.toneCount].max()!
      let (sum, weighted) = weights(ratios, base, largest)
      nats +=
        weighted / sum - largest - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return nats * 1.442695 / Float(ratios.count / HopParameters.toneCount)
  }

  /// The delay at which the preamble tells most of itself.
  func clearestDelay(_ place: Int) -> Int {
    Self.delays.map {
      (delay: $0, bits: learn(place, delay: $0, known: parameters.preamble).information)
    }
    .max { $0.bits < $1.bits }!.delay
  }

  /// Delays worth a try, the best first: where the preamble tells most of itself and the symbols after
  /// it are clearest; and the most bits that one of those symbols tells, on average.
  func rankDelays(_ place: Int, count: Int) -> (delays: [Int], information: Float) {
    let known = parameters.preamble
    let count = min(count, known.count + Self.mostRankedSymbols)
    var most: Float = 0
    let scores = Self.delays.map { delay -> Float in
      let (metrics, information) = learn(place, delay: delay, known: known)
      let symbols = symbols(place, delay: delay, count: count)
      let told = Self.information(Self.fadingRatios(symbols[known.count...], metrics).ratios)
      most = max(most, told)
      return information + told * Float(count - known.count)
    }
    var ranked: [Int] = []
    for index in scores.indices.sorted(by: { scores[$0] > scores[$1] }) {
      let delay = Self.delays[index]
      if ranked.allSatisfy({ abs($0 - delay) >= Self.delayDistance }) { ranked.append(delay) }
      if ranked.count == Self.mostDelays { break }
    }
    return (ranked, most)
  }
}
