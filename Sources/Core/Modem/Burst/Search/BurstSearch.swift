import HandShakeSignal

/// The probable start of a sounder.
struct BurstCandidate {
  /// The index of the searched band.
  var bandIndex: Int
  /// The index of the searched sounder.
  var sounderIndex: Int
  /// Baseband sample of the sounder's start, within some milliseconds.
  var position: Double
  /// Relative speed-up by the displacement of the two chirps, within 1e-3.
  var dilation: Double
  /// Share of the power that matches the sounder, for any channel.
  var score: Float

  var sounder: BurstSounder { BurstSounder.allCases[sounderIndex] }
}

/// Searches for pairs of opposite chirps in several bands at once.
///
/// A room smears each chirp's pulse, and motion moves the two pulses apart. Both pulses show the
/// response of the same channel. So the search correlates the outputs of the two matched filters
/// for every displacement that motion may cause. It compares the sum over a decaying window with
/// the received energy. Products of envelopes miss diffuse rooms.
///
/// Several microphones are searched alone and together. Correlations and energies add up, each over
/// the noise of its microphone: motion turns the profiles of all microphones alike.
struct BurstSearch: ~Copyable {
  /// Two chirps, one up and one down.
  struct Sounder: Equatable {
    /// Duration of one chirp.
    var halfSeconds: Double
    /// Whether the first chirp rises.
    var risesFirst: Bool
    /// Distance of the chirps' ends from the centre of the band.
    var edgeHertz: Double
    /// The lowest score of a candidate.
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
  ///   - centres: centre frequencies of the bands.
  ///   - bandRateHertz: baseband rate of the frames in these bands, which fill 7/8 of it.
  ///   - rateHertz: rate of the input baseband, whose 0 Hz is `sourceCentreHertz`.
  init(
    centresHertz centres: [Double], bandRateHertz: Double, sounders: [Sounder], rateHertz: Double,
    sourceCentreHertz: Double, largestDilation: Double
  ) {
    self.rateHertz = rateHertz
    let longest = Int((sounders.map { $0.halfSeconds }.max()! * rateHertz).rounded(.up))
    // Longer blocks cost less, but a sounder is found only at the end of its block.
    let blockLength = TransformPool.length(atLeast: max(1024, 5 * longest / 2))
    self.blockLength = blockLength
    transform = FourierTransform(size: blockLength, keepsInput: true)
    // Output samples must fall on whole groups.
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

  /// Baseband sample up to which the search for starts of sounders is complete.
  var searchedPosition: Int { bands.map { $0.searchedPosition }.min() ?? 0 }

  /// Searches the samples since the last call and returns their candidates. At the end of the
  /// input, searches up to the last sample.
  mutating func scan(
    _ history: borrowing BasebandHistory, isOver: Bool = false
  ) -> [BurstCandidate] {
    var found: [BurstCandidate] = []
    if next < history.endIndex - history.span { next = history.endIndex - blockLength }
    // Before the first block all microphones have the same state.
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

  /// Transforms the next block of a microphone, and learns its noise relative to `reference`.
  ///
  /// - Returns: false for digital silence.
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
