import HandShakeSignal

/// The channel between sender and receiver as one frame has shown it so far: where the frame's samples lie, the
/// noise, and the responses, of which every run of symbols that was read tells more.
final class BurstChannel {
  /// What is known of the responses, to come back to when a run turns out to be unreadable.
  typealias Estimate = [BurstMicrophone.Estimate]

  let bench: BurstBench
  let sounder: BurstSounder
  /// Those that hear the frame, the one that hears it best first.
  let microphones: [BurstMicrophone]
  /// Whether the sounder is one beyond doubt: clear, and explained by a response that is known well.
  let isSounderClear: Bool
  private(set) var warp: BurstWarp
  /// `warp` as it was before the last block that was read.
  private var earlierWarp: BurstWarp?
  /// Variance of the advance of phase a symbol, after what was heard so far.
  private(set) var advanceVariance: Double

  /// Symbols of a frame after which the response is learnt from blocks alone.
  private static let settlingSymbols = 1500
  /// Variance of the advance of phase a symbol after a lost block: whatever spoilt the block may have
  /// bent the clock as it was followed just before.
  private static let lostAdvanceVariance = 4e-5
  /// Power of the errors of what is not known to have been sent, over that of the signal.
  static let unknown: Float = 10
  /// Steady rotation of a header, in radians a symbol, from which it is taken for acceleration.
  private static let leastBend = 0.006
  /// Taps after the first that a cable and the filters at its ends need.
  private static let cableTaps = 24

  init(
    _ acquired: borrowing BurstAcquisition, advanceVariance: Double, isSounderClear: Bool
  ) {
    bench = acquired.bench
    sounder = acquired.sounder
    microphones = acquired.microphones
    warp = acquired.warp
    self.advanceVariance = advanceVariance
    self.isSounderClear = isSounderClear
  }

  /// The channel of another frame of the same stream, as `neighbour` shows it, whose sample 0 lies at sample
  /// `start` of the neighbour's; its symbols before the first block were not heard.
  init(of neighbour: BurstChannel, start: Double, _ layout: BurstFrameLayout) {
    bench = neighbour.bench
    sounder = neighbour.sounder
    isSounderClear = neighbour.isSounderClear
    let place = neighbour.warp.anchored(at: start)
    warp = BurstWarp(anchor: 0, position: place.position, step: place.step)
    advanceVariance = max(neighbour.advanceVariance, Self.lostAdvanceVariance)
    microphones = neighbour.microphones.map { BurstMicrophone(of: $0, neighbour.bench) }
    for microphone in microphones {
      microphone.timeline.doubt(
        Self.unknown, first: 0,
        count: layout.sounder.sampleCount + layout.firstSymbol(ofBlock: 0) / 3 * 4)
    }
  }

  /// Sample of the frame at which symbol `index` lies, a multiple of three.
  private func sample(ofSymbol index: Int) -> Int { sounder.sampleCount + index / 3 * 4 }

  /// Number of the last baseband sample that is needed to read up to symbol `end`.
  func lastNeeded(beforeSymbol end: Int, lookAhead: Int) -> Int {
    bench.resampler.lastNeeded(sample(ofSymbol: end) + lookAhead, warp)
  }

  var dilation: Double { bench.resampler.step / warp.step - 1 }

  /// Variance of a change of the rotation from one block to the next: only what moved before may.
  var changedVariance: Double {
    warp.dopplerRate != 0 || bench.symbols.gainTracker.gain.walk > 1e-6 ? 1e-4 : 0
  }

  /// The microphone that hears the frame best.
  private var best: BurstMicrophone { microphones[0] }

  /// What whitens the noise of each microphone.
  var whiteners: [(channel: Int, whitener: BurstWhitener)] {
    microphones.map { ($0.channel, $0.noise.whitener) }
  }

  /// Expected squared error of the response over the response's energy.
  var relativeError: Float { best.relativeError }

  // MARK: Hearing a run

  /// Reads the samples of `run` and equalises its symbols, in `bench.symbols`.
  func hear(_ run: BurstRun, _ history: borrowing BasebandHistory) {
    for microphone in microphones {
      microphone.hear(
        history, warp, first: sample(ofSymbol: run.first) - BurstWindow.front,
        count: BurstWindow.front + run.sampleCount + BurstWindow.lookAhead)
    }
    findSpectra(run)
    equalise()
  }

  /// Grid of the run that is heard.
  private var tables: BurstWindowTables {
    bench.tables(atLeast: best.window.count + best.estimator.tapCount)
  }

  private func findSpectra(_ run: BurstRun) {
    for microphone in microphones { microphone.findSpectra(tables, level: run.level) }
  }

  /// Equalises the run that is heard; `spread` is the variance of its symbols about those `suspected`.
  func equalise(suspected: UnsafePointer<Complex>? = nil, spread: Float = 1) {
    bench.symbols.equaliser.equalise(
      microphones.map { $0.heard }, tables, suspected: suspected, spread: spread)
  }

  /// Equalises the run that is heard by one of the microphones alone.
  func equalise(by microphone: BurstMicrophone) {
    bench.symbols.equaliser.equalise([microphone.heard], tables, suspected: nil, spread: 1)
  }

  // MARK: Learning from a run

  /// Learns from a run whose symbols are known now, and follows its gain; `block` is its number, nil for
  /// header and part descriptor.
  func learn(_ run: BurstRun, block: Int?) {
    if block != nil { earlierWarp = warp }
    // Known symbols tell the gain better than suspected ones.
    bench.symbols.followGain(run, isKnown: nil, advanceVariance: advanceVariance)
    if run.first == 0 { takeForAcceleration(run) }
    calibrate(run)
    keepReceived(run, isDerotated: true)
    addKnown(bench.symbols.known.start, run, level: run.level)
    follow(run)
    for microphone in microphones {
      let before = microphone.relativeError
      if let block {
        // Once some blocks are known the response changes little from one to the next.
        let isSettled = run.first > Self.settlingSymbols
        microphone.learnResponse(
          before: lastSample(before: run.end), rounds: isSettled ? 1 : 2,
          iterations: isSettled ? 4 : 10, estimatesError: !isSettled || block % 4 == 0)
        microphone.mismatch *= min(max(microphone.relativeError / before, 0.3), 1)
      } else {
        microphone.learnResponse(before: lastSample(before: run.end), rounds: 2, iterations: 12)
        microphone.mismatch =
          min(microphone.mismatch, 1) * min(max(microphone.relativeError / before, 0.1), 1)
      }
    }
  }

  /// Learns the response from `span` samples, and what is suspected of the symbols of `run` with this `variance`,
  /// and gives the equaliser the run's window anew.
  func learn(_ run: BurstRun, suspected: [Complex], variance: Float, span: Int) {
    suppose(suspected, run, doubt: variance)
    for microphone in microphones {
      microphone.learnResponse(
        before: lastSample(before: run.end), suspectedSpan: span, rounds: 2, iterations: 12)
      microphone.mismatch *= 0.8
    }
    suppose(suspected, run, isTakenBack: true)
    findSpectra(run)
  }

  /// What is known of the responses now.
  var estimate: Estimate {
    get { microphones.map { $0.estimate } }
    set { for index in newValue.indices { microphones[index].estimate = newValue[index] } }
  }

  /// Goes on to what follows a block that was not read: clock and phase go back to what they were before the block
  /// before it, which may have been read though its end was spoilt already.
  func doubtClock() {
    if let earlierWarp { warp = earlierWarp }
    earlierWarp = nil
    advanceVariance = max(advanceVariance, Self.lostAdvanceVariance)
  }

  /// Takes `symbols` of `run` for known, or takes that back; `doubt` is the power of their errors, over theirs.
  func suppose(
    _ symbols: [Complex], _ run: BurstRun, doubt: Float = unknown, isTakenBack: Bool = false
  ) {
    addKnown(symbols, run, level: isTakenBack ? -run.level : run.level)
    for microphone in microphones {
      microphone.timeline.doubt(
        doubt, first: sample(ofSymbol: run.first), count: run.sampleCount)
    }
  }

  /// Keeps the samples of `run` as received, derotated by the gain that was followed where it `isDerotated`.
  func keepReceived(_ run: BurstRun, isDerotated: Bool) {
    let gains = UnsafeBufferPointer(start: bench.symbols.gains.start, count: run.count)
    for microphone in microphones {
      microphone.keepReceived(
        first: sample(ofSymbol: run.first), count: run.sampleCount,
        gains: isDerotated ? gains : nil, doubt: run.peakLoss)
    }
  }

  /// Adds the symbols of `run` to what is known.
  private func addKnown(_ symbols: UnsafePointer<Complex>, _ run: BurstRun, level: Float) {
    let margin = BurstWindowTables.reach / 4 * 3
    let length = run.sampleCount + 2 * BurstWindowTables.reach
    let tables = bench.tables(atLeast: length + 32)
    let points = tables.symbols.points
    points.update(repeating: Complex(0, 0), count: tables.symbolCount)
    for index in 0..<run.count { points[margin + index] = symbols[index].scaled(by: level) }
    tables.shape()
    for microphone in microphones {
      microphone.timeline.addKnown(
        tables.samples.points, first: sample(ofSymbol: run.first) - BurstWindowTables.reach,
        count: length)
    }
  }

  /// Finds the error of each response that explains the errors of the symbols of `run`, which are known, as its
  /// microphone alone gives them, with a gain of its own: one for all would let a microphone that hears badly, or behind a
  /// noise suppressor, spoil one that hears well.
  private func calibrate(_ run: BurstRun) {
    let symbols = bench.symbols
    let (known, gains) = (symbols.known.start, symbols.gains.start)
    for microphone in microphones {
      if microphones.count > 1 { equalise(by: microphone) }
      let equalised = symbols.equalised
      var (product, power, own, error) = (Complex(0, 0), Float(1e-20), Complex(1, 0), Float(0))
      for index in 0..<run.count {
        let sent = known[index] * gains[index]
        product = product + equalised[index].timesConjugate(of: sent)
        power += sent.power
      }
      if microphones.count > 1 { own = product.scaled(by: 1 / power) }
      for index in 0..<run.count {
        error += (equalised[index] - known[index] * gains[index] * own).power
      }
      microphone.calibrate(
        symbols.equaliser, tables, error: error / Float(run.count) - run.peakLoss)
    }
  }

  // MARK: Where samples lie

  /// The sample from which on symbol `end` and those after it are heard.
  private func lastSample(before end: Int) -> Int { sample(ofSymbol: end) - 12 }

  /// Makes the gain of `run` part of the warp from its end on.
  private func follow(_ run: BurstRun) {
    warp = warp.anchored(at: Double(sample(ofSymbol: run.end)))
    let gain = bench.symbols.gainTracker.gain
    let phase = arcTangent(Double(gain.end.imaginary), Double(gain.end.real)) + gain.endAdvance
    warp.follow(radians: phase, advance: gain.endAdvance, bench.scale)
    let length = Double(run.count)
    advanceVariance =
      6 * Double(gain.noise) / (length * length * length) + Double(gain.walk) / length + 1e-9
  }

  /// Takes a steady turn of the header for acceleration: the frequency was right in the middle of the
  /// sounder, which itself hardly shows it, for a change of speed shifts both of its chirps alike.
  private func takeForAcceleration(_ header: BurstRun) {
    let gain = bench.symbols.gainTracker.gain
    guard abs(gain.advance) > Self.leastBend, gain.walk < 2e-4 else { return }
    let distance = 0.375 * Double(sounder.sampleCount) + 0.5 * Double(header.count)
    warp.bend(advance: gain.advance, inSymbols: distance, bench.scale)
  }

  // MARK: What is told of a frame

  /// Share of the response's energy that comes at once, as through a cable.
  var earlyShare: Float {
    let taps = best.estimator.taps.start
    return ComplexRun.energy(taps, count: best.estimator.lead + Self.cableTaps) / best.energy
  }

  /// By how many dB a frame of `rung` might be weaker.
  ///
  /// Where the channel swallows parts of the band, the rest carries less than the same power spread evenly:
  /// an equaliser is left with the geometric mean of one plus the signal-to-noise ratio at every frequency
  /// (J. M. Cioffi et al., "MMSE decision-feedback equalizers and coding", IEEE Trans. Commun. 43, 1995).
  func marginDecibels(rung: Int) -> Double {
    let transform = bench.transforms.of(1024)
    let whitener = ComplexMemory(count: transform.size)
    let ratios = RealMemory(count: transform.size)
    for microphone in microphones {
      let estimator = microphone.estimator
      microphone.noise.whitener.response(transform)
      whitener.start.update(from: transform.points, count: transform.size)
      transform.points.update(repeating: Complex(0, 0), count: transform.size)
      transform.points.update(
        from: estimator.taps.start, count: min(estimator.tapCount, transform.size))
      transform.forward()
      for point in 0..<transform.size {
        ratios.start[point] += transform.points[point].power * whitener.start[point].power
      }
    }
    // Where the symbols' spectrum lies.
    let reach = transform.size * 3 / 8
    var sum = 0.0
    for point in -reach..<reach {
      sum += logarithm(1 + Double(ratios.start[point & (transform.size - 1)]))
    }
    let left = exponential(sum / Double(2 * reach)) - 1
    let rate = bench.parameters.basebandRateHertz
    return decibels(powerRatio: max(left, 1e-20) * rate / 24000)
      - BurstRung.limitDecibels(rung, basebandRateHertz: rate)
  }

  /// The sounder's power against that of the noise in 0 to 24 kHz, as of a real signal, in all microphones together.
  var signalToNoiseDecibels: Double {
    let share = bench.parameters.basebandRateHertz / 24000
    return decibels(powerRatio: microphones.reduce(0) { $0 + $1.ratioToNoise * share })
  }
}
