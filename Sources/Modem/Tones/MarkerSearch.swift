import Signal

/// A place where a start marker seems to be.
struct MarkerCandidate {
  /// Which of the searched placements.
  var placementIndex: Int
  /// Baseband sample at which its first tone starts, to an eighth of a tone.
  var start: Double
  /// Relative speed-up of the signal, to a quarter of a tone's bandwidth.
  var dilation: Double
  /// Sum over the marker's tones of `log(1 + energy / (3 noise))`.
  var score: Float
  /// Natural logarithm of the noise energy near each of the searched bins, from before the marker.
  var noise: NoiseSnapshot
}

/// The noise floor at one moment, by frequency.
struct NoiseSnapshot {
  fileprivate var logarithms: [Float]
  fileprivate var firstBin: Int
  fileprivate var binHertz: Double

  /// Noise energy in a matched filter at `hertz` (as received).
  func energy(atHertz hertz: Double) -> Float {
    let bin = Int(((hertz - DownConverter.centreHertz) / binHertz).rounded()) - firstBin
    return fastExponential(logarithms[max(0, min(logarithms.count - 1, bin))])
  }
}

/// Looks for a known sequence of tones at any time, in any placement and at any speed.
///
/// Each frame is a windowed transform, an eighth of a tone after the one before. The energy of every
/// bin over its noise floor is compressed by a logarithm, so that one loud bin proves little, and
/// summed along the marker's path through time and frequency for every speed.
struct MarkerSearch {
  /// Largest speed of approach or retreat that is searched.
  static let largestSpeed = 3.3
  static let soundMetresPerSecond = 343.0
  /// Least score of a candidate; noise alone reaches it less than once a month (eight tones).
  let threshold: Float

  private let stepSamples: Int
  private let transform: FourierTransform
  private let window: [Float]
  private let windowEnergy: Float
  private let firstBin: Int
  private let binCount: Int
  private let binHertz: Double
  private let dilations: [Double]
  private let placementCount: Int
  private let toneCount: Int
  /// For placement p, dilation d and tone i, at `(p * dilations + d) * toneCount + i`.
  private let rowOffsets: [Int32]
  private let bins: [Int32]
  private let lookAheadRows: Int

  private var floor: NoiseFloor
  private var nextFrame = 0
  private var rows: [Float]
  private var row: [Float]
  /// The largest value of each row.
  private var rowPeaks: [Float]
  private static let rowCapacity = 128
  private static let peakReach = 8
  private static let leastShare: Float = 0.5
  /// Best score and dilation of the latest frames, per placement.
  private var peaks: [[(score: Float, dilation: Int)]]

  /// - Parameters:
  ///   - shape: envelope of a tone.
  ///   - markerHertz: the marker's tones in order, for each placement.
  ///   - threshold: least score of a candidate.
  init(shape: ToneShape, markerHertz: [[Double]], threshold: Float) {
    let rate = DownConverter.outputRateHertz
    let length = Int(shape.seconds * rate)
    var size = 64
    while size < length * 3 / 2 { size *= 2 }
    self.threshold = threshold
    stepSamples = max(1, Int(shape.seconds * rate / 8))
    transform = FourierTransform(size: size)
    binHertz = rate / Double(size)
    window = (0..<length).map { shape.gain(at: (Double($0) + 0.5) / rate) }
    windowEnergy = window.reduce(0) { $0 + $1 * $1 }
    toneCount = markerHertz[0].count
    placementCount = markerHertz.count

    let step = 0.25 / shape.seconds / 18500
    let reach = Int((Self.largestSpeed / Self.soundMetresPerSecond / step).rounded(.up))
    dilations = (-reach...reach).map { Double($0) * step }
    let lowest = markerHertz.joined().min()! * (1 + dilations.first!) - 8 * binHertz
    let highest = markerHertz.joined().max()! * (1 + dilations.last!) + 8 * binHertz
    let first = Int(((lowest - DownConverter.centreHertz) / binHertz).rounded(.down))
    firstBin = first
    binCount = Int(((highest - DownConverter.centreHertz) / binHertz).rounded(.up)) - first + 1

    var rowOffsets: [Int32] = []
    var bins: [Int32] = []
    for tones in markerHertz {
      for dilation in dilations {
        for (index, hertz) in tones.enumerated() {
          let samples = Double(index) * shape.seconds * rate / (1 + dilation)
          rowOffsets.append(Int32((samples / Double(stepSamples)).rounded()))
          let offset = hertz * (1 + dilation) - DownConverter.centreHertz
          bins.append(Int32((offset / binHertz).rounded()) - Int32(first))
        }
      }
    }
    self.rowOffsets = rowOffsets
    self.bins = bins
    lookAheadRows = Int(rowOffsets.max()!)
    precondition(lookAheadRows < Self.rowCapacity, "the marker is longer than its buffer")
    // Every fourth frame is learnt, half a tone after the one before: 2.6 s of the past (classic).
    floor = NoiseFloor(binCount: binCount, memory: 80)
    rows = [Float](repeating: 0, count: Self.rowCapacity * binCount)
    row = [Float](repeating: 0, count: binCount)
    rowPeaks = [Float](repeating: 0, count: Self.rowCapacity)
    peaks = [[(score: Float, dilation: Int)]](repeating: [], count: markerHertz.count)
  }

  /// Examines what has come to `history` since the last call.
  mutating func scan(_ history: borrowing BasebandHistory) -> [MarkerCandidate] {
    var candidates: [MarkerCandidate] = []
    while nextFrame * stepSamples + window.count <= history.endIndex {
      addRow(history)
      let marked = nextFrame - lookAheadRows
      nextFrame += 1
      if marked >= 0 { score(frame: marked, &candidates) }
    }
    return candidates
  }

  private mutating func addRow(_ history: borrowing BasebandHistory) {
    let start = nextFrame * stepSamples
    history.withSamples(start..<start + window.count) { samples in
      let points = transform.buffer
      window.withUnsafeBufferPointer { window in
        for index in 0..<window.count {
          points[index] = Complex(
            samples[index].real * window[index], samples[index].imaginary * window[index])
        }
        for index in window.count..<points.count { points[index] = Complex(0, 0) }
      }
    }
    transform.forward()
    // Far below the quantisation noise of 24 bits: digital silence must not be infinitely quiet.
    let least: Float = 1e-16
    let scale = 1 / windowEnergy
    let mask = transform.size - 1
    let base = nextFrame % Self.rowCapacity * binCount
    let isNoiseFrame = nextFrame % 4 == 0 || nextFrame < 64
    row.withUnsafeMutableBufferPointer { row in
      let points = transform.buffer
      for bin in 0..<row.count { row[bin] = points[(bin + firstBin) & mask].power }
      for bin in 0..<row.count { row[bin] = fastLogarithm(row[bin] * scale + least) }
      if isNoiseFrame { floor.learn(row.baseAddress!) }
      rows.withUnsafeMutableBufferPointer { rows in
        floor.logarithms.withUnsafeBufferPointer { floor in
          var mean: Float = 0
          for bin in 0..<row.count {
            row[bin] -= floor[bin]
            mean += row[bin]
          }
          // A click lifts every bin alike: what all bins share is noise as well.
          let common = max(0, mean / Float(row.count) + NoiseFloor.eulerConstant)
          var strongest: Float = 0
          for bin in 0..<row.count {
            row[bin] = fastExponential(row[bin] - common)
            strongest = max(strongest, row[bin])
          }
          // Nothing 17 dB below the strongest bin counts: it may be that bin's own skirt.
          let scale = 1 / (3 * (1 + 0.02 * strongest))
          for bin in 0..<row.count {
            rows[base + bin] = fastLogarithm(1 + scale * row[bin])
          }
          rowPeaks[nextFrame % Self.rowCapacity] = fastLogarithm(1 + scale * strongest)
        }
      }
    }
  }

  private mutating func score(frame: Int, _ candidates: inout [MarkerCandidate]) {
    for placement in 0..<placementCount {
      var best: (score: Float, dilation: Int) = (0, 0)
      rows.withUnsafeBufferPointer { rows in
        rowOffsets.withUnsafeBufferPointer { rowOffsets in
          bins.withUnsafeBufferPointer { bins in
            var path = placement * dilations.count * toneCount
            for dilation in 0..<dilations.count {
              var sum: Float = 0
              for tone in path..<path + toneCount {
                let row = (frame + Int(rowOffsets[tone])) & (Self.rowCapacity - 1)
                sum += rows[row * binCount + Int(bins[tone])]
              }
              path += toneCount
              if sum > best.score { best = (sum, dilation) }
            }
          }
        }
      }
      peaks[placement].append(best)
      if peaks[placement].count > 2 * Self.peakReach + 1 { peaks[placement].removeFirst() }
      if let candidate = peak(placement, newestFrame: frame) { candidates.append(candidate) }
    }
  }

  /// The candidate in the middle of the latest scores of `placement`, if none beside it is higher.
  private func peak(_ placement: Int, newestFrame: Int) -> MarkerCandidate? {
    let scores = peaks[placement]
    guard scores.count == 2 * Self.peakReach + 1 else { return nil }
    let middle = scores[Self.peakReach]
    guard middle.score >= threshold else { return nil }
    for (index, other) in scores.enumerated() where index != Self.peakReach {
      if other.score > middle.score || other.score == middle.score && index < Self.peakReach {
        return nil
      }
    }
    // Most of what sounded along the path must have been the marker: other tones match in places.
    let frame = newestFrame - Self.peakReach
    var loudest: Float = 0
    let path = (placement * dilations.count + middle.dilation) * toneCount
    for tone in path..<path + toneCount {
      loudest += rowPeaks[(frame + Int(rowOffsets[tone])) & (Self.rowCapacity - 1)]
    }
    guard middle.score > Self.leastShare * loudest else { return nil }
    return MarkerCandidate(
      placementIndex: placement,
      start: Double(frame * stepSamples),
      dilation: dilations[middle.dilation], score: middle.score,
      noise: NoiseSnapshot(
        logarithms: floor.logarithms, firstBin: firstBin, binHertz: binHertz))
  }
}
