import Coding
import Signal

/// Header and part descriptor of a frame, and what all runs of symbols have in common.
extension BurstFrameReader {
  /// Equalises `count` symbols from number `first` on, already observed, and follows their phase.
  ///
  /// Leaves straightened symbols, what they were turned by, and the variances of their errors.
  func detect(
    first: Int, count: Int, bitsPerSymbol: Int, isKnown: UnsafePointer<Bool>?,
    suspected: UnsafePointer<Complex>?, spread: Float, errorPower: Float
  ) -> BurstPhaseTracker {
    let tables = tables(symbols: count)
    let constellation = bench.constellation(bitsPerSymbol: bitsPerSymbol)
    let level = BurstRung.level(bitsPerSymbol: bitsPerSymbol)
    bench.equaliser.equalise(
      noisePower: 1, errorPower: errorPower, whitener: whitenerResponse(tables), level: level,
      suspected: suspected, spread: spread, tables)
    let noise = bench.equaliser.variance
    var tracker = BurstPhaseTracker(advanceVariance: advanceVariance)
    tracker.track(
      bench.equaliser.symbols.start + Self.frontSymbols, count: count, variance: noise,
      constellation: constellation, known: points.start, isKnown: isKnown,
      into: straight.start, turns: turns.start)
    spreadNoise(count, noise, constellation, isKnown)
    return tracker
  }

  /// The variance of each symbol's error: what the symbols nearby show, where it is more than usual.
  private func spreadNoise(
    _ count: Int, _ noise: Float, _ constellation: BurstConstellation,
    _ isKnown: UnsafePointer<Bool>?
  ) {
    for index in 0..<count { variances.start[index] = max(noise, 1e-4) }
    constellation.demap(
      UnsafeBufferPointer(start: straight.start, count: count), variances: variances.start,
      priors: nil, ratios: ratios.start, means: means.start, spreads: spreads.start)
    var total: Float = 0
    for index in 0..<count {
      if let isKnown, isKnown[index] {
        spreads.start[index] = (straight.start[index] - points.start[index]).power
      } else {
        spreads.start[index] += (straight.start[index] - means.start[index]).power
      }
      total += spreads.start[index]
    }
    let mean = max(total / Float(count), 1e-9)
    let base = max(mean, 0.5 * noise)
    // Over 13 symbols.
    var sum: Float = 0
    for index in -6..<count + 6 {
      if index + 6 < count { sum += spreads.start[index + 6] }
      if index - 7 >= 0 { sum -= spreads.start[index - 7] }
      guard index >= 0, index < count else { continue }
      let width = min(index + 6, count - 1) - max(index - 6, 0) + 1
      let ratio = sum / Float(width) / mean / 1.5
      variances.start[index] = base * min(max(ratio, 1), 50)
    }
    symbolNoise = base
  }

  /// Finds the error of the room's response that explains that of `count` known symbols, in `points`.
  func calibrate(count: Int, bitsPerSymbol: Int, isTurned: Bool) {
    let tables = tables(symbols: count)
    let equalised = bench.equaliser.symbols.start + Self.frontSymbols
    var error: Float = 0
    for index in 0..<count {
      let expected = isTurned ? points.start[index] * turns.start[index] : points.start[index]
      error += (equalised[index] - expected).power
    }
    error = error / Float(count) - Self.peakLoss(bitsPerSymbol: bitsPerSymbol)
    let level = BurstRung.level(bitsPerSymbol: bitsPerSymbol)
    let energy = ComplexRun.energy(estimator.taps.start, count: estimator.tapCount)
    var low: Float = -60
    var high: Float = 5
    for _ in 0..<8 {
      let middle = 0.5 * (low + high)
      let power = energy * fastExponential(middle * 0.2302585)
      let predicted = bench.equaliser.predictVariance(
        noisePower: 1, errorPower: power, whitener: whitenerResponse(tables), level: level, tables)
      if predicted < error { low = middle } else { high = middle }
    }
    mismatch = fastExponential(0.5 * (low + high) * 0.2302585)
  }

  /// Makes what was tracked part of the warp from symbol `end` on.
  func follow(_ tracker: BurstPhaseTracker, to end: Int) {
    warp = warp.anchored(at: Double(sample(ofSymbol: end)))
    let perTurn = bench.resampler.sourceRateHertz / bench.carrierHertz
    warp.position -= tracker.phase / (2 * .pi) * perTurn
    let hertz =
      tracker.advance / (2 * .pi) * 0.75 * bench.parameters.basebandRateHertz
    warp.pace /= 1 + hertz / bench.carrierHertz
    advanceVariance = tracker.advanceVariance
  }

  /// Keeps `count` symbols' samples, in `fresh`, as received, turned back by what was tracked.
  func keepReceived(first: Int, count: Int, bitsPerSymbol: Int, isTurned: Bool) {
    let start = sample(ofSymbol: first)
    let samples = count / 3 * 4
    let kept = fresh.start + BurstBench.front
    if isTurned {
      for index in 0..<samples {
        kept[index] = kept[index].timesConjugate(of: turns.start[min(index * 3 / 4, count - 1)])
      }
    }
    timeline.receive(kept, first: start, count: samples)
    timeline.doubt(Self.peakLoss(bitsPerSymbol: bitsPerSymbol), first: start, count: samples)
  }

  /// Power of what the sender takes off the peaks of symbols, over theirs.
  private static func peakLoss(bitsPerSymbol: Int) -> Float {
    switch bitsPerSymbol {
    case 2: 7e-3
    case 4: 2.3e-3
    case 6: 3e-4
    default: 1.5e-4
    }
  }

  /// Uncertainty of the response, squared.
  var errorPower: Float {
    max(
      expectedError,
      mismatch * ComplexRun.energy(estimator.taps.start, count: estimator.tapCount))
  }

  // MARK: Header and part descriptor

  /// - Returns: whether there is a header that a sender could have sent.
  func readHeader(_ history: borrowing BasebandHistory) -> Bool {
    let count = sounder.headerSymbolCount
    guard
      let bits = readCoded(
        history, first: 0, count: count, informationBitCount: BurstHeader.codedInformationCount,
        accept: { BurstHeader(scrambledBits: $0) != nil }),
      let header = BurstHeader(scrambledBits: bits)
    else { return false }
    self.header = header
    let layout = BurstFrameLayout(
      sounder: sounder, header: header, pilotSpacing: bench.parameters.pilotSpacing)
    self.layout = layout
    blocks = [[UInt8]?](repeating: nil, count: layout.blockCount)
    return true
  }

  /// - Returns: whether there is a descriptor that a sender could have sent.
  func readPart(_ history: borrowing BasebandHistory) -> Bool {
    guard let header,
      let bits = readCoded(
        history, first: sounder.headerSymbolCount, count: sounder.partSymbolCount,
        informationBitCount: BurstPart.codedInformationCount,
        accept: { BurstPart(scrambledBits: $0, header: header) != nil })
    else { return false }
    part = BurstPart(scrambledBits: bits, header: header)
    return part != nil
  }

  /// Reads a run of coded QPSK symbols and learns from it.
  private func readCoded(
    _ history: borrowing BasebandHistory, first: Int, count: Int, informationBitCount: Int,
    accept: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    makeRoom(symbols: count)
    guard let code = bench.code(informationBitCount: informationBitCount, codedBitCount: 2 * count)
    else { return nil }
    let level = BurstRung.level(bitsPerSymbol: 2)
    readWindow(history, first: first, count: count)
    let tables = tables(symbols: count)
    observe(first: first, count: count)
    bench.equaliser.assume(
      estimator.taps, lead: BurstBench.lead, whitenerResponse(tables), level: level, tables)
    var tracker = detect(
      first: first, count: count, bitsPerSymbol: 2, isKnown: nil, suspected: nil, spread: 1,
      errorPower: errorPower)
    BurstConstellation.qpsk.demap(
      UnsafeBufferPointer(start: straight.start, count: count), variances: variances.start,
      priors: nil, ratios: ratios.start)
    var information = [UInt8](repeating: 0, count: informationBitCount)
    let isRead = information.withUnsafeMutableBufferPointer { information in
      bench.decode(
        UnsafeBufferPointer(start: ratios.start, count: 2 * count), code, .some,
        into: information, accept: { accept([UInt8]($0)) })
    }
    guard isRead, let coded = try? code.encode(information) else { return nil }
    for (index, point) in BurstConstellation.qpsk.points(coded).enumerated() {
      points.start[index] = point
    }
    // Now that the symbols are known, their phase says more.
    tracker = BurstPhaseTracker(advanceVariance: advanceVariance)
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: count) { isKnown in
      isKnown.initialize(repeating: true)
      tracker.track(
        bench.equaliser.symbols.start + Self.frontSymbols, count: count,
        variance: max(bench.equaliser.variance, 1e-3),
        constellation: .qpsk, known: points.start, isKnown: isKnown.baseAddress!,
        into: straight.start, turns: turns.start)
    }
    calibrate(count: count, bitsPerSymbol: 2, isTurned: true)
    keepReceived(first: first, count: count, bitsPerSymbol: 2, isTurned: true)
    addKnown(points.start, first: first, count: count, level: level)
    follow(tracker, to: first + count)
    let before = expectedError / energyOfTaps
    learnRoom(before: first + count, rounds: 2, iterations: 12)
    mismatch = min(mismatch, 1) * min(max(expectedError / energyOfTaps / before, 0.1), 1)
    return information
  }

  /// Squared magnitude of the room's response.
  var energyOfTaps: Float {
    ComplexRun.energy(estimator.taps.start, count: estimator.tapCount) + 1e-20
  }
}
