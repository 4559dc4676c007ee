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
///
/// Several microphones are searched each alone and together. The correlations of all add up, and so do their energies,
/// both over the noise of each: motion turns the profiles of all alike.
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
  /// By microphone.
  private var whitenings: [BurstSearchWhitening]
  private var next = 0

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
    // Output samples must come on whole groups.
    var decimation = 1
    while rateHertz / Double(2 * decimation) >= 0.95 * bandRateHertz { decimation *= 2 }
    let unit = decimation * BurstSearchBand.groupLength
    hop = (blockLength - longest - 2 * unit) / unit * unit
    whitenings = [
      BurstSearchWhitening(
        blockLength: blockLength, memory: Int(Self.floorSeconds * rateHertz / Double(hop)),
        blocksBefore: (2 * longest + blockLength) / hop + 1)
    ]
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
    // Before the first block all are alike.
    while whitenings.count < history.channelCount { whitenings.append(whitenings[0]) }
    while next + (isOver ? 0 : blockLength) <= history.endIndex {
      for band in bands { band.begin(first: next, channelCount: history.channelCount) }
      let counting = history.counting
      let reference = whitenings[counting[0]].level
      for channel in counting where load(history, channel, reference) {
        let (gains, weight) = (whitenings[channel].gains, whitenings[channel].weight)
        for band in bands {
          band.add(transform.buffer.baseAddress!, gains, weight: weight, channel)
        }
      }
      for band in bands { band.search(&found) }
      next += hop
    }
    return found
  }

  /// Transforms the next block of a microphone and learns its noise, the level of which becomes that of `reference`.
  ///
  /// - Returns: whether there is anything but digital silence.
  private mutating func load(
    _ history: borrowing BasebandHistory, _ channel: Int, _ reference: Float?
  ) -> Bool {
    let input = transform.input.baseAddress!
    history.withSamples(next..<next + blockLength, channel: channel) {
      input.update(from: $0, count: blockLength)
    }
    guard ComplexRun.energy(input, count: blockLength) > 1e-14 else {
      whitenings[channel].forget()
      return false
    }
    transform.forward()
    whitenings[channel].take(transform.points, reference: reference)
    return true
  }
}
