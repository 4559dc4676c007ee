import HandShakeSignal

/// Repeated messages whose copies are too weak to be read alone: they are found by the distance of
/// their starts and read from the sum of their likelihoods.
struct HopCopies {
  /// What became of copies.
  enum Outcome {
    case read(HopFound, Frame, HopCombination)
    case lost(Frame, ToneEvidence)
  }

  private let variants: HopVariants
  private var pairing: HopPairing
  private var fit: HopPairFit
  private var filter: HopToneFilter
  private var waiting: [HopPair] = []
  private var combinations: [HopCombination] = []
  /// The latest copies that were delivered, with the samples from one to the next.
  private var heard: [(placementIndex: Int, start: Double, spacing: Double)] = []

  /// Log-likelihood of all copies over noise from which they are decoded: those at -22 dB had -5 together at
  /// least, what noise brings -12 at most.
  private static let leastEvidence: Float = -10
  private static let mostWaiting = 16
  private static let mostCombinations = 4
  private static let mostHeard = 8
  /// How far a copy may lie from where it is expected, in symbols.
  private static let slotTolerance = 0.75
  /// Symbols by which what is known of a copy may come late.
  private static let spareSymbols = 2.05

  init(_ variants: HopVariants, _ contrast: MarkerContrast) {
    self.variants = variants
    pairing = HopPairing(variants)
    fit = HopPairFit(variants, contrast)
    filter = HopToneFilter(variants)
  }

  private var slotTolerance: Double { Self.slotTolerance * variants.symbolSamples }

  /// Remembers where a frame may start.
  mutating func sight(_ candidate: MarkerCandidate) {
    for pair in pairing.add(candidate) where waiting.count < Self.mostWaiting {
      waiting.append(pair)
    }
  }

  /// Follows pairs whose headers have come.
  mutating func follow(_ history: borrowing BasebandHistory, _ reader: inout HopReader) {
    let count = variants.framings[0].leadCount
    while let pair = waiting.first, hasCome(pair.later, count: count, history) {
      waiting.removeFirst()
      if reader.mayFit(), let found = fit.combination(pair, history) { follow(found) }
    }
  }

  private func hasCome(
    _ candidate: MarkerCandidate, count: Int, _ history: borrowing BasebandHistory
  ) -> Bool {
    variants.end(of: candidate, count: count, spare: Self.spareSymbols) < history.endIndex
  }

  private mutating func follow(_ found: HopCombination) {
    for index in combinations.indices
    where combinations[index].merge(found, tolerance: slotTolerance) { return }
    if combinations.count == Self.mostCombinations {
      let weakest = combinations.indices.min {
        combinations[$0].evidence < combinations[$1].evidence
      }!
      guard combinations[weakest].evidence < found.evidence else { return }
      combinations.remove(at: weakest)
    }
    combinations.append(found)
  }

  /// Reads copies that have come, until something becomes of some; nil where nothing more does.
  mutating func next(
    _ history: borrowing BasebandHistory, _ reader: inout HopReader, _ session: inout Session
  ) -> Outcome? {
    var index = 0
    while index < combinations.count {
      let combination = combinations[index]
      let due = combination.candidate(slot: combination.dueSlot)
      guard hasCome(due, count: combination.guess.symbolCount, history) else {
        index += 1
        continue
      }
      if let found = read(at: index, history, &reader) {
        let frame = frame(combinations[index], found.evidence, history, &session)
        return .read(found, frame, combinations[index])
      } else if combination.dueSlot == combination.lastSlot {
        combinations[index].dueSlot += 1
      } else {
        let lost = combinations.remove(at: index)
        guard lost.isSure else { continue }
        let evidence = evidence(lost, tones: variants.knownTones(lost.guess), history)
        return .lost(frame(lost, evidence, history, &session), evidence)
      }
    }
    return nil
  }

  /// Tries to read the copies up to the due slot.
  private mutating func read(
    at index: Int, _ history: borrowing BasebandHistory, _ reader: inout HopReader
  ) -> HopFound? {
    let first = combinations[index].firstSlot
    let due = combinations[index].dueSlot
    // Those seen and those between, then the one before, which may have been missed too.
    let slots = [first...due] + (due == combinations[index].lastSlot ? [first - 1...due] : [])
    for range in slots {
      let tried = combinations[index].copies.count
      for slot in range.suffix(HopCombination.mostCopies) {
        add(slot, toCombination: index, history, &reader)
      }
      guard combinations[index].copies.count > max(1, tried) else { continue }
      guard combinations[index].copies.reduce(0, { $0 + $1.evidence }) >= Self.leastEvidence
      else { return nil }
      for reading in 0..<HopCombination.readingCount {
        let combination = combinations[index]
        guard let decoded = reader.decode(combination.sum(reading: reading), combination.guess)
        else { continue }
        return HopFound(
          text: decoded.text, correctedSymbols: decoded.correctedSymbols,
          evidence: evidence(combination, tones: decoded.tones, history),
          dilation: combination.candidate(slot: due).dilation)
      }
    }
    return nil
  }

  /// Adds the likelihoods of the copy in `slot`, if it is still there and was not added before.
  private mutating func add(
    _ slot: Int, toCombination index: Int, _ history: borrowing BasebandHistory,
    _ reader: inout HopReader
  ) {
    let combination = combinations[index]
    var candidate = combination.candidate(slot: slot)
    guard !combination.copies.contains(where: { $0.slot == slot }),
      history.reaches(candidate.start - 3 * variants.symbolSamples)
    else { return }
    // Copies follow one another so closely that the speed has hardly changed.
    candidate.dilation =
      combination.seen.reduce(0) { $0 + $1.candidate.dilation } / Double(combination.seen.count)
    guard let read = reader.readings(ofCopy: candidate, combination.guess, history) else { return }
    combinations[index].copies.append(
      HopCombination.Copy(slot: slot, readings: read.readings, evidence: read.evidence))
    if combinations[index].copies.count > HopCombination.mostCopies {
      combinations[index].copies.removeFirst()
    }
  }

  /// How strong the copies that were seen came.
  private mutating func evidence(
    _ combination: HopCombination, tones: [Int], _ history: borrowing BasebandHistory
  ) -> ToneEvidence {
    var sum = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    for (_, candidate) in combination.seen where history.reaches(candidate.start) {
      sum.add(filter.evidence(candidate, tones: tones, history))
    }
    return sum
  }

  private func frame(
    _ combination: HopCombination, _ evidence: ToneEvidence, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) -> Frame {
    let first = combination.seen[0].candidate
    let last = combination.candidate(slot: combination.dueSlot)
    let guess = combination.guess
    let seconds =
      Double(guess.symbolCount) * variants.parameters.symbolSeconds / (1 + last.dilation)
    return Frame(
      number: session.nextFrameNumber(), protocolName: variants.names[guess.framingIndex],
      placement: variants.placements[combination.placementIndex],
      startSeconds: history.seconds(atSample: first.start),
      endSeconds: history.seconds(atSample: last.start) + seconds,
      signalToNoiseDecibels: evidence.signalToNoiseDecibels(toneGain: variants.toneGain),
      dilationPartsPerMillion: last.dilation * 1e6,
      marginDecibels: evidence.marginDecibels(neededRatio: variants.neededRatio(guess)).map {
        // Copies whose phases are not known add up to 3 dB for three.
        $0 + 2.7 * logarithm(Double(max(1, combination.copies.count)))
      })
  }

  /// Whether a frame that failed is a copy of what was delivered, or is being combined with others
  /// and may yet be read.
  mutating func explains(_ candidate: MarkerCandidate, isSure: Bool) -> Bool {
    for heard in heard where heard.placementIndex == candidate.placementIndex {
      let slots = (candidate.start - heard.start) * (1 + candidate.dilation) / heard.spacing
      if abs(slots - slots.rounded()) * heard.spacing <= slotTolerance { return true }
    }
    for index in combinations.indices
    where combinations[index].placementIndex == candidate.placementIndex {
      let slot = combinations[index].slot(ofStart: candidate.start, tolerance: slotTolerance)
      guard slot != nil else { continue }
      if isSure { combinations[index].isSure = true }
      return true
    }
    return false
  }

  /// Forgets starts that a delivered frame explains, and expects more copies of it.
  mutating func deliver(_ guess: HopGuess, placementIndex: Int, start: Double, isRepeated: Bool) {
    let end = start + Double(guess.symbolCount - 1) * variants.symbolSamples
    pairing.forget(placementIndex: placementIndex, before: end)
    waiting.removeAll { $0.later.placementIndex == placementIndex && $0.later.start < end }
    combinations.removeAll {
      $0.placementIndex == placementIndex && $0.seen.last!.candidate.start < end
    }
    guard isRepeated else { return }
    let oldest = start - 30 * DownConverter.outputRateHertz
    heard.removeAll { $0.start < oldest }
    if heard.count == Self.mostHeard { heard.removeFirst() }
    heard.append((placementIndex, start, variants.spacingSamples(guess)))
  }

  /// Forgets the starts in a placement between two baseband samples: another frame explains them.
  mutating func forget(placementIndex: Int, _ samples: ClosedRange<Double>) {
    pairing.forget(placementIndex: placementIndex, samples)
    waiting.removeAll {
      $0.later.placementIndex == placementIndex && samples.contains($0.later.start)
    }
  }

  /// Waits for nothing any more.
  mutating func finish() {
    waiting = []
    combinations = []
  }
}
