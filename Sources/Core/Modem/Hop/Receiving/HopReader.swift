import HandShakeCoding
import HandShakeSignal

/// A text that was read, and how it arrived.
struct HopFound {
  var text: HopText
  /// Symbols that seemed to be others than were sent.
  var correctedSymbols: Int
  var evidence: ToneEvidence
  /// Relative speed-up at the end.
  var dilation: Double
}

/// Reads the frame that a candidate may be: guesses its header, decodes its payload.
struct HopReader {
  /// What a frame is at its end.
  enum Outcome {
    /// No reading told enough for its check to be asked.
    case silent
    /// The check refused all readings. The log-likelihood of the whole frame over noise goes with it.
    case refused(evidence: Float)
    case read(HopFound)
  }

  private let variants: HopVariants
  /// By placement.
  private var traces: [HopTrace]
  /// The second is for the reading that costs most before it is decoded: a longer list brings 0.1 dB in noise.
  private var decoders: [PolarDecoder]
  private var filter: HopToneFilter
  /// Codes that were needed, by framing and size class.
  private var codes: [[PolarCode?]]
  /// Header guesses that are followed.
  static let mostGuesses = 4
  /// Logarithm of a probability by which a guess may fall behind the best.
  private static let guessReach: Float = 8
  /// Log-likelihood of a frame's beginning over noise from which its header is read: nine of ten candidates that noise
  /// brings stay below, one of a hundred true ones at the limit.
  private static let leastHeaderEvidence: Float = 1
  /// Log-likelihood at a constant speed below which no other motion is tried.
  private static let hopelessEvidence: Float = -6
  /// Log-likelihood from which one trace is enough to read the header.
  private static let sureEvidence: Float = 8
  /// Log-likelihood of a frame's beginning with its likeliest headers, of all that there are, over noise from which it
  /// is followed, with what its preamble stands out by: 667 frames that could be decoded, in white noise, rooms and
  /// motion, had 3.8 at least, false starts of coins and trains -12 at most.
  private static let leastJointEvidence: Float = 0
  /// Log-likelihood of a whole frame over noise, with what its preamble stands out by, from which it is decoded: of
  /// those that could be, the least was -9.2, and birds have -23 to -69.
  private static let leastWholeEvidence: Float = -12
  /// Contrast of a preamble from which the header is read whatever the symbols after it say, for where echoes are loud
  /// they may look like noise, and from which it is worth a trellis of echoes.
  private static let sureContrast: Float = 9
  /// Bits that a symbol must tell for a frame to be decoded: of 233 that could be decoded none had less than 0.7, of 8
  /// that white noise brought none had more than 0.45.
  private static let leastInformation: Float = 0.55
  /// Bits that a symbol must tell in the preamble's clearest windows for others to be looked at: of the frames that
  /// other windows decoded, in rooms, noise and motion, none had less than 2.9; four of five that white noise brought
  /// have less than this.
  private static let leastFirstInformation: Float = 0.4
  /// Symbols from which the speed of a frame is told once they are known.
  private static let mostFittedTones = 64

  init(_ variants: HopVariants) {
    self.variants = variants
    traces = variants.placements.map { HopTrace(variants, placement: $0) }
    do throws(PolarCodeError) {
      decoders = [try PolarDecoder(listSize: 32), try PolarDecoder(listSize: 128)]
    } catch {
      preconditionFailure("the list size is provided for")
    }
    filter = HopToneFilter(variants)
    codes = variants.framings.map { _ in
      [PolarCode?](repeating: nil, count: HopSize.symbolCounts.count)
    }
  }

  /// What a preamble's contrast adds to the log-likelihood of a frame over noise.
  ///
  /// Contrast is a logarithm of likelihoods too, tones against their neighbours at the same time. The trace knows of no
  /// echoes: among them it may take symbols for noise, the more surely the louder they are, while the preamble stands
  /// out all the same. What every start has counts for nothing, and below what is sure nothing does: half a nat more
  /// led music to sixty decodings of one false start.
  static func evidence(ofContrast contrast: Float) -> Float {
    contrast > sureContrast ? contrast - HopListener.leastContrast : 0
  }

  /// What the header may say, the likeliest first, with the log-likelihood over noise of the frame's beginning; no
  /// guesses where nothing speaks for a frame. Nil where the budget is used up.
  mutating func guesses(
    _ frame: HopFrame, _ history: borrowing BasebandHistory, _ budget: inout WorkBudget
  ) -> (guesses: [HopGuess]?, evidence: Float)? {
    let (candidate, contrast) = (frame.candidate, frame.contrast)
    let (framings, count) = (variants.framings, variants.framings[0].shortestCount - 3)
    guard frame.isOwed || budget.allows(HopWork.header, logOdds: frame.overdraftLogOdds) else {
      return nil
    }
    let place = candidate.placementIndex
    defer { budget.spend(traces[place].release()) }
    var (evidence, headerEvidence) = (-Float.infinity, -Float.infinity)
    var scores = [Float](repeating: -.infinity, count: HopHeader.words.count)
    for motion in HopMotion.allCases where evidence < Self.sureEvidence {
      let found = traces[place].follow(
        candidate, motion, count: count, known: variants.parameters.preamble, history)
      let isSure = contrast > Self.sureContrast
      guard isSure || found > Self.leastHeaderEvidence else {
        if found < Self.hopelessEvidence && !isSure { break }
        continue
      }
      evidence = max(evidence, found)
      for delay in traces[place].rankDelays(count: count).delays.prefix(2) {
        for steady in [false, true] {
          headerEvidence = max(
            headerEvidence, scoreHeaders(place, delay, steady: steady, &scores))
        }
      }
    }
    evidence += headerEvidence
    guard evidence + Self.evidence(ofContrast: contrast) >= Self.leastJointEvidence else {
      return (nil, evidence)
    }
    var guesses: [HopGuess] = []
    let ranked = ranking(scores.map { Double(-$0) }).prefix(Self.mostGuesses)
    for value in ranked where scores[value] > scores[ranked[0]] - Self.guessReach {
      guard let framing = framings.firstIndex(where: { $0.parameters.variant == value >> 7 }),
        value & 127 <= framings[framing].largestSizeClass
      else { continue }
      guesses.append(variants.guess(framingIndex: framing, sizeClass: value & 127))
    }
    return (guesses, evidence)
  }

  /// Raises the score of every header to the logarithm of the probability that the symbols at `delay` give it.
  ///
  /// - Returns: the log-likelihood of the symbols over noise, where all headers are as likely.
  private mutating func scoreHeaders(
    _ place: Int, _ delay: Int, steady: Bool, _ scores: inout [Float]
  ) -> Float {
    let framing = variants.framings[0]
    let llrs = traces[place].llrs(
      delay: delay, count: framing.leadCount, known: variants.parameters.preamble, steady: steady)
    let own = HopHeader.words.map { word in
      var score: Float = 0
      for (position, symbol) in word.enumerated() {
        score += llrs[position * HopParameters.toneCount + framing.tone(symbol, at: position)]
      }
      return score
    }
    // Where its model does not hold, a reading is too sure of itself: each has one vote.
    let best = own.max()!
    var sum: Float = 0
    for score in own { sum += fastExponential(score - best) }
    let total = best + fastLogarithm(sum)
    for value in own.indices { scores[value] = max(scores[value], own[value] - total) }
    return total - fastLogarithm(Float(own.count))
  }

  /// Reads a frame whose header says `guess`, once its end has come.
  mutating func read(
    _ frame: HopFrame, _ guess: HopGuess, _ history: borrowing BasebandHistory,
    _ budget: inout WorkBudget
  ) -> Outcome {
    let (candidate, contrast, place) = (frame.candidate, frame.contrast, frame.placementIndex)
    defer { budget.spend(traces[place].release()) }
    let preamble = variants.parameters.preamble
    var (outcome, mostEvidence) = (Outcome.silent, -Float.infinity)
    let (symbolCount, before) = (Double(guess.symbolCount), budget.left + frame.spent)
    func allows(_ perSymbol: Double) -> Bool {
      budget.allows(
        perSymbol * symbolCount, spent: before - budget.left, logOdds: frame.overdraftLogOdds)
    }
    for motion in HopMotion.allCases
    where motion == .constant && frame.isOwed || allows(HopWork.motion(motion)) {
      let evidence = traces[place].follow(
        candidate, motion, count: guess.symbolCount, known: preamble, history)
      guard evidence + Self.evidence(ofContrast: contrast) >= Self.leastWholeEvidence else {
        continue
      }
      mostEvidence = max(mostEvidence, evidence)
      // Most frames are read so.
      let clearest = traces[place].clearestDelay(known: preamble)
      let first = HopReading(kind: .fading, delays: [clearest])
      let firstLLRs = llrs(guess, first, place)
      attempt(candidate, motion, guess, first, firstLLRs, history, &outcome, &budget)
      if case .read = outcome { return outcome }
      guard allows(HopWork.direct),
        HopLLRs.mutualInformation(firstLLRs) > Self.leastFirstInformation
      else { continue }
      let (delays, information) = traces[place].rankDelays(count: guess.symbolCount)
      guard information > Self.leastInformation else { continue }
      if motion == .constant {
        budget.spend(HopWork.direct * symbolCount)
        let llrs = filter.directLLRs(candidate, guess, llrs: firstLLRs, history)
        let direct = HopReading(kind: .direct, delays: [clearest])
        attempt(candidate, motion, guess, direct, llrs, history, &outcome, &budget)
        if case .read = outcome { return outcome }
      }
      for reading in HopReading.all(motion, delays: delays, clearest: clearest)
      where reading != first && allows(HopWork.work(reading))
        && (reading.kind != .echoing || contrast > Self.sureContrast)
      {
        let llrs = llrs(guess, reading, place)
        attempt(candidate, motion, guess, reading, llrs, history, &outcome, &budget)
        if case .read = outcome { return outcome }
      }
      guard motion == .constant, contrast > Self.sureContrast, allows(HopWork.jump) else {
        continue
      }
      let jumping = HopReading(kind: .jumping, delays: [clearest])
      let carried = Float(variants.framings[guess.framingIndex].parameters.bitsPerSymbol)
      for llrs in traces[place].jumpLLRs(delay: clearest, count: guess.symbolCount, known: preamble)
      where HopLLRs.mutualInformation(llrs) >= carried {
        attempt(candidate, motion, guess, jumping, llrs, history, &outcome, &budget)
        if case .read = outcome { return outcome }
      }
    }
    if case .refused = outcome { return .refused(evidence: mostEvidence) }
    return outcome
  }

  /// Log-likelihood ratios, by tone, of the symbols that were traced, as `reading` takes them.
  private mutating func llrs(
    _ guess: HopGuess, _ reading: HopReading, _ place: Int
  ) -> [Float] {
    func llrs(_ delay: Int) -> [Float] {
      if reading.kind == .echoing {
        return traces[place].echoLLRs(
          delay: delay, count: guess.symbolCount, known: variants.knownTones(guess))
      }
      return traces[place].llrs(
        delay: delay, count: guess.symbolCount, known: variants.parameters.preamble,
        steady: reading.kind == .steady)
    }
    var byTone = llrs(reading.delays[0])
    for delay in reading.delays.dropFirst() {
      let other = llrs(delay)
      for index in byTone.indices { byTone[index] += other[index] }
    }
    // Windows that overlap tell much the same: their mean is what they tell.
    for index in byTone.indices { byTone[index] /= Float(reading.delays.count) }
    return byTone
  }

  /// Tries to decode a frame by the `llrs` of one reading of what was traced.
  private mutating func attempt(
    _ candidate: MarkerCandidate, _ motion: HopMotion, _ guess: HopGuess, _ reading: HopReading,
    _ llrs: [Float], _ history: borrowing BasebandHistory, _ outcome: inout Outcome,
    _ budget: inout WorkBudget
  ) {
    guard
      reading.kind != .fading || HopLLRs.mutualInformation(llrs) >= Self.leastInformation
    else { return }
    let place = candidate.placementIndex
    var llrs = llrs
    if reading.kind == .turned { HopLLRs.allowTurn(&llrs) }
    outcome = .refused(evidence: 0)
    budget.spend(traces[place].takeWork() + HopWork.decoding * Double(guess.symbolCount))
    guard let decoded = decode(llrs, guess, isDeep: reading.kind == .direct) else { return }
    outcome = .read(
      HopFound(
        text: decoded.text, correctedSymbols: decoded.correctedSymbols,
        evidence: traces[place].evidence(candidate, tones: decoded.tones, delay: reading.delays[0]),
        dilation: motion == .constant
          ? filter.clock(
            candidate, tones: Array(decoded.tones.prefix(Self.mostFittedTones)), history
          )
          .dilation
          : traces[place].dilation(symbol: guess.symbolCount - 1)))
  }

  /// The text of a payload from its log-likelihood ratios by tone, header included, with the tones of its frame; nil
  /// where the check refuses it.
  mutating func decode(
    _ llrs: [Float], _ guess: HopGuess, isDeep: Bool = false
  ) -> (text: HopText, tones: [Int], correctedSymbols: Int)? {
    let framing = variants.framings[guess.framingIndex]
    let code =
      codes[guess.framingIndex][guess.sizeClass] ?? framing.code(sizeClass: guess.sizeClass)
    codes[guess.framingIndex][guess.sizeClass] = code
    var bySymbol = [Float](repeating: 0, count: code.symbolCount * 64)
    for symbol in 0..<code.symbolCount {
      let place = symbol + HopParameters.headerCount
      for value in 0..<64 {
        bySymbol[symbol * 64 + value] = llrs[place * 64 + framing.tone(value, at: place)]
      }
    }
    var text: HopText?
    do throws(PolarCodeError) {
      _ = try decoders[isDeep ? 1 : 0].decode(bySymbol.span, code: code) { information in
        text = framing.text(information, sizeClass: guess.sizeClass)
        return text != nil
      }
    } catch {
      preconditionFailure("the metrics are as many as the code wants")
    }
    guard let text else { return nil }
    let tones = framing.tones(text)
    return (
      text, tones,
      HopLLRs.correctedSymbols(llrs, tones: tones.dropFirst(variants.parameters.preamble.count))
    )
  }

  /// Log-likelihood ratios of a copy's payload by tone, one array for each way to read it; preamble and header are
  /// known. Nil where too much else is being read.
  mutating func readings(
    ofCopy candidate: MarkerCandidate, _ guess: HopGuess, _ history: borrowing BasebandHistory,
    _ budget: inout WorkBudget
  ) -> [[Float]]? {
    guard budget.left > 0 else { return nil }
    let known = variants.knownTones(guess)
    let place = candidate.placementIndex
    defer { budget.spend(traces[place].release()) }
    var readings: [[Float]] = []
    for motion in HopMotion.allCases {
      _ = traces[place].follow(candidate, motion, count: guess.symbolCount, known: known, history)
      let delay = traces[place].clearestDelay(known: known)
      for steady in motion == .constant ? [true, false] : [false] {
        readings.append(
          traces[place].llrs(delay: delay, count: guess.symbolCount, known: known, steady: steady))
      }
    }
    return readings
  }
}
