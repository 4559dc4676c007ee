import HandShakeCoding
import HandShakeSignal

/// Equalises blocks of a frame again if some were read and others were not. Cancels the echoes of
/// all symbols in each other; the code of each block gives extrinsic LLRs.
///
/// The iterations are those of S. Sahin et al., "A framework for iterative frequency domain
/// EP-based receiver design", IEEE Trans. Commun. 66, 2018. The feedback is the mean by all
/// evidence. EP's cavity, which removes the equaliser's evidence, reads as many messages.
final class BurstJointEqualiser {
  private let channel: BurstChannel
  private let layout: BurstFrameLayout
  private let code: PolarCode
  /// Which symbols of the window are pilots, and which are known.
  private var isPilot: [Bool] = []
  private var isKnown: [Bool] = []
  /// Places of the blocks that were not read, from 0.
  private var lost: [Int] = []
  /// The expected received symbols of the equaliser's window.
  private var suspected = ComplexMemory(count: 0)
  /// Means and variances of the data symbols.
  private let means: ComplexMemory
  private let variances: RealMemory
  /// Extrinsic LLRs of the coded bits from their code, averaged over the rounds.
  private let priors: RealMemory
  private var decoder = PolarSoftDecoder()

  /// The most symbols of several blocks: about one second, in which the response is stable.
  static let mostSymbols = 2800
  /// Share of a new estimate in the average with the old estimate.
  private static let step: Float = 0.7

  init(_ channel: BurstChannel, _ layout: BurstFrameLayout, _ code: PolarCode) {
    self.channel = channel
    self.layout = layout
    self.code = code
    let count = max(Self.mostSymbols, layout.blockSymbolCount)
    means = ComplexMemory(count: count)
    variances = RealMemory(count: count)
    priors = RealMemory(count: layout.rung.bitsPerSymbol * count)
  }

  /// The received LLRs of the coded bits of the block at `place`.
  func llrs(_ place: Int) -> UnsafeBufferPointer<Float> {
    let count = layout.codedBitCount
    let first = channel.bench.symbols.llrs.start + place * count
    return UnsafeBufferPointer(start: first, count: count)
  }

  /// The expected symbols of the window.
  var symbols: [Complex] {
    let known = channel.bench.symbols.known.start
    var next = -1
    return isPilot.indices.map { index in
      if !isPilot[index] { next += 1 }
      return isKnown[index] ? known[index] : means.start[next]
    }
  }

  /// Mean variance of the data symbols of lost blocks.
  private var variance: Float {
    let count = layout.dataSymbolCount
    let sum = lost.reduce(0) { sum, place in
      (place * count..<(place + 1) * count).reduce(sum) { $0 + variances.start[$1] }
    }
    return sum / Float(lost.count * count)
  }

  /// Starts with the equalised `run`; `isRead` tells which of its blocks are known.
  func start(_ run: BurstRun, isRead: [Bool]) {
    let equalised = channel.bench.symbols.equaliser.symbols
    isPilot = isRead.flatMap { _ in layout.isPilot }
    isKnown = isPilot.indices.map { isPilot[$0] || isRead[$0 / layout.blockSymbolCount] }
    lost = isRead.indices.filter { !isRead[$0] }
    if suspected.count != equalised.count { suspected = ComplexMemory(count: equalised.count) }
    suspected.start.update(repeating: Complex(0, 0), count: suspected.count)
    priors.start.update(repeating: 0, count: priors.count)
    demap(run)
  }

  /// Marks the block at `place` as read, with the symbols `sent`.
  func know(_ place: Int, _ sent: [Complex]) {
    lost.removeAll { $0 == place }
    let first = place * sent.count
    (channel.bench.symbols.known.start + first).update(from: sent, count: sent.count)
    for index in first..<first + sent.count { isKnown[index] = true }
  }

  /// Cancels the echoes of all symbols in each other, and computes the LLRs of lost blocks.
  func cancelEchoes(_ run: BurstRun) {
    let suspicions = suspected.start + BurstWindow.frontSymbols
    for (index, value) in arriving.enumerated() {
      let step = isKnown[index] ? 1 : Self.step
      suspicions[index] = suspicions[index] + (value - suspicions[index]).scaled(by: step)
    }
    channel.equalise(suspected: suspected.start, spread: max(variance, 0.02))
    demap(run)
  }

  /// Decodes each lost block to extrinsic LLRs, and trains the response with the new estimates.
  func learn(_ run: BurstRun, span: Int) {
    let count = layout.codedBitCount
    for place in lost {
      // Decoding cannot fail: the number of LLRs is the number that the code requires.
      guard let told = try? decoder.extrinsics(of: llrs(place), code: code) else { return }
      let priors = priors.start + place * count
      for index in 0..<count { priors[index] += Self.step * (told[index] - priors[index]) }
      demap(run, place)
    }
    let share = Float(lost.count * layout.blockSymbolCount) / Float(run.count)
    channel.learn(run, suspected: arriving, variance: variance * share, span: span)
  }

  /// The expected received symbols of the window.
  private var arriving: [Complex] {
    let gains = channel.bench.symbols.gains.start
    return symbols.enumerated().map { $1 * gains[$0] }
  }

  private func demap(_ run: BurstRun) {
    let symbols = channel.bench.symbols
    symbols.followGain(run, isKnown: isKnown, advanceVariance: channel.advanceVariance)
    symbols.gather(isPilot)
    for place in lost { demap(run, place) }
  }

  /// Demaps the data symbols of the block at `place` with the priors of its code.
  private func demap(_ run: BurstRun, _ place: Int) {
    let (symbols, count) = (channel.bench.symbols, layout.dataSymbolCount)
    let (first, bit) = (place * count, place * layout.codedBitCount)
    run.constellation.demap(
      UnsafeBufferPointer(start: symbols.data.start + first, count: count),
      variances: symbols.dataVariances.start + first, priors: priors.start + bit,
      llrs: symbols.llrs.start + bit, means: means.start + first, spreads: variances.start + first)
  }
}
