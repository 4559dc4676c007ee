import Signal

/// Looks for a known sequence of tones at any time, in any placement and at any speed.
///
/// The energy x of every bin of a frame over three times its noise floor counts as `log(1 + x)`, so that
/// one loud bin proves little, summed along the marker's path through time and frequency for every
/// speed. The sum is computed as the product of the `1 + x`, and for eight frames at a time.
struct MarkerSearch {
  /// Largest speed of approach or retreat that is searched.
  static let largestSpeed = 3.3
  /// A frame scores highest among so many before and after it.
  static let peakReach = 8
  private static let leastShare: Float = 0.5

  private var frames: MarkerFrames
  /// Paths through the frames: for placement p, dilation d and tone i at
  /// `(p * dilations + d) * toneCount + i`.
  private let paths: [PathStep]
  private let dilations: [Double]
  private let placementCount: Int
  private let toneCount: Int
  /// Least product of a candidate.
  private let leastProduct: Float
  /// Best products of the latest 32 frames, per placement.
  private var products: [Float]

  /// - Parameters:
  ///   - shape: envelope of a tone.
  ///   - markerHertz: the marker's tones in order, for each placement; at most 24.
  ///   - threshold: least score of a candidate; noise alone reaches 8 less than once a month (eight tones).
  ///   - speedStep: distance of the speeds searched, in tone bandwidths at `ToneShape.referenceHertz`.
  ///   - accelerations: accelerations searched, in m/s^2, for markers so long that they matter.
  ///   - padding: least size of the transform in lengths of a tone.
  init(
    shape: ToneShape, markerHertz: [[Double]], threshold: Float, speedStep: Double = 0.25,
    accelerations: [Double] = [0], padding: Double = 1.5
  ) {
    let rate = DownConverter.outputRateHertz
    var size = 64
    while Double(size) < Double(Int(shape.seconds * rate)) * padding { size *= 2 }
    let stepSamples = max(1, Int(shape.seconds * rate / 8))
    leastProduct = fastExponential(threshold)
    toneCount = markerHertz[0].count
    placementCount = markerHertz.count
    precondition(toneCount <= 24, "a product of more factors up to 18 may overflow")

    let step = speedStep / shape.seconds / ToneShape.referenceHertz
    let reach = Int((Self.largestSpeed / soundMetresPerSecond / step).rounded(.up))
    let motions = accelerations.flatMap { acceleration in
      (-reach...reach).map { (dilation: Double($0) * step, acceleration: acceleration) }
    }
    dilations = motions.map { $0.dilation }
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
      motions.flatMap { dilation, acceleration in
        tones.enumerated().map { index, hertz in
          // The dilation is that of the marker's middle.
          let time = (Double(index) + 0.5) * shape.seconds - span / 2
          let local = dilation + acceleration * time / soundMetresPerSecond
          return PathStep(
            column: Int32(bins.bin(ofHertz: hertz * (1 + local)) * frames.ring.stride),
            frames: Int32(frameCount(toTone: index, dilation)))
        }
      }
    }
    products = [Float](repeating: 0, count: 32 * markerHertz.count)
  }

  /// Examines what has come to `history` since the last call.
  mutating func scan(_ history: borrowing BasebandHistory) -> [MarkerCandidate] {
    var candidates: [MarkerCandidate] = []
    while frames.takeEight(history) {
      score(firstFrame: frames.next - 8 - frames.lookAhead, &candidates)
    }
    return candidates
  }

  /// Scores eight frames and looks for peaks among those that now have all neighbours.
  private mutating func score(firstFrame: Int, _ candidates: inout [MarkerCandidate]) {
    let pathCount = dilations.count * toneCount
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
    var best = (product: Float(0), dilation: 0.0, path: paths[0..<0])
    for (index, dilation) in dilations.enumerated() {
      let start = (placement * dilations.count + index) * toneCount
      let path = paths[start..<start + toneCount]
      let product = frames.ring.product(path, frame: frame)
      if product > best.product { best = (product, dilation, path) }
    }
    let score = fastLogarithm(best.product)
    // Other tones match in places.
    guard score > Self.leastShare * frames.loudest(best.path, frame: frame) else { return nil }
    return MarkerCandidate(
      placementIndex: placement, start: Double(frame * frames.stepSamples),
      dilation: best.dilation, score: score, noise: frames.noise)
  }
}
