import Coding
import Signal

/// Repeated messages whose copies are too weak to be read alone: they are found by the distance of
/// their starts and read from the sum of their likelihoods.
extension HopListener {
  /// Evidence in nepers from which a pair is followed, and from which it is looked at further.
  private static let leastEvidence: Float = 22
  private static let leastPairEvidence: Float = 14
  /// Evidence that must be left where what sounds beside the tones counts as noise. Of what was read in
  /// noise all had 18 or more; of music, typing and speech nine of ten have less than 14.
  private static let leastContrast: Float = 17
  /// What noise gives a third start at the best of all places tried.
  private static let chanceEvidence: Float = 2
  /// Evidence from which it is taken for a start that was seen.
  private static let leastThirdEvidence: Float = 6
  /// Signal-to-noise ratio of a tone that the evidence assumes: its logarithm plus 1 is 1.2528.
  private static let assumedRatio: Float = 2.5
  private static let largestRatio: Float = 12
  private static let mostWaiting = 16
  private static let mostCombinations = 4
  /// How far a copy may lie from where it is expected, in symbols.
  private static let slotTolerance = 0.75

  private var symbolSamples: Double { parameters.symbolSeconds * DownConverter.outputRateHertz }

  /// Baseband sample after the last that `count` symbols of a frame and their latest delay need.
  func end(of candidate: MarkerCandidate, _ count: Int) -> Int {
    Int(candidate.start + (Double(count) + 2.05) * symbolSamples / (1 + candidate.dilation)) + 2
  }

  /// Remembers where a frame may start.
  func sight(_ candidate: MarkerCandidate, _ history: borrowing BasebandHistory) {
    // A loud frame looks like copies of itself in many places.
    guard !isWithinSureFrame(candidate, history) else { return }
    for pair in pairing.add(candidate) where waiting.count < Self.mostWaiting {
      waiting.append(pair)
    }
  }

  /// Follows pairs whose headers have come, and reads copies that have come.
  func combine(
    _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    while let pair = waiting.first, end(of: pair.later, framings[0].leadCount) < history.endIndex {
      waiting.removeFirst()
      if let found = combination(pair, history) { follow(found) }
    }
    var index = 0
    while index < combinations.count {
      let combination = combinations[index]
      let due = combination.candidate(slot: combination.dueSlot)
      guard end(of: due, combination.symbolCount) < history.endIndex else {
        index += 1
        continue
      }
      if read(at: index, history, &session) {
        index = 0
      } else if combination.dueSlot == combination.lastSlot {
        combinations[index].dueSlot += 1
      } else {
        giveUp(at: index, history, &session)
      }
    }
  }

  private func follow(_ found: HopCombination) {
    let tolerance = Self.slotTolerance * symbolSamples
    for index in combinations.indices
    where combinations[index].merge(found, tolerance: tolerance) {
      return
    }
    if combinations.count == Self.mostCombinations {
      let weakest = combinations.indices.min {
        combinations[$0].evidence < combinations[$1].evidence
      }!
      guard combinations[weakest].evidence < found.evidence else { return }
      combinations.remove(at: weakest)
    }
    combinations.append(found)
  }

  /// What a pair would be, if the headers say so as well.
  private func combination(
    _ pair: HopPair, _ history: borrowing BasebandHistory
  ) -> HopCombination? {
    var best: HopCombination?
    for (index, framing) in framings.enumerated()
    where pair.sizeClass <= framing.largestSizeClass {
      let known = self.known(framing, sizeClass: pair.sizeClass)
      var fitted = pair
      let earlier = fit(&fitted.earlier, known, history, timeReach: 2, frequencyReach: 1)
      let later = fit(&fitted.later, known, history, timeReach: 2, frequencyReach: 1)
      var found = HopCombination(
        fitted, framingIndex: index,
        symbolCount: framing.symbolCount(sizeClass: pair.sizeClass),
        spacing: framing.spacingSeconds(sizeClass: pair.sizeClass)
          * DownConverter.outputRateHertz,
        evidence: earlier + later)
      guard found.evidence >= Self.leastPairEvidence, found.evidence > best?.evidence ?? 0
      else { continue }
      let slot = pair.steps == 1 ? -1 : 1
      var third = found.candidate(slot: slot)
      if third.start - 3 * symbolSamples >= Double(max(0, history.endIndex - history.span)) {
        let more = fit(&third, known, history, timeReach: 4, frequencyReach: 2)
        found.evidence += max(0, more - Self.chanceEvidence)
        if more >= Self.leastThirdEvidence { found.add(third, slot: slot) }
      }
      if found.evidence > best?.evidence ?? 0 { best = found }
    }
    guard let best, best.evidence >= Self.leastEvidence, standsOut(best, history) else {
      return nil
    }
    return best
  }

  /// Whether the known tones of the starts that were seen stand out of their neighbours.
  private func standsOut(
    _ found: HopCombination, _ history: borrowing BasebandHistory
  ) -> Bool {
    let known = known(framings[found.framingIndex], sizeClass: found.sizeClass)
    let lowestToneHertz = placements[found.placementIndex].lowestToneHertz
    var evidence: Float = 0
    for (_, candidate) in found.seen {
      let tones = contrast.ratios(
        candidate, tones: known, lowestToneHertz: lowestToneHertz, history: history)
      for tone in tones {
        // The neighbours' mean is uncertain: a little more than before is none.
        let noise = tone.neighbours > 1.3 ? tone.neighbours : 1
        evidence += Self.evidence(min(tone.energy / noise, Self.largestRatio))
      }
    }
    return evidence >= Self.leastContrast
  }

  /// The tones of preamble and header of a size class.
  func known(_ framing: HopFraming, sizeClass: Int) -> [Int] {
    let word = HopHeader.words[
      HopHeader.value(variant: framing.parameters.variant, sizeClass: sizeClass)]
    return parameters.preamble + word.enumerated().map { framing.tone($1, at: $0) }
  }

  /// Moves a start, by eighths of a symbol and quarters of its bandwidth, to where the known tones are
  /// likeliest; gives their log-likelihood ratio to noise there.
  private func fit(
    _ candidate: inout MarkerCandidate, _ known: [Int], _ history: borrowing BasebandHistory,
    timeReach: Int, frequencyReach: Int
  ) -> Float {
    let placement = placements[candidate.placementIndex]
    let dilationStep = 0.25 / parameters.symbolSeconds / 18500
    let noise = known.map {
      candidate.noise.energy(
        atHertz: parameters.hertz(of: $0, in: placement) * (1 + candidate.dilation))
    }
    var best = (evidence: -Float.infinity, candidate: candidate)
    for time in -timeReach...timeReach {
      for frequency in -frequencyReach...frequencyReach {
        var moved = candidate
        moved.start += Double(time) / 8 * symbolSamples
        moved.dilation += Double(frequency) * dilationStep
        var evidence: Float = 0
        for (symbol, tone) in known.enumerated() {
          let halves = filter.halves(
            history, start: moved.start + Double(symbol) * symbolSamples / (1 + moved.dilation),
            dilation: moved.dilation, hertz: parameters.hertz(of: tone, in: placement))
          let ratio = (halves.first + halves.second).power / noise[symbol]
          evidence += Self.evidence(min(ratio, Self.largestRatio))
        }
        if evidence > best.evidence { best = (evidence, moved) }
      }
    }
    candidate = best.candidate
    return best.evidence
  }

  /// Log-likelihood ratio of a tone with this energy over the noise, if it fades.
  private static func evidence(_ ratio: Float) -> Float {
    ratio * (assumedRatio / (1 + assumedRatio)) - 1.2528
  }

  /// Tries to read the copies up to the due slot.
  private func read(
    at index: Int, _ history: borrowing BasebandHistory, _ session: inout Session
  ) -> Bool {
    let first = combinations[index].firstSlot
    let due = combinations[index].dueSlot
    // Those seen and those between, then the one before, which may have been missed too.
    let slots = [first...due] + (due == combinations[index].lastSlot ? [first - 1...due] : [])
    for range in slots {
      let tried = combinations[index].copies.count
      for slot in range.suffix(HopCombination.mostCopies) { trace(at: index, slot, history) }
      guard combinations[index].copies.count > max(1, tried) else { continue }
      for reading in 0..<HopCombination.readingCount {
        guard let found = decode(combinations[index], reading: reading, history) else { continue }
        deliver(combinations[index], found, history, &session)
        return true
      }
    }
    return false
  }

  /// What the sum of all copies holds.
  private func decode(
    _ combination: HopCombination, reading: Int, _ history: borrowing BasebandHistory
  ) -> HopFound? {
    let framing = framings[combination.framingIndex]
    let header = HopParameters.headerCount * HopParameters.toneCount
    var sum = [Float](
      repeating: 0,
      count: header + HopSize.symbolCounts[combination.sizeClass] * HopParameters.toneCount)
    for copy in combination.copies {
      let ratios = copy.readings[reading]
      for index in ratios.indices { sum[header + index] += ratios[index] }
    }
    let code = framing.code(sizeClass: combination.sizeClass)
    guard let text = decode(sum, framing, code, combination.sizeClass) else { return nil }
    let tones = framing.tones(text)
    return HopFound(
      text: text,
      // The header was known.
      correctedSymbols: Self.correctedSymbols(
        Array(sum[header...]), tones: tones[framing.leadCount...]),
      evidence: evidence(combination, tones: tones, history))
  }

  /// How strong the copies that were seen came.
  private func evidence(
    _ combination: HopCombination, tones: [Int], _ history: borrowing BasebandHistory
  ) -> ToneEvidence {
    var sum = ToneEvidence(skirtRatio: HopParameters.skirtRatio)
    let oldest = Double(max(0, history.endIndex - history.span))
    for (_, candidate) in combination.seen where candidate.start >= oldest {
      sum.add(evidence(candidate, tones: tones, history))
    }
    return sum
  }

  /// Adds the likelihoods of the copy in `slot`, if it is still there and was not added before.
  private func trace(
    at index: Int, _ slot: Int, _ history: borrowing BasebandHistory
  ) {
    let combination = combinations[index]
    let candidate = combination.candidate(slot: slot)
    let oldest = max(0, history.endIndex - history.span)
    guard !combination.copies.contains(where: { $0.slot == slot }),
      candidate.start - 3 * symbolSamples >= Double(oldest)
    else { return }
    let framing = framings[combination.framingIndex]
    let known = known(framing, sizeClass: combination.sizeClass)
    let place = combination.placementIndex
    // Copies follow one another so closely that the speed has hardly changed.
    var steady = candidate
    steady.dilation =
      combination.seen.reduce(0) { $0 + $1.candidate.dilation } / Double(combination.seen.count)
    let count = combination.symbolCount
    var readings: [[Float]] = []
    for motion in HopMotion.allCases {
      _ = trace(steady, motion, count: count, known: known, history)
      let delay = Self.delays.map {
        (delay: $0, information: learn(place, delay: $0, known: known).information)
      }
      .max { $0.information < $1.information }!.delay
      for steady in motion == .constant ? [true, false] : [false] {
        readings.append(
          ratios(place, delay: delay, count: count, known: known, steady: steady))
      }
    }
    combinations[index].copies.append(HopCombination.Copy(slot: slot, readings: readings))
    if combinations[index].copies.count > HopCombination.mostCopies {
      combinations[index].copies.removeFirst()
    }
  }

  private func frame(
    _ combination: HopCombination, _ evidence: ToneEvidence, _ history: borrowing BasebandHistory,
    number: Int
  ) -> Frame {
    let first = combination.seen[0].candidate
    let last = combination.candidate(slot: combination.dueSlot)
    let seconds =
      Double(combination.symbolCount) * parameters.symbolSeconds / (1 + last.dilation)
    return Frame(
      number: number, protocolName: names[combination.framingIndex],
      placement: placements[combination.placementIndex],
      startSeconds: history.seconds(atSample: first.start),
      endSeconds: history.seconds(atSample: last.start) + seconds,
      signalToNoiseDecibels: evidence.signalToNoiseDecibels(toneGain: toneGain),
      dilationPartsPerMillion: last.dilation * 1e6,
      marginDecibels: evidence.marginDecibels(
        neededRatio: framings[combination.framingIndex].neededRatio(
          sizeClass: combination.sizeClass)
      ).map {
        // Copies whose phases are not known add up to 3 dB for three.
        $0 + 2.7 * logarithm(Double(max(1, combination.copies.count)))
      })
  }

  private func deliver(
    _ combination: HopCombination, _ found: HopFound, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    let done = frame(combination, found.evidence, history, number: session.nextFrameNumber())
    let last = combination.candidate(slot: combination.dueSlot)
    deliver(
      found, done, placementIndex: combination.placementIndex,
      framingIndex: combination.framingIndex, sizeClass: combination.sizeClass, start: last.start,
      &session)
  }

  private func giveUp(
    at index: Int, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    let lost = combinations.remove(at: index)
    guard lost.isSure else { return }
    let known = known(framings[lost.framingIndex], sizeClass: lost.sizeClass)
    let evidence = evidence(lost, tones: known, history)
    let frame = frame(lost, evidence, history, number: session.nextFrameNumber())
    announce(frame, &session)
    var failure = Failure(frame: frame, stage: .check, heard: [])
    failure.toneDecibels = evidence.levelDecibels(toneGain: toneGain)
    session.tell(.failed(failure))
  }

  /// Whether a frame that failed is a copy of what was delivered, or is being combined with others
  /// and may yet be read.
  func isCopy(_ candidate: MarkerCandidate, isSure: Bool) -> Bool {
    let tolerance = Self.slotTolerance * symbolSamples
    for heard in heardCopies where heard.placementIndex == candidate.placementIndex {
      let slots = (candidate.start - heard.start) * (1 + candidate.dilation) / heard.spacing
      if abs(slots - slots.rounded()) * heard.spacing <= tolerance { return true }
    }
    for index in combinations.indices
    where combinations[index].placementIndex == candidate.placementIndex {
      let slot = combinations[index].slot(ofStart: candidate.start, tolerance: tolerance)
      guard slot != nil else { continue }
      if isSure { combinations[index].isSure = true }
      return true
    }
    return false
  }

  /// Forgets starts that a delivered frame explains, and expects more copies of it.
  func explain(
    placementIndex: Int, framingIndex: Int, sizeClass: Int, start: Double, isRepeated: Bool
  ) {
    let framing = framings[framingIndex]
    let end = start + Double(framing.symbolCount(sizeClass: sizeClass) - 1) * symbolSamples
    pairing.forget(placementIndex: placementIndex, before: end)
    waiting.removeAll { $0.later.placementIndex == placementIndex && $0.later.start < end }
    combinations.removeAll {
      $0.placementIndex == placementIndex && $0.seen.last!.candidate.start < end
    }
    guard isRepeated else { return }
    let oldest = start - 30 * DownConverter.outputRateHertz
    heardCopies.removeAll { $0.start < oldest }
    if heardCopies.count == 8 { heardCopies.removeFirst() }
    heardCopies.append(
      (
        placementIndex, start,
        framing.spacingSeconds(sizeClass: sizeClass) * DownConverter.outputRateHertz
      ))
  }
}
