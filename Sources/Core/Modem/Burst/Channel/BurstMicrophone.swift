import HandShakeSignal

/// What one microphone hears of a frame: its noise, the response from the sender to it, and the samples from which that
/// is learnt.
final class BurstMicrophone {
  /// What is known of the response, to come back to when a run turns out to be unreadable.
  struct Estimate {
    fileprivate let response: BurstChannelEstimator.Response
    fileprivate let expectedError: Float
    fileprivate let mismatch: Float
  }

  /// Its number in the history.
  let channel: Int
  let noise: BurstNoise
  let timeline: BurstTimeline
  let estimator: BurstChannelEstimator
  /// The run that is heard.
  let window: BurstWindow
  private let sounder: BurstSounder
  /// Expected squared error of the response.
  private var expectedError: Float = 0
  /// What the error of the response turned out to be, over the response's energy.
  var mismatch: Float = 0
  /// Power of what the model of channel and sounder leaves out, over the received power: the echo after the last tap,
  /// and what changes while the sounder lasts.
  private var unmodelledShare = leastUnmodelledShare
  /// The whitener's response on the grid of a window.
  private var whitenerResponse = ComplexMemory(count: 0)
  private let weights: RealMemory

  /// Samples from which the response is learnt: while somebody moves, and while nobody does, which is tried where the
  /// last ones are only suspected.
  static let (trainingSpan, longSpan) = (2000, 4000)
  /// Expected error of the response over its energy, above which nothing was sent: no frame that could be read had more
  /// than 0.6, down to -13 dB.
  private static let largestDoubt: Float = 1.6
  /// What is left out even where nothing but a cable lies between: clipped peaks and the interpolation of samples.
  private static let leastUnmodelledShare: Float = 3e-4
  /// What the noise may seem to be over what it was taken for: less than 2 dB change nothing of what is read.
  private static let largestNoiseRatio: Float = 1.5

  /// Learns the noise of microphone `channel` before the sounder at `warp`; nil where nothing was received.
  init?(
    _ channel: Int, _ history: borrowing BasebandHistory, before warp: BurstWarp,
    _ candidate: BurstCandidate, _ bench: BurstBench, _ former: BurstNoise.Former?
  ) {
    sounder = candidate.sounder
    self.channel = channel
    guard let noise = BurstNoise(history, channel, before: warp, sounder, bench, former) else {
      return nil
    }
    self.noise = noise
    let timeline = BurstTimeline(whitener: noise.whitener)
    self.timeline = timeline
    bench.sounderWaves[candidate.sounderIndex].withUnsafeBufferPointer {
      timeline.addKnown($0.baseAddress!, first: -BurstShaper.marginCount, count: $0.count)
    }
    estimator = BurstChannelEstimator(
      // As much of the echo as the sounder can show.
      tapCount: sounder.choose(short: 240, medium: 480, long: 600), lead: BurstBench.lead,
      bench.transforms)
    window = bench.window(channel)
    weights = RealMemory(count: Self.longSpan + estimator.tapCount)
  }

  /// The same microphone before or after the frame of which `neighbour` heard something.
  init(of neighbour: BurstMicrophone, _ bench: BurstBench) {
    channel = neighbour.channel
    noise = neighbour.noise
    sounder = neighbour.sounder
    timeline = BurstTimeline(whitener: noise.whitener)
    estimator = BurstChannelEstimator(
      tapCount: neighbour.estimator.tapCount, lead: neighbour.estimator.lead, bench.transforms)
    estimator.response = neighbour.estimator.response
    expectedError = neighbour.expectedError
    mismatch = neighbour.mismatch
    unmodelledShare = neighbour.unmodelledShare
    window = neighbour.window
    weights = RealMemory(count: Self.longSpan + estimator.tapCount)
  }

  /// Energy of the response, more than 0.
  var energy: Float { estimator.energy + 1e-20 }
  /// Expected squared error of the response over the response's energy.
  var relativeError: Float { expectedError / energy }
  /// Power of the sounder over that of the noise, as if its density were everywhere as in the band.
  var ratioToNoise: Double { max(Double(energy), 1e-20) / max(Double(noise.power), 1e-20) }

  // MARK: Hearing the sounder

  /// Reads the sounder and states the estimator's problem.
  func loadSounder(_ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    let count = sounder.sampleCount
    window.read(history, channel, warp, noise.whitener, first: 0, count: count)
    estimator.load(
      received: window.whitened.start, known: timeline.known(0), count: count - 8,
      noisePower: assumedNoise)
  }

  /// Power of the noise and of what is left out, in the samples of the sounder.
  private var assumedNoise: Float { 1 + unmodelledShare * receivedPower }

  /// Mean power of the samples of the sounder.
  var receivedPower: Float {
    let count = sounder.sampleCount
    return ComplexRun.energy(window.whitened.start, count: count) / Float(count)
  }

  /// Learns the response from the sounder for the first time.
  ///
  /// - Returns: false where there is no sounder.
  func findSounder(_ history: borrowing BasebandHistory, _ warp: BurstWarp) -> Bool {
    loadSounder(history, warp)
    estimator.assumeDecay(overTaps: Float(estimator.tapCount) / 3)
    estimator.estimate(rounds: 2, iterations: 15, isFirst: true)
    estimateError(iterations: 8)
    // No response explains clicks and whistles.
    return expectedError < Self.largestDoubt * energy
  }

  /// The first tap that stands out, and the loudest one; nil where that does not stand out of the noise.
  var firstTap: (tap: Int, loudest: Int?) {
    let taps = estimator.taps.start
    let last = estimator.tapCount - 1
    func power(_ tap: Int) -> Float {
      taps[max(tap - 1, 0)].power + taps[tap].power + taps[min(tap + 1, last)].power
    }
    var (largest, loudest): (Float, Int) = (0, 0)
    for tap in 0...last where power(tap) > largest { (largest, loudest) = (power(tap), tap) }
    let energy = ComplexRun.energy(timeline.known(0), count: sounder.sampleCount)
    let noise = 12 * assumedNoise / max(energy, 1e-20)
    let threshold = min(max(0.012 * largest, noise), 0.9 * largest)
    for tap in 0...last where power(tap) > threshold {
      return (tap, largest > noise ? loudest : nil)
    }
    return (0, nil)
  }

  /// Learns the response anew at `warp`, which begins `shift` samples later than before.
  func shift(by shift: Int, _ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    estimator.shift(by: shift)
    loadSounder(history, warp)
    estimator.estimate(rounds: 2, iterations: 15, isFirst: true)
  }

  /// Finds the expected error of the response.
  func estimateError(iterations: Int) {
    expectedError = estimator.expectedError(iterations: iterations)
  }

  /// Learns the response as well as the sounder shows it.
  func learnSounder(_ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    loadSounder(history, warp)
    estimator.estimate(rounds: 3, iterations: 15)
    learnUnmodelledShare(history, warp)
    estimateError(iterations: 20)
    timeline.receive(window.whitened.start, first: 0, count: sounder.sampleCount)
  }

  /// Takes what the sounder does not explain for noise, and estimates the response anew by it. What is taken for noise
  /// explains less, so more is left over: once or twice are enough, and four times is what a response may cost.
  private func learnUnmodelledShare(_ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    for _ in 0..<4 {
      let ratio = estimator.noiseRatio()
      guard ratio > Self.largestNoiseRatio else { return }
      let power = receivedPower
      unmodelledShare = Self.unmodelledShare(
        noisePower: (1 + unmodelledShare * power) * ratio, receivedPower: power)
      loadSounder(history, warp)
      estimator.estimate(rounds: 2, iterations: 15)
    }
  }

  /// The share that is left out where all noise seems to have `noisePower`, the power of the noise before the sounder
  /// being 1. It is a tenth at most: beyond that the ratio is below 10 dB, and only the lowest rung can be read.
  private static func unmodelledShare(noisePower: Float, receivedPower: Float) -> Float {
    min(max((noisePower - 1) / receivedPower, leastUnmodelledShare), 0.1)
  }

  // MARK: Hearing a run

  /// Reads `count` samples of the frame from `first` on.
  func hear(
    _ history: borrowing BasebandHistory, _ warp: BurstWarp, first: Int, count: Int
  ) {
    window.read(history, channel, warp, noise.whitener, first: first, count: count)
  }

  /// Finds the spectra of what was heard, without the echo of what is known, and of the response, for symbols of the RMS
  /// `level`.
  func findSpectra(_ tables: BurstWindowTables, level: Float) {
    if whitenerResponse.count != tables.size {
      whitenerResponse = ComplexMemory(count: tables.size)
      noise.whitener.response(tables.samples)
      whitenerResponse.start.update(from: tables.samples.points, count: tables.size)
    }
    window.fill(tables, timeline, estimator)
    window.spectra.load(
      tables, taps: estimator.taps, lead: estimator.lead, whitener: whitenerResponse.start,
      level: level)
  }

  /// What the equaliser needs.
  var heard: BurstEqualiser.Heard {
    BurstEqualiser.Heard(
      spectra: window.spectra, errorPower: max(expectedError, mismatch * estimator.energy))
  }

  /// Keeps `count` samples of the window as received from sample `first` on, without the gain of each symbol where
  /// `gains` are known; `doubt` is the share of their power that the sender may have changed.
  func keepReceived(
    first: Int, count: Int, gains: UnsafeBufferPointer<Complex>?, doubt: Float
  ) {
    let kept = window.whitened.start + BurstWindow.front
    if let gains {
      for index in 0..<count {
        let gain = gains[min(index * 3 / 4, gains.count - 1)]
        kept[index] = kept[index].timesConjugate(of: gain)
          .scaled(by: 1 / max(gain.power.squareRoot(), 0.1))
      }
    }
    timeline.receive(kept, first: first, count: count)
    timeline.doubt(doubt, first: first, count: count)
  }

  // MARK: Learning the response

  /// Takes for the error of the response what explains the `error` of symbols that were equalised by what this
  /// microphone alone heard.
  func calibrate(_ equaliser: BurstEqualiser, _ tables: BurstWindowTables, error: Float) {
    let energy = estimator.energy
    var low: Float = -60
    var high: Float = 5
    for _ in 0..<8 {
      let middle = 0.5 * (low + high)
      let power = energy * fastExponential(middle * 0.2302585)
      let predicted = equaliser.predictVariance(
        BurstEqualiser.Heard(spectra: window.spectra, errorPower: power), tables)
      if predicted < error { low = middle } else { high = middle }
    }
    mismatch = fastExponential(0.5 * (low + high) * 0.2302585)
  }

  /// Learns the response anew from the last samples before `last`, from `suspectedSpan` where some are only suspected.
  func learnResponse(
    before last: Int, suspectedSpan: Int? = nil, rounds: Int, iterations: Int,
    estimatesError: Bool = true
  ) {
    let first = max(last - (suspectedSpan ?? Self.trainingSpan), timeline.base)
    let start = max(first - estimator.tapCount, timeline.base)
    let count = last - start
    let power =
      ComplexRun.energy(timeline.received(first), count: last - first) / Float(last - first)
    let noise = 1 + unmodelledShare * power
    let signal = max(power - 1, 0)
    let (doubt, weights) = (timeline.doubt(start), weights.start)
    for index in 0..<count {
      weights[index] =
        start + index < first && start > 0
        ? 0 : (noise / (noise + doubt[index] * signal)).squareRoot()
    }
    estimator.load(
      received: timeline.received(start), known: timeline.known(start), weights: weights,
      count: count, noisePower: noise)
    estimator.estimate(rounds: rounds, iterations: iterations)
    // Symbols that are only suspected explain less for a reason of their own.
    if suspectedSpan == nil {
      unmodelledShare = Self.unmodelledShare(
        noisePower: noise * estimator.noiseRatio(), receivedPower: power)
    }
    if estimatesError { estimateError(iterations: iterations) }
  }

  /// What is known of the response now.
  var estimate: Estimate {
    get {
      Estimate(response: estimator.response, expectedError: expectedError, mismatch: mismatch)
    }
    set {
      estimator.response = newValue.response
      expectedError = newValue.expectedError
      mismatch = newValue.mismatch
    }
  }
}
