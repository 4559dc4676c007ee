import Coding
import Signal

/// Hears a block again that was not decoded at once: cancels what is suspected of its symbols from each
/// other's echoes, and lets it tell more of the room.
///
/// First by the symbols alone: what the demapper makes of them, less what it had from the equaliser
/// (expectation propagation: S. Sahin et al., "A framework for iterative frequency domain EP-based
/// receiver design", IEEE Trans. Commun. 66, 2018), then with what the decoder suspects as well.
final class BurstEchoCanceller {
  private let channel: BurstChannel
  private let isPilot: [Bool]
  /// What is suspected of the symbols of a window, apart from what the equaliser says, and the variance
  /// of that.
  private let suspected: ComplexMemory
  private var spread: Float = 1
  /// What demapper and decoder make of the symbols, as they arrive.
  private let guesses: ComplexMemory
  /// The data symbols' means by all that is known of them, and their variances as the equaliser said.
  private let means: ComplexMemory
  private let noises: RealMemory
  /// LLRs of the coded bits as the decoder suspects them.
  private let priors: RealMemory
  private var hasPriors = false
  private var probabilities: [Float]

  /// Rounds of the symbols by themselves.
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

  /// Forgets what was suspected of another block.
  func clear() {
    hasPriors = false
    suspected.start.update(repeating: Complex(0, 0), count: suspected.count)
    spread = 1
  }

  /// Learns the room from what the last decoding suspects of `run`, whose LLRs count as `limit` at most.
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

  /// Lets the channel skip `run`, with what is suspected of it unless that is too vague.
  func skip(_ run: BurstRun, _ estimate: BurstChannel.Estimate) {
    channel.skip(
      run, estimate, suspected: spread < Self.vaguest ? UnsafePointer(guesses.start) : nil,
      variance: spread)
  }

  /// Demaps the data symbols with the decoder's suspicions: leaves the symbols' means in `means`, their
  /// variances in `dataVariances`, and the variances that the equaliser stated in `noises`.
  private func demapWithPriors(_ run: BurstRun) {
    let symbols = channel.bench.symbols
    let count = symbols.gather(isPilot)
    noises.start.update(from: symbols.dataVariances.start, count: count)
    run.constellation.demap(
      UnsafeBufferPointer(start: symbols.data.start, count: count), variances: noises.start,
      priors: hasPriors ? priors.start : nil, llrs: symbols.llrs.start, means: means.start,
      spreads: symbols.dataVariances.start)
  }

  /// Cancels the symbols' echoes in each other, round by round, and finds the LLRs of what is left.
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
      // What is known besides the equaliser's word.
      let extrinsic = after < 0.95 * before ? min(after * before / (before - after), 1) : 1
      spread += Self.step * (extrinsic - spread)
      var next = 0
      for index in 0..<run.count {
        var value = known[index]
        if !isPilot[index] {
          value =
            extrinsic < 1
            ? (means.start[next].scaled(1 / after) - data.start[next].scaled(1 / before))
              .scaled(extrinsic) : Complex(0, 0)
          next += 1
        }
        let old = suspicions[index]
        suspicions[index] = old + (value * gains[index] - old).scaled(Self.step)
      }
      channel.equalise(suspected: suspected.start, spread: max(spread, 0.02))
      symbols.followGain(run, isKnown: isPilot, advanceVariance: channel.advanceVariance)
    }
    symbols.demap(run, isPilot: isPilot)
  }
}
