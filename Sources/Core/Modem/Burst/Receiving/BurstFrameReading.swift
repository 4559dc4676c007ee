import Coding
import Signal

/// Header and part descriptor of a frame, and what all runs of symbols have in common.
extension BurstFrameReader {
  /// Equalises `count` symbols, already observed, of which some are known.
  func equalise(
    count: Int, bitsPerSymbol: Int, suspected: UnsafePointer<Complex>?, spread: Float,
    errorPower: Float
  ) {
    let tables = tables(symbols: count)
    bench.equaliser.equalise(
      noisePower: 1, errorPower: errorPower, whitener: whitenerResponse(tables),
      level: BurstRung.level(bitsPerSymbol: bitsPerSymbol), suspected: suspected, spread: spread,
      tables)
  }

  /// Follows the gain of `count` equalised symbols, of which some are known, or all where `isKnown` is
  /// nil.
  ///
  /// Leaves symbols with their gain taken out, the gains, and unless all are known the variances of
  /// their errors.
  func followGain(
    count: Int, bitsPerSymbol: Int, isKnown: UnsafePointer<Bool>?,
    changedVariance: Double
  ) {
    let constellation = bench.constellation(bitsPerSymbol: bitsPerSymbol)
    let noise = bench.equaliser.variance
    bench.gainTracker.track(
      bench.equaliser.symbols.start + Self.frontSymbols, count: count, variance: noise,
      advanceVariance: advanceVariance, changedVariance: changedVariance,
      constellation: constellation, known: points.start,
      isKnown: isKnown, into: straight.start, gains: turns.start)
    guard isKnown != nil else { return }
    spreadNoise(count, noise, bench.gainTracker.means.start, bench.gainTracker.meanSpreads)
    for index in 0..<count {
      // A faded symbol is as uncertain as its gain is small.
      let power = turns.start[index].power
      if power < 0.5 {
        variances.start[index] = max(variances.start[index], noise / max(power, 0.01))
      }
    }
  }

  /// The variance of each symbol's error: what the symbols nearby show, where it is more than usual.
  private func spreadNoise(
    _ count: Int, _ noise: Float, _ means: UnsafePointer<Complex>,
    _ meanSpreads: UnsafePointer<Float>
  ) {
    var total: Float = 0
    for index in 0..<count {
      spreads.start[index] = meanSpreads[index] + (straight.start[index] - means[index]).power
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
    let energy = estimator.energy
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

  /// Makes the gain of the last `count` symbols part of the warp from symbol `end` on.
  func follow(to end: Int, count: Int) {
    warp = warp.anchored(at: Double(sample(ofSymbol: end)))
    let perTurn = bench.resampler.sourceRateHertz / bench.carrierHertz
    let gain = bench.gainTracker.gain
    let phase = arcTangent(Double(gain.end.imaginary), Double(gain.end.real)) + gain.endAdvance
    warp.position -= phase / (2 * .pi) * perTurn
    let hertz = gain.endAdvance / (2 * .pi) * bench.parameters.symbolRateHertz
    warp.pace /= 1 + hertz / bench.carrierHertz
    let length = Double(count)
    advanceVariance =
      6 * Double(gain.noise) / (length * length * length) + Double(gain.walk) / length + 1e-9
  }

  /// Keeps `count` symbols' samples, in `fresh`, as received, turned back by what was tracked.
  func keepReceived(first: Int, count: Int, bitsPerSymbol: Int, isTurned: Bool) {
    let start = sample(ofSymbol: first)
    let samples = count / 3 * 4
    let kept = fresh.start + BurstBench.front
    if isTurned {
      for index in 0..<samples {
        let gain = turns.start[min(index * 3 / 4, count - 1)]
        kept[index] = kept[index].timesConjugate(of: gain)
          .scaled(1 / max(gain.power.squareRoot(), 0.1))
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

  /// Variance of a change of the rotation from one block to the next: only what moved before may.
  var changedVariance: Double {
    warp.growth != 0 || bench.gainTracker.gain.walk > 1e-6 ? 1e-4 : 0
  }

  /// Uncertainty of the response, squared.
  var errorPower: Float {
    max(
      expectedError,
      mismatch * estimator.energy)
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
      sounder: sounder, header: header)
    self.layout = layout
    blocks = [[UInt8]?](repeating: nil, count: layout.blockCount)
    correctedSymbols = [Int](repeating: 0, count: layout.blockCount)
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
    equalise(
      count: count, bitsPerSymbol: 2, suspected: nil, spread: 1, errorPower: errorPower)
    // No code reaches that far: what would seem to hold a check holds it by chance.
    guard bench.equaliser.variance < Self.largestNoise(sounder) else { return nil }
    var information = [UInt8](repeating: 0, count: informationBitCount)
    guard
      Self.bends.contains(where: {
        decodeBent(by: $0, first: first, count: count, code, &information, accept)
      }), let coded = try? code.encode(information)
    else { return nil }
    for (index, point) in BurstConstellation.qpsk.points(coded).enumerated() {
      points.start[index] = point
    }
    // Now that the symbols are known, their phase says more.
    followGain(count: count, bitsPerSymbol: 2, isKnown: nil, changedVariance: 2e-4)
    if first == 0 { bend(count: count) }
    calibrate(count: count, bitsPerSymbol: 2, isTurned: true)
    keepReceived(first: first, count: count, bitsPerSymbol: 2, isTurned: true)
    addKnown(points.start, first: first, count: count, level: level)
    follow(to: first + count, count: count)
    let before = expectedError / energyOfTaps
    learnRoom(before: first + count, rounds: 2, iterations: 12)
    mismatch = min(mismatch, 1) * min(max(expectedError / energyOfTaps / before, 0.1), 1)
    return information
  }

  /// The noise on QPSK symbols, over their power, at which no header can be read, with a margin of
  /// 1 dB from the capacity.
  private static func largestNoise(_ sounder: BurstSounder) -> Float {
    switch sounder {
    case .short: 2
    case .medium: 4.5
    case .long: 10
    }
  }

  /// Accelerations that a header is tried with, in m/s^2, beyond what the sounder showed.
  private static let bends = [0.0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1]

  /// Decodes equalised QPSK symbols whose frequency drifts.
  private func decodeBent(
    by acceleration: Double, first: Int, count: Int, _ code: PolarCode,
    _ information: inout [UInt8], _ accept: ([UInt8]) -> Bool
  ) -> Bool {
    guard acceleration == 0 || candidate.score > 0.2 && expectedError < 0.1 * energyOfTaps else {
      return false
    }
    let equalised = bench.equaliser.symbols.start + Self.frontSymbols
    let rate = bench.parameters.symbolRateHertz
    // Radians a symbol squared; phase and frequency hold in the middle of the sounder.
    let bend =
      2 * Double.pi * bench.carrierHertz * acceleration / soundMetresPerSecond / (rate * rate)
    let origin = 0.375 * Double(sounder.sampleCount) + Double(first)
    if acceleration != 0 {
      for index in 0..<count {
        let distance = Double(index) + origin
        means.start[index] = equalised[index].timesConjugate(
          of: .turn(0.5 * bend * distance * distance))
      }
    } else {
      means.start.update(from: equalised, count: count)
    }
    var tracker = BurstPhaseTracker(advanceVariance: advanceVariance)
    tracker.track(
      means.start, count: count, variance: bench.equaliser.variance, constellation: .qpsk,
      known: nil, isKnown: nil, into: straight.start, turns: turns.start)
    for index in 0..<count { variances.start[index] = max(bench.equaliser.variance, 1e-4) }
    BurstConstellation.qpsk.demap(
      UnsafeBufferPointer(start: straight.start, count: count), variances: variances.start,
      priors: nil, ratios: ratios.start, means: means.start, spreads: priors.start)
    spreadNoise(count, bench.equaliser.variance, means.start, priors.start)
    BurstConstellation.qpsk.demap(
      UnsafeBufferPointer(start: straight.start, count: count), variances: variances.start,
      priors: nil, ratios: ratios.start)
    let isRead = information.withUnsafeMutableBufferPointer { information in
      bench.decode(
        UnsafeBufferPointer(start: ratios.start, count: 2 * count), code, .some,
        into: information, accept: { accept([UInt8]($0)) })
    }
    return isRead
  }

  /// Takes a steady turn of the header's `count` symbols for acceleration: the frequency was right in
  /// the middle of the sounder, which itself hardly shows it, for a change of speed shifts both of its
  /// chirps alike.
  private func bend(count: Int) {
    let gain = bench.gainTracker.gain
    guard abs(gain.advance) > Self.leastBend, gain.walk < 2e-4 else { return }
    let distance = 0.375 * Double(sounder.sampleCount) + 0.5 * Double(count)
    let rate = bench.parameters.symbolRateHertz
    let acceleration =
      gain.advance / distance * rate * rate * soundMetresPerSecond
      / (2 * .pi * bench.carrierHertz)
    warp.growth =
      -warp.pace * acceleration / soundMetresPerSecond / bench.parameters.basebandRateHertz
  }

  /// Radians a symbol.
  private static let leastBend = 0.006

  /// Squared magnitude of the room's response.
  var energyOfTaps: Float {
    estimator.energy + 1e-20
  }
}
