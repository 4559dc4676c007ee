import Coding
import Signal

/// Reading a hop frame: guess its header, decode its payload.
extension HopListener {
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
  /// Contrast of a preamble from which the header is read whatever the symbols after it say, for where
  /// echoes are loud they may look like noise, and from which it is worth a trellis of echoes.
  private static let sureContrast: Float = 9
  /// Bits that a symbol must tell for a frame to be decoded: of 233 that could be decoded none had less
  /// than 0.7, of 8 that white noise brought none had more than 0.45.
  private static let leastInformation: Float = 0.55
  /// Bits that a symbol must tell in the preamble's clearest windows for others to be looked at: of the
  /// frames that other windows decoded, in rooms, noise and motion, none had less than 2.9; four of five
  /// that white noise brought have less than this.
  private static let leastFirstInformation: Float = 0.4
  /// Symbols from which the speed of a frame is told once they are known.
  private static let mostFittedTones = 64

  /// Guesses the header of the frame at `index`; leaves it no guess where nothing speaks for a frame.
  func readHeader(at index: Int, _ history: borrowing BasebandHistory) {
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
    frames[index].hasHeader = true
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
    frames[index].take(guesses: guesses)
  }

  /// Raises the score of every header to the logarithm of the probability that the symbols at `delay`
  /// give it.
  private func scoreHeaders(_ place: Int, _ delay: Int, steady: Bool, _ scores: inout [Float]) {
    let framing = framings[0]
    let ratios = ratios(
      place, delay: delay, count: framing.leadCount, known: parameters.preamble, steady: steady)
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
  func decode(
    at index: Int, _ guess: HopFrame.Guess, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) -> Bool {
    let place = frames[index].placementIndex
    for motion in HopMotion.allCases {
      _ = trace(
        frames[index].candidate, motion, count: guess.symbolCount, known: parameters.preamble,
        history)
      // Most frames are read so.
      let clearest = clearestDelay(place)
      let first = HopReading(kind: .fading, delays: [clearest])
      let firstRatios = ratios(of: guess, first, place)
      if read(at: index, guess, motion, first, firstRatios, history, &session) { return true }
      guard Self.information(firstRatios) > Self.leastFirstInformation else { continue }
      let (delays, information) = rankDelays(place, count: guess.symbolCount)
      guard information > Self.leastInformation else { continue }
      for reading in HopReading.all(motion, delays: delays, clearest: clearest)
      where reading.kind != .echoing || frames[index].contrast > Self.sureContrast {
        let ratios = ratios(of: guess, reading, place)
        if read(at: index, guess, motion, reading, ratios, history, &session) { return true }
      }
    }
    return false
  }

  /// Ratios by tone of the symbols that were traced, as `reading` takes them.
  private func ratios(
    of guess: HopFrame.Guess, _ reading: HopReading, _ place: Int
  ) -> [Float] {
    func ratios(_ delay: Int) -> [Float] {
      if reading.kind == .echoing {
        return echoRatios(
          place, delay: delay, count: guess.symbolCount,
          known: known(framings[guess.framingIndex], sizeClass: guess.sizeClass))
      }
      return self.ratios(
        place, delay: delay, count: guess.symbolCount, known: parameters.preamble,
        steady: reading.kind == .steady)
    }
    var byTone = ratios(reading.delays[0])
    for delay in reading.delays.dropFirst() {
      let other = ratios(delay)
      for index in byTone.indices { byTone[index] += other[index] }
    }
    // Windows that overlap tell much the same: their mean is what they tell.
    for index in byTone.indices { byTone[index] /= Float(reading.delays.count) }
    return byTone
  }

  /// Tries to decode the frame at `index` by the `ratios` of one reading of what was traced.
  private func read(
    at index: Int, _ guess: HopFrame.Guess, _ motion: HopMotion, _ reading: HopReading,
    _ ratios: [Float], _ history: borrowing BasebandHistory, _ session: inout Session
  ) -> Bool {
    let framing = framings[guess.framingIndex]
    let place = frames[index].placementIndex
    var byTone = ratios
    if reading.kind == .fading && Self.information(byTone) < Self.leastInformation { return false }
    if reading.kind == .turned { Self.allowTurn(&byTone) }
    let code = framing.code(sizeClass: guess.sizeClass)
    frames[index].wasDecoded = true
    guard let text = decode(byTone, framing, code, guess.sizeClass) else { return false }
    let tones = framing.tones(text)
    let candidate = frames[index].candidate
    let found = HopFound(
      text: text,
      correctedSymbols: Self.correctedSymbols(
        byTone, tones: tones.dropFirst(parameters.preamble.count)),
      evidence: evidence(candidate, tones: tones, tracedAt: reading.delays[0]))
    let dilation =
      motion == .constant
      ? fittedDilation(candidate, tones, history)
      : trellises[place].dilation(symbol: guess.symbolCount - 1)
    deliver(at: index, guess, found, dilation, &session)
    return true
  }

  /// How many symbols seemed to be others than `tones`, by their ratios.
  static func correctedSymbols(_ byTone: [Float], tones: ArraySlice<Int>) -> Int {
    var corrected = 0
    for (index, tone) in tones.enumerated() {
      let base = index * HopParameters.toneCount
      let sent = byTone[base + tone]
      if byTone[base..<base + HopParameters.toneCount].contains(where: { $0 > sent }) {
        corrected += 1
      }
    }
    return corrected
  }

  /// Speed-up of a frame whose `tones` are known and that keeps its speed.
  private func fittedDilation(
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
  func decode(
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
