import HandShakeSignal

/// Searches one band for `BurstSearch`.
final class BurstSearchBand {
  /// Samples in a group, the search's unit of time.
  static let groupLength = 8

  private let index: Int
  private let rateHertz: Double
  private let blockLength: Int
  private let decimation: Int
  /// New samples in a block, after decimation.
  private let hop: Int
  private let firstBin: Int
  private let transform: FourierTransform
  private let spectrum: ComplexMemory
  private let levels: RealMemory
  /// Sets of microphones that are searched together: each alone, and all.
  private var views: [Range<Int>] = []
  /// Squared magnitude of the whitened band, summed over groups and the microphones of each view.
  private var powers: [RealMemory] = []
  /// The weight of each microphone's power in the sum: one over the power of its noise before the
  /// latest block. The same weight applies to earlier samples.
  private var weights: [Float] = []
  private let pairs: [ChirpPair]
  private let capacity: Int
  private var filled = 0
  /// Baseband sample at the start of the buffers.
  private var origin = 0

  /// Decay of the window over which the two profiles are compared, in seconds.
  private static let decaySeconds = 0.012
  private static let windowGroups = 16
  /// The rounding of the transforms, as a share of the loudest group's power.
  private static let roundedShare: Float = 1e-9
  /// The loudest group's power in each of the last blocks that one sounder spans. The rounding of
  /// an earlier, louder block still affects the score.
  private var loudest: [[Float]] = []
  /// Blocks in which each microphone is also searched alone, because one hears more than another. A
  /// microphone with underestimated noise spoils the sum.
  private var blocksAlone = 0
  /// Power ratio of two microphones above which the louder one alone beats the sum.
  private static let unequalPower: Float = 2

  init(
    index: Int, centreHertz: Double, sounders: [BurstSearch.Sounder], rateHertz: Double,
    sourceCentreHertz: Double, blockLength: Int, decimation: Int, hop: Int,
    largestDilation: Double
  ) {
    self.index = index
    self.rateHertz = rateHertz
    self.blockLength = blockLength
    self.decimation = decimation
    self.hop = hop / decimation
    let size = blockLength / decimation
    let binHertz = rateHertz / Double(blockLength)
    let bin = ((centreHertz - sourceCentreHertz) / binHertz).rounded()
    let offset = centreHertz - sourceCentreHertz - bin * binHertz
    firstBin = (Int(bin) + 4 * blockLength) % blockLength
    transform = FourierTransform(size: size, keepsInput: true)
    spectrum = ComplexMemory(count: size)
    levels = RealMemory(count: size / Self.groupLength)
    let outputRate = rateHertz / Double(decimation)
    let transform = transform
    pairs = sounders.map {
      ChirpPair(
        $0, offsetHertz: offset, centreHertz: centreHertz, rateHertz: outputRate, transform,
        largestDilation: largestDilation)
    }
    let reach = pairs.map { $0.reach }.max()! + (Self.windowGroups + 2) * Self.groupLength
    let lasting = (reach + Self.groupLength - 1) / Self.groupLength * Self.groupLength
    capacity = lasting + 3 * self.hop
  }

  private func makeRoom(channelCount: Int) {
    views = (0..<channelCount).map { $0..<$0 + 1 } + (channelCount > 1 ? [0..<channelCount] : [])
    powers = views.map { _ in
      RealMemory(count: (capacity + transform.size) / Self.groupLength + 1)
    }
    loudest = views.map { _ in [] }
    weights = Array(repeating: 1, count: channelCount)
    for pair in pairs { pair.makeRoom(capacity, views) }
  }

  /// Begins the next block of all microphones, at baseband sample `first`.
  func begin(first: Int, channelCount: Int) {
    if views.isEmpty { makeRoom(channelCount: channelCount) }
    if filled + hop > capacity { shift() }
    if first != origin + filled * decimation {
      // Data before a gap does not count.
      origin = first - filled * decimation
    }
    for power in powers {
      (power.start + filled / Self.groupLength).update(
        repeating: 0, count: transform.size / Self.groupLength)
    }
    for pair in pairs { pair.begin(at: filled, count: hop) }
  }

  /// Appends the candidates in the block to `found`.
  func search(_ found: inout [BurstCandidate]) {
    liftRounded()
    Self.join(powers, weights, count: (filled + transform.size) / Self.groupLength)
    blocksAlone = isUnequal ? capacity / hop + 1 : max(blocksAlone - 1, 0)
    filled += hop
    for (number, pair) in pairs.enumerated() {
      for peak in pair.search(
        powers, weights, from: blocksAlone > 0 ? 0 : views.count - 1, filled: filled,
        window: Self.windowGroups,
        decay: Float(
          exponential(
            -Double(Self.groupLength * decimation) / rateHertz / Self.decaySeconds)))
      {
        found.append(
          BurstCandidate(
            bandIndex: index, sounderIndex: number,
            position: Double(origin + peak.sample * decimation), dilation: peak.dilation,
            score: peak.score))
      }
    }
  }

  /// Whether one microphone heard far more of the latest block than another, over their noise.
  private var isUnequal: Bool {
    let heard = zip(weights, powers).map { weight, power in
      let start = power.start + filled / Self.groupLength
      let block = UnsafeBufferPointer(start: start, count: transform.size / Self.groupLength)
      return weight * block.reduce(0, +)
    }
    return heard.max()! > Self.unequalPower * heard.min()!
  }

  /// Baseband sample up to which the search for starts of sounders is complete.
  var searchedPosition: Int { origin + pairs.map { $0.searched }.min()! * decimation }

  /// Adds the block of microphone `channel`, by its spectrum.
  func add(_ points: UnsafePointer<Complex>, _ gains: [Float], weight: Float, _ channel: Int) {
    let size = transform.size
    // The band fills seven eighths; the rest belongs to neighbours.
    let reach = 7 * size / 16
    gains.withUnsafeBufferPointer { gains in
      for offset in -reach...reach {
        let bin = (firstBin + offset + blockLength) & (blockLength - 1)
        spectrum.start[offset & (size - 1)] = points[bin].scaled(by: gains[bin])
      }
    }
    (spectrum.start + reach + 1).update(repeating: Complex(0, 0), count: size - 2 * reach - 1)
    transform.input.baseAddress!.update(from: spectrum.start, count: size)
    transform.inverse()
    let scale = 1 / Float(size)
    if limitClicks() {
      transform.input.baseAddress!.update(from: transform.points, count: size)
      transform.forward()
      for point in 0..<size { spectrum.start[point] = transform.points[point].scaled(by: scale) }
      transform.points.update(from: transform.input.baseAddress!, count: size)
    }
    // Add beyond the hop: matched filters look ahead, and a score needs its whole sounder's energy.
    let own = powers[channel].start + filled / Self.groupLength
    Self.energies(transform.points, scale * scale, count: size, into: own)
    weights[channel] = weight
    for pair in pairs { pair.take(spectrum.start, transform, channel, at: filled, count: hop) }
  }

  /// The energies of the groups of `count` points, times `scale`.
  @inline(never)
  static func energies(
    _ points: UnsafePointer<Complex>, _ scale: Float = 1, count: Int,
    into energies: UnsafeMutablePointer<Float>
  ) {
    for group in 0..<count / groupLength {
      energies[group] = scale * ComplexRun.energy(points + group * groupLength, count: groupLength)
    }
  }

  /// Sets the last of `runs` to the weighted sum of the others, if there are others.
  static func join(_ runs: [RealMemory], _ weights: [Float], count: Int) {
    guard let sum = runs.last?.start, runs.count > 1 else { return }
    sum.update(repeating: 0, count: count)
    for (run, weight) in zip(runs, weights) {
      for index in 0..<count { sum[index] += weight * run.start[index] }
    }
  }

  /// Raises the power of the block to the rounding error, except in digital silence.
  private func liftRounded() {
    let count = transform.size / Self.groupLength
    for index in views.indices {
      let groups = powers[index].start + filled / Self.groupLength
      if loudest[index].count > capacity / hop { loudest[index].removeFirst() }
      let loudestGroup = UnsafeBufferPointer(start: groups, count: count).max()!
      loudest[index].append(loudestGroup)
      guard loudestGroup > 0 else { continue }
      let rounding = Self.roundedShare * loudest[index].reduce(0, max)
      for group in 0..<count { groups[group] = max(groups[group], rounding) }
    }
  }

  /// Limits samples far above their block and their neighbours. Two clicks at the right distance
  /// would look like two chirps; the chirps have a steady envelope.
  ///
  /// - Returns: whether any sample was limited.
  private func limitClicks() -> Bool {
    let size = transform.size
    let count = size / Self.groupLength
    Self.energies(transform.points, count: size, into: levels.start)
    // The level above three quarters of the groups, by bisection.
    let loudest = UnsafeBufferPointer(start: levels.start, count: count).max()!
    var (low, high) = (Float(0), loudest)
    for _ in 0..<12 {
      let middle = 0.5 * (low + high)
      var below = 0
      for group in 0..<count where levels.start[group] < middle { below += 1 }
      if 4 * below < 3 * count { low = middle } else { high = middle }
    }
    guard loudest > 4 * high else { return false }
    var isChanged = false
    for group in 0..<count where levels.start[group] > 4 * high {
      let limit = 4 * localLevel(group, count) / Float(Self.groupLength)
      for point in group * Self.groupLength..<(group + 1) * Self.groupLength {
        let power = transform.points[point].power
        if power > limit {
          transform.points[point] = transform.points[point].scaled(by: (limit / power).squareRoot())
          isChanged = true
        }
      }
    }
    return isChanged
  }

  /// The median level of 17 groups around `group`. A steady sound that starts sets it.
  private func localLevel(_ group: Int, _ count: Int) -> Float {
    let first = min(max(group - 8, 0), count - 17)
    return Float((first..<first + 17).map { Double(levels.start[$0]) }.quantile(0.5))
  }

  /// Drops the samples that no pair needs.
  private func shift() {
    let dropped =
      min(pairs.map { $0.searched }.min()!, filled)
      / Self.groupLength * Self.groupLength
    let kept = filled - dropped
    for power in powers {
      power.start.update(
        from: power.start + dropped / Self.groupLength, count: kept / Self.groupLength + 1)
    }
    for pair in pairs { pair.shift(by: dropped, keeping: kept) }
    filled = kept
    origin += dropped * decimation
  }
}
