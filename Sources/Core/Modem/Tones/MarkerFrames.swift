import HandShakeSignal

/// The latest frames of the baseband: windowed transforms, a quarter of a tone apart. Each bin
/// holds `1 + x`, and x is its energy over three times its noise floor.
struct MarkerFrames {
  let bins: BasebandBins
  /// Baseband samples from one frame to the next.
  let stepSamples: Int
  /// Number of frames that must follow a frame before it is scored.
  let lookAhead: Int
  /// Number of the next frame, a multiple of eight.
  private(set) var next = 0
  private(set) var ring: FrameRing

  private let transform: FourierTransform
  /// Gains of the tone's envelope; nil if all gains are 1.
  private let window: [Float]?
  private let windowLength: Int
  private let windowEnergy: Float
  /// The latest eight frames, and room for two more.
  private var rows: [Float]
  /// Number of the latest frames that are digital silence.
  private var silentCount = 0
  /// By microphone.
  private var floors: [NoiseFloor]
  /// The floor every four frames. A marker's noise is the floor before it.
  private var snapshots: [NoiseSnapshot] = []
  /// Logarithm of the largest value of each of the latest frames.
  private var peaks: [Float]
  /// The factor for ratios of energy to noise in each of the latest frames.
  private var shares: [Float]
  /// Number of frames that are kept before the scored frames.
  private static let kept = MarkerSearch.peakReach

  /// Frames of tones of one `shape` in `bins` of a transform of `size` points.
  init(shape: ToneShape, bins: BasebandBins, size: Int, stepSamples: Int, lookAhead: Int) {
    self.bins = bins
    self.stepSamples = stepSamples
    self.lookAhead = lookAhead
    let rate = DownConverter.outputRateHertz
    transform = FourierTransform(size: size, keepsInput: true)
    windowLength = Int(shape.seconds * rate)
    let gains = (0..<windowLength).map { shape.gain(at: (Double($0) + 0.5) / rate) }
    window = shape.fadeSeconds == 0 ? nil : gains
    windowEnergy = gains.reduce(0) { $0 + $1 * $1 }
    rows = [Float](repeating: 0, count: 10 * bins.count)
    // Every fourth frame is learnt, a tone after the one before: 2.6 s of the past (classic).
    floors = [NoiseFloor(binCount: bins.count, memory: 40)]
    ring = FrameRing(binCount: bins.count, frameCount: lookAhead + 8 + Self.kept)
    peaks = [Float](repeating: 0, count: lookAhead + 8 + Self.kept)
    shares = peaks
  }

  /// Takes eight frames. Returns false if they have not come yet.
  mutating func takeEight(_ history: borrowing BasebandHistory) -> Bool {
    guard (next + 7) * stepSamples + windowLength <= history.endIndex else { return false }
    defer { next += 8 }
    while floors.count < history.channelCount { floors.append(floors[0].untaught) }
    silentCount = next * stepSamples >= history.soundEnd ? silentCount + 8 : 0
    guard !isResting else { return true }
    for row in 0..<8 {
      measure(row: row, history)
      if row % 4 == 0 { keepFloor(history.counting) }
    }
    rows.withUnsafeBufferPointer { ring.append($0.baseAddress!, firstFrame: next) }
    return true
  }

  /// Whether all kept frames are digital silence. Then nothing is searched or learnt.
  var isResting: Bool { silentCount > peaks.count + 8 }

  /// Computes frame `next + row` into `rows`.
  private mutating func measure(row: Int, _ history: borrowing BasebandHistory) {
    let frame = next + row
    let count = bins.count
    let channels = history.counting
    rows.withUnsafeMutableBufferPointer { rows in
      let row = rows.baseAddress! + row * count
      let (other, scratch) = (rows.baseAddress! + 8 * count, rows.baseAddress! + 9 * count)
      // A frame that begins in digital silence has too little of the noise after it.
      let isWhole =
        frame * stepSamples >= history.soundStart || frame * stepSamples >= history.soundEnd
      var ratios: (meanLogarithm: Float, largest: Float) = (0, 0)
      for channel in channels {
        transform.transform(
          history, channel: channel, from: frame * stepSamples, count: windowLength, window: window)
        let energies = channel == channels[0] ? row : other
        // Far below the 24-bit quantisation noise, so that digital silence has a finite level.
        transform.copyEnergies(
          first: bins.first, count: count, scale: 1 / windowEnergy, least: 1e-16, to: energies)
        if isWhole, frame % 4 == 0 || floors[channel].isYoung {
          floors[channel].learn(energies, scratch: scratch)
        }
        ratios = floors[channel].divide(energies)
        guard channels.count > 1 else { break }
        // A voice or a click in one microphone must not hide a sound in another.
        let quieter = fastExponential(-max(0, ratios.meanLogarithm + NoiseFloor.eulerConstant))
        let isFirst = channel == channels[0]
        for bin in stride(from: 0, to: count, by: 8) {
          let own = quieter * energies[eight: bin]
          row[eight: bin] = isFirst ? own : row[eight: bin] + own
        }
      }
      if channels.count > 1 {
        // The common part of all bins is removed.
        let largest = Self.join(row, count: count, channelCount: channels.count)
        ratios = (-NoiseFloor.eulerConstant, largest)
      }
      // A click lifts all bins alike: the common part of all bins is noise as well.
      let common = max(0, ratios.meanLogarithm + NoiseFloor.eulerConstant)
      let quieter = fastExponential(-common)
      // A bin 17 dB below the strongest bin does not count: it may be spectral leakage.
      let share = quieter / (3 * (1 + 0.02 * quieter * ratios.largest))
      for bin in 0..<count { row[bin] = 1 + share * row[bin] }
      peaks[frame % peaks.count] = fastLogarithm(1 + share * ratios.largest)
      shares[frame % shares.count] = share
    }
  }

  /// Converts the sums over `channelCount` microphones to exponential variables, in place.
  ///
  /// - Returns: the largest.
  private static func join(
    _ sums: UnsafeMutablePointer<Float>, count: Int, channelCount: Int
  ) -> Float {
    var largest = SIMD8<Float>.zero
    for bin in stride(from: 0, to: count, by: 8) {
      let ratio = SquareLaw.exponential(ofSum: sums[eight: bin], count: channelCount)
      sums[eight: bin] = ratio
      largest.replace(with: ratio, where: ratio .> largest)
    }
    return largest.max()
  }

  private mutating func keepFloor(_ channels: [Int]) {
    let taught = channels.filter { !floors[$0].isUntaught }
    // A microphone that was silent so far has no earlier noise.
    var known = 0
    if let last = snapshots.last { for channel in last.channels { known |= 1 << channel.index } }
    for channel in taught where known & 1 << channel == 0 { snapshots.removeAll() }
    guard !taught.isEmpty else { return snapshots.removeAll() }
    snapshots.append(snapshot(taught))
    if snapshots.count > (lookAhead + Self.kept + 8) / 4 + 2 { snapshots.removeFirst() }
  }

  private func snapshot(_ channels: [Int]) -> NoiseSnapshot {
    NoiseSnapshot(
      channels.map { NoiseSnapshot.Channel(index: $0, logarithms: floors[$0].logarithms) },
      bins: bins)
  }

  /// The noise before the scored frames.
  var noise: NoiseSnapshot { snapshots.first ?? snapshot([0]) }

  /// The logarithm of the product of the loudest bins at the times of a path from `frame` on.
  func loudest(_ path: ArraySlice<PathStep>, frame: Int) -> Float {
    path.reduce(0) { $0 + peaks[(frame + Int($1.frames)) % peaks.count] }
  }

  /// The factor for ratios of energy to noise in the frame that starts at sample `start`.
  func share(at start: Double) -> Float {
    shares[Int((start / Double(stepSamples)).rounded()) % shares.count]
  }
}
