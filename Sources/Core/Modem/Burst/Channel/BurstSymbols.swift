import HandShakeSignal

/// Symbols of a frame that are read together: the header, the part descriptor or a block.
struct BurstRun {
  /// The number of the first symbol, and the number of symbols, both multiples of three.
  let first: Int
  let count: Int
  let bitsPerSymbol: Int
  /// Variance of the change of rotation per symbol since the previous run, in squared radians. It
  /// is 0 if the rotation stays.
  let changedVariance: Double

  /// The number of the symbol after the last symbol.
  var end: Int { first + count }
  /// Duration of the symbols in samples.
  var sampleCount: Int { count / 3 * 4 }
  var level: Float { BurstRung.level(bitsPerSymbol: bitsPerSymbol) }
  var constellation: BurstConstellation { .square[bitsPerSymbol / 2 - 1] }

  /// Power that the sender cuts off the peaks of symbols, over the power of the symbols.
  var peakLoss: Float {
    switch bitsPerSymbol {
    case 2: 7e-3
    case 4: 2.3e-3
    case 6: 3e-4
    default: 1.5e-4
    }
  }
}

/// The symbols of a run between equaliser and decoder. Successive runs share the memory.
final class BurstSymbols {
  let equaliser = BurstEqualiser()
  let gainTracker = BurstGainTracker()
  /// Values of the known symbols.
  private(set) var known = ComplexMemory(count: 0)
  /// The gains of the symbols (rotation and fading), and the symbols without them.
  private(set) var gains = ComplexMemory(count: 0)
  private(set) var derotated = ComplexMemory(count: 0)
  /// Variances of the errors of the derotated symbols.
  private(set) var variances = RealMemory(count: 0)
  /// The data symbols alone, and their variances.
  private(set) var data = ComplexMemory(count: 0)
  private(set) var dataVariances = RealMemory(count: 0)
  /// LLRs of the coded bits.
  private(set) var llrs = RealMemory(count: 0)

  func makeRoom(for run: BurstRun) {
    let count = run.count
    guard known.count < count else { return }
    known = ComplexMemory(count: count)
    gains = ComplexMemory(count: count)
    derotated = ComplexMemory(count: count)
    variances = RealMemory(count: count)
    data = ComplexMemory(count: count)
    dataVariances = RealMemory(count: count)
    llrs = RealMemory(count: 8 * count)
  }

  /// The output of the equaliser.
  var equalised: UnsafeMutablePointer<Complex> {
    equaliser.symbols.start + BurstWindow.frontSymbols
  }

  /// Removes the gain from the equalised symbols. `isKnown` marks the known symbols; nil means all.
  /// Finds the variances unless all symbols are known.
  func followGain(_ run: BurstRun, isKnown: UnsafePointer<Bool>?, advanceVariance: Double) {
    let noise = equaliser.variance
    gainTracker.track(
      equalised, count: run.count, variance: noise, advanceVariance: advanceVariance,
      changedVariance: run.changedVariance, constellation: run.constellation, known: known.start,
      isKnown: isKnown, into: derotated.start, gains: gains.start)
    guard isKnown != nil else { return }
    spreadNoise(run, gainTracker.means.start, gainTracker.meanSpreads)
    for index in 0..<run.count {
      // The smaller its gain, the more uncertain is a faded symbol.
      let power = gains.start[index].power
      if power < 0.5 {
        variances.start[index] = max(variances.start[index], noise / max(power, 0.01))
      }
    }
  }

  /// Finds the variance of each symbol's error, raised if the errors nearby are above average.
  private func spreadNoise(
    _ run: BurstRun, _ means: UnsafePointer<Complex>, _ meanSpreads: UnsafePointer<Float>
  ) {
    let (count, errors) = (run.count, dataVariances.start)
    var total: Float = 0
    for index in 0..<count {
      errors[index] = meanSpreads[index] + (derotated.start[index] - means[index]).power
      total += errors[index]
    }
    let mean = max(total / Float(count), 1e-9)
    let base = max(mean, 0.5 * equaliser.variance)
    // Over 13 symbols.
    var sum: Float = 0
    for index in -6..<count + 6 {
      if index + 6 < count { sum += errors[index + 6] }
      if index - 7 >= 0 { sum -= errors[index - 7] }
      guard index >= 0, index < count else { continue }
      let width = min(index + 6, count - 1) - max(index - 6, 0) + 1
      let ratio = sum / Float(width) / mean / 1.5
      variances.start[index] = base * min(max(ratio, 1), 50)
    }
  }

  /// Finds the LLRs of the symbols that are not pilots.
  func demap(_ run: BurstRun, isPilot: [Bool]) {
    let count = gather(isPilot)
    run.constellation.demap(
      UnsafeBufferPointer(start: data.start, count: count), variances: dataVariances.start,
      priors: nil, llrs: llrs.start)
  }

  /// Copies the data symbols and their variances together.
  ///
  /// - Returns: the number of data symbols.
  @discardableResult
  func gather(_ isPilot: [Bool]) -> Int {
    var count = 0
    for index in isPilot.indices where !isPilot[index] {
      data.start[count] = derotated.start[index]
      dataVariances.start[count] = variances.start[index]
      count += 1
    }
    return count
  }

  /// Finds the LLRs of a QPSK run without known symbols. Its frequency drifts by `bend` radians per
  /// symbol squared since symbol `-origin`.
  func demapQPSK(_ run: BurstRun, bend: Double, origin: Double, advanceVariance: Double) {
    let (count, variance) = (run.count, equaliser.variance)
    data.start.update(from: equalised, count: count)
    if bend != 0 {
      for index in 0..<count {
        let distance = Double(index) + origin
        data.start[index] = data.start[index].timesConjugate(
          of: .phasor(0.5 * bend * distance * distance))
      }
    }
    var tracker = BurstPhaseTracker(advanceVariance: advanceVariance)
    tracker.track(data.start, count: count, variance: variance, into: derotated.start)
    for index in 0..<count { variances.start[index] = max(variance, 1e-4) }
    let symbols = UnsafeBufferPointer(start: UnsafePointer(derotated.start), count: count)
    BurstConstellation.qpsk.demap(
      symbols, variances: variances.start, priors: nil, llrs: llrs.start, means: data.start,
      spreads: dataVariances.start)
    spreadNoise(run, data.start, dataVariances.start)
    BurstConstellation.qpsk.demap(
      symbols, variances: variances.start, priors: nil, llrs: llrs.start)
  }
}
