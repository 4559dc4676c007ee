import HandShakeSignal

/// The channel between sender and receiver, as one frame has shown it so far: the time scale, the
/// noise and the responses. Every run of symbols that is read refines it.
final class BurstChannel {
  /// The estimates of the responses, kept to return to if a run turns out to be unreadable.
  typealias Estimate = [BurstMicrophone.Estimate]

  let bench: BurstBench
  let sounder: BurstSounder
  /// The microphones that hear the frame, the best microphone first.
  let microphones: [BurstMicrophone]
  /// Whether the sounder is beyond doubt: it is clear, and a well-known response explains it.
  let isSounderClear: Bool
  private(set) var warp: BurstWarp
  /// `warp` before the last block that was read.
  private var earlierWarp: BurstWarp?
  /// Variance of the phase advance per symbol, from the sound heard so far.
  private(set) var advanceVariance: Double

  /// Symbols of a frame after which the receiver learns the response from blocks alone.
  private static let settlingSymbols = 1500
  /// Variance of the phase advance per symbol after a lost block. The disturbance may have bent the
  /// clock just before the block.
  private static let lostAdvanceVariance = 4e-5
  /// Error power of unknown symbols, over the power of the signal.
  static let unknown: Float = 10
  /// Steady rotation of a header, in radians per symbol, above which it counts as acceleration.
  private static let leastBend = 0.006
  /// Taps after the first tap that a cable and the filters at its ends need.
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

  /// The channel of another frame of the same stream, derived from `neighbour`. Sample 0 of the
  /// frame is sample `start` of the neighbour. The symbols before the first block were not heard.
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

  /// Sample of the frame at which symbol `index` lies. `index` is a multiple of three.
  private func sample(ofSymbol index: Int) -> Int { sounder.sampleCount + index / 3 * 4 }

  /// Number of the last baseband sample that is needed to read the symbols before `end`.
  func lastNeeded(beforeSymbol end: Int, lookAhead: Int) -> Int {
    bench.resampler.lastNeeded(sample(ofSymbol: end) + lookAhead, warp)
  }

  var dilation: Double { bench.resampler.step / warp.step - 1 }

  /// Variance of the change of rotation between two blocks; 0 if nothing has moved before.
  var changedVariance: Double {
    warp.dopplerRate != 0 || bench.symbols.gainTracker.gain.walk > 1e-6 ? 1e-4 : 0
  }

  /// The microphone that hears the frame best.
  private var best: BurstMicrophone { microphones[0] }

  /// The whitener of the noise of each microphone.
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

  /// The tables for the window of the current run.
  private var tables: BurstWindowTables {
    bench.tables(atLeast: best.window.count + best.estimator.tapCount)
  }

  private func findSpectra(_ run: BurstRun) {
    for microphone in microphones { microphone.findSpectra(tables, level: run.level) }
  }

  /// Equalises the current run; `spread` is the variance of its symbols about `suspected`.
  func equalise(suspected: UnsafePointer<Complex>? = nil, spread: Float = 1) {
    bench.symbols.equaliser.equalise(
      microphones.map { $0.heard }, tables, suspected: suspected, spread: spread)
  }

  /// Equalises the current run from one microphone alone.
  func equalise(by microphone: BurstMicrophone) {
    bench.symbols.equaliser.equalise([microphone.heard], tables, suspected: nil, spread: 1)
  }

  // MARK: Learning from a run

  /// Learns from a run whose symbols are now known, and follows its gain. `block` is its number, or
  /// nil for header and part descriptor.
  func learn(_ run: BurstRun, block: Int?) {
    if block != nil { earlierWarp = warp }
    // Known symbols show the gain better than suspected symbols.
    bench.symbols.followGain(run, isKnown: nil, advanceVariance: advanceVariance)
    if run.first == 0 { takeForAcceleration(run) }
    calibrate(run)
    keepReceived(run, isDerotated: true)
    addKnown(bench.symbols.known.start, run, level: run.level)
    follow(run)
    for microphone in microphones {
      let before = microphone.relativeError
      if let block {
        // Once some blocks are known, the response changes little between blocks.
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

  /// Learns the response from `span` samples and the suspected symbols of `run` with this
  /// `variance`. Then computes the window of the run for the equaliser again.
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

  /// The current estimates of the responses.
  var estimate: Estimate {
    get { microphones.map { $0.estimate } }
    set { for index in newValue.indices { microphones[index].estimate = newValue[index] } }
  }

  /// Continues after an unread block: clock and phase return to their values before the previous
  /// block. The previous block may have been read although its end was damaged.
  func doubtClock() {
    if let earlierWarp { warp = earlierWarp }
    earlierWarp = nil
    advanceVariance = max(advanceVariance, Self.lostAdvanceVariance)
  }

  /// Takes `symbols` of `run` as known, or undoes it; `doubt` is their relative error power.
  func suppose(
    _ symbols: [Complex], _ run: BurstRun, doubt: Float = unknown, isTakenBack: Bool = false
  ) {
    addKnown(symbols, run, level: isTakenBack ? -run.level : run.level)
    for microphone in microphones {
      microphone.timeline.doubt(
        doubt, first: sample(ofSymbol: run.first), count: run.sampleCount)
    }
  }

  /// Keeps the received samples of `run`. If `isDerotated`, removes the tracked gain first.
  func keepReceived(_ run: BurstRun, isDerotated: Bool) {
    let gains = UnsafeBufferPointer(start: bench.symbols.gains.start, count: run.count)
    for microphone in microphones {
      microphone.keepReceived(
        first: sample(ofSymbol: run.first), count: run.sampleCount,
        gains: isDerotated ? gains : nil, doubt: run.peakLoss)
    }
  }

  /// Adds the symbols of `run` to the known samples.
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

  /// Finds the response error of each microphone that explains the symbol errors of the known
  /// `run`. Each microphone has its own gain. With a common gain, a bad microphone or a noise
  /// suppressor would spoil a good microphone.
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

  /// The first sample of symbol `end` and later symbols.
  private func lastSample(before end: Int) -> Int { sample(ofSymbol: end) - 12 }

  /// Moves the gain of `run` into the warp, from the end of the run on.
  private func follow(_ run: BurstRun) {
    warp = warp.anchored(at: Double(sample(ofSymbol: run.end)))
    let gain = bench.symbols.gainTracker.gain
    let phase = arcTangent(Double(gain.end.imaginary), Double(gain.end.real)) + gain.endAdvance
    warp.follow(radians: phase, advance: gain.endAdvance, bench.scale)
    let length = Double(run.count)
    advanceVariance =
      6 * Double(gain.noise) / (length * length * length) + Double(gain.walk) / length + 1e-9
  }

  /// Takes a steady rotation of the header as acceleration since the middle of the sounder. The
  /// sounder hardly shows it, because a change of speed shifts both of its chirps alike.
  private func takeForAcceleration(_ header: BurstRun) {
    let gain = bench.symbols.gainTracker.gain
    guard abs(gain.advance) > Self.leastBend, gain.walk < 2e-4 else { return }
    let distance = 0.375 * Double(sounder.sampleCount) + 0.5 * Double(header.count)
    warp.bend(advance: gain.advance, inSymbols: distance, bench.scale)
  }

  // MARK: What is told of a frame

  /// Share of the response's energy in the first taps, as through a cable.
  var earlyShare: Float {
    let taps = best.estimator.taps.start
    return ComplexRun.energy(taps, count: best.estimator.lead + Self.cableTaps) / best.energy
  }

  /// By how many dB a frame of `rung` could be weaker.
  ///
  /// If the channel removes parts of the band, the rest carries less than evenly spread power. An
  /// equaliser keeps the geometric mean of 1 plus the SNR over frequency (J. M. Cioffi et al.,
  /// "MMSE decision-feedback equalizers and coding", IEEE Trans. Commun. 43, 1995).
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
    // The band of the symbols' spectrum.
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

  /// Sounder power over real-signal noise power in 0 to 24 kHz, in all microphones together, in dB.
  var signalToNoiseDecibels: Double {
    let share = bench.parameters.basebandRateHertz / 24000
    return decibels(powerRatio: microphones.reduce(0) { $0 + $1.ratioToNoise * share })
  }
}
