import Coding
import Signal

/// A block that was not decoded at once: what is suspected of its symbols is cancelled from each
/// other's echoes, and tells more of the room.
///
/// First by the symbols alone: what the demapper makes of them, less what it had from the equaliser
/// (expectation propagation: S. Sahin et al., "A framework for iterative frequency domain EP-based
/// receiver design", IEEE Trans. Commun. 66, 2018), then with what the decoder suspects as well.
extension BurstFrameReader {
  /// Passes with the decoder's help, and rounds of the symbols by themselves in each.
  private static let mostPasses = 4
  private static let rounds = 3
  /// Share of a new suspicion that replaces the old one.
  private static let step: Float = 0.7

  /// - Returns: whether the block was decoded after all.
  func refine(
    _ layout: BurstFrameLayout, _ code: PolarCode, _ number: Int, _ first: Int
  ) -> Bool {
    let count = layout.blockSymbolCount
    let bitsPerSymbol = layout.rung.bitsPerSymbol
    let tables = tables(symbols: count)
    if suspected.count < tables.symbolCount {
      suspected = ComplexMemory(count: tables.symbolCount)
      guesses = ComplexMemory(count: tables.symbolCount)
    }
    hasPriors = false
    suspected.clear()
    suspectedSpread = 1
    if bitsPerSymbol > 2 {
      cancelEchoes(layout)
      demap(layout)
      if decode(layout, code, number, .most) { return true }
    }
    keepReceived(first: first, count: count, bitsPerSymbol: bitsPerSymbol, isTurned: false)
    let start = sample(ofSymbol: first) - PulseSpectrum.reach
    let span = count / 3 * 4 + 2 * PulseSpectrum.reach + 2 * BurstWhitener.order
    timeline.keepKnown(from: start, count: span)
    for pass in 1...Self.mostPasses {
      readPriors(layout, code, limit: Float(1 + pass))
      let spread = guess(layout)
      addKnown(guesses.start, first: first, count: count, level: layout.rung.level)
      learnRoom(
        before: first + count, softFrom: first, softError: spread, rounds: 2, iterations: 12)
      timeline.restoreKnown(from: start, count: span)
      observe(first: first, count: count)
      bench.equaliser.assume(
        estimator.taps, lead: BurstBench.lead, whitenerResponse(tables), level: layout.rung.level,
        tables)
      mismatch *= 0.8
      cancelEchoes(layout)
      demap(layout)
      if decode(layout, code, number, .most) { return true }
    }
    return false
  }

  /// Takes what the last decoding suspects of the coded bits.
  private func readPriors(_ layout: BurstFrameLayout, _ code: PolarCode, limit: Float) {
    probabilities.withUnsafeMutableBufferPointer { bench.readProbabilities(into: $0, code) }
    hasPriors = true
    for index in 0..<layout.codedBitCount {
      let one = probabilities[index]
      let ratio = fastLogarithm((1 - one + 1e-6) / (one + 1e-6))
      priors.start[index] = min(max(ratio, -limit), limit)
    }
  }

  /// Puts what demapper and decoder make of the symbols into `guesses`, as they arrive.
  ///
  /// - Returns: their mean variance.
  private func guess(_ layout: BurstFrameLayout) -> Float {
    demapWithPriors(layout)
    var sum: Float = 0
    var next = 0
    for index in 0..<layout.blockSymbolCount {
      if isPilot[index] {
        guesses.start[index] = points.start[index] * turns.start[index]
      } else {
        guesses.start[index] = data.start[next] * turns.start[index]
        sum += spreads.start[next]
        next += 1
      }
    }
    return sum / Float(layout.blockSymbolCount)
  }

  /// Leaves the data symbols' means, by all that is known of them, in `data`, their variances in
  /// `spreads`, and what the equaliser said in `means` and `noises`.
  private func demapWithPriors(_ layout: BurstFrameLayout) {
    let count = layout.dataSymbolCount
    gather(layout)
    if data.count < count {
      data = ComplexMemory(count: count)
      noises = RealMemory(count: count)
    }
    noises.start.update(from: spreads.start, count: count)
    bench.constellation(bitsPerSymbol: layout.rung.bitsPerSymbol).demap(
      UnsafeBufferPointer(start: means.start, count: count), variances: noises.start,
      priors: hasPriors ? priors.start : nil, ratios: ratios.start, means: data.start,
      spreads: spreads.start)
  }

  /// Cancels the symbols' echoes in each other, round by round.
  private func cancelEchoes(_ layout: BurstFrameLayout) {
    let count = layout.blockSymbolCount
    let front = Self.frontSymbols
    for _ in 0..<Self.rounds {
      demapWithPriors(layout)
      let dataCount = layout.dataSymbolCount
      var after: Float = 0
      var before: Float = 0
      for index in 0..<dataCount {
        after += spreads.start[index]
        before += noises.start[index]
      }
      after = max(after / Float(dataCount), 1e-5)
      before = max(before / Float(dataCount), 1e-5)
      // What is known besides the equaliser's word.
      let extrinsic =
        after < 0.95 * before ? min(after * before / (before - after), 1) : 1
      let spread = suspectedSpread + Self.step * (extrinsic - suspectedSpread)
      var next = 0
      for index in 0..<count {
        var value = points.start[index]
        if !isPilot[index] {
          value =
            extrinsic < 1
            ? (data.start[next].scaled(1 / after) - means.start[next].scaled(1 / before))
              .scaled(extrinsic) : Complex(0, 0)
          next += 1
        }
        let old = suspected.start[front + index]
        suspected.start[front + index] =
          old + (value * turns.start[index] - old).scaled(Self.step)
      }
      suspectedSpread = spread
      equalise(
        count: count, bitsPerSymbol: layout.rung.bitsPerSymbol, suspected: suspected.start,
        spread: max(spread, 0.02), errorPower: errorPower)
      isPilot.withUnsafeBufferPointer {
        followGain(
          count: count, bitsPerSymbol: layout.rung.bitsPerSymbol, isKnown: $0.baseAddress!,
          changedVariance: changed)
      }
    }
  }
}
