import HandShakeSignal

/// Searches for a known sequence of tones at any time, in any placement and at any speed.
///
/// A bin counts as `log(1 + x)`, so one loud bin proves little. x is its energy over three times
/// its noise floor. The score is the sum along the marker's path through time and frequency, for
/// every speed. It is computed from the product of `1 + x`, eight frames at a time. Frames are a
/// quarter of a tone apart. Near a good frame, matched filters try an eighth before or after it.
struct MarkerSearch {
  /// Largest speed of approach or retreat that is searched.
  static let largestSpeed = 3.3
  /// Number of frames on either side that score lower than a peak.
  static let peakReach = 4
  private static let leastShare: Float = 0.5
  /// The least score of a frame is this much lower than the least score of a candidate. A marker
  /// may start an eighth of a tone beside the frame.
  private static let coarseLoss: Float = 0.6
  /// The least score of the better neighbour of this frame is lower by this much.
  private static let neighbourLoss: Float = 1.5

  private var frames: MarkerFrames
  /// Paths through the frames. The index for placement p, dilation d and tone i is
  /// `(p * dilations + d) * toneCount + i`.
  private let paths: [PathStep]
  /// Dilation in the middle of the marker and acceleration, in m/s^2, of each path of a placement.
  private let motions: [(dilation: Double, acceleration: Double)]
  private let markerHertz: [[Double]]
  private let toneSeconds: Double
  private var filter: MatchedFilter
  private let placementCount: Int
  private let toneCount: Int
  /// Least score of a candidate, and least product of a frame near a candidate.
  private let threshold: Float
  private let leastCoarseProduct: Float
  private let leastNeighbour: Float
  /// Best products of the latest 32 frames, per placement.
  private var products: [Float]

  /// - Parameters:
  ///   - shape: envelope of a tone.
  ///   - markerHertz: the marker's tones in order, for each placement; at most 24.
  ///   - threshold: least score. With eight tones, noise alone reaches 8 less than once a month.
  ///   - speedStep: distance of speeds, in tone bandwidths at `ToneShape.referenceHertz`.
  ///   - accelerations: searched accelerations, in m/s^2, for markers of sufficient length.
  ///   - padding: least size of the transform, in lengths of a tone.
  init(
    shape: ToneShape, markerHertz: [[Double]], threshold: Float, speedStep: Double = 0.25,
    accelerations: [Double] = [0], padding: Double = 1.5
  ) {
    let rate = DownConverter.outputRateHertz
    var size = 64
    while Double(size) < Double(Int(shape.seconds * rate)) * padding { size *= 2 }
    toneSeconds = shape.seconds
    filter = MatchedFilter(shape: shape)
    self.markerHertz = markerHertz
    let stepSamples = max(1, 2 * Int(shape.seconds * rate / 8))
    self.threshold = threshold
    leastCoarseProduct = fastExponential(threshold - Self.coarseLoss)
    leastNeighbour = fastExponential(threshold - Self.neighbourLoss)
    toneCount = markerHertz[0].count
    placementCount = markerHertz.count
    precondition(toneCount <= 24, "a product of more factors up to 18 may overflow")

    let step = speedStep / shape.seconds / ToneShape.referenceHertz
    let reach = Int((Self.largestSpeed / soundMetresPerSecond / step).rounded(.up))
    let motions = accelerations.flatMap { acceleration in
      (-reach...reach).map { (dilation: Double($0) * step, acceleration: acceleration) }
    }
    self.motions = motions
    let span = Double(toneCount) * shape.seconds
    let bend = accelerations.map { abs($0) }.max()! / soundMetresPerSecond * span / 2
    let stretch = Double(reach) * step + bend
    let hertz = markerHertz.joined()
    let bins = BasebandBins(
      hertz.min()! * (1 - stretch)...hertz.max()! * (1 + stretch), margin: 8,
      binHertz: rate / Double(size))

    func frameCount(toTone index: Int, _ dilation: Double) -> Int {
      let samples = Double(index) * shape.seconds * rate / (1 + dilation)
      return Int((samples / Double(stepSamples)).rounded())
    }
    let frames = MarkerFrames(
      shape: shape, bins: bins, size: size, stepSamples: stepSamples,
      lookAhead: frameCount(toTone: toneCount - 1, -Double(reach) * step))
    self.frames = frames
    paths = markerHertz.flatMap { tones in
      motions.flatMap { motion in
        tones.enumerated().map { index, hertz in
          let local = Self.dilation(
            motion, tone: index, of: tones.count, toneSeconds: shape.seconds)
          let count = frameCount(toTone: index, motion.dilation)
          let bin = bins.bin(ofHertz: hertz * (1 + local))
          return PathStep(
            offset: Int32(bin * frames.ring.stride + count), frames: Int32(count))
        }
      }
    }
    products = [Float](repeating: 0, count: 32 * markerHertz.count)
  }

  /// Examines the new samples of `history`.
  mutating func scan(_ history: borrowing BasebandHistory) -> [MarkerCandidate] {
    var candidates: [MarkerCandidate] = []
    while frames.takeEight(history) {
      score(firstFrame: frames.next - 8 - frames.lookAhead, history, &candidates)
    }
    return candidates
  }

  /// Scores eight frames and looks for peaks among the frames that now have all neighbours.
  private mutating func score(
    firstFrame: Int, _ history: borrowing BasebandHistory, _ candidates: inout [MarkerCandidate]
  ) {
    if frames.isResting {
      products.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      return
    }
    let pathCount = motions.count * toneCount
    for placement in 0..<placementCount {
      let best = paths.withUnsafeBufferPointer {
        frames.ring.largestProducts(
          UnsafeBufferPointer(rebasing: $0[placement * pathCount..<(placement + 1) * pathCount]),
          toneCount: toneCount, frame: firstFrame)
      }
      for lane in 0..<8 where firstFrame + lane >= 0 {
        products[placement * 32 + (firstFrame + lane) & 31] = best[lane]
      }
    }
    for frame in firstFrame - Self.peakReach..<firstFrame - Self.peakReach + 8 where frame >= 0 {
      for placement in 0..<placementCount where isPeak(frame, placement) {
        if let candidate = candidate(frame, placement, history) { candidates.append(candidate) }
      }
    }
  }

  /// Whether no frame near `frame` scores higher.
  private func isPeak(_ frame: Int, _ placement: Int) -> Bool {
    let middle = products[placement * 32 + frame & 31]
    guard middle >= leastCoarseProduct else { return false }
    for distance in 1...Self.peakReach {
      guard products[placement * 32 + (frame - distance) & 31] < middle,
        products[placement * 32 + (frame + distance) & 31] <= middle
      else { return false }
    }
    return true
  }

  /// The candidate that starts at `frame` or an eighth of a tone beside it. Its score must be high,
  /// and the marker must be most of the sound along its path.
  private mutating func candidate(
    _ frame: Int, _ placement: Int, _ history: borrowing BasebandHistory
  ) -> MarkerCandidate? {
    let product = products[placement * 32 + frame & 31]
    let path = bestPath(frame, placement, product)
    let first = (placement * motions.count + path) * toneCount
    let loudest = frames.loudest(paths[first..<first + toneCount], frame: frame)
    var candidate = MarkerCandidate(
      placementIndex: placement, start: Double(frame * frames.stepSamples),
      dilation: motions[path].dilation, score: fastLogarithm(product), noise: frames.noise)
    // A marker that starts an eighth beside scores nearly as high a quarter beside.
    let (before, after) = (
      products[placement * 32 + (frame - 1) & 31], products[placement * 32 + (frame + 1) & 31]
    )
    if max(before, after) > leastNeighbour {
      let side = after > before ? 0.5 : -0.5
      let beside = candidate.start + side * Double(frames.stepSamples)
      // The frames have the noise of their time, so only the difference counts. It is limited to
      // the difference for a start between two frames, because leakage in silence varies greatly.
      let gain =
        score(startingAt: beside, motions[path], candidate, history)
        - score(startingAt: candidate.start, motions[path], candidate, history)
      if gain > 0 {
        candidate.start = beside
        candidate.score += min(gain, 2 * Self.coarseLoss)
      }
    }
    // Other tones may match in places.
    guard candidate.score >= threshold, candidate.score > Self.leastShare * loudest else {
      return nil
    }
    return candidate
  }

  /// The path in `placement` that has the largest `product` from `frame` on.
  private func bestPath(_ frame: Int, _ placement: Int, _ product: Float) -> Int {
    let first = placement * motions.count * toneCount
    var best: (product: Float, path: Int) = (0, 0)
    for path in motions.indices {
      let start = first + path * toneCount
      let own = frames.ring.product(paths[start..<start + toneCount], frame: frame)
      if own > best.product { best = (own, path) }
      if own == product { break }
    }
    return best.path
  }

  /// The matched-filter score of a marker that starts at sample `start` and moves like `motion`.
  private mutating func score(
    startingAt start: Double, _ motion: (dilation: Double, acceleration: Double),
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> Float {
    let toneSamples = toneSeconds * DownConverter.outputRateHertz / (1 + motion.dilation)
    var score: Float = 0
    for (index, hertz) in markerHertz[candidate.placementIndex].enumerated() {
      let toneStart = start + Double(index) * toneSamples
      let dilation = Self.dilation(motion, tone: index, of: toneCount, toneSeconds: toneSeconds)
      let energy = filter.energy(
        history, candidate.noise, start: toneStart, dilation: dilation, hertz: hertz)
      let ratio = energy / candidate.noise.energy(atHertz: hertz * (1 + dilation))
      score += fastLogarithm(1 + frames.share(at: toneStart) * ratio)
    }
    return score
  }

  /// The dilation in the middle of a tone.
  private static func dilation(
    _ motion: (dilation: Double, acceleration: Double), tone: Int, of count: Int,
    toneSeconds: Double
  ) -> Double {
    // The motion's dilation is the dilation in the marker's middle.
    let time = (Double(tone) + 0.5 - 0.5 * Double(count)) * toneSeconds
    return motion.dilation + motion.acceleration * time / soundMetresPerSecond
  }
}
