import HandShakeCoding
import HandShakeSignal

/// A text that was read, with its strength and its speed.
struct HopFound {
  var text: HopText
  /// Symbols whose likeliest tone was not the tone that was sent.
  var correctedSymbols: Int
  var evidence: ToneEvidence
  /// Relative speed-up at the end.
  var dilation: Double
}

/// Reads the frame of a candidate: guesses its header and decodes its payload.
struct HopReader {
  /// The result for a frame at its end.
  enum Outcome {
    /// No reading had enough information for its check.
    case silent
    /// The check refused all readings. The whole frame has this log-likelihood over noise.
    case refused(evidence: Float)
    case read(HopFound)
  }

  private let variants: HopVariants
  /// By placement.
  private var traces: [HopTrace]
  /// The second is for the reading that costs most before decoding: its longer list gains 0.1 dB.
  private var decoders: [PolarDecoder]
  private var filter: HopToneFilter
  /// Codes that were used so far, by framing and size class.
  private var codes: [[PolarCode?]]
  /// Largest number of header guesses that are tried.
  static let mostGuesses = 4
  /// Largest distance of a guess to the best guess, as a logarithm of probabilities.
  private static let guessReach: Float = 8
  /// Log-likelihood of a frame's beginning over noise from which its header is read. Nine of ten
  /// candidates from noise stay below, and one of a hundred true frames at the limit.
  private static let leastHeaderEvidence: Float = 1
  /// Log-likelihood at a constant speed below which no other motion is tried.
  private static let hopelessEvidence: Float = -6
  /// Log-likelihood from which one trace is enough to read the header.
  private static let sureEvidence: Float = 8
  /// Log-likelihood over noise of a frame's beginning and likeliest headers, plus the evidence of
  /// the contrast, from which it is followed. 667 frames that could be decoded, in white noise,
  /// rooms and motion, had at least 3.8. False starts of coins and trains had at most -12.
  private static let leastJointEvidence: Float = 0
  /// Log-likelihood over noise of a whole frame, plus the evidence of the contrast, from which it
  /// is decoded. Decodable frames had at least -9.2, and birds have -23 to -69.
  private static let leastWholeEvidence: Float = -12
  /// Contrast from which the header is always read, because loud echoes may look like noise after
  /// the preamble. At this contrast, a trellis of echoes is also worth a try.
  private static let sureContrast: Float = 9
  /// Least bits of a symbol for a frame to be decoded. Of 233 frames that could be decoded, all had
  /// at least 0.7. Of 8 from white noise, all had at most 0.45.
  private static let leastInformation: Float = 0.55
  /// Least bits of a symbol in the preamble's clearest windows from which other windows are tried.
  /// Frames that other windows decoded, in rooms, noise and motion, had at least 2.9. Four of five
  /// frames from white noise have less than this.
  private static let leastFirstInformation: Float = 0.4
  /// Symbols from which the speed of a decoded frame is fitted.
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

  /// The contribution of a preamble's contrast to the log-likelihood of a frame over noise.
  ///
  /// Contrast is also a logarithm of likelihoods: of tones against their neighbours at the same
  /// time. The trace knows no echoes: it may take loud echoes for noise while the preamble still
  /// stands out. The contrast that every start has is subtracted. Contrast that is not sure counts
  /// nothing: half a nat more led music to sixty decodings of one false start.
  static func evidence(ofContrast contrast: Float) -> Float {
    contrast > sureContrast ? contrast - HopListener.leastContrast : 0
  }

  /// Guesses at the header, the likeliest first, and the log-likelihood over noise of the
  /// beginning. `guesses` is nil if nothing speaks for a frame. The result is nil without budget.
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

  /// Raises the score of every header to its log-probability by the symbols at `delay`.
  ///
  /// - Returns: the log-likelihood of the symbols over noise, if all headers are equally likely.
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
    // If its model is wrong, a reading is too sure of itself: each reading has one vote.
    let best = own.max()!
    var sum: Float = 0
    for score in own { sum += fastExponential(score - best) }
    let total = best + fastLogarithm(sum)
    for value in own.indices { scores[value] = max(scores[value], own[value] - total) }
    return total - fastLogarithm(Float(own.count))
  }

  /// Reads a frame whose header says `guess`, after its end has arrived.
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
      // Most frames are read in this way.
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

  /// LLRs, by tone, of the symbols that were traced, in the way of `reading`.
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
    // Windows that overlap hold almost the same information, so their mean is used.
    for index in byTone.indices { byTone[index] /= Float(reading.delays.count) }
    return byTone
  }

  /// Tries to decode a frame from the `llrs` of one reading.
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

  /// The text of a payload from its LLRs by tone, header included, with the tones of its frame; nil
  /// if the check refuses it.
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

  /// LLRs of a copy's payload by tone, one array for each way to read it. Preamble and header are
  /// known. Nil if the budget is used up.
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
