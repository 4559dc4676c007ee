import HandShakeCoding
import HandShakeSignal

/// Hears a block again that was not decoded at once: cancels the echoes of suspected symbols in each other, and learns
/// the channel's response from them.
///
/// The suspicion comes from the demapper first, without what it had from the equaliser (expectation propagation: S.
/// Sahin et al., "A framework for iterative frequency domain EP-based receiver design", IEEE Trans. Commun. 66, 2018),
/// and then from the decoder as well.
final class BurstEchoCanceller {
  private let channel: BurstChannel
  private let isPilot: [Bool]
  /// The suspected symbols of a window, without the equaliser's evidence, and their variance.
  private let suspected: ComplexMemory
  private var spread: Float = 1
  /// The symbols that demapper and decoder expect, as they arrive.
  private let guesses: ComplexMemory
  /// The data symbols' means by all evidence, and their variances as the equaliser stated them.
  private let means: ComplexMemory
  private let noises: RealMemory
  /// LLRs of the coded bits as the decoder suspects them.
  private let priors: RealMemory
  private var hasPriors = false
  private var probabilities: [Float]

  /// Rounds of demapping and equalising between two decodings.
  private static let rounds = 3
  /// Share of a new suspicion that replaces the old one.
  private static let step: Float = 0.7
  /// Variance of suspected symbols from which on their echoes are better left alone.
  private static let vaguest: Float = 0.5

  init(_ channel: BurstChannel, isPilot: [Bool], codedBitCount: Int) {
    self.channel = channel
    self.isPilot = isPilot
    suspected = ComplexMemory(count: channel.bench.symbols.equaliser.symbols.count)
    guesses = ComplexMemory(count: isPilot.count)
    means = ComplexMemory(count: isPilot.count)
    noises = RealMemory(count: isPilot.count)
    priors = RealMemory(count: codedBitCount)
    probabilities = [Float](repeating: 0, count: codedBitCount)
  }

  /// Forgets the suspected symbols of another block.
  func clear() {
    hasPriors = false
    suspected.start.update(repeating: Complex(0, 0), count: suspected.count)
    spread = 1
  }

  /// Learns the response from the symbols that the last decoding suspects; its LLRs count as `limit` at most.
  func learn(_ run: BurstRun, _ code: PolarCode, limit: Float) {
    probabilities.withUnsafeMutableBufferPointer {
      channel.bench.readProbabilities(into: $0, code)
      for (index, one) in $0.enumerated() {
        let llr = fastLogarithm((1 - one + 1e-6) / (one + 1e-6))
        priors.start[index] = min(max(llr, -limit), limit)
      }
    }
    hasPriors = true
    demapWithPriors(run)
    let symbols = channel.bench.symbols
    var sum: Float = 0
    var next = 0
    for index in 0..<run.count {
      if isPilot[index] {
        guesses.start[index] = symbols.known.start[index] * symbols.gains.start[index]
      } else {
        guesses.start[index] = means.start[next] * symbols.gains.start[index]
        sum += symbols.dataVariances.start[next]
        next += 1
      }
    }
    channel.learn(run, suspected: guesses.start, variance: sum / Float(run.count))
  }

  /// Lets the channel skip `run`, with the suspected symbols unless they are too vague.
  func skip(_ run: BurstRun, _ estimate: BurstChannel.Estimate) {
    channel.skip(
      run, estimate, suspected: spread < Self.vaguest ? UnsafePointer(guesses.start) : nil,
      variance: spread)
  }

  /// Demaps the data symbols with the decoder's suspicions: leaves the symbols' means in `means`, their variances in
  /// `dataVariances`, and the variances that the equaliser stated in `noises`.
  private func demapWithPriors(_ run: BurstRun) {
    let symbols = channel.bench.symbols
    let count = symbols.gather(isPilot)
    noises.start.update(from: symbols.dataVariances.start, count: count)
    run.constellation.demap(
      UnsafeBufferPointer(start: symbols.data.start, count: count), variances: noises.start,
      priors: hasPriors ? priors.start : nil, llrs: symbols.llrs.start, means: means.start,
      spreads: symbols.dataVariances.start)
  }

  /// Cancels the symbols' echoes in each other, round by round, and finds the LLRs of their bits.
  func cancelEchoes(_ run: BurstRun) {
    let symbols = channel.bench.symbols
    let dataCount = Float(isPilot.count { !$0 })
    let (data, known, gains) = (symbols.data, symbols.known.start, symbols.gains.start)
    let suspicions = suspected.start + BurstWindow.frontSymbols
    for _ in 0..<Self.rounds {
      demapWithPriors(run)
      var after: Float = 0
      var before: Float = 0
      for index in 0..<Int(dataCount) {
        after += symbols.dataVariances.start[index]
        before += noises.start[index]
      }
      after = max(after / dataCount, 1e-5)
      before = max(before / dataCount, 1e-5)
      // The variance by all evidence but the equaliser's.
      let extrinsic = after < 0.95 * before ? min(after * before / (before - after), 1) : 1
      spread += Self.step * (extrinsic - spread)
      var next = 0
      for index in 0..<run.count {
        var value = known[index]
        if !isPilot[index] {
          value =
            extrinsic < 1
            ? (means.start[next].scaled(by: 1 / after) - data.start[next].scaled(by: 1 / before))
              .scaled(by: extrinsic) : Complex(0, 0)
          next += 1
        }
        let old = suspicions[index]
        suspicions[index] = old + (value * gains[index] - old).scaled(by: Self.step)
      }
      channel.equalise(suspected: suspected.start, spread: max(spread, 0.02))
      symbols.followGain(run, isKnown: isPilot, advanceVariance: channel.advanceVariance)
    }
    symbols.demap(run, isPilot: isPilot)
  }
}
