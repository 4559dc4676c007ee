/// Whether two starts are those of copies: the tones of their headers must say so as well.
struct HopPairFit {
  private let variants: HopVariants
  private var filter: HopToneFilter
  private var contrast: MarkerContrast

  /// Evidence in nepers from which a pair is followed, and from which it is looked at further.
  private static let leastEvidence: Float = 22
  private static let leastPairEvidence: Float = 14
  /// Evidence from which a pair is worth a fit: one that is so far off by a sixteenth of a symbol and an eighth
  /// of its bandwidth has lost a third at most.
  private static let leastUnfittedEvidence: Float = 8
  /// Evidence that must be left where what sounds beside the tones counts as noise. Of what was read in
  /// noise all had 18 or more; of music, typing and speech nine of ten have less than 14.
  private static let leastContrast: Float = 17
  /// Evidence that noise gives for a third start, at the best of all places tried.
  private static let chanceEvidence: Float = 2
  /// Evidence from which a third start is taken for one that was seen.
  private static let leastThirdEvidence: Float = 6
  /// Signal-to-noise ratio of a tone that the evidence assumes: its logarithm plus 1 is 1.2528.
  private static let assumedRatio: Float = 2.5
  private static let largestRatio: Float = 12

  init(_ variants: HopVariants, _ contrast: MarkerContrast) {
    self.variants = variants
    self.contrast = contrast
    filter = HopToneFilter(variants)
  }

  /// The copies that a pair is the start of; nil where the headers do not say so.
  mutating func combination(
    _ pair: HopPair, _ history: borrowing BasebandHistory
  ) -> HopCombination? {
    var best: HopCombination?
    for (index, framing) in variants.framings.enumerated()
    where pair.sizeClass <= framing.largestSizeClass {
      let guess = variants.guess(framingIndex: index, sizeClass: pair.sizeClass)
      let known = variants.knownTones(guess)
      // A click lifts all of the band above the noise from before, which the shares take off.
      let unfitted =
        evidence(pair.earlier, known, history, scale: 3 * pair.earlier.share)
        + evidence(pair.later, known, history, scale: 3 * pair.later.share)
      guard unfitted >= Self.leastUnfittedEvidence else { continue }
      var fitted = pair
      let earlier = fit(&fitted.earlier, known, history, timeReach: 2, frequencyReach: 1)
      let later = fit(&fitted.later, known, history, timeReach: 2, frequencyReach: 1)
      var found = HopCombination(
        fitted, guess, spacing: variants.spacingSamples(guess), evidence: earlier + later)
      guard found.evidence >= Self.leastPairEvidence, found.evidence > best?.evidence ?? 0
      else { continue }
      let slot = pair.steps == 1 ? -1 : 1
      var third = found.candidate(slot: slot)
      if history.reaches(third.start - 3 * variants.symbolSamples) {
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
  private mutating func standsOut(
    _ found: HopCombination, _ history: borrowing BasebandHistory
  ) -> Bool {
    let known = variants.knownTones(found.guess)
    let lowestToneHertz = variants.placements[found.placementIndex].lowestToneHertz
    var evidence: Float = 0
    for (_, candidate) in found.seen {
      let tones = contrast.ratios(
        candidate, tones: known, lowestToneHertz: lowestToneHertz, history: history)
      for tone in tones {
        // The neighbours' mean is uncertain: one a little above the noise from before is that noise.
        let noise = tone.neighbours > 1.3 ? tone.neighbours : 1
        evidence += Self.evidence(tone.energy / noise)
      }
    }
    return evidence >= Self.leastContrast
  }

  /// The log-likelihood ratio of the known tones of a start to noise, their ratios to it times `scale`.
  private mutating func evidence(
    _ candidate: MarkerCandidate, _ known: [Int], _ history: borrowing BasebandHistory,
    scale: Float = 1
  ) -> Float {
    let energies = filter.energies(
      candidate, hertz: variants.hertz(of: known, candidate), history)
    return zip(energies, variants.noise(of: known, candidate))
      .reduce(0) { $0 + Self.evidence(scale * $1.0 / $1.1) }
  }

  /// Moves a start, by eighths of a symbol and quarters of its bandwidth, to where the known tones are
  /// likeliest; gives their log-likelihood ratio to noise there.
  private mutating func fit(
    _ candidate: inout MarkerCandidate, _ known: [Int], _ history: borrowing BasebandHistory,
    timeReach: Int, frequencyReach: Int
  ) -> Float {
    let dilationStep = 0.25 / variants.parameters.symbolSeconds / ToneShape.referenceHertz
    var best = (evidence: -Float.infinity, candidate: candidate)
    for time in -timeReach...timeReach {
      for frequency in -frequencyReach...frequencyReach {
        var moved = candidate
        moved.start += Double(time) / 8 * variants.symbolSamples
        moved.dilation += Double(frequency) * dilationStep
        let evidence = evidence(moved, known, history)
        if evidence > best.evidence { best = (evidence, moved) }
      }
    }
    candidate = best.candidate
    return best.evidence
  }

  /// Log-likelihood ratio of a tone with `ratio` of energy to noise, if it fades.
  private static func evidence(_ ratio: Float) -> Float {
    min(ratio, largestRatio) * (assumedRatio / (1 + assumedRatio)) - 1.2528
  }
}
