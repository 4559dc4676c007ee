import HandShakeCoding
import HandShakeSignal

/// The latest trace of a frame in one placement: its motion, its windows, the weight of its tones.
struct HopTrace {
  private let variants: HopVariants
  private var spectra: SymbolSpectra
  private var trellis: MotionTrellis
  private var motion: TracedMotion
  private var filter: HopToneFilter
  /// Symbols as traced so far, by the delay of their windows.
  private var cache: [[ToneSymbol]] = emptyCache
  /// Work since it was last taken, in thousands of instructions.
  private var work = 0.0

  /// Delays of all windows that are looked at, those of the trellis of echoes included.
  private static let cachedDelays = -40...16
  private static let emptyCache = [[ToneSymbol]](repeating: [], count: cachedDelays.count)

  /// Delays in eighths of a symbol: the search may have found the loudest arrival, not the first.
  private static let delays = Array(-10...5)
  /// Speed range of the trellis, in m/s: a frame that the search found may go on to accelerate.
  private static let largestSpeed = 6.5
  /// Noise below this part of a tone's energy is taken for this: in digital silence the likelihoods would overflow, and
  /// 30 dB below it the tones' own skirts begin.
  private static let leastNoise: Float = 1e-3
  private static let delayDistance = 2
  private static let mostDelays = 4
  /// Jumps of time amid a frame, in eighths of a symbol.
  private static let jumps = Array(stride(from: 0, through: 3 * SymbolSpectra.rowsPerSymbol, by: 2))
  /// Symbols after the preamble from which delays are judged.
  private static let mostRankedSymbols = 64

  init(_ variants: HopVariants, placement: Placement) {
    self.variants = variants
    spectra = SymbolSpectra(
      symbolSeconds: variants.parameters.symbolSeconds, band: placement,
      largestSpeed: Self.largestSpeed)
    motion = TracedMotion(
      parameters: variants.parameters, placement: placement, spectra: spectra,
      largestSpeed: Self.largestSpeed)
    trellis = MotionTrellis(
      motion, symbolSeconds: variants.parameters.symbolSeconds, spectra: spectra)
    filter = HopToneFilter(variants)
  }

  /// The work since the last call, in thousands of instructions.
  mutating func takeWork() -> Double {
    defer { work = 0 }
    return work
  }

  /// Gives back what a frame needed, and tells the work since it was last taken.
  mutating func release() -> Double {
    defer { work = 0 }
    spectra.release()
    motion.release()
    cache = Self.emptyCache
    return work
  }

  /// Traces the first `count` symbols, of which the first are `known` tones.
  ///
  /// - Returns: the logarithm of the likelihood of everything, noise alone being 0.
  mutating func follow(
    _ candidate: MarkerCandidate, _ kind: HopMotion, count: Int, known: [Int],
    _ history: borrowing BasebandHistory
  ) -> Float {
    cache = Self.emptyCache
    let preamble = variants.parameters.preamble
    let energies = filter.energies(
      candidate, hertz: variants.hertz(of: preamble, candidate), history)
    spectra.begin(
      start: candidate.start, dilation: candidate.dilation,
      symbolSeconds: variants.parameters.symbolSeconds, noise: candidate.noise,
      leastNoise: Self.leastNoise * energies.quantile(0.5))
    let rowCount = spectra.rowCount
    spectra.extend(
      to: count * SymbolSpectra.rowsPerSymbol + 2 * SymbolSpectra.rowsAhead + 1, history: history)
    work += HopWork.row * Double(spectra.rowCount - rowCount) + HopWork.motion(kind) * Double(count)
    motion.follow(spectra)
    defer { motion.averageNoise(spectra) }
    let dilation = candidate.dilation
    return switch kind {
    case .constant:
      ConstantMotion.trace(
        &motion, spectra, symbolCount: count, known: known, initialDilation: dilation)
    case .changing:
      trellis.trace(&motion, spectra, symbolCount: count, known: known, initialDilation: dilation)
    }
  }

  /// Speed-up of a symbol, averaged over all paths.
  func dilation(symbol: Int) -> Double { motion.dilation(symbol: symbol) }

  /// How strong the first symbols came, which are `tones`, in the windows at `delay`.
  mutating func evidence(_ candidate: MarkerCandidate, tones: [Int], delay: Int) -> ToneEvidence {
    let noise = variants.noise(of: 0..<HopParameters.toneCount, candidate)
    var evidence = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    for (symbol, tone) in zip(symbols(delay: delay, count: tones.count), tones) {
      symbol.energies.withUnsafeBufferPointer { evidence.add($0, noise: noise, sent: tone) }
    }
    return evidence
  }

  /// Energies and noise of the first `count` symbols in the windows at `delay`.
  private mutating func symbols(delay: Int, count: Int) -> ArraySlice<ToneSymbol> {
    let place = delay - Self.cachedDelays.lowerBound
    while cache[place].count < count {
      cache[place].append(motion.energies(spectra, symbol: cache[place].count, delay: delay))
    }
    return cache[place].prefix(count)
  }

  /// Metrics that know nothing yet.
  private func metrics(steady: Bool = false) -> ToneMetrics {
    ToneMetrics(
      toneCount: HopParameters.toneCount,
      toneSpacingHertz: variants.parameters.toneSpacingHertz, echoSymbols: 3, hasSkirts: !steady)
  }

  /// Metrics that know the first tones as they sound in the windows at `delay`, and how much those symbols tell of
  /// themselves: bits, 6 each at most.
  private mutating func learn(delay: Int, known: [Int]) -> (
    metrics: ToneMetrics, information: Float
  ) {
    let marker = Array(symbols(delay: delay, count: known.count))
    var metrics = metrics()
    metrics.learn(marker: marker, tones: known)
    work += HopWork.llr * Double(known.count)
    var again = metrics
    again.forgetEarlier()
    var information: Float = 0
    for (symbol, tone) in zip(marker, known) {
      var llrs: [Float] = []
      again.append(symbol, to: &llrs)
      var sum: Float = 0
      for llr in llrs { sum += fastExponential(llr) }
      information += llrs[tone] - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return (metrics, information * HopLLRs.bitsPerNat)
  }

  /// The delay at which the `known` first tones tell most of themselves.
  mutating func clearestDelay(known: [Int]) -> Int {
    Self.delays.map { (delay: $0, bits: learn(delay: $0, known: known).information) }
      .max { $0.bits < $1.bits }!.delay
  }

  /// Delays worth a try, the best first: where the preamble tells most of itself and the symbols after it, `count` with
  /// the preamble, are clearest; and the most bits that one of those symbols tells, on average.
  mutating func rankDelays(count: Int) -> (delays: [Int], information: Float) {
    let known = variants.parameters.preamble
    let count = min(count, known.count + Self.mostRankedSymbols)
    var most: Float = 0
    // Those between are never both among the best.
    let delays = Self.delays.filter { $0.isMultiple(of: Self.delayDistance) }
    work += HopWork.llr * Double(count * delays.count)
    let scores = delays.map { delay -> Float in
      let (metrics, information) = learn(delay: delay, known: known)
      let symbols = symbols(delay: delay, count: count)
      let told = HopLLRs.mutualInformation(HopLLRs.fading(symbols[known.count...], metrics).llrs)
      most = max(most, told)
      return information + told * Float(count - known.count)
    }
    let ranked = ranking(scores.map { Double(-$0) }).prefix(Self.mostDelays)
    return (ranked.map { delays[$0] }, most)
  }

  /// Log-likelihood ratios of the symbols after the `known` ones, 64 each, by tone, from the windows at
  /// `delay`.
  mutating func llrs(delay: Int, count: Int, known: [Int], steady: Bool) -> [Float] {
    work += HopWork.llr * Double(count)
    let symbols = symbols(delay: delay, count: count)
    var metrics = metrics(steady: steady)
    metrics.learn(marker: Array(symbols.prefix(known.count)), tones: known)
    guard !steady else {
      var llrs: [Float] = []
      for symbol in symbols[known.count...] { metrics.appendSteady(symbol, to: &llrs) }
      return llrs
    }
    // What the preamble's few symbols tell of the echoes is little: the likeliest tones tell more.
    let guesses = HopLLRs.fading(symbols[known.count...], metrics).tones
    metrics.learnEchoes(Array(symbols), tones: known.map { Optional($0) } + guesses)
    return HopLLRs.fading(symbols[known.count...], metrics).llrs
  }

  /// Log-likelihood ratios of the symbols after the `known` ones, 64 each, by tone, where samples were lost amid the
  /// frame, in all ways that are likely: up to a symbol they come from the windows at `delay`, from a later one on from
  /// windows up to three symbols earlier, and the symbols between them tell nothing.
  mutating func jumpLLRs(delay: Int, count: Int, known: [Int]) -> [[Float]] {
    let (metrics, toneCount) = (learn(delay: delay, known: known).metrics, HopParameters.toneCount)
    let readings = Self.jumps.map { jump in
      work += HopWork.llr * Double(count)
      return HopLLRs.fading(
        symbols(delay: delay - jump, count: count)[known.count...], metrics
      ).llrs
    }
    let evidence = readings.map { HopLLRs.evidence($0) }
    let (rows, symbolCount) = (SymbolSpectra.rowsPerSymbol, evidence[0].count)
    var best = (total: -Float.infinity, reading: 0, lost: 0..<0)
    var ways: [(reading: Int, lost: Range<Int>)] = []
    for (reading, jump) in Self.jumps.enumerated().dropFirst() {
      let least = jump / rows
      guard !jump.isMultiple(of: rows) else {
        // All symbols but those that are missing are as clear: the check has to tell in which eighth that is.
        let eighth = (symbolCount + 7) / 8
        for start in stride(from: 0, to: symbolCount - least, by: eighth) {
          ways.append((reading, start..<min(start + least + eighth, symbolCount)))
        }
        continue
      }
      var (before, after) = (Float(0), evidence[reading][least...].reduce(0, +))
      var (most, end) = (Float(0), 0)
      for start in least..<symbolCount {
        if before > most { (most, end) = (before, start - least) }
        if most + after > best.total { best = (most + after, reading, end..<start) }
        before += evidence[0][start - least]
        after -= evidence[reading][start]
      }
    }
    return ([(best.reading, best.lost)] + ways).map { reading, lost in
      var llrs = readings[reading]
      for index in 0..<lost.lowerBound * toneCount { llrs[index] = readings[0][index] }
      for index in lost.lowerBound * toneCount..<lost.upperBound * toneCount { llrs[index] = 0 }
      return llrs
    }
  }

  /// Log-likelihood ratios of the symbols after the preamble, 64 each, by tone, from a trellis of echoes over the
  /// windows at `delay` and half a symbol later; `known` are the first tones.
  mutating func echoLLRs(delay: Int, count: Int, known: [Int]) -> [Float] {
    let rows = SymbolSpectra.rowsPerSymbol
    let halves = (0..<EchoProfile.windowsPerSymbol).map { half in
      let delay = delay + half * rows / EchoProfile.windowsPerSymbol
      // The symbol after the last is looked at for its echoes.
      return symbols(delay: delay, count: count)
        + [motion.energies(spectra, symbol: count - 1, delay: delay + rows)]
    }
    let windows = (0...count).flatMap { symbol in halves.map { $0[symbol] } }
    work += HopWork.echo * Double(count)
    var echoes = EchoTrellis(
      windows: windows, known: known, toneSpacingHertz: variants.parameters.toneSpacingHertz)
    return echoes.llrs(from: variants.parameters.preamble.count)
  }
}
