import HandShakeSignal

/// The two matched filters of a sounder in one band, and the correlation of their outputs.
final class ChirpPair {
  /// A possible sounder.
  struct Peak {
    /// The start, as a sample of the buffers.
    var sample: Int
    var dilation: Double
    var score: Float
  }

  /// Searched samples, which the buffers may drop.
  private(set) var searched = 0

  private let half: Int
  private let threshold: Float
  /// The largest displacement of the second profile, in samples, and the number of vectors of eight
  /// lags that cover it both ways.
  private let largestLag: Int
  private let lagVectors: Int
  private let dilationPerLag: Double
  /// Frequency responses of the two matched filters.
  private let filters: [ComplexMemory]
  /// Real and imaginary parts of both profiles, by microphone.
  private var profiles: [[RealMemory]] = []
  /// The samples of the latest block.
  private var block = 0..<0
  /// The weight of each microphone's power in the sum of several.
  private var weights: [Float] = []
  private var best: Peak?
  /// The searched signals: each microphone, and the sum of several.
  private var views: [View] = []
  /// Products of the profiles by group, vector of lags, and real and imaginary part; and whether
  /// they are up to date.
  private var products = RealMemory(count: 0)
  private var isComputed = RealMemory(count: 0)
  /// The best score of a view by group, and its lag.
  private var (scores, lags) = (RealMemory(count: 0), RealMemory(count: 0))

  /// Energies of some microphones' profiles by group, and their sums over the decaying window.
  private struct View {
    let channels: Range<Int>
    let energies: [RealMemory]
    let windowed: [RealMemory]
  }

  private static let groupLength = BurstSearchBand.groupLength

  init(
    _ sounder: BurstSearch.Sounder, offsetHertz: Double, centreHertz: Double, rateHertz: Double,
    _ transform: FourierTransform, largestDilation: Double
  ) {
    let half = Int((sounder.halfSeconds * rateHertz).rounded())
    self.half = half
    threshold = sounder.leastScore
    let sign = sounder.risesFirst ? 1.0 : -1.0
    // A Doppler shift of f makes a rising chirp seem to start f/slope earlier, a falling chirp
    // later. Compression also shortens the whole sounder.
    let slope = 2 * sounder.edgeHertz / sounder.halfSeconds
    let lagPerDilation = (sign * 2 * centreHertz / slope - sounder.halfSeconds) * rateHertz
    // In a band with low frequencies the lag does not show motion.
    dilationPerLag = abs(lagPerDilation) < 300 ? 0 : 1 / lagPerDilation
    let lags = Int((abs(lagPerDilation) * largestDilation).rounded(.up))
    largestLag = lags
    lagVectors = (2 * lags + 1 + 7) / 8
    filters = (0..<2).map { number in
      let memory = ComplexMemory(count: transform.size)
      let turn = (number == 0) == sounder.risesFirst ? 1.0 : -1.0
      transform.input.update(repeating: Complex(0, 0))
      for index in 0..<half {
        let seconds = (Double(index) + 0.5) / rateHertz
        let turns =
          turn * seconds * (-sounder.edgeHertz + 0.5 * slope * seconds)
          + offsetHertz * (seconds + (number == 0 ? 0 : sounder.halfSeconds))
        transform.input[index] = .phasor(2 * .pi * turns)
      }
      transform.forward()
      for index in 0..<transform.size {
        memory.start[index] =
          transform.points[index].conjugate.scaled(by: 1 / Float(transform.size))
      }
      return memory
    }
  }

  private var firstLag: Int { -4 * lagVectors }

  /// Samples from the start of a sounder to the last profile sample that its score needs. The power
  /// must be known up to the end of the sounder.
  var reach: Int { half + 8 * lagVectors + 16 }

  /// Allocates `capacity` samples for each of `views`, which are ranges of microphones.
  func makeRoom(_ capacity: Int, _ views: [Range<Int>]) {
    let count = capacity / Self.groupLength + 1
    profiles = views.last!.map { _ in (0..<4).map { _ in RealMemory(count: capacity + 64) } }
    self.views = views.map { channels in
      View(
        channels: channels, energies: (0..<2).map { _ in RealMemory(count: count) },
        windowed: (0..<2).map { _ in RealMemory(count: count) })
    }
    isComputed = RealMemory(count: count)
    (scores, lags) = (RealMemory(count: count), RealMemory(count: count))
    products = RealMemory(count: 16 * lagVectors * count)
  }

  /// Filters a block of microphone `channel` with both chirps and adds it.
  func take(
    _ spectrum: UnsafePointer<Complex>, _ transform: FourierTransform, _ channel: Int,
    at place: Int, count: Int
  ) {
    let profiles = profiles[channel]
    for (number, filter) in filters.enumerated() {
      ComplexRun.multiply(
        spectrum, filter.start, into: transform.input.baseAddress!, count: transform.size)
      transform.inverse()
      ComplexRun.split(
        transform.points, real: profiles[2 * number].start + place,
        imaginary: profiles[2 * number + 1].start + place, count: count)
      BurstSearchBand.energies(
        transform.points, count: count,
        into: views[channel].energies[number].start + place / Self.groupLength)
    }
  }

  /// Begins a block, which is silent until a microphone adds to it.
  func begin(at place: Int, count: Int) {
    block = place..<place + count
    for energy in views.flatMap({ $0.energies }) {
      (energy.start + place / Self.groupLength).update(
        repeating: 0, count: count / Self.groupLength)
    }
  }

  func shift(by dropped: Int, keeping kept: Int) {
    for profile in profiles.joined() {
      profile.start.update(from: profile.start + dropped, count: kept)
    }
    for energy in views.flatMap({ $0.energies }) {
      energy.start.update(
        from: energy.start + dropped / Self.groupLength, count: kept / Self.groupLength)
    }
    searched -= dropped
    best?.sample -= dropped
  }

  /// Scores every group whose sounder would have ended, by the `powers` of the views from
  /// `firstView` on. The last view is the sum of all microphones by their `weights`.
  func search(
    _ powers: [RealMemory], _ weights: [Float], from firstView: Int, filled: Int, window: Int,
    decay: Float
  ) -> [Peak] {
    self.weights = weights
    // A microphone that added nothing has no energy.
    for (view, own) in zip(views, profiles)
    where view.energies[0].start[block.lowerBound / Self.groupLength] == 0 {
      for profile in own {
        (profile.start + block.lowerBound).update(repeating: 0, count: block.count)
      }
    }
    for number in 0..<2 {
      BurstSearchBand.join(
        views.map { $0.energies[number] }, weights, count: filled / Self.groupLength)
    }
    var peaks: [Peak] = []
    let groupLength = Self.groupLength
    let first = searched / groupLength
    let end = (filled - reach) / groupLength - window
    guard end > first else { return peaks }
    for group in 0..<end - first { scores.start[group] = 0 }
    for index in firstView..<views.count {
      sumWindows(views[index], from: first, to: filled / groupLength, decay)
      score(views[index], powers[index].start, first..<end, window, decay)
    }
    for group in first..<end where scores.start[group - first] > threshold {
      let lag = Double(lags.start[group - first])
      consider(
        Peak(
          sample: group * groupLength, dilation: dilationPerLag * lag,
          score: scores.start[group - first]),
        &peaks)
    }
    searched = end * groupLength
    if let known = best, searched - known.sample > Self.apart {
      peaks.append(known)
      best = nil
    }
    return peaks
  }

  /// Raises the scores of `groups` to the scores of `view` if these are better.
  private func score(
    _ view: View, _ power: UnsafePointer<Float>, _ groups: Range<Int>, _ window: Int,
    _ decay: Float
  ) {
    let (groupLength, first) = (Self.groupLength, groups.lowerBound)
    for group in 0..<groups.count + window { isComputed.start[group] = 0 }
    let span = (2 * half) / groupLength + window / 2
    // In white noise each profile's window contains this share of the energy times `half`.
    let quiet = Float(groupLength) / (1 - decay) / Float(span * groupLength)
    let gate = 0.95 * quiet + 0.5 * threshold
    // Sum in double precision: the rounding of a loud sound would exceed the silence after it.
    var energyBefore = 0.0
    for group in first..<first + span { energyBefore += Double(power[group]) }
    for group in groups {
      let energy = max(Float(energyBefore), 1e-20)
      energyBefore += Double(power[group + span]) - Double(power[group])
      // The product of two profiles is at most the geometric mean of their energies.
      let least = gate * energy * Float(half)
      let held = view.windowed[0].start[group]
      guard held > 0.5 * least, held * secondPeak(view, group) > least * least else { continue }
      let (score, lag) = score(view, group, first, window, decay)
      let relative = score / (energy * Float(half))
      guard relative > scores.start[group - first] else { continue }
      scores.start[group - first] = relative
      lags.start[group - first] = Float(lag)
    }
  }

  /// The span in samples that contains at most one sounder.
  private static let apart = 120

  private func consider(_ peak: Peak, _ peaks: inout [Peak]) {
    if let known = best {
      if peak.sample - known.sample > Self.apart {
        peaks.append(known)
      } else if known.score >= peak.score {
        return
      }
    }
    best = peak
  }

  /// Sums both profiles' energies over the decaying windows of the groups `first..<end`.
  private func sumWindows(_ view: View, from first: Int, to end: Int, _ decay: Float) {
    for (energy, window) in zip(view.energies, view.windowed) {
      var sum: Float = 0
      var group = end - 1
      while group >= first {
        sum = energy.start[group] + decay * sum
        window.start[group] = sum
        group -= 1
      }
    }
  }

  /// The largest energy of the second profile at the lags that match `group` of the first profile.
  private func secondPeak(_ view: View, _ group: Int) -> Float {
    let place = view.windowed[1].start + group + half / Self.groupLength
    let reach = -firstLag / Self.groupLength
    return max(place[0], place[-reach], place[reach])
  }

  /// The largest coherence at `group`, and its lag.
  private func score(
    _ view: View, _ group: Int, _ first: Int, _ window: Int, _ decay: Float
  ) -> (Float, Int) {
    for step in group..<group + window where isComputed.start[step - first] == 0 {
      correlate(view, step, into: step - first)
    }
    var largest: Float = 0
    var lag = 0
    let firstLag = firstLag
    for vector in 0..<lagVectors {
      var real = SIMD8<Float>.zero
      var imaginary = SIMD8<Float>.zero
      var weight: Float = 1
      for step in 0..<window {
        let sums = products.start + 16 * ((group - first + step) * lagVectors + vector)
        real += weight * sums[eight: 0]
        imaginary += weight * sums[eight: 8]
        weight *= decay
      }
      let power = real * real + imaginary * imaginary
      for lane in 0..<8
      where power[lane] > largest && abs(firstLag + 8 * vector + lane) <= largestLag {
        largest = power[lane]
        lag = firstLag + 8 * vector + lane
      }
    }
    return (largest.squareRoot(), lag)
  }

  /// Products of the two profiles at all lags, summed over one group and the microphones of `view`.
  private func correlate(_ view: View, _ group: Int, into slot: Int) {
    isComputed.start[slot] = 1
    let sums = products.start + 16 * lagVectors * slot
    sums.update(repeating: 0, count: 16 * lagVectors)
    for channel in view.channels {
      correlate(
        profiles[channel], weight: view.channels.count > 1 ? weights[channel] : 1,
        group * Self.groupLength, into: sums)
    }
  }

  private func correlate(
    _ profiles: [RealMemory], weight: Float, _ start: Int, into sums: UnsafeMutablePointer<Float>
  ) {
    let place = max(start + half + firstLag, 0)
    let (real1, imaginary1) = (profiles[0].start + start, profiles[1].start + start)
    let (real2, imaginary2) = (profiles[2].start + place, profiles[3].start + place)
    for vector in 0..<lagVectors {
      var (real, imaginary) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for sample in 0..<Self.groupLength {
        let (r, i) = (real2[eight: 8 * vector + sample], imaginary2[eight: 8 * vector + sample])
        let (a, b) = (real1[sample], imaginary1[sample])
        real += a * r + b * i
        imaginary += a * i - b * r
      }
      sums[eight: 16 * vector] += weight * real
      sums[eight: 16 * vector + 8] += weight * imaginary
    }
  }
}
