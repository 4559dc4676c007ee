import Signal

/// One burst frame while it arrives.
struct BurstArrival {
  var reader: BurstFrameReader
  var frame: Frame
  var isAnnounced = false
  /// Blocks of a part that were handed on, those that were lost among them.
  var givenBlocks = 0
  /// Whether its header was not to be read: until the search has gone past it, it may turn out to be
  /// the shadow of a clearer sounder.
  var isRefused = false
}

/// Listens for burst frames of one waveform in all its placements.
final class BurstListener: Listener {
  let names: [String]
  let placements: [Placement]
  private var search: BurstSearch
  private let benches: [BurstBench]
  var frames: [BurstArrival] = []
  var messages = BurstMessages()
  /// The last frame with a header in each band: where it ends, and the noise before it.
  private var latest: [(endPosition: Double, whitener: BurstWhitener)?]
  /// Trials left for faint sounders, at some time.
  private var trials = (left: mostTrials, seconds: 0.0)

  /// Seconds of baseband that must stay available.
  let historySeconds: Double
  /// Whether the bands are so narrow that a clear sounder is one: in the whole spectrum any sound that
  /// sets in looks like one, unless it came as through a cable.
  let isBandNarrow: Bool

  /// Score from which a sounder is read: noise alone hardly ever reaches it, and the weakest frame that
  /// was ever read in a room, at 0 dB, had 0.13.
  private static func leastScore(_ sounder: BurstSounder) -> Float {
    switch sounder {
    case .short: 0.14
    case .medium: 0.075
    case .long: 0.06
    }
  }

  /// Score from which a sounder whose header fails is reported.
  static let sureScore: Float = 0.4
  /// Share of the response that comes at once through a cable: it was above 0.999 at 20 dB, and never
  /// above 0.51 where there was no sounder.
  static let cableShare: Float = 0.9
  private static let mostFrames = 8
  /// Faint sounders that may be tried in vain one after the other, and how many more a second: typing
  /// and music hold hundreds a minute.
  private static let mostTrials = 20.0
  private static let trialsPerSecond = 1.5
  /// Score from which as many more are tried.
  private static let clearScore: Float = 0.22
  /// Fastest approach that the search looks for, over the speed of sound, and a clock's error.
  private static let largestDilation = 3.0 / soundMetresPerSecond

  /// - Parameters:
  ///   - variants: protocols that differ in what the sender chooses only.
  ///   - sourceRateHertz: rate of the baseband, whose 0 Hz is `sourceCentreHertz`.
  init(
    variants: [(name: String, parameters: BurstParameters)], placements: [Placement],
    sourceRateHertz: Double, sourceCentreHertz: Double
  ) {
    names = variants.map { $0.name }
    self.placements = placements
    let parameters = variants[0].parameters
    let rate = parameters.basebandRateHertz
    let ratio = parameters.bandwidthRatio(of: placements[0])
    isBandNarrow = ratio * rate < 0.5 * BurstParameters.carrierHertz(of: placements[0])
    search = BurstSearch(
      centresHertz: placements.map { BurstParameters.carrierHertz(of: $0) },
      bandRateHertz: rate,
      sounders: BurstSounder.allCases.map {
        BurstSearch.Sounder(
          halfSeconds: Double($0.chirpCount) / rate, risesFirst: $0 != .long,
          edgeHertz: 0.48 * ratio * rate, leastScore: Self.leastScore($0))
      },
      rateHertz: sourceRateHertz, sourceCentreHertz: sourceCentreHertz,
      largestDilation: Self.largestDilation)
    latest = placements.map { _ in nil }
    let transforms = BurstTransforms()
    benches = placements.map {
      BurstBench(
        parameters: parameters, placement: $0, sourceRateHertz: sourceRateHertz,
        sourceCentreHertz: sourceCentreHertz, transforms: transforms)
    }
    // A block with its echo, a sounder, and the noise before it.
    historySeconds = max(1.5, 8500 / rate + 1) + search.historySeconds
  }

  /// Frames whose header was read and whose end has not come.
  var arriving: [Frame] { frames.filter { $0.isAnnounced }.map { $0.frame } }

  func listen(to history: borrowing BasebandHistory, _ session: inout Session) {
    for candidate in search.scan(history) { start(candidate, history, &session) }
    var index = 0
    while index < frames.count {
      if frames[index].isRefused, !mayBeShadow(index) {
        refuse(index, &session)
        index = 0
      } else if !frames[index].isRefused, frames[index].reader.needed < history.endIndex,
        !hasClearerNeighbour(index)
      {
        if advance(index, history, &session) { index = 0 }
      } else {
        index += 1
      }
    }
    messages.expire(at: history.seconds(atSample: Double(history.endIndex)), &session)
  }

  /// Reads what can be read when no more samples come.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    while !frames.isEmpty {
      // The clearest first, and what was refused only when it can't be a shadow any more.
      let index = frames.indices.max {
        let (left, right) = (frames[$0], frames[$1])
        return left.isRefused != right.isRefused
          ? left.isRefused : left.reader.candidate.score < right.reader.candidate.score
      }!
      if frames[index].isRefused {
        refuse(index, &session)
        continue
      }
      let reader = frames[index].reader
      // What lacks is at most an echo.
      let late =
        Double(reader.neededAtMost - history.endIndex)
        / (reader.bench.resampler.step * Double(BurstWindow.lookAhead + 100))
      if late < 1 {
        _ = advance(index, history, &session)
      } else {
        fail(index, .cutOff, &session)
      }
    }
    messages.finish(&session)
  }

  private func start(
    _ candidate: BurstCandidate, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    let bench = benches[candidate.bandIndex]
    for other in frames where other.reader.candidate.bandIndex == candidate.bandIndex {
      if let end = other.reader.endPosition, candidate.position < end { return }
    }
    let now = history.seconds(atSample: Double(history.endIndex))
    trials = (
      min(trials.left + (now - trials.seconds) * Self.trialsPerSecond, Self.mostTrials), now
    )
    if candidate.score < Self.sureScore {
      let least = candidate.score > Self.clearScore ? -Self.mostTrials : 1
      guard trials.left >= least else { return }
    }
    if frames.count == Self.mostFrames {
      let unread = frames.indices.filter { frames[$0].reader.header == nil }
      guard
        let weakest = unread.min(by: {
          frames[$0].reader.candidate.score < frames[$1].reader.candidate.score
        }), frames[weakest].reader.candidate.score < candidate.score
      else { return }
      frames.remove(at: weakest)
    }
    let seconds = history.seconds(atSample: candidate.position)
    frames.append(
      BurstArrival(
        reader: BurstFrameReader(
          candidate, bench, formerNoise: noise(before: candidate, bench)),
        frame: Frame(
          number: session.nextFrameNumber(), protocolName: names[0],
          placement: placements[candidate.bandIndex],
          startSeconds: seconds, endSeconds: seconds, signalToNoiseDecibels: 0,
          dilationPartsPerMillion: candidate.dilation * 1e6)))
  }

  /// Baseband samples within which only the clearest of several sounders is one.
  private func shadowSpan(_ bench: BurstBench) -> Double {
    1.2 * Double(BurstSounder.long.sampleCount) * bench.resampler.step
  }

  /// Whether frame `index` may be the shadow of a clearer sounder, known or still to be found.
  private func mayBeShadow(_ index: Int) -> Bool {
    let reader = frames[index].reader
    return Double(search.searchedPosition)
      <= reader.candidate.position + shadowSpan(reader.bench) || hasClearerNeighbour(index)
  }

  /// Whether frame `index` is to wait for a clearer sounder nearby, of which it is the shadow if that
  /// one's header holds.
  private func hasClearerNeighbour(_ index: Int) -> Bool {
    let reader = frames[index].reader
    guard reader.header == nil else { return false }
    let near = shadowSpan(reader.bench)
    return frames.contains {
      $0.reader.header == nil && !$0.isRefused
        && $0.reader.candidate.bandIndex == reader.candidate.bandIndex
        && $0.reader.candidate.score > 1.3 * reader.candidate.score
        && abs($0.reader.candidate.position - reader.candidate.position) < near
    }
  }

  /// The noise before the last frame in a candidate's band, and whether that frame ended too little
  /// before it for the noise between them to be learnt.
  private func noise(
    before candidate: BurstCandidate, _ bench: BurstBench
  ) -> BurstNoise.Former? {
    guard let last = latest[candidate.bandIndex] else { return nil }
    let needed = Double(BurstNoise.span) * bench.resampler.step
    return (last.whitener, candidate.position - last.endPosition < needed)
  }

  /// Lets frame `index` take its next step.
  ///
  /// - Returns: whether the frame is gone.
  private func advance(
    _ index: Int, _ history: borrowing BasebandHistory, _ session: inout Session
  ) -> Bool {
    let reader = frames[index].reader
    reader.proceed(history)
    if let cause = reader.cause {
      switch cause {
      case .tones: frames.remove(at: index)
      case .notASounder, .header:
        let candidate = reader.candidate
        // What is tried in any case leaves none to the faint, but takes none from the clear.
        if candidate.score < Self.sureScore || trials.left > 0 { trials.left -= 1 }
        // Echoes may pass for motion.
        if abs(candidate.dilation) > 1.5e-4 {
          var still = candidate
          still.dilation = 0
          frames[index].reader = BurstFrameReader(
            still, reader.bench, formerNoise: reader.formerNoise)
          return false
        }
        frames[index].isRefused = true
        return false
      case .part: fail(index, .header, &session)
      case .block:
        // What was guessed of the block that failed says nothing of the signal.
        let known = frames[index].frame
        update(index, history)
        frames[index].frame.signalToNoiseDecibels = known.signalToNoiseDecibels
        frames[index].frame.marginDecibels = known.marginDecibels
        giveBlocks(index, &session)
        fail(index, .code, &session)
      }
      return true
    }
    guard reader.header != nil else { return false }
    update(index, history)
    giveBlocks(index, &session)
    if let end = reader.endPosition, let channel = reader.channel {
      latest[reader.candidate.bandIndex] = (end, channel.noise.whitener)
    }
    if !frames[index].isAnnounced {
      frames[index].isAnnounced = true
      // Of a message in parts the first one is announced, once it is known whose it is.
      if reader.header?.isPart != true { session.tell(.detected(frames[index].frame)) }
      dropShadows(of: index)
      return true
    }
    guard reader.stage == .done else { return false }
    let done = frames.remove(at: index)
    if done.reader.part == nil { deliver(done, &session) }
    return true
  }

  /// Gives up a frame that is no shadow, and of which no header was read.
  private func refuse(_ index: Int, _ session: inout Session) {
    fail(index, frames[index].reader.cause == .header ? .header : .sync, &session)
  }

  /// Gives up what else seemed to start within a frame whose header holds.
  private func dropShadows(of index: Int) {
    let reader = frames[index].reader
    let number = frames[index].frame.number
    guard let end = reader.endPosition else { return }
    let margin = 0.05 * reader.bench.resampler.sourceRateHertz
    frames.removeAll {
      $0.frame.number != number && $0.reader.header == nil
        && $0.reader.candidate.bandIndex == reader.candidate.bandIndex
        && $0.reader.candidate.position < end - margin
        && $0.reader.candidate.position > reader.candidate.position - 4 * margin
    }
  }
}
