import Coding
import Signal

/// Reading a hop frame: trace its motion, choose its delay, guess its header, decode its payload.
extension HopReceiver {
  /// Header guesses that are followed.
  private static let mostGuesses = 4
  /// Log-likelihood by which a guess may fall behind the best.
  private static let guessReach: Float = 8
  /// Log-likelihood of a frame's beginning over noise from which its header is read: nine of ten
  /// candidates that noise brings stay below, one of a hundred true ones at the limit.
  private static let leastHeaderEvidence: Float = 1
  /// Noise below this part of a tone's energy is taken for this: in digital silence the likelihoods
  /// would overflow, and 30 dB below it the tones' own skirts begin.
  private static let leastNoise: Float = 1e-3
  private static let delayDistance = 2
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

  /// Spectra, path weights and metrics of the first `count` symbols.
  mutating func trace(
    _ candidate: MarkerCandidate, count: Int, known: [Int], _ history: borrowing BasebandHistory
  ) -> Float {
    let place = candidate.placementIndex
    spectra[place].begin(
      start: candidate.start, dilation: candidate.dilation,
      symbolSeconds: parameters.symbolSeconds, noise: candidate.noise,
      leastNoise: Self.leastNoise * preambleEnergy(candidate, history))
    spectra[place].extend(
      to: count * SymbolSpectra.rowsPerSymbol + 2 * SymbolSpectra.rowsAhead + 1,
      history: history)
    return trellises[place].trace(
      spectra[place], symbolCount: count, known: known,
      initialDilation: candidate.dilation)
  }

  /// Metrics that know the preamble as it sounds in the windows at `delay`, and how much in its own
  /// eight symbols they tell: bits, 48 at most.
  func learn(
    _ place: Int, delay: Int, known: [Int]
  ) -> (metrics: ToneMetrics, information: Float) {
    var metrics = ToneMetrics(
      toneCount: HopParameters.toneCount, toneSpacingHertz: parameters.toneSpacingHertz,
      echoSymbols: 3)
    let marker = known.indices.map {
      trellises[place].energies(spectra[place], symbol: $0, delay: delay)
    }
    metrics.learn(marker: marker, tones: known)
    var again = metrics
    again.forgetEarlier()
    var information: Float = 0
    for (symbol, tone) in zip(marker, known) {
      var ratios: [Float] = []
      again.append(symbol.energies, noise: symbol.noise, to: &ratios)
      var sum: Float = 0
      for ratio in ratios { sum += fastExponential(ratio) }
      information += ratios[tone] - fastLogarithm(sum / Float(HopParameters.toneCount))
    }
    return (metrics, information * 1.442695)
  }

  /// Log-likelihood ratios of the symbols after the preamble, 64 each, by tone, from the windows at
  /// `delay`.
  func ratios(
    _ place: Int, delay: Int, count: Int, known: [Int], steady: Bool
  ) -> (ratios: [Float], metrics: ToneMetrics) {
    var metrics = learn(place, delay: delay, known: known).metrics
    var ratios: [Float] = []
    for symbol in known.count..<count {
      let found = trellises[place].energies(spectra[place], symbol: symbol, delay: delay)
      if steady {
        metrics.appendSteady(found.energies, noise: found.noise, to: &ratios)
      } else {
        let best = metrics.append(found.energies, noise: found.noise, to: &ratios)
        if best.ratio > 2 {
          metrics.observe(
            tone: best.tone, energy: max(0, found.energies[best.tone] - best.noise))
        }
      }
    }
    return (ratios, metrics)
  }

  /// Delays worth a try, the best first: where the preamble tells most of itself and the symbols after
  /// it are clearest.
  private func rankDelays(_ place: Int, count: Int) -> [Int] {
    let scores = Self.delays.map { delay -> Float in
      let known = learn(place, delay: delay, known: parameters.preamble).information
      let ratios = ratios(
        place, delay: delay, count: count, known: parameters.preamble, steady: false
      ).ratios
      var clarity: Float = 0
      for symbol in 0..<count - parameters.preamble.count {
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
      return known + 0.3 * 1.442695 * clarity
    }
    var ranked: [Int] = []
    for index in scores.indices.sorted(by: { scores[$0] > scores[$1] }) {
      let delay = Self.delays[index]
      if ranked.allSatisfy({ abs($0 - delay) >= Self.delayDistance }) { ranked.append(delay) }
      if ranked.count == Self.mostDelays { break }
    }
    return ranked
  }

  mutating func readHeader(at index: Int, _ history: borrowing BasebandHistory) {
    let count = framings[0].shortestCount - 3
    frames[index].evidence = trace(
      frames[index].candidate, count: count, known: parameters.preamble, history)
    guard frames[index].evidence > Self.leastHeaderEvidence else {
      frames[index].guesses = []
      return
    }
    let place = frames[index].placementIndex
    frames[index].delays = rankDelays(place, count: count)
    var scores = [Float](repeating: -.infinity, count: 256)
    for delay in frames[index].delays.prefix(2) {
      for steady in [false, true] {
        let ratios = ratios(
          place, delay: delay, count: framings[0].leadCount, known: parameters.preamble,
          steady: steady
        )
        .ratios
        for (value, word) in HopHeader.words.enumerated() {
          var score: Float = 0
          for (position, symbol) in word.enumerated() {
            score += ratios[position * 64 + framings[0].tone(symbol, at: position)]
          }
          scores[value] = max(scores[value], score)
        }
      }
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

  /// Tries to decode the frame at `index` as `guess` says.
  mutating func decode(
    at index: Int, _ guess: HopFrame.Guess, _ history: borrowing BasebandHistory,
    _ events: inout [ReceiverEvent]
  ) -> Bool {
    let framing = framings[guess.framingIndex]
    let place = frames[index].placementIndex
    _ = trace(
      frames[index].candidate, count: guess.symbolCount, known: parameters.preamble, history)
    let code = framing.code(sizeClass: guess.sizeClass)
    for reading in Reading.allCases {
      for delay in frames[index].delays {
        var (byTone, metrics) = ratios(
          place, delay: delay, count: guess.symbolCount, known: parameters.preamble,
          steady: reading == .steady)
        if reading == .turned { Self.allowTurn(&byTone) }
        guard let text = decode(byTone, framing, code, guess.sizeClass) else { continue }
        let dilation = trellises[place].dilation(symbol: guess.symbolCount - 1)
        deliver(at: index, guess, text, metrics, dilation, history, &events)
        return true
      }
    }
    return false
  }

  /// Ways to read the energies of a payload, tried in this order.
  private enum Reading: CaseIterable {
    /// Tones fade and echo.
    case fading
    /// All tones arrive alike.
    case steady
    /// Somebody turned round: from there on the trellis may be a few whole tones off.
    case turned
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
