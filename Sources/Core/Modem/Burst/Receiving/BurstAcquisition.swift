import HandShakeSignal

/// Aligns a frame with its sounder, and learns noise, response and dilation from it.
struct BurstAcquisition: ~Copyable {
  let bench: BurstBench
  let sounder: BurstSounder
  let noise: BurstNoise
  let timeline: BurstTimeline
  let estimator: BurstChannelEstimator
  private(set) var warp: BurstWarp
  /// Power of what the model of channel and sounder leaves out, over the received power: the echo after the last tap,
  /// and what changes while the sounder lasts.
  private(set) var unmodelledShare = leastUnmodelledShare

  /// Samples by which a frame may start earlier than its candidate.
  private static let back = 80
  /// Samples after the sounder that the alignment may need.
  static let span = 200

  /// Expected error of the response over its energy, above which nothing was sent: no frame that could be read had more
  /// than 0.6, down to -13 dB.
  private static let largestDoubt: Float = 1.6

  /// Share of the band that a sounder fills at least: tones of `hop` fill nine times of ten no more than 0.09.
  private static let leastFilledShare: Float = 0.1
  /// Share of what the band could carry, were its power the same everywhere, that a sounder's does at least: of 648 in
  /// measured rooms, at 10 to 40 dB, none did less.
  private static let leastCarriedShare: Float = 0.6

  /// Whether the power where the sounder should be is spread over its band, which a few tones are not however loud they
  /// are.
  ///
  /// Rooms and loudspeakers leave few loud peaks of it, as tones are. But what lies between those peaks stands out of
  /// the noise too, the more the louder the sounder is, so the band carries nearly as much as if they were none.
  static func isBandFilled(
    _ history: borrowing BasebandHistory, _ candidate: BurstCandidate, _ bench: BurstBench,
    _ former: BurstNoise.Former?
  ) -> Bool {
    let (warp, sounder) = (bench.seemingWarp(candidate), candidate.sounder)
    let count = sounder.sampleCount
    guard let noise = BurstNoise(history, before: warp, sounder, bench, former) else {
      return false
    }
    bench.window.read(history, warp, noise.whitener, first: 0, count: count)
    let transform = bench.transforms.of(TransformPool.length(atLeast: count))
    transform.points.update(repeating: Complex(0, 0), count: transform.size)
    transform.points.update(from: bench.window.whitened.start, count: count)
    transform.forward()
    let reach = Int(0.5 * bench.bandwidthRatio * Double(transform.size))
    // What the whitener leaves of the noise has a power of 1 a sample.
    let noisePower = Float(count)
    var (sum, squares, logarithms): (Float, Float, Float) = (0, 0, 0)
    for point in -reach..<reach {
      let power = transform.points[point & (transform.size - 1)].power
      sum += power
      squares += power * power
      logarithms += fastLogarithm(1 + power / noisePower)
    }
    let width = Float(2 * reach)
    // 1 where the power is the same everywhere, and for one tone the share of the band that is its width.
    let share = sum * sum / max(squares * width, .leastNormalMagnitude)
    // Information that the band carries over what the same power would carry that is the same everywhere.
    let carried = logarithms / (width * fastLogarithm(1 + sum / (width * noisePower)))
    return share > leastFilledShare || carried > leastCarriedShare
  }

  /// What is left out even where nothing but a cable lies between: clipped peaks and the interpolation of samples.
  private static let leastUnmodelledShare: Float = 3e-4
  /// What the noise may seem to be over what it was taken for: less than 2 dB change nothing of what is read.
  private static let largestNoiseRatio: Float = 1.5

  /// The share that is left out where all noise seems to have `noisePower`, the power of the noise before the sounder
  /// being 1. Of more than a tenth the ratio would be below 10 dB, and no rung but the lowest be read.
  static func unmodelledShare(noisePower: Float, receivedPower: Float) -> Float {
    min(max((noisePower - 1) / receivedPower, leastUnmodelledShare), 0.1)
  }

  /// Learns the noise before the sounder; nil where nothing was received.
  init?(
    _ history: borrowing BasebandHistory, _ candidate: BurstCandidate, _ bench: BurstBench,
    _ former: BurstNoise.Former?
  ) {
    self.bench = bench
    sounder = candidate.sounder
    warp = Self.refinedWarp(candidate, history, bench).anchored(at: 0)
    warp.position -= Double(Self.back) * warp.step
    guard let noise = BurstNoise(history, before: warp, sounder, bench, former) else { return nil }
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
  }

  /// Finds the first tap of the response, so that the frame begins where its first sound does.
  ///
  /// - Returns: false where there is no sounder.
  mutating func align(_ history: borrowing BasebandHistory) -> Bool {
    var noisePower = load(history)
    estimator.assumeDecay(overTaps: Float(estimator.tapCount) / 3)
    estimator.estimate(rounds: 2, iterations: 15, isFirst: true)
    // No response explains clicks and whistles.
    guard estimator.expectedError(iterations: 8) < Self.largestDoubt * (estimator.energy + 1e-20)
    else { return false }
    for _ in 0..<2 {
      let shift = firstTap(noisePower) - estimator.lead
      guard abs(shift) > 1 else { break }
      warp.position += Double(shift) * warp.step
      estimator.shift(by: shift)
      noisePower = load(history)
      estimator.estimate(rounds: 2, iterations: 15, isFirst: true)
    }
    return true
  }

  /// The channel as it is known after `align`: well enough to read the header, for 1 Hz turns it but little.
  func roughChannel() -> BurstChannel {
    let perSymbol = 2 * Double.pi / bench.parameters.symbolRateHertz
    return BurstChannel(
      self, advanceVariance: perSymbol * perSymbol,
      expectedError: estimator.expectedError(iterations: 8), isSounderClear: false)
  }

  /// The channel as well as the sounder shows it, after `align`.
  consuming func channel(_ history: borrowing BasebandHistory) -> BurstChannel {
    let count = sounder.sampleCount
    let curvature = refineByLikelihood(history)
    load(history)
    estimator.estimate(rounds: 3, iterations: 15)
    learnUnmodelledShare(history)
    // Power of the samples that the sounder does not explain, over that of the noise: about 1 for a sounder.
    let misfit = estimator.misfit() / Float(count)
    let (samples, loudness) = (bench.window.whitened.start, receivedPower)
    let expectedError = estimator.expectedError(iterations: 20)
    let perSymbol = 2 * Double.pi / bench.parameters.symbolRateHertz
    timeline.receive(samples, first: 0, count: count)
    return BurstChannel(
      self,
      advanceVariance: perSymbol * perSymbol * min(1 / max(curvature, 1e-9) + 4e-4, 1),
      expectedError: expectedError,
      isSounderClear: expectedError < 0.1 * (estimator.energy + 1e-20) && misfit < 2
        && loudness > 20)
  }

  /// Takes what the sounder does not explain for noise, and estimates the response anew by it. What is taken for noise
  /// explains less, so more is left over: once or twice are enough, and four times is what a response may cost.
  private mutating func learnUnmodelledShare(_ history: borrowing BasebandHistory) {
    for _ in 0..<4 {
      let ratio = estimator.noiseRatio()
      guard ratio > Self.largestNoiseRatio else { return }
      let power = receivedPower
      unmodelledShare = Self.unmodelledShare(
        noisePower: (1 + unmodelledShare * power) * ratio, receivedPower: power)
      load(history)
      estimator.estimate(rounds: 2, iterations: 15)
    }
  }

  /// Mean power of the samples of the sounder.
  private var receivedPower: Float {
    let count = sounder.sampleCount
    return ComplexRun.energy(bench.window.whitened.start, count: count) / Float(count)
  }

  /// Reads the sounder and states the estimator's problem.
  ///
  /// - Returns: the assumed noise power.
  @discardableResult
  private func load(_ history: borrowing BasebandHistory) -> Float {
    let count = sounder.sampleCount
    bench.window.read(history, warp, noise.whitener, first: 0, count: count)
    let noisePower = 1 + unmodelledShare * receivedPower
    estimator.load(
      received: bench.window.whitened.start, known: timeline.known(0), count: count - 8,
      noisePower: noisePower)
    return noisePower
  }

  /// The first tap that stands out.
  private func firstTap(_ noisePower: Float) -> Int {
    let taps = estimator.taps.start
    let last = estimator.tapCount - 1
    func power(_ tap: Int) -> Float {
      taps[max(tap - 1, 0)].power + taps[tap].power + taps[min(tap + 1, last)].power
    }
    var largest: Float = 0
    for tap in 0...last { largest = max(largest, power(tap)) }
    let energy = ComplexRun.energy(timeline.known(0), count: sounder.sampleCount)
    let threshold = min(max(0.012 * largest, 12 * noisePower / max(energy, 1e-20)), 0.9 * largest)
    for tap in 0...last where power(tap) > threshold { return tap }
    return 0
  }

  /// Searches the likelihood of the sounder for the dilation.
  ///
  /// - Returns: its curvature, per squared hertz.
  private mutating func refineByLikelihood(_ history: borrowing BasebandHistory) -> Double {
    var curvature = 0.0
    for hertz in [1.0, 0.3] {
      var misfits = [0.0, 0.0, 0.0]
      let step = warp.step
      for place in 0..<3 {
        warp.step = step / (1 + Double(place - 1) * hertz / bench.carrierHertz)
        load(history)
        estimator.solve(iterations: 10, isFirst: true)
        misfits[place] = Double(estimator.misfit())
      }
      let vertex = ParabolaVertex(before: misfits[0], misfits[1], after: misfits[2])
      let move =
        vertex.curvature > 0
        ? min(max(vertex.offset, -1.5), 1.5) : (misfits[0] > misfits[2] ? 1 : -1)
      warp.step = step / (1 + move * hertz / bench.carrierHertz)
      curvature = vertex.curvature / (hertz * hertz)
    }
    return curvature
  }

  /// Compares the profiles that the two chirps see: their distance tells the dilation coarsely, the phase between them
  /// finely, but for multiples of one turn.
  private static func refinedWarp(
    _ candidate: BurstCandidate, _ history: borrowing BasebandHistory, _ bench: BurstBench
  ) -> BurstWarp {
    var warp = bench.seemingWarp(candidate)
    let half = candidate.sounder.chirpCount
    let rate = bench.parameters.basebandRateHertz
    let before = 48
    let span = before + 120
    let samples = ComplexMemory(count: 2 * half + span)
    let chirps = bench.sounderSamples[candidate.sounderIndex]
    let sign = candidate.sounder == .long ? -1.0 : 1.0
    let slope = 0.96 * bench.bandwidthRatio * rate * rate / Double(half)
    let short = bench.transforms.of(512)
    let long = bench.transforms.of(4096)
    for pass in 0..<2 {
      bench.resampler.read(
        history, warp, first: -before, count: samples.count, into: samples.start)
      let spectra = (0..<2).map { part -> [Complex] in
        short.points.update(repeating: Complex(0, 0), count: 512)
        for delay in 0..<span {
          var sum = Complex(0, 0)
          for index in part * half..<(part + 1) * half {
            sum = sum + samples.start[delay + index].timesConjugate(of: chirps[index])
          }
          short.points[delay] = sum
        }
        short.forward()
        return (0..<512).map { short.points[$0] }
      }
      long.points.update(repeating: Complex(0, 0), count: 4096)
      for point in 0..<512 {
        let value = spectra[1][point].timesConjugate(of: spectra[0][point])
        long.points[point < 256 ? point : point + 4096 - 512] = value
      }
      long.inverse()
      // Eighths of a sample.
      let reach = pass == 0 ? 112 : 24
      var lag = 0
      for place in -reach...reach
      where long.points[place & 4095].power > long.points[lag & 4095].power { lag = place }
      let peak = long.points[lag & 4095]
      let coarse = sign * 0.5 * Double(lag) / 8 / rate * slope
      let turns = arcTangent(Double(peak.imaginary), Double(peak.real)) / (2 * .pi)
      let seconds = Double(half) / rate
      let whole = (coarse * seconds - turns).rounded()
      let fine = (turns + whole) / seconds
      warp.step /= 1 + fine / bench.carrierHertz
    }
    return warp
  }
}
