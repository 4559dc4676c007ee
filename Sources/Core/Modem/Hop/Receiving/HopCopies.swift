import HandShakeCoding
import HandShakeSignal

/// Repeated messages whose copies are too weak to be read alone. The header of a copy says where
/// the next and the previous copy lie. The LLRs of all copies are added up.
struct HopCopies {
  /// The result for copies.
  enum Outcome {
    case read(HopFound, Frame, HopGuess, MarkerCandidate)
    case lost(Frame, ToneEvidence)
  }

  private let variants: HopVariants
  private var filter: HopToneFilter
  /// Starts whose headers have not arrived.
  private var starts: [MarkerCandidate] = []
  private var repetitions: [HopRepetition] = []
  /// The latest copies that were delivered, with the samples from one copy to the next.
  private var heard: [(placementIndex: Int, start: Double, spacing: Double)] = []

  /// Least log-likelihood of two copies, by preambles and headers, to read the copies. In a second
  /// the search tries about e^9 places and speeds, each with 256 headers and two neighbours, e^6.
  /// Chance reaches this value far less than once a second.
  private static let leastEvidence: Float = 15
  private static let mostStarts = 16
  private static let mostRepetitions = 64
  private static let mostHeard = 8
  /// Largest distance of a copy from its expected place, in quarters of a symbol and of its
  /// bandwidth. The search is equally exact.
  private static let (timeReach, speedReach) = (3, 1)
  /// Symbols by which the known part of a copy may come late.
  private static let spareSymbols = 2.05

  init(_ variants: HopVariants) {
    self.variants = variants
    filter = HopToneFilter(variants)
  }

  private var tolerance: Double { 0.25 * Double(Self.timeReach) * variants.symbolSamples }

  /// Remembers a possible start of a frame.
  mutating func sight(_ candidate: MarkerCandidate) {
    if starts.count < Self.mostStarts { starts.append(candidate) }
  }

  /// Evaluates the starts whose headers have arrived.
  mutating func follow(_ history: borrowing BasebandHistory, _ budget: inout WorkBudget) {
    while let start = starts.first, hasCome(start, count: variants.framings[0].leadCount, history) {
      starts.removeFirst()
      for var one in guesses(start, history)
      where budget.pay(HopWork.look, logOdds: -.infinity) {
        look(at: one.previous, for: &one, history)
        if repetitions.count == Self.mostRepetitions { repetitions.removeFirst() }
        if isFirst(one) { repetitions.append(one) }
      }
    }
  }

  private func hasCome(
    _ candidate: MarkerCandidate, count: Int, _ history: borrowing BasebandHistory
  ) -> Bool {
    variants.end(of: candidate, count: count, spare: Self.spareSymbols) < history.endIndex
  }

  /// Likely headers of a start: likelier than chance among all headers with two neighbours.
  private mutating func guesses(
    _ start: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> [HopRepetition] {
    let preamble = variants.parameters.preamble
    let told = filter.evidences(
      start, symbols: preamble.count..<variants.framings[0].leadCount, history)
    // In noise the exponential of the score has a mean of 4/3 for each tone.
    let evidence = start.score - Float(preamble.count) * fastLogarithm(4 / 3)
    let chance = fastLogarithm(Float(2 * HopHeader.words.count))
    var found: [HopRepetition] = []
    for (index, framing) in variants.framings.enumerated() {
      for sizeClass in 0...framing.largestSizeClass {
        let word = HopHeader.words[
          HopHeader.value(variant: framing.parameters.variant, sizeClass: sizeClass)]
        let header = Self.sum(told, of: word.indices.map { framing.tone(word[$0], at: $0) })
        guard evidence + header >= chance else { continue }
        let guess = variants.guess(framingIndex: index, sizeClass: sizeClass)
        found.append(
          HopRepetition(
            start, guess, spacing: variants.spacingSamples(guess), evidence: evidence + header))
      }
    }
    let likeliest = ranking(found.map { Double(-$0.evidence) }).prefix(HopReader.mostGuesses)
    return likeliest.map { found[$0] }
  }

  private static func sum(_ told: [Float], of tones: [Int]) -> Float {
    tones.indices.reduce(0) { $0 + told[$1 * HopParameters.toneCount + tones[$1]] }
  }

  /// Adds the copy near `expected` if its preamble and header make it likely.
  private mutating func look(
    at expected: MarkerCandidate, for one: inout HopRepetition,
    _ history: borrowing BasebandHistory
  ) {
    guard history.reaches(expected.start - 3 * variants.symbolSamples) else { return }
    let known = variants.knownTones(one.guess)
    let dilationStep = 0.25 / variants.parameters.symbolSeconds / ToneShape.referenceHertz
    var (most, copy): (Float, MarkerCandidate) = (0, expected)
    for time in -Self.timeReach...Self.timeReach {
      for speed in -Self.speedReach...Self.speedReach {
        var moved = expected
        moved.start += 0.25 * Double(time) * variants.symbolSamples
        moved.dilation += Double(speed) * dilationStep
        let likelihood = filter.logLikelihood(moved, tones: known, history)
        if likelihood > most { (most, copy) = (likelihood, moved) }
      }
    }
    // By chance, the likeliest of all these places has this log-likelihood.
    let chance = fastLogarithm(Float((2 * Self.timeReach + 1) * (2 * Self.speedReach + 1)))
    guard most > chance else { return }
    let told = filter.evidences(copy, symbols: 0..<known.count, history)
    let evidence = Self.sum(told, of: known) - chance
    if evidence > 0 { one.add(copy, evidence: evidence) }
  }

  private func isFound(_ one: HopRepetition) -> Bool {
    one.copies.count > 1 && one.evidence >= Self.leastEvidence
  }

  /// Whether no other start led to the same copies.
  private func isFirst(_ one: HopRepetition) -> Bool {
    !isFound(one)
      || !repetitions.contains {
        isFound($0) && $0.placementIndex == one.placementIndex && $0.guess == one.guess
          && $0.holds(start: one.copies[0].start, tolerance: tolerance)
      }
  }

  /// Finds and reads copies that have arrived, up to the next outcome; nil if there is no more.
  mutating func next(
    _ history: borrowing BasebandHistory, _ reader: inout HopReader, _ session: inout Session
  ) -> Outcome? {
    var index = 0
    while index < repetitions.count {
      let isRead =
        !isFound(repetitions[index])
        || repetitions[index].readCount == repetitions[index].copies.count
      let (awaited, count) =
        isRead
        ? (repetitions[index].next, variants.framings[0].leadCount)
        : (repetitions[index].copies.last!, repetitions[index].guess.symbolCount)
      guard hasCome(awaited, count: count, history) else {
        index += 1
        continue
      }
      if !isRead {
        guard let found = read(at: index, history, &reader, &session.budget) else { continue }
        let one = repetitions[index]
        return .read(
          found, frame(one, found.evidence, history, &session), one.guess, one.copies.last!)
      }
      var one = repetitions.remove(at: index)
      let before = one.copies.count
      if session.budget.pay(HopWork.look, logOdds: -.infinity) {
        look(at: one.next, for: &one, history)
      }
      if one.copies.count > before, isFound(one), isFirst(one) {
        repetitions.insert(one, at: index)
      } else if one.isSure {
        let evidence = evidence(one, tones: variants.knownTones(one.guess), history)
        return .lost(frame(one, evidence, history, &session), evidence)
      }
    }
    return nil
  }

  /// Tries to read all copies together. The last copy has arrived.
  private mutating func read(
    at index: Int, _ history: borrowing BasebandHistory, _ reader: inout HopReader,
    _ budget: inout WorkBudget
  ) -> HopFound? {
    let guess = repetitions[index].guess
    for copy in repetitions[index].copies[repetitions[index].readCount...]
    where history.reaches(copy.start - 3 * variants.symbolSamples) {
      if let readings = reader.readings(ofCopy: copy, guess, history, &budget) {
        repetitions[index].add(readings)
      }
    }
    let one = repetitions[index]
    repetitions[index].readCount = one.copies.count
    for sum in one.sums {
      guard let decoded = reader.decode(sum, guess) else { continue }
      return HopFound(
        text: decoded.text, correctedSymbols: decoded.correctedSymbols,
        evidence: evidence(one, tones: decoded.tones, history), dilation: one.copies.last!.dilation)
    }
    return nil
  }

  /// Strength of the copies.
  private mutating func evidence(
    _ one: HopRepetition, tones: [Int], _ history: borrowing BasebandHistory
  ) -> ToneEvidence {
    var sum = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    for copy in one.copies where history.reaches(copy.start) {
      sum.add(filter.evidence(copy, tones: tones, history))
    }
    return sum
  }

  private func frame(
    _ one: HopRepetition, _ evidence: ToneEvidence, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) -> Frame {
    let (first, last, guess) = (one.copies[0], one.copies.last!, one.guess)
    let seconds =
      Double(guess.symbolCount) * variants.parameters.symbolSeconds / (1 + last.dilation)
    return Frame(
      number: session.nextFrameNumber(), protocolName: variants.names[guess.framingIndex],
      placement: variants.placements[one.placementIndex],
      startSeconds: history.seconds(atSample: first.start),
      endSeconds: history.seconds(atSample: last.start) + seconds,
      signalToNoiseDecibels: evidence.signalToNoiseDecibels(toneGain: variants.toneGain),
      dilationPartsPerMillion: last.dilation * 1e6,
      marginDecibels: evidence.marginDecibels(neededRatio: variants.neededRatio(guess)).map {
        // Three copies whose phases are not known gain 3 dB.
        $0 + 2.7 * logarithm(Double(one.copies.count))
      })
  }

  /// Whether a failed frame is a copy of a delivered message, or of copies that may yet be read.
  mutating func explains(_ candidate: MarkerCandidate, isSure: Bool) -> Bool {
    for heard in heard where heard.placementIndex == candidate.placementIndex {
      let slots = (candidate.start - heard.start) * (1 + candidate.dilation) / heard.spacing
      if abs(slots - slots.rounded()) * heard.spacing <= tolerance { return true }
    }
    for (index, one) in repetitions.enumerated()
    where isFound(one) && one.placementIndex == candidate.placementIndex
      && one.holds(start: candidate.start, tolerance: tolerance)
    {
      if isSure { repetitions[index].isSure = true }
      return true
    }
    return false
  }

  /// Forgets the starts that a delivered frame explains, and expects more copies of the frame.
  mutating func deliver(_ guess: HopGuess, placementIndex: Int, start: Double, isRepeated: Bool) {
    let end = start + Double(guess.symbolCount - 1) * variants.symbolSamples
    forget(placementIndex: placementIndex, -.infinity...end)
    guard isRepeated else { return }
    let oldest = start - 30 * DownConverter.outputRateHertz
    heard.removeAll { $0.start < oldest }
    if heard.count == Self.mostHeard { heard.removeFirst() }
    heard.append((placementIndex, start, variants.spacingSamples(guess)))
  }

  /// Forgets the starts in a placement between two baseband samples: another frame explains them.
  mutating func forget(placementIndex: Int, _ samples: ClosedRange<Double>) {
    starts.removeAll { $0.placementIndex == placementIndex && samples.contains($0.start) }
    repetitions.removeAll {
      $0.placementIndex == placementIndex && samples.contains($0.copies.last!.start)
    }
  }

  /// Forgets all starts and copies.
  mutating func finish() {
    starts = []
    repetitions = []
  }
}
