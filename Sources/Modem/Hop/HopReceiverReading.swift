import Coding
import Signal

/// Reading a hop frame: trace its motion, choose its delay, guess its header, decode its payload.
extension HopReceiver {
  /// Header guesses that are followed.
  private static let mostGuesses = 4
  /// Logarithm of a probability by which a guess may fall behind the best.
  private static let guessReach: Float = 8
  /// Log-likelihood of a frame's beginning over noise from which its header is read: nine of ten
  /// candidates that noise brings stay below, one of a hundred true ones at the limit.
  private static let leastHeaderEvidence: Float = 1
  /// Log-likelihood at a constant speed below which no other motion is tried.
  private static let hopelessEvidence: Float = -6
  /// Log-likelihood from which one trace is enough to read the header.
  private static let sureEvidence: Float = 8
  /// Contrast of a preamble from which the header is read whatever the symbols after it say: where
  /// echoes are loud they may look like noise.
  private static let sureContrast: Float = 9
  /// Noise below this part of a tone's energy is taken for this: in digital silence the likelihoods
  /// would overflow, and 30 dB below it the tones' own skirts begin.
  private static let leastNoise: Float = 1e-3
  /// Bits that a symbol must tell for a frame to be decoded: of 233 that could be decoded none had less
  /// than 0.7, of 8 that white noise brought none had more than 0.45.
  private static let leastInformation: Float = 0.55
  private static let delayDistance = 2
  /// Symbols from which the speed of a frame is told once they are known.
  private static let mostFittedTones = 64
  private static let mostDelays = 4

  /// Median energy of the preamble's tones where `candidate` puts them.
  private mutating func preambleEnergy(
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
  mutating func trace(
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

  private func learn(_ marker: [ToneMetrics.Symbol], known: [Int]) -> ToneMetrics {
    var metrics = ToneMetrics(
      toneCount: HopParameters.toneCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 3)
    metrics.learn(marker: marker, tones: known)
    return metrics
  }

  /// Log-likelihood ratios of the symbols after the known ones, 64 each, by tone, from the windows at
  /// `delay`.
  func ratios(
    _ place: Int, delay: Int, count: Int, known: [Int], steady: Bool
  ) -> (ratios: [Float], metrics: ToneMetrics) {
    let symbols = symbols(place, delay: delay, count: count)
    var metrics = learn(Array(symbols.prefix(known.count)), known: known)
    guard !steady else {
      var ratios: [Float] = []
      for symbol in symbols[known.count...] { metrics.appendSteady(symbol, to: &ratios) }
      return (ratios, metrics)
    }
    // What the preamble's few symbols tell of the echoes is little: the likeliest tones tell more.
    let guesses = Self.fadingRatios(symbols[known.count...], metrics).tones
    metrics.learnEchoes(symbols, tones: known + guesses)
    let read = Self.fadingRatios(symbols[known.count...], metrics)
    return (read.ratios, read.metrics)
  }

  /// Ratios of symbols that fade and echo, and the tones of those that are all but sure.
  private static func fadingRatios(
    _ symbols: ArraySlice<ToneMetrics.Symbol>, _ learnt: ToneMetrics
  ) -> (ratios: [Float], tones: [Int?], metrics: ToneMetrics) {
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
      var sum: Float = 0
      for ratio in ratios.suffix(HopParameters.toneCount) {
        sum += fastExponential(ratio - best.ratio)
      }
      tones.append(sum < 1.5 ? best.tone : nil)
    }
    return (ratios, tones, metrics)
  }

  /// Delays worth a try, the best first: where the preamble tells most of itself and the symbols after
  /// it are clearest; and the most bits that one of those symbols tells, on average.
  private func rankDelays(_ place: Int, count: Int) -> (delays: [Int], information: Float) {
    let known = parameters.preamble
    var most: Float = 0
    let scores = Self.delays.map { delay -> Float in
      let (metrics, information) = learn(place, delay: delay, known: known)
      let symbols = symbols(place, delay: delay, count: count)
      let ratios = Self.fadingRatios(symbols[known.count...], metrics).ratios
      var clarity: Float = 0
      for symbol in 0..<count - known.count {
        var sum: Float = 0
        var weighted: Float = 0
        for tone in 0..<HopParameters.toneCount {
          let ratio = ratios[symbol * HopParameters.toneCount + tone]
          let weight = fastExponential(ratio)
          sum += weight
          weighted += weight * ratio
        }
        clarity += weighted / sum - fastLogarithm(sum / Float(HopParameters.toneCount))
      }
      clarity *= 1.442695
      most = max(most, clarity / Float(count - known.count))
      return information + clarity
    }
    var ranked: [Int] = []
    for index in scores.indices.sorted(by: { scores[$0] > scores[$1] }) {
      let delay = Self.delays[index]
      if ranked.allSatisfy({ abs($0 - delay) >= Self.delayDistance }) { ranked.append(delay) }
      if ranked.count == Self.mostDelays { break }
    }
    return (ranked, most)
  }

  /// Guesses the header of the frame at `index`; leaves it no guess where nothing speaks for a frame.
  mutating func readHeader(at index: Int, _ history: borrowing BasebandHistory) {
    let count = framings[0].shortestCount - 3
    let place = frames[index].placementIndex
    var evidence = -Float.infinity
    var scores = [Float](repeating: -.infinity, count: HopHeader.words.count)
    for motion in HopMotion.allCases where evidence < Self.sureEvidence {
      let found = trace(
        frames[index].candidate, motion, count: count, known: parameters.preamble, history)
      let isSure = frames[index].contrast > Self.sureContrast
      guard isSure || found > Self.leastHeaderEvidence else {
        if found < Self.hopelessEvidence && !isSure { break }
        continue
      }
      evidence = max(evidence, found)
      for delay in rankDelays(place, count: count).delays.prefix(2) {
        for steady in [false, true] { scoreHeaders(place, delay, steady: steady, &scores) }
      }
    }
    guard evidence > -.infinity else {
      frames[index].guesses = []
      return
    }
    var guesses: [HopFrame.Guess] = []
    let ranked = (0..<256).sorted { scores[$0] > scores[$1] }.prefix(Self.mostGuesses)
    for value in ranked where scores[value] > scores[ranked[0]] - Self.guessReach {
      guard let framing = framings.firstIndex(where: { $0.parameters.variant == value >> 7 }),
        value & 127 <= framings[framing].largestSizeClass
      else { continue }
      guesses.append(
        HopFrame.Guess(
          framingIndex: framing, sizeClass: value & 127,
          symbolCount: framings[framing].symbolCount(sizeClass: value & 127)))
    }
    frames[index].guesses = guesses.sorted { $0.symbolCount < $1.symbolCount }
  }

  /// Raises the score of every header to the logarithm of the probability that the symbols at `delay`
  /// give it.
  private func scoreHeaders(_ place: Int, _ delay: Int, steady: Bool, _ scores: inout [Float]) {
    let framing = framings[0]
    let ratios = ratios(
      place, delay: delay, count: framing.leadCount, known: parameters.preamble, steady: steady
    ).ratios
    let own = HopHeader.words.map { word in
      var score: Float = 0
      for (position, symbol) in word.enumerated() {
        score += ratios[position * HopParameters.toneCount + framing.tone(symbol, at: position)]
      }
      return score
    }
    // Where its model does not hold, a reading is too sure of itself: each has one vote.
    let best = own.max()!
    var sum: Float = 0
    for score in own { sum += fastExponential(score - best) }
    let total = best + fastLogarithm(sum)
    for value in own.indices { scores[value] = max(scores[value], own[value] - total) }
  }

  /// Tries to decode the frame at `index` as `guess` says.
  mutating func decode(
    at index: Int, _ guess: HopFrame.Guess, _ history: borrowing BasebandHistory,
    _ events: inout [ReceiverEvent]
  ) -> Bool {
    let framing = framings[guess.framingIndex]
    let place = frames[index].placementIndex
    let code = framing.code(sizeClass: guess.sizeClass)
    for motion in HopMotion.allCases {
      _ = trace(
        frames[index].candidate, motion, count: guess.symbolCount, known: parameters.preamble,
        history)
      let (delays, information) = rankDelays(place, count: guess.symbolCount)
      guard information > Self.leastInformation else { continue }
      for reading in HopReading.all(motion, delays: delays) {
        var (byTone, metrics) = ratios(
          place, delay: reading.delays[0], count: guess.symbolCount, known: parameters.preamble,
          steady: reading.kind == .steady)
        for delay in reading.delays.dropFirst() {
          let other = ratios(
            place, delay: delay, count: guess.symbolCount, known: parameters.preamble,
            steady: false
          ).ratios
          for index in byTone.indices { byTone[index] += other[index] }
        }
        // Windows that overlap tell much the same: their mean is what they tell.
        for index in byTone.indices { byTone[index] /= Float(reading.delays.count) }
        if reading.kind == .turned { Self.allowTurn(&byTone) }
        guard let text = decode(byTone, framing, code, guess.sizeClass) else { continue }
        let dilation =
          motion == .constant
          ? fittedDilation(frames[index].candidate, framing.tones(text), history)
          : trellises[place].dilation(symbol: guess.symbolCount - 1)
        deliver(at: index, guess, text, metrics, dilation, history, &events)
        return true
      }
    }
    return false
  }

  /// Speed-up of a frame whose `tones` are known and that keeps its speed.
  private mutating func fittedDilation(
    _ candidate: MarkerCandidate, _ tones: [Int], _ history: borrowing BasebandHistory
  ) -> Double {
    let placement = placements[candidate.placementIndex]
    return SymbolClock.fit(
      candidate,
      markerHertz: tones.prefix(Self.mostFittedTones).map {
        parameters.hertz(of: $0, in: placement)
      },
      symbolSeconds: parameters.symbolSeconds, filter: &filter, history: history
    ).dilation
  }

  /// Lets each symbol also be one of the four tones above and below.
  ///
  /// Where the speed changes at once, all speeds that differ by a whole tone explain the unknown tones
  /// equally well, and the trellis stays near the old one. Which they are then is known but for a few
  /// tones, and the code decides.
  private static func allowTurn(_ byTone: inout [Float]) {
    let count = HopParameters.toneCount
    let reach = 4
    let share: Float = 0.35
    for base in stride(from: 0, to: byTone.count, by: count) {
      let weights = (0..<count).map { fastExponential(byTone[base + $0]) }
      for tone in 0..<count {
        var others: Float = 0
        for other in max(0, tone - reach)...min(count - 1, tone + reach) where other != tone {
          others += weights[other]
        }
        byTone[base + tone] = fastLogarithm(
          (1 - share) * weights[tone] + share / Float(2 * reach) * others + 1e-4)
      }
    }
  }

  /// The text of a payload from its ratios by tone, header included; nil where the check refuses it.
  mutating func decode(
    _ byTone: [Float], _ framing: HopFraming, _ code: MultilevelPolarCode, _ sizeClass: Int
  ) -> HopText? {
    var bySymbol = [Float](repeating: 0, count: code.symbolCount * 64)
    for symbol in 0..<code.symbolCount {
      let place = symbol + HopParameters.headerCount
      for value in 0..<64 {
        bySymbol[symbol * 64 + value] = byTone[place * 64 + framing.tone(value, at: place)]
      }
    }
    var text: HopText?
    do throws(MultilevelPolarError) {
      _ = try decoder.decode(bySymbol.span, code: code) { information in
        text = framing.text(information, sizeClass: sizeClass)
        return text != nil
      }
    } catch {
      preconditionFailure("the metrics are as many as the code wants")
    }
    return text
  }
}
