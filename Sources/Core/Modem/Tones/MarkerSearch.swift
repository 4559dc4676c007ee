import Signal

/// Looks for a known sequence of tones at any time, in any placement and at any speed.
///
/// Each frame is a windowed transform, an eighth of a tone after the one before. The energy x of
/// every bin over three times its noise floor counts as `log(1 + x)`, so that one loud bin proves
/// little, summed along the marker's path through time and frequency for every speed. The sum is
/// computed as the product of the `1 + x`, and for eight frames at a time.
struct MarkerSearch {
  /// Largest speed of approach or retreat that is searched.
  static let largestSpeed = 3.3
  /// Least score of a candidate; noise alone reaches it less than once a month (eight tones).
  let threshold: Float
  /// The product of the `1 + x` at that score.
  private let leastProduct: Float

  private let stepSamples: Int
  private let transform: FourierTransform
  /// Gain of every sample, twice, to meet real and imaginary part.
  private let window: [Float]
  private let windowEnergy: Float
  private let firstBin: Int
  private let binCount: Int
  private let binHertz: Double
  private let dilations: [Double]
  private let placementCount: Int
  private let toneCount: Int
  /// For placement p, dilation d and tone i, at `(p * dilations + d) * toneCount + i`.
  private let paths: [PathStep]
  private let lookAheadFrames: Int

  private var floor: NoiseFloor
  /// The floor every eight frames: a marker's noise is that from before it.
  private var snapshots: [[Float]] = []
  /// Always a multiple of eight.
  private var nextFrame = 0
  /// The latest eight frames, then room for one more.
  private var rows: [Float]
  private var ring: FrameRing
  /// The largest value of each of the latest frames, logarithmic.
  private var framePeaks: [Float]
  private static let peakReach = 8
  private static let leastShare: Float = 0.5
  /// Best products of the latest 32 frames, per placement.
  private var products: [Float]

  /// - Parameters:
  ///   - shape: envelope of a tone.
  ///   - markerHertz: the marker's tones in order, for each placement; at most 24.
  ///   - threshold: least score of a candidate.
  ///   - speedStep: distance of the speeds searched, in tone bandwidths at the band's centre.
  ///   - accelerations: accelerations searched, in m/s^2, for markers so long that they matter.
  ///   - padding: least size of the transform in lengths of a tone.
  init(
    shape: ToneShape, markerHertz: [[Double]], threshold: Float, speedStep: Double = 0.25,
    accelerations: [Double] = [0], padding: Double = 1.5
  ) {
    let rate = DownConverter.outputRateHertz
    let length = Int(shape.seconds * rate)
    var size = 64
    while Double(size) < Double(length) * padding { size *= 2 }
    self.threshold = threshold
    leastProduct = fastExponential(threshold)
    let stepSamples = max(1, Int(shape.seconds * rate / 8))
    self.stepSamples = stepSamples
    transform = FourierTransform(size: size)
    let binHertz = rate / Double(size)
    self.binHertz = binHertz
    let gains = (0..<length).map { shape.gain(at: (Double($0) + 0.5) / rate) }
    window = gains.flatMap { [$0, $0] }
    windowEnergy = gains.reduce(0) { $0 + $1 * $1 }
    toneCount = markerHertz[0].count
    placementCount = markerHertz.count
    precondition(toneCount <= 24, "a product of more factors up to 18 may overflow")

    let step = speedStep / shape.seconds / 18500
    let reach = Int((Self.largestSpeed / soundMetresPerSecond / step).rounded(.up))
    let motions = accelerations.flatMap { acceleration in
      (-reach...reach).map { (dilation: Double($0) * step, acceleration: acceleration) }
    }
    dilations = motions.map { $0.dilation }
    let span = Double(markerHertz[0].count) * shape.seconds
    let bend = accelerations.map { abs($0) }.max()! / soundMetresPerSecond * span / 2
    let stretch = Double(reach) * step + bend
    let lowest = markerHertz.joined().min()! * (1 - stretch) - 8 * binHertz
    let highest = markerHertz.joined().max()! * (1 + stretch) + 8 * binHertz
    let first = Int(((lowest - DownConverter.centreHertz) / binHertz).rounded(.down))
    let last = Int(((highest - DownConverter.centreHertz) / binHertz).rounded(.up))
    firstBin = first
    binCount = (last - first) / 8 * 8 + 8

    func frames(toTone index: Int, _ dilation: Double) -> Int {
      let samples = Double(index) * shape.seconds * rate / (1 + dilation)
      return Int((samples / Double(stepSamples)).rounded())
    }
    let lookAhead = frames(toTone: toneCount - 1, -Double(reach) * step)
    lookAheadFrames = lookAhead
    ring = FrameRing(binCount: binCount, frameCount: lookAhead + 8 + Self.peakReach)
    framePeaks = [Float](repeating: 0, count: lookAhead + 8 + Self.peakReach)
    var paths: [PathStep] = []
    for tones in markerHertz {
      for (dilation, acceleration) in motions {
        for (index, hertz) in tones.enumerated() {
          // The dilation is that of the marker's middle.
          let time = (Double(index) + 0.5) * shape.seconds - span / 2
          let local = dilation + acceleration * time / soundMetresPerSecond
          let offset = hertz * (1 + local) - DownConverter.centreHertz
          let bin = Int((offset / binHertz).rounded()) - first
          paths.append(
            PathStep(
              column: Int32(bin * ring.stride), frames: Int32(frames(toTone: index, dilation))))
        }
      }
    }
    self.paths = paths
    // Every fourth frame is learnt, half a tone after the one before: 2.6 s of the past (classic).
    floor = NoiseFloor(binCount: binCount, memory: 80)
    rows = [Float](repeating: 0, count: 9 * binCount)
    products = [Float](repeating: 0, count: 32 * markerHertz.count)
  }

  /// Examines what has come to `history` since the last call.
  mutating func scan(_ history: borrowing BasebandHistory) -> [MarkerCandidate] {
    var candidates: [MarkerCandidate] = []
    while (nextFrame + 7) * stepSamples + window.count / 2 <= history.endIndex {
      for row in 0..<8 {
        measure(row: row, history)
        if row == 0 { keepFloor() }
      }
      rows.withUnsafeBufferPointer {
        ring.append($0.baseAddress!, firstFrame: nextFrame)
      }
      score(firstFrame: nextFrame - lookAheadFrames, &candidates)
      nextFrame += 8
    }
    return candidates
  }

  private mutating func keepFloor() {
    if floor.isUntaught {
      snapshots.removeAll()
      return
    }
    snapshots.append(floor.logarithms)
    let kept = (lookAheadFrames + 2 * Self.peakReach) / 8 + 2
    if snapshots.count > kept { snapshots.removeFirst() }
  }

  /// Computes the `1 + x` of frame `nextFrame + row` into `rows`.
  private mutating func measure(row: Int, _ history: borrowing BasebandHistory) {
    let frame = nextFrame + row
    let length = window.count / 2
    let start = frame * stepSamples
    let points = transform.buffer
    history.withSamples(start..<start + length) { samples in
      let parts = UnsafeRawPointer(samples).assumingMemoryBound(to: Float.self)
      let target = UnsafeMutableRawPointer(points.baseAddress!)
        .assumingMemoryBound(to: Float.self)
      window.withUnsafeBufferPointer { window in
        for index in 0..<window.count { target[index] = parts[index] * window[index] }
      }
      for index in length..<points.count { points[index] = Complex(0, 0) }
    }
    transform.forward()
    // Far below the quantisation noise of 24 bits: digital silence must not be infinitely quiet.
    let least: Float = 1e-16
    let scale = 1 / windowEnergy
    let firstPoint = firstBin & (transform.size - 1)
    let count = binCount
    // The bins run through the end of the transform, from negative frequencies to positive ones.
    let split = min(count, points.count - firstPoint)
    rows.withUnsafeMutableBufferPointer { rows in
      let row = rows.baseAddress! + row * count
      let upper = points.baseAddress! + firstPoint
      for bin in 0..<split { row[bin] = upper[bin].power * scale + least }
      let lower = points.baseAddress!
      let rest = row + split
      for bin in 0..<count - split { rest[bin] = lower[bin].power * scale + least }
      if frame % 4 == 0 || floor.isYoung {
        floor.learn(row, scratch: rows.baseAddress! + 8 * count)
      }
      let ratios = floor.divide(row)
      // A click lifts every bin alike: what all bins share is noise as well.
      let common = max(0, ratios.meanLogarithm + NoiseFloor.eulerConstant)
      let quieter = fastExponential(-common)
      // Nothing 17 dB below the strongest bin counts: it may be that bin's own skirt.
      let share = quieter / (3 * (1 + 0.02 * quieter * ratios.largest))
      for bin in 0..<count { row[bin] = 1 + share * row[bin] }
      framePeaks[frame % framePeaks.count] = fastLogarithm(1 + share * ratios.largest)
    }
  }

  /// Scores eight frames and looks for peaks among those that now have all neighbours.
  private mutating func score(firstFrame: Int, _ candidates: inout [MarkerCandidate]) {
    let pathCount = dilations.count * toneCount
    for placement in 0..<placementCount {
      let best = paths.withUnsafeBufferPointer {
        ring.largestProducts(
          UnsafeBufferPointer(rebasing: $0[placement * pathCount..<(placement + 1) * pathCount]),
          toneCount: toneCount, frame: firstFrame)
      }
      for lane in 0..<8 where firstFrame + lane >= 0 {
        products[placement * 32 + (firstFrame + lane) & 31] = best[lane]
      }
    }
    for frame in firstFrame - Self.peakReach..<firstFrame - Self.peakReach + 8 where frame >= 0 {
      for placement in 0..<placementCount where isPeak(frame, placement) {
        if let candidate = candidate(frame, placement) { candidates.append(candidate) }
      }
    }
  }

  /// Whether no frame near `frame` scores higher.
  private func isPeak(_ frame: Int, _ placement: Int) -> Bool {
    let middle = products[placement * 32 + frame & 31]
    guard middle >= leastProduct else { return false }
    for distance in 1...Self.peakReach {
      guard products[placement * 32 + (frame - distance) & 31] < middle,
        products[placement * 32 + (frame + distance) & 31] <= middle
      else { return false }
    }
    return true
  }

  /// The candidate that starts with `frame`, if the marker is most of what sounds along its path.
  private func candidate(_ frame: Int, _ placement: Int) -> MarkerCandidate? {
    var best = (product: Float(0), dilation: 0, path: paths[0..<0])
    for dilation in dilations.indices {
      let start = (placement * dilations.count + dilation) * toneCount
      let path = paths[start..<start + toneCount]
      let product = ring.product(path, frame: frame)
      if product > best.product { best = (product, dilation, path) }
    }
    let score = fastLogarithm(best.product)
    // Other tones match in places.
    let loudest = best.path.reduce(Float(0)) {
      $0 + framePeaks[(frame + Int($1.frames)) % framePeaks.count]
    }
    guard score > Self.leastShare * loudest else { return nil }
    return MarkerCandidate(
      placementIndex: placement,
      start: Double(frame * stepSamples),
      dilation: dilations[best.dilation], score: score,
      noise: NoiseSnapshot(
        logarithms: snapshots.first ?? floor.logarithms, firstBin: firstBin, binHertz: binHertz))
  }
}
