import Signal

/// From a candidate to an aligned frame: noise, room, dilation.
extension BurstFrameReader {
  /// Samples by which a frame may start earlier than the search thinks.
  private static let back = 80
  /// Samples after the sounder that aligning it may take in.
  static let alignmentSpan = 200
  /// Samples before the frame from which the noise is learnt.
  static let noiseSpan = 1400
  /// Power of what the model of room and sounder leaves out, over that received.
  static let modelError: Float = 3e-4

  /// Expected error of the room's response over its energy, above which nothing was sent: of frames
  /// that could be read none had more than 0.6, down to -13 dB.
  private static let largestDoubt: Float = 1.6

  /// Share of the band that a sounder fills at least: 40 dB above the noise they fill 0.57 and more, tones
  /// of `hop` 0.09 at most nine times of ten.
  private static let leastFilledShare: Float = 0.1

  /// Whether the power where the sounder should be is spread over its band, which a few tones are not
  /// however loud they are.
  func fillsItsBand(_ history: borrowing BasebandHistory) -> Bool {
    guard learnNoise(history) > 0 else { return false }
    let count = sounder.sampleCount
    read(history, first: 0, count: count)
    return filledShare(count) > Self.leastFilledShare
  }

  /// - Returns: whether there is a sounder.
  func acquire(_ history: borrowing BasebandHistory) -> Bool {
    let count = sounder.sampleCount
    refineDilation(history)
    warp = warp.anchored(at: 0)
    warp.position -= Double(Self.back) * warp.pace
    let power = learnNoise(history)
    guard power > 0 else { return false }
    var noise = prepare(history, count)
    estimator.assumeDecay(overTaps: Float(estimator.tapCount) / 3)
    estimator.estimate(rounds: 2, iterations: 15)
    // Clicks and whistles are not explained by any room.
    guard estimator.expectedError(iterations: 8) < Self.largestDoubt * energyOfTaps else {
      return false
    }
    for _ in 0..<2 {
      let shift = firstTap(noise, count) - estimator.lead
      guard abs(shift) > 1 else { break }
      warp.position += Double(shift) * warp.pace
      estimator.shift(by: shift)
      noise = prepare(history, count)
      estimator.estimate(rounds: 2, iterations: 15)
    }
    let curvature = refineByLikelihood(history, count)
    noise = prepare(history, count)
    estimator.estimate(rounds: 3, iterations: 15)
    misfit = estimator.misfit() / Float(count)
    loudness = ComplexRun.energy(fresh.start, count: count) / Float(count)
    expectedError = estimator.expectedError(iterations: 20)
    let perSymbol = 2 * Double.pi / bench.parameters.symbolRateHertz
    advanceVariance = perSymbol * perSymbol * min(1 / max(curvature, 1e-9) + 4e-4, 1)
    timeline.receive(fresh.start, first: 0, count: count)
    return true
  }

  /// Share of the band over which the power of `count` samples in `fresh` is spread: 1 where it is the same
  /// everywhere, and for one tone that of its width.
  private func filledShare(_ count: Int) -> Float {
    let transform = bench.transforms.of(BurstTransforms.length(atLeast: count))
    transform.points.update(repeating: Complex(0, 0), count: transform.size)
    transform.points.update(from: fresh.start, count: count)
    transform.forward()
    let reach = Int(
      0.5 * bench.parameters.bandwidthRatio(of: bench.placement) * Double(transform.size))
    var sum: Float = 0
    var squares: Float = 0
    for point in -reach..<reach {
      let power = transform.points[point & (transform.size - 1)].power
      sum += power
      squares += power * power
    }
    return sum * sum / max(squares * Float(2 * reach), .leastNormalMagnitude)
  }

  /// Learns the whitener from what lies before the frame.
  ///
  /// - Returns: the mean power of what is received where the sounder should be.
  private func learnNoise(_ history: borrowing BasebandHistory) -> Float {
    let count = sounder.sampleCount
    let span = Self.noiseSpan
    let samples = ComplexMemory(count: span + count)
    bench.resampler.read(
      history, warp, first: -span, count: span + count, into: samples.start)
    let power = ComplexRun.energy(samples.start + span, count: count) / Float(count)
    guard power > 1e-14 else { return 0 }
    let whitener = whitener(samples.start, floor: Double(power) * 1e-5)
    timeline = BurstTimeline(whitener: whitener)
    noisePower = noisePower(whitener)
    bench.wave(of: sounder).withUnsafeBufferPointer {
      timeline.addKnown($0.baseAddress!, first: -BurstShaper.marginCount, count: $0.count)
    }
    return power
  }

  /// Power of the noise if it were everywhere as in the band: the geometric mean of what the whitener
  /// takes for its spectrum there.
  private func noisePower(_ whitener: BurstWhitener) -> Float {
    let transform = bench.transforms.of(256)
    let response = ComplexMemory(count: transform.size)
    whitener.response(transform, into: response.start)
    let reach = transform.size * 3 / 8
    var sum: Float = 0
    for point in -reach..<reach {
      sum += fastLogarithm(max(response.start[point & (transform.size - 1)].power, 1e-30))
    }
    return fastExponential(-sum / Float(2 * reach))
  }

  /// The whitener for noise in `span` samples before the frame.
  ///
  /// Where it falls silent just before the frame, what was there was another frame: then it is what
  /// whitens the silence, or if that was never heard before, white noise.
  private func whitener(_ samples: UnsafePointer<Complex>, floor: Double) -> BurstWhitener {
    if let formerNoise, formerNoise.isAdjacent { return formerNoise.whitener }
    let span = Self.noiseSpan
    let gap = Self.shortestGap
    let learnt = BurstWhitener(samples, count: span, floor: floor)
    let white = ComplexMemory(count: gap)
    func gapPower(_ whitener: BurstWhitener) -> Float {
      whitener.filter(samples + (span - gap), count: gap, into: white.start)
      return ComplexRun.energy(white.start, count: gap) / Float(gap)
    }
    guard gapPower(learnt) < 0.3 else { return learnt }
    if let former = formerNoise?.whitener, gapPower(former) > 0.3, gapPower(former) < 3 {
      return former
    }
    let power = ComplexRun.energy(samples + (span - gap), count: gap) / Float(gap)
    return BurstWhitener(power: Double(power) + floor)
  }

  /// Samples of silence that surely are between two frames, as far as they are taken for noise.
  private static let shortestGap = 90

  /// Reads the sounder and states the problem of the room.
  ///
  /// - Returns: the noise power that it assumes.
  @discardableResult
  private func prepare(_ history: borrowing BasebandHistory, _ count: Int) -> Float {
    read(history, first: 0, count: count)
    let power = ComplexRun.energy(fresh.start, count: count) / Float(count)
    let noise = 1 + Self.modelError * power
    estimator.load(
      received: fresh.start, known: timeline.known(0), count: count - 8, noisePower: noise)
    return noise
  }

  /// The first tap that stands out.
  private func firstTap(_ noise: Float, _ count: Int) -> Int {
    let taps = estimator.taps.start
    let last = estimator.tapCount - 1
    func power(_ tap: Int) -> Float {
      taps[max(tap - 1, 0)].power + taps[tap].power + taps[min(tap + 1, last)].power
    }
    var largest: Float = 0
    for tap in 0...last { largest = max(largest, power(tap)) }
    let energy = ComplexRun.energy(timeline.known(0), count: count)
    let threshold = min(max(0.012 * largest, 12 * noise / max(energy, 1e-20)), 0.9 * largest)
    for tap in 0...last where power(tap) > threshold { return tap }
    return 0
  }

  /// Searches the likelihood of the sounder for the dilation.
  ///
  /// - Returns: its curvature, per squared hertz.
  private func refineByLikelihood(_ history: borrowing BasebandHistory, _ count: Int) -> Double {
    var curvature = 0.0
    for step in [1.0, 0.3] {
      var misfits = [0.0, 0.0, 0.0]
      let pace = warp.pace
      for place in 0..<3 {
        warp.pace = pace / (1 + Double(place - 1) * step / bench.carrierHertz)
        prepare(history, count)
        estimator.solve(iterations: 10)
        misfits[place] = Double(estimator.misfit())
      }
      let bend = misfits[0] - 2 * misfits[1] + misfits[2]
      let move =
        bend > 0
        ? min(max(0.5 * (misfits[0] - misfits[2]) / bend, -1.5), 1.5)
        : (misfits[0] > misfits[2] ? 1 : -1)
      warp.pace = pace / (1 + move * step / bench.carrierHertz)
      curvature = bend / (step * step)
    }
    return curvature
  }

  /// Compares the profiles that the two chirps see: their distance tells the dilation coarsely, the
  /// phase between them finely, but for multiples of one turn.
  private func refineDilation(_ history: borrowing BasebandHistory) {
    let half = sounder.chirpCount
    let rate = bench.parameters.basebandRateHertz
    let before = 48
    let span = before + 120
    let samples = ComplexMemory(count: 2 * half + span)
    let chirps = bench.samples(of: sounder)
    let ratio = bench.parameters.bandwidthRatio(of: bench.placement)
    let sign = sounder == .long ? -1.0 : 1.0
    let slope = 0.96 * ratio * rate * rate / Double(half)
    let short = bench.transforms.of(512)
    let long = bench.transforms.of(4096)
    for pass in 0..<2 {
      bench.resampler.read(
        history, warp, first: -before, count: samples.count, into: samples.start)
      let profiles = (0..<2).map { part -> [Complex] in
        (0..<span).map { delay in
          var sum = Complex(0, 0)
          for index in 0..<half {
            sum =
              sum
              + samples.start[part * half + delay + index].timesConjugate(
                of: chirps[part * half + index])
          }
          return sum
        }
      }
      short.points.update(repeating: Complex(0, 0), count: 512)
      for delay in 0..<span { short.points[delay] = profiles[0][delay] }
      short.forward()
      let first = (0..<512).map { short.points[$0] }
      short.points.update(repeating: Complex(0, 0), count: 512)
      for delay in 0..<span { short.points[delay] = profiles[1][delay] }
      short.forward()
      long.points.update(repeating: Complex(0, 0), count: 4096)
      for point in 0..<512 {
        let value = short.points[point].timesConjugate(of: first[point])
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
      warp.pace /= 1 + fine / bench.carrierHertz
    }
  }
}
