import HandShakeSignal

/// Where a sounder seems to start.
struct BurstCandidate {
  /// Which of the searched bands.
  var bandIndex: Int
  /// Which of the searched sounders.
  var sounderIndex: Int
  /// Baseband sample of the sounder's start, within some milliseconds.
  var position: Double
  /// Relative speed-up that the shift of the two chirps against each other tells, within 1e-3.
  var dilation: Double
  /// Share of the power that behaves like the sounder, whatever the channel.
  var score: Float

  var sounder: BurstSounder { BurstSounder.allCases[sounderIndex] }
}

/// Looks for pairs of opposite chirps in several bands at once.
///
/// A room smears each chirp's pulse, and motion moves the two pulses apart: both show the response of the
/// same channel. So the profiles that the two matched filters see are correlated with
/// each other, for every displacement that a moving sender may cause, and the sum over a decaying
/// window is compared with the energy that came. Products of envelopes miss diffuse rooms.
struct BurstSearch: ~Copyable {
  /// Two chirps, one up and one down.
  struct Sounder: Equatable {
    /// Duration of one of the two.
    var halfSeconds: Double
    /// Whether the first one rises.
    var risesFirst: Bool
    /// Distance of its ends from the centre of the band.
    var edgeHertz: Double
    /// Score from which a candidate is given.
    var leastScore: Float
  }

  private let bands: [BurstSearchBand]
  private let rateHertz: Double
  /// Points of the transform of the input, and samples from one block to the next.
  private let blockLength: Int
  private let hop: Int
  private let transform: FourierTransform
  private var floor: NoiseFloor
  private var energies = [Float](repeating: 0, count: floorBins)
  private var scratch = [Float](repeating: 0, count: floorBins)
  /// Gains that whiten the noise by bin, and those learnt since.
  private var colour = [Float](repeating: 1, count: floorBins)
  private var colours: [[Float]] = []
  /// Blocks that a sounder and the block after its end reach over.
  private let blocksBefore: Int
  private var gains: [Float]
  private var next = 0

  private static let floorBins = 256
  /// Seconds over which the noise is learnt.
  private static let floorSeconds = 4.0

  /// - Parameters:
  ///   - centres: of the bands.
  ///   - bandRateHertz: rate of frames in these bands; they fill 7/8 of it.
  ///   - rateHertz: of the baseband, whose 0 Hz is `sourceCentreHertz`.
  init(
    centresHertz centres: [Double], bandRateHertz: Double, sounders: [Sounder], rateHertz: Double,
    sourceCentreHertz: Double, largestDilation: Double
  ) {
    self.rateHertz = rateHertz
    let longest = Int((sounders.map { $0.halfSeconds }.max()! * rateHertz).rounded(.up))
    // Longer blocks cost less, but what starts in one is found at its end.
    let blockLength = TransformPool.length(atLeast: max(1024, 5 * longest / 2))
    self.blockLength = blockLength
    transform = FourierTransform(size: blockLength, keepsInput: true)
    gains = [Float](repeating: 0, count: blockLength)
    // Output samples must come on whole groups.
    var decimation = 1
    while rateHertz / Double(2 * decimation) >= 0.95 * bandRateHertz { decimation *= 2 }
    let unit = decimation * BurstSearchBand.groupLength
    hop = (blockLength - longest - 2 * unit) / unit * unit
    blocksBefore = (2 * longest + blockLength) / hop + 1
    floor = NoiseFloor(
      binCount: Self.floorBins, memory: Int(Self.floorSeconds * rateHertz / Double(hop)))
    let (hop, span) = (hop, blockLength)
    bands = centres.indices.map { index in
      BurstSearchBand(
        index: index, centreHertz: centres[index], sounders: sounders, rateHertz: rateHertz,
        sourceCentreHertz: sourceCentreHertz, blockLength: span, decimation: decimation,
        hop: hop, largestDilation: largestDilation)
    }
  }

  /// Seconds of baseband that must stay available.
  var historySeconds: Double { Double(2 * blockLength) / rateHertz }

  /// Baseband sample up to which sounders that start there would have been found.
  var searchedPosition: Int { bands.map { $0.searchedPosition }.min() ?? 0 }

  /// Searches the samples that have come since the last call, and gives the candidates in them; where nothing
  /// follows, up to the last sample.
  mutating func scan(
    _ history: borrowing BasebandHistory, isOver: Bool = false
  ) -> [BurstCandidate] {
    var found: [BurstCandidate] = []
    if next < history.endIndex - history.span { next = history.endIndex - blockLength }
    while next + (isOver ? 0 : blockLength) <= history.endIndex {
      let isSilent = load(history)
      for band in bands {
        band.take(isSilent ? nil : transform.buffer.baseAddress!, gains, first: next, &found)
      }
      next += hop
    }
    return found
  }

  /// Transforms the next block and learns the noise.
  ///
  /// - Returns: whether there is nothing but digital silence.
  private mutating func load(_ history: borrowing BasebandHistory) -> Bool {
    let input = transform.input.baseAddress!
    history.withSamples(next..<next + blockLength, channel: history.counting[0]) {
      input.update(from: $0, count: blockLength)
    }
    guard ComplexRun.energy(input, count: blockLength) > 1e-14 else {
      floor.forget()
      colours.removeAll()
      return true
    }
    transform.forward()
    let points = transform.points
    let width = blockLength / Self.floorBins
    for bin in 0..<Self.floorBins {
      energies[bin] =
        ComplexRun.energy(points + bin * width, count: width) / Float(width * blockLength)
    }
    chooseColour()
    energies.withUnsafeBufferPointer { energies in
      scratch.withUnsafeMutableBufferPointer {
        floor.learn(energies.baseAddress!, scratch: $0.baseAddress!)
      }
    }
    gains.withUnsafeMutableBufferPointer { gains in
      for bin in 0..<Self.floorBins {
        // Between the middles of neighbouring bins.
        let (here, after) = (colour[bin], colour[(bin + 1) % Self.floorBins])
        for step in 0..<width {
          let weight = Float(step) / Float(width)
          gains[(bin * width + width / 2 + step) & (blockLength - 1)] =
            here + weight * (after - here)
        }
      }
    }
    return false
  }

  /// Makes `colour` what whitens the noise from before any sounder that reaches into the next block: a
  /// sounder that sets in after digital silence would be taken for the noise, a part of it at a time.
  ///
  /// The level of the noise is left out: where it changes it would tear a sounder.
  private mutating func chooseColour() {
    if floor.isUntaught {
      for bin in colour.indices { colour[bin] = 1 }
      return
    }
    let level = floor.logarithms.reduce(0, +) / Float(Self.floorBins)
    colours.append(floor.logarithms.map { fastExponential(0.5 * (level - $0)) })
    if colours.count > blocksBefore { colour = colours.removeFirst() }
  }
}
