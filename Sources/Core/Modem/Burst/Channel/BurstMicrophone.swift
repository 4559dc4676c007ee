import HandShakeSignal

/// A frame at one microphone: its noise, the response from the sender, and the samples from which
/// the receiver learns the response.
final class BurstMicrophone {
  /// The estimate of the response, kept to return to if a run turns out to be unreadable.
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
  /// The window of the current run.
  let window: BurstWindow
  private let sounder: BurstSounder
  /// Expected squared error of the response.
  private var expectedError: Float = 0
  /// Measured error of the response, over the response's energy.
  var mismatch: Float = 0
  /// Power that the model of channel and sounder leaves out, over the received power: the echo
  /// after the last tap, and changes during the sounder.
  private var unmodelledShare = leastUnmodelledShare
  /// The whitener's response on the grid of a window.
  private var whitenerResponse = ComplexMemory(count: 0)
  private let weights: RealMemory

  /// Samples from which the response is learnt: while somebody moves, and while nobody moves. The
  /// long span is tried if the last samples are only suspected.
  static let (trainingSpan, longSpan) = (2000, 4000)
  /// Expected error of the response over its energy, above which nothing was sent. No readable
  /// frame had more than 0.6, down to -13 dB.
  private static let largestDoubt: Float = 1.6
  /// The share left out even through a cable: clipped peaks and the interpolation of samples.
  private static let leastUnmodelledShare: Float = 3e-4
  /// Largest apparent over assumed noise power that is accepted: below 2 dB no result changes.
  private static let largestNoiseRatio: Float = 1.5

  /// Learns the noise of microphone `channel` before the sounder at `warp`; nil if nothing arrived.
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

  /// The same microphone before or after the frame of `neighbour`.
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
  /// Power of the sounder over the noise power, for noise with the band's density everywhere.
  var ratioToNoise: Double { max(Double(energy), 1e-20) / max(Double(noise.power), 1e-20) }

  // MARK: Hearing the sounder

  /// Reads the sounder and loads it into the estimator.
  func loadSounder(_ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    let count = sounder.sampleCount
    window.read(history, channel, warp, noise.whitener, first: 0, count: count)
    estimator.load(
      received: window.whitened.start, known: timeline.known(0), count: count - 8,
      noisePower: assumedNoise)
  }

  /// Power of the noise and of the unmodelled part, in the samples of the sounder.
  private var assumedNoise: Float { 1 + unmodelledShare * receivedPower }

  /// Mean power of the samples of the sounder.
  var receivedPower: Float {
    let count = sounder.sampleCount
    return ComplexRun.energy(window.whitened.start, count: count) / Float(count)
  }

  /// Learns the response from the sounder for the first time.
  ///
  /// - Returns: false if there is no sounder.
  func findSounder(_ history: borrowing BasebandHistory, _ warp: BurstWarp) -> Bool {
    loadSounder(history, warp)
    estimator.assumeDecay(overTaps: Float(estimator.tapCount) / 3)
    estimator.estimate(rounds: 2, iterations: 15, isFirst: true)
    estimateError(iterations: 8)
    // No response explains clicks and whistles.
    return expectedError < Self.largestDoubt * energy
  }

  /// The first tap that stands out, and the loudest tap; nil if that is not above the noise.
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

  /// Learns the response again at `warp`, which begins `shift` samples later than before.
  func shift(by shift: Int, _ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    estimator.shift(by: shift)
    loadSounder(history, warp)
    estimator.estimate(rounds: 2, iterations: 15, isFirst: true)
  }

  /// Finds the expected error of the response.
  func estimateError(iterations: Int) {
    expectedError = estimator.expectedError(iterations: iterations)
  }

  /// Learns the response as precisely as the sounder allows.
  func learnSounder(_ history: borrowing BasebandHistory, _ warp: BurstWarp) {
    loadSounder(history, warp)
    estimator.estimate(rounds: 3, iterations: 15)
    learnUnmodelledShare(history, warp)
    estimateError(iterations: 20)
    timeline.receive(window.whitened.start, first: 0, count: sounder.sampleCount)
  }

  /// Counts the unexplained part of the sounder as noise, and estimates the response again. More
  /// noise explains less, so more is left over. One or two rounds are enough; four limit the cost.
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

  /// The unmodelled share for an apparent `noisePower`, over the noise before the sounder. It is at
  /// most 0.1: beyond it the ratio is below 10 dB, and only the lowest rung can be read.
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

  /// Finds the spectra of the window, without the echo of known symbols, and of the response. The
  /// symbols have the RMS `level`.
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

  /// The input of the equaliser.
  var heard: BurstEqualiser.Heard {
    BurstEqualiser.Heard(
      spectra: window.spectra, errorPower: max(expectedError, mismatch * estimator.energy))
  }

  /// Keeps `count` samples of the window as received from sample `first` on. If `gains` are known,
  /// removes them. `doubt` is the share of power that the sender may have changed.
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

  /// Sets the response error that explains the `error` of symbols that were equalised from this
  /// microphone alone.
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

  /// Learns the response from samples before `last`: from `suspectedSpan` if some are suspected.
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
    // Suspected symbols explain less for another reason.
    if suspectedSpan == nil {
      unmodelledShare = Self.unmodelledShare(
        noisePower: noise * estimator.noiseRatio(), receivedPower: power)
    }
    if estimatesError { estimateError(iterations: iterations) }
  }

  /// The current estimate of the response.
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
