import HandShakeSignal

/// The channel between sender and receiver as one frame has shown it so far: where the frame's samples lie, the
/// noise, and the response, of which every run of symbols that was read tells more.
final class BurstChannel {
  /// What is known of the response, to come back to when a run turns out to be unreadable.
  struct Estimate {
    fileprivate let response: BurstChannelEstimator.Response
    /// Expected squared error of the response.
    fileprivate var expectedError: Float
    /// What the error of the response turned out to be, over the response's energy.
    fileprivate var mismatch: Float
  }

  let bench: BurstBench
  let sounder: BurstSounder
  let noise: BurstNoise
  /// Whether the sounder is one beyond doubt: clear, and explained by a response that is known well.
  let isSounderClear: Bool
  private(set) var warp: BurstWarp
  /// `warp` as it was before the last block that was read.
  private var earlierWarp: BurstWarp?
  /// Variance of the advance of phase a symbol, after what was heard so far.
  private(set) var advanceVariance: Double
  private let timeline: BurstTimeline
  private let estimator: BurstChannelEstimator
  private var expectedError: Float
  private var mismatch: Float = 0
  /// Power of what the model leaves out, over the received power.
  private var unmodelledShare: Float
  /// The whitener's response on the grid of a window.
  private var whitenerResponse = ComplexMemory(count: 0)
  private let weights: RealMemory

  /// Samples from which the response is learnt.
  private static let trainingSpan = 2000
  /// Symbols of a frame after which the response is learnt from blocks alone.
  private static let settlingSymbols = 1500
  /// Variance of the advance of phase a symbol after a lost block: whatever spoilt the block may have
  /// bent the clock as it was followed just before.
  private static let lostAdvanceVariance = 4e-5
  /// Power of the errors of what is not known to have been sent, over that of the signal.
  private static let unknown: Float = 10
  /// Steady rotation of a header, in radians a symbol, from which it is taken for acceleration.
  private static let leastBend = 0.006
  /// Taps after the first that a cable and the filters at its ends need.
  private static let cableTaps = 24

  init(
    _ acquired: borrowing BurstAcquisition, advanceVariance: Double, expectedError: Float,
    isSounderClear: Bool
  ) {
    bench = acquired.bench
    sounder = acquired.sounder
    noise = acquired.noise
    warp = acquired.warp
    timeline = acquired.timeline
    estimator = acquired.estimator
    weights = RealMemory(count: Self.trainingSpan + estimator.tapCount)
    self.advanceVariance = advanceVariance
    self.expectedError = expectedError
    unmodelledShare = acquired.unmodelledShare
    self.isSounderClear = isSounderClear
  }

  /// The channel of another frame of the same stream, as `neighbour` shows it, whose sample 0 lies at sample
  /// `start` of the neighbour's; its symbols before the first block were not heard.
  init(of neighbour: BurstChannel, start: Double, _ layout: BurstFrameLayout) {
    bench = neighbour.bench
    sounder = neighbour.sounder
    noise = neighbour.noise
    isSounderClear = neighbour.isSounderClear
    let place = neighbour.warp.anchored(at: start)
    warp = BurstWarp(anchor: 0, position: place.position, step: place.step)
    advanceVariance = max(neighbour.advanceVariance, Self.lostAdvanceVariance)
    timeline = BurstTimeline(whitener: noise.whitener)
    estimator = BurstChannelEstimator(
      tapCount: neighbour.estimator.tapCount, lead: neighbour.estimator.lead, bench.transforms)
    estimator.response = neighbour.estimator.response
    expectedError = neighbour.expectedError
    mismatch = neighbour.mismatch
    unmodelledShare = neighbour.unmodelledShare
    weights = RealMemory(count: Self.trainingSpan + estimator.tapCount)
    timeline.doubt(
      Self.unknown, first: 0,
      count: layout.sounder.sampleCount + layout.firstSymbol(ofBlock: 0) / 3 * 4)
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

  /// Expected squared error of the response over the response's energy.
  var relativeError: Float { expectedError / energyOfTaps }

  private var energyOfTaps: Float { estimator.energy + 1e-20 }

  // MARK: Hearing a run

  /// Reads the samples of `run` and equalises its symbols, in `bench.symbols`.
  func hear(_ run: BurstRun, _ history: borrowing BasebandHistory) {
    bench.window.read(
      history, warp, noise.whitener, first: sample(ofSymbol: run.first) - BurstWindow.front,
      count: BurstWindow.front + run.sampleCount + BurstWindow.lookAhead)
    loadEqualiser(run)
    equalise()
  }

  /// Gives the equaliser the window, without the echo of what is known, and the response.
  private func loadEqualiser(_ run: BurstRun) {
    let tables = bench.tables(atLeast: bench.window.count + estimator.tapCount)
    if whitenerResponse.count != tables.size {
      whitenerResponse = ComplexMemory(count: tables.size)
      noise.whitener.response(tables.samples)
      whitenerResponse.start.update(from: tables.samples.points, count: tables.size)
    }
    bench.window.fill(tables, timeline, estimator)
    bench.symbols.equaliser.load(
      tables, taps: estimator.taps, lead: estimator.lead, whitener: whitenerResponse.start,
      level: run.level)
  }

  /// Equalises the run that is heard; `spread` is the variance of its symbols about those `suspected`.
  func equalise(suspected: UnsafePointer<Complex>? = nil, spread: Float = 1) {
    bench.symbols.equaliser.equalise(
      errorPower: max(expectedError, mismatch * estimator.energy), suspected: suspected,
      spread: spread)
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
    addKnown(bench.symbols.known.start, run)
    follow(run)
    let before = relativeError
    if let block {
      // Once some blocks are known the response changes little from one to the next.
      let isSettled = run.first > Self.settlingSymbols
      learnResponse(
        before: run.end, rounds: isSettled ? 1 : 2, iterations: isSettled ? 4 : 10,
        estimatesError: !isSettled || block % 4 == 0)
      mismatch *= min(max(relativeError / before, 0.3), 1)
    } else {
      learnResponse(before: run.end, rounds: 2, iterations: 12)
      mismatch = min(mismatch, 1) * min(max(relativeError / before, 0.1), 1)
    }
  }

  /// Learns the response from what is suspected of the symbols of `run`, whose errors have this `variance`,
  /// and gives the equaliser the run's window anew.
  func learn(_ run: BurstRun, suspected: UnsafePointer<Complex>, variance: Float) {
    let start = sample(ofSymbol: run.first) - BurstWindowTables.reach
    let span = run.sampleCount + 2 * BurstWindowTables.reach + 2 * BurstWhitener.order
    timeline.keepingKnown(from: start, count: span) {
      addKnown(suspected, run)
      learnResponse(
        before: run.end, softFrom: run.first, softError: variance, rounds: 2, iterations: 12)
    }
    loadEqualiser(run)
    mismatch *= 0.8
  }

  /// What is known of the response now.
  var estimate: Estimate {
    Estimate(
      response: estimator.response, expectedError: expectedError, mismatch: mismatch)
  }

  /// Goes on to what follows a block that was not read.
  ///
  /// The response goes back to what it was before the lost block, clock and phase to what they were before the
  /// block before that one, which may have been read though its end was spoilt already. Suspected symbols
  /// take the place of known ones, with all doubt, or their echoes would stay in the next block.
  ///
  /// - Parameters:
  ///   - estimate: what was known before symbols were suspected; nil where none were.
  ///   - suspected: those symbols, nil where they are too vague.
  ///   - variance: of the suspected symbols' errors.
  func skip(
    _ run: BurstRun, _ estimate: Estimate?, suspected: UnsafePointer<Complex>?, variance: Float
  ) {
    if let earlierWarp { warp = earlierWarp }
    earlierWarp = nil
    advanceVariance = max(advanceVariance, Self.lostAdvanceVariance)
    if let estimate {
      estimator.response = estimate.response
      expectedError = estimate.expectedError
      mismatch = estimate.mismatch
    } else {
      keepReceived(run, isDerotated: false)
    }
    if let suspected { addKnown(suspected, run) }
    timeline.doubt(
      suspected == nil ? Self.unknown : max(variance, 0.05), first: sample(ofSymbol: run.first),
      count: run.sampleCount)
  }

  /// Keeps the samples of `run` as received, derotated by the gain that was followed where it
  /// `isDerotated`.
  func keepReceived(_ run: BurstRun, isDerotated: Bool) {
    let kept = bench.window.whitened.start + BurstWindow.front
    if isDerotated {
      let gains = bench.symbols.gains.start
      for index in 0..<run.sampleCount {
        let gain = gains[min(index * 3 / 4, run.count - 1)]
        kept[index] = kept[index].timesConjugate(of: gain)
          .scaled(by: 1 / max(gain.power.squareRoot(), 0.1))
      }
    }
    let start = sample(ofSymbol: run.first)
    timeline.receive(kept, first: start, count: run.sampleCount)
    timeline.doubt(run.peakLoss, first: start, count: run.sampleCount)
  }

  /// Adds the symbols of `run` to what is known.
  private func addKnown(_ symbols: UnsafePointer<Complex>, _ run: BurstRun) {
    let margin = BurstWindowTables.reach / 4 * 3
    let length = run.sampleCount + 2 * BurstWindowTables.reach
    let tables = bench.tables(atLeast: length + 32)
    let points = tables.symbols.points
    points.update(repeating: Complex(0, 0), count: tables.symbolCount)
    for index in 0..<run.count { points[margin + index] = symbols[index].scaled(by: run.level) }
    tables.shape()
    timeline.addKnown(
      tables.samples.points, first: sample(ofSymbol: run.first) - BurstWindowTables.reach,
      count: length)
  }

  /// Finds the error of the response that explains the errors of the equalised symbols of `run`, which
  /// are known.
  private func calibrate(_ run: BurstRun) {
    let symbols = bench.symbols
    let (equalised, known, gains) = (symbols.equalised, symbols.known.start, symbols.gains.start)
    var error: Float = 0
    for index in 0..<run.count { error += (equalised[index] - known[index] * gains[index]).power }
    error = error / Float(run.count) - run.peakLoss
    let energy = estimator.energy
    var low: Float = -60
    var high: Float = 5
    for _ in 0..<8 {
      let middle = 0.5 * (low + high)
      let power = energy * fastExponential(middle * 0.2302585)
      let predicted = symbols.equaliser.predictVariance(errorPower: power)
      if predicted < error { low = middle } else { high = middle }
    }
    mismatch = fastExponential(0.5 * (low + high) * 0.2302585)
  }

  /// Learns the response anew from the last samples before symbol `end`.
  ///
  /// - Parameters:
  ///   - softFrom: number of the first symbol that is only suspected; nil for none.
  ///   - softError: power of what is wrong with the suspected waveform, over its own.
  private func learnResponse(
    before end: Int, softFrom: Int? = nil, softError: Float = 0, rounds: Int, iterations: Int,
    estimatesError: Bool = true
  ) {
    // The last samples hold the beginning of the next run.
    let last = sample(ofSymbol: end) - 12
    let first = max(last - Self.trainingSpan, timeline.base)
    let start = max(first - estimator.tapCount, timeline.base)
    let count = last - start
    let power =
      ComplexRun.energy(timeline.received(first), count: last - first) / Float(last - first)
    let noise = 1 + unmodelledShare * power
    let signal = max(power - 1, 0)
    let softStart = softFrom.map { sample(ofSymbol: $0) } ?? last
    let (doubt, weights) = (timeline.doubt(start), weights.start)
    for index in 0..<count {
      let share = start + index < softStart ? doubt[index] : softError
      weights[index] =
        start + index < first && start > 0 ? 0 : (noise / (noise + share * signal)).squareRoot()
    }
    estimator.load(
      received: timeline.received(start), known: timeline.known(start), weights: weights,
      count: count, noisePower: noise)
    estimator.estimate(rounds: rounds, iterations: iterations)
    // Symbols that are only suspected explain less for a reason of their own.
    if softFrom == nil {
      unmodelledShare = BurstAcquisition.unmodelledShare(
        noisePower: noise * estimator.noiseRatio(), receivedPower: power)
    }
    if estimatesError { expectedError = estimator.expectedError(iterations: iterations) }
  }

  // MARK: Where samples lie

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
    ComplexRun.energy(estimator.taps.start, count: estimator.lead + Self.cableTaps) / energyOfTaps
  }

  /// By how many dB a frame of `rung` might be weaker.
  ///
  /// Where the channel swallows parts of the band, the rest carries less than the same power spread evenly:
  /// an equaliser is left with the geometric mean of one plus the signal-to-noise ratio at every frequency
  /// (J. M. Cioffi et al., "MMSE decision-feedback equalizers and coding", IEEE Trans. Commun. 43, 1995).
  func marginDecibels(rung: Int) -> Double {
    let transform = bench.transforms.of(1024)
    let whitener = ComplexMemory(count: transform.size)
    noise.whitener.response(transform)
    whitener.start.update(from: transform.points, count: transform.size)
    transform.points.update(repeating: Complex(0, 0), count: transform.size)
    transform.points.update(
      from: estimator.taps.start, count: min(estimator.tapCount, transform.size))
    transform.forward()
    // Where the symbols' spectrum lies.
    let reach = transform.size * 3 / 8
    var sum = 0.0
    for point in -reach..<reach {
      let place = point & (transform.size - 1)
      sum += logarithm(1 + Double(transform.points[place].power * whitener.start[place].power))
    }
    let left = exponential(sum / Double(2 * reach)) - 1
    let rate = bench.parameters.basebandRateHertz
    return decibels(powerRatio: max(left, 1e-20) * rate / 24000)
      - BurstRung.limitDecibels(rung, basebandRateHertz: rate)
  }

  /// The sounder's power against that of the noise in 0 to 24 kHz, as of a real signal.
  var signalToNoiseDecibels: Double {
    let power = Double(noise.power) * 24000 / bench.parameters.basebandRateHertz
    return decibels(powerRatio: max(Double(energyOfTaps), 1e-20) / max(power, 1e-20))
  }
}
