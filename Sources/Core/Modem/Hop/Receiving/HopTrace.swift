import HandShakeCoding
import HandShakeSignal

/// The latest trace of a frame in one placement: its motion, its windows, its LLRs.
struct HopTrace {
  private let variants: HopVariants
  private var spectra: SymbolSpectra
  private var trellis: MotionTrellis
  private var motion: TracedMotion
  private var filter: HopToneFilter
  /// Symbols that were traced so far, by the delay of their windows.
  private var cache: [[ToneSymbol]] = emptyCache
  /// Work since it was last taken, in thousands of instructions.
  private var work = 0.0

  /// Delays of all windows, including the windows of the trellis of echoes.
  private static let cachedDelays = -40...16
  private static let emptyCache = [[ToneSymbol]](repeating: [], count: cachedDelays.count)

  /// Delays in eighths of a symbol. The search may have found the loudest arrival, not the first.
  private static let delays = Array(-10...5)
  /// Speed range of the trellis in m/s. A frame may accelerate after the search found it.
  private static let largestSpeed = 6.5
  /// Least noise as a part of a tone's energy. In digital silence the likelihoods would overflow,
  /// and spectral leakage begins 30 dB below the tone.
  private static let leastNoise: Float = 1e-3
  private static let delayDistance = 2
  private static let mostDelays = 4
  /// Jumps of time within a frame, in eighths of a symbol.
  private static let jumps = Array(stride(from: 0, through: 3 * SymbolSpectra.rowsPerSymbol, by: 2))
  /// Largest number of symbols after the preamble by which delays are ranked.
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

  /// Frees the memory of a frame; returns the work since it was last taken.
  mutating func release() -> Double {
    defer { work = 0 }
    spectra.release()
    motion.release()
    cache = Self.emptyCache
    return work
  }

  /// Traces the first `count` symbols, whose first tones are `known`.
  ///
  /// - Returns: the log-likelihood of all symbols; noise alone has 0.
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

  /// Strength of the first symbols, which are `tones`, in the windows at `delay`.
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

  /// Metrics that have learnt nothing yet.
  private func metrics(steady: Bool = false) -> ToneMetrics {
    ToneMetrics(
      toneCount: HopParameters.toneCount,
      toneSpacingHertz: variants.parameters.toneSpacingHertz, echoSymbols: 3, hasSkirts: !steady)
  }

  /// Metrics that have learnt the `known` first tones in the windows at `delay`, and the
  /// information of these symbols about themselves: at most 6 bits each.
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

  /// The delay at which the `known` first tones carry most information about themselves.
  mutating func clearestDelay(known: [Int]) -> Int {
    Self.delays.map { (delay: $0, bits: learn(delay: $0, known: known).information) }
      .max { $0.bits < $1.bits }!.delay
  }

  /// Ranks delays, the best first, by the information of the first `count` symbols, preamble
  /// included. `information` is the largest mean of the symbols after the preamble, in bits.
  mutating func rankDelays(count: Int) -> (delays: [Int], information: Float) {
    let known = variants.parameters.preamble
    let count = min(count, known.count + Self.mostRankedSymbols)
    var most: Float = 0
    // Two neighbouring delays are never both among the best.
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

  /// LLRs of the symbols after the `known` ones, 64 each, by tone, from the windows at `delay`.
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
    // The preamble's few symbols tell little of the echoes; the likeliest tones tell more.
    let guesses = HopLLRs.fading(symbols[known.count...], metrics).tones
    metrics.learnEchoes(Array(symbols), tones: known.map { Optional($0) } + guesses)
    return HopLLRs.fading(symbols[known.count...], metrics).llrs
  }

  /// LLRs of the symbols after the `known` ones, 64 each, if samples were lost within the frame: an
  /// array for each likely loss. Symbols before it come from the windows at `delay`, later symbols
  /// from windows up to three symbols earlier. Lost symbols carry no information.
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
        // All symbols but the lost ones are equally clear: the check decides which eighth is lost.
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

  /// LLRs of the symbols after the preamble, 64 each, by tone, from a trellis of echoes. It uses
  /// the windows at `delay` and half a symbol later; `known` are the first tones.
  mutating func echoLLRs(delay: Int, count: Int, known: [Int]) -> [Float] {
    let rows = SymbolSpectra.rowsPerSymbol
    let halves = (0..<EchoProfile.windowsPerSymbol).map { half in
      let delay = delay + half * rows / EchoProfile.windowsPerSymbol
      // The symbol after the last contains its echoes.
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
