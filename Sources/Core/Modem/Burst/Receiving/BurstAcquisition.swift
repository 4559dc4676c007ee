import HandShakeSignal

/// Aligns a frame with its sounder, and learns noise, responses and dilation from it.
struct BurstAcquisition: ~Copyable {
  let bench: BurstBench
  let sounder: BurstSounder
  /// The microphones that hear the sounder, the loudest first.
  private(set) var microphones: [BurstMicrophone]
  private(set) var warp: BurstWarp

  /// The most samples by which a frame may start before its candidate.
  private static let back = 80
  /// Samples after the sounder that the alignment may need.
  static let span = 200

  /// The least share of the band that a sounder fills; 90 % of `hop` tones fill at most 0.09.
  private static let leastFilledShare: Float = 0.1
  /// The least information of a sounder, as a share of the information of flat power. Of 648
  /// sounders in measured rooms at 10 to 40 dB, every sounder carried at least this.
  private static let leastCarriedShare: Float = 0.6

  /// The microphone with the most power over the noise at the place of the sounder. Nil if the
  /// power is not spread over the band, as for a few tones of any level.
  ///
  /// Rooms and loudspeakers also leave a few loud peaks of a sounder. But the power between the
  /// peaks exceeds the noise too, so the band carries nearly as much as without peaks.
  static func loudestChannel(
    _ history: borrowing BasebandHistory, _ candidate: BurstCandidate, _ bench: BurstBench,
    _ former: BurstNoise.Former?
  ) -> Int? {
    let (warp, sounder) = (bench.seemingWarp(candidate), candidate.sounder)
    let count = sounder.sampleCount
    var (loudest, energy): (Int?, Float) = (nil, 0)
    for channel in history.counting {
      guard let noise = BurstNoise(history, channel, before: warp, sounder, bench, former) else {
        continue
      }
      let window = bench.window(channel)
      window.read(history, channel, warp, noise.whitener, first: 0, count: count)
      // The whitener scales the noise to the same power in all microphones.
      let own = ComplexRun.energy(window.whitened.start, count: count)
      if own > energy { (loudest, energy) = (channel, own) }
    }
    guard let loudest else { return nil }
    let transform = bench.transforms.of(TransformPool.length(atLeast: count))
    transform.points.update(repeating: Complex(0, 0), count: transform.size)
    transform.points.update(from: bench.window(loudest).whitened.start, count: count)
    transform.forward()
    let reach = Int(0.5 * bench.bandwidthRatio * Double(transform.size))
    // The whitener scales the noise to a power of 1 a sample.
    let noisePower = Float(count)
    var (sum, squares, logarithms): (Float, Float, Float) = (0, 0, 0)
    for point in -reach..<reach {
      let power = transform.points[point & (transform.size - 1)].power
      sum += power
      squares += power * power
      logarithms += fastLogarithm(1 + power / noisePower)
    }
    let width = Float(2 * reach)
    // 1 for flat power; for one tone, the share of the band that the tone is wide.
    let share = sum * sum / max(squares * width, .leastNormalMagnitude)
    // Information that the band carries, over the information that flat power would carry.
    let carried = logarithms / (width * fastLogarithm(1 + sum / (width * noisePower)))
    return share > leastFilledShare || carried > leastCarriedShare ? loudest : nil
  }

  /// Learns the noise of microphone `channel` before the sounder; nil if nothing was received.
  init?(
    _ history: borrowing BasebandHistory, _ channel: Int, _ candidate: BurstCandidate,
    _ bench: BurstBench, _ former: BurstNoise.Former?
  ) {
    self.bench = bench
    sounder = candidate.sounder
    warp = Self.refinedWarp(candidate, history, channel, bench).anchored(at: 0)
    warp.position -= Double(Self.back) * warp.step
    guard
      let microphone = BurstMicrophone(channel, history, before: warp, candidate, bench, former)
    else { return nil }
    microphones = [microphone]
  }

  /// Finds the first tap of the response, so that the frame starts at its first sound. Also finds
  /// the other microphones that hear the sounder. If most of the sounder reaches one of them too
  /// early for the taps before delay zero, that microphone sets the start.
  ///
  /// - Returns: false if there is no sounder.
  mutating func align(
    _ history: borrowing BasebandHistory, _ candidate: BurstCandidate,
    _ former: BurstNoise.Former?
  ) -> Bool {
    let loudest = microphones[0]
    guard loudest.findSounder(history, warp) else { return false }
    let others = history.counting.filter { $0 != loudest.channel }.compactMap {
      BurstMicrophone($0, history, before: warp, candidate, bench, former)
    }
    // Of adjacent microphones, only the loudest sets the start: the noise of all of them would seem
    // to start a weak frame too early.
    let first = loudest.firstTap.tap
    let early = others.filter {
      $0.findSounder(history, warp) && $0.firstTap.loudest ?? first < first - BurstBench.lead
    }
    for _ in 0..<2 {
      let shift = early.reduce(loudest.firstTap.tap) { min($0, $1.firstTap.tap) } - BurstBench.lead
      guard abs(shift) > 1 else { break }
      warp.position += Double(shift) * warp.step
      for microphone in [loudest] + early { microphone.shift(by: shift, history, warp) }
    }
    loudest.estimateError(iterations: 8)
    // After the alignment, more microphones may find the sounder.
    for other in others where other.findSounder(history, warp) { microphones.append(other) }
    return true
  }

  /// The channel after `align`, good enough for the header: 1 Hz turns it only a little.
  func roughChannel() -> BurstChannel {
    let perSymbol = 2 * Double.pi / bench.parameters.symbolRateHertz
    return BurstChannel(self, advanceVariance: perSymbol * perSymbol, isSounderClear: false)
  }

  /// The channel after `align`, as precise as the sounder allows.
  consuming func channel(_ history: borrowing BasebandHistory) -> BurstChannel {
    let curvature = refineByLikelihood(history)
    for microphone in microphones { microphone.learnSounder(history, warp) }
    let first = microphones[0]
    // Power of the unexplained samples over the power of the noise: about 1 for a sounder.
    let misfit = first.estimator.misfit() / Float(sounder.sampleCount)
    let perSymbol = 2 * Double.pi / bench.parameters.symbolRateHertz
    return BurstChannel(
      self,
      advanceVariance: perSymbol * perSymbol * min(1 / max(curvature, 1e-9) + 4e-4, 1),
      isSounderClear: first.relativeError < 0.1 && misfit < 2 && first.receivedPower > 20)
  }

  /// Searches the sounder's likelihood in all microphones for the dilation. Noise learnt behind a
  /// suppressor is too low: microphones with more unexplained samples count less.
  ///
  /// - Returns: the curvature of the likelihood, per squared hertz.
  private mutating func refineByLikelihood(_ history: borrowing BasebandHistory) -> Double {
    var curvature = 0.0
    for hertz in [1.0, 0.3] {
      var (misfits, least) = (SIMD4<Double>.zero, Double.infinity)
      let step = warp.step
      for microphone in microphones {
        var own = SIMD4<Double>.zero
        for place in 0..<3 {
          warp.step = step / (1 + Double(place - 1) * hertz / bench.carrierHertz)
          microphone.loadSounder(history, warp)
          microphone.estimator.solve(iterations: 10, isFirst: true)
          own[place] = Double(microphone.estimator.misfit())
        }
        let ratio = max(own[1] / Double(sounder.sampleCount), 1)
        least = min(least, ratio)
        misfits += own / ratio
      }
      let vertex = ParabolaVertex(before: misfits[0], misfits[1], after: misfits[2])
      let move =
        vertex.curvature > 0
        ? min(max(vertex.offset, -1.5), 1.5) : (misfits[0] > misfits[2] ? 1 : -1)
      warp.step = step / (1 + move * hertz / bench.carrierHertz)
      curvature = least * vertex.curvature / (hertz * hertz)
    }
    return curvature
  }

  /// Compares the profiles of the two chirps. Their distance gives the dilation coarsely. The phase
  /// between them gives it finely, except for multiples of one turn.
  private static func refinedWarp(
    _ candidate: BurstCandidate, _ history: borrowing BasebandHistory, _ channel: Int,
    _ bench: BurstBench
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
        history, channel, warp, first: -before, count: samples.count, into: samples.start)
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
      // In eighths of a sample.
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
