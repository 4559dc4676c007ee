import HandShakeSignal

/// Listens for burst frames of one waveform in all its placements.
final class BurstListener: Listener {
  private let variants: [(name: String, parameters: BurstParameters)]
  let placements: [Placement]
  private var search: BurstSearch
  private let benches: [BurstBench]
  private var frames: [BurstArrival] = []
  private var messages = Reassembly<BurstStream>()
  /// The last frame with a header in each band: its end, and the noise before it.
  private var latest: [(endPosition: Double, whiteners: [(channel: Int, whitener: BurstWhitener)])?]
  /// The end of the last frame in each band whose sections before the blocks are all known.
  private var readEnds: [Double]
  /// The last frame of a stream in each band; the head of the next frame may be missed.
  private var followed: [BurstArrival?]
  /// Remaining trials of faint sounders, of clear sounders of each kind, and of sure sounders.
  /// Tones hold many sounders that seem clear and short; they must not use up the trials of others.
  private var trials =
    [WorkBudget](repeating: WorkBudget(most: mostTrials, perSecond: 0.5), count: sureIndex)
    + [WorkBudget(most: 12, perSecond: 1)]
  /// The number of the last claim that was read.
  private var claimNumber = 0
  /// Seconds of baseband that must stay available.
  let historySeconds: Double
  /// Whether the bands are so narrow that a clear sounder is certain. In a wide band any sound that
  /// starts looks like a sounder, unless the sounder came through a cable.
  private let isBandNarrow: Bool

  /// The lowest score of a sounder that is read. Noise rarely reaches it; the weakest frame ever
  /// read in a room, at 0 dB, had 0.13.
  private static func leastScore(_ sounder: BurstSounder) -> Float {
    sounder.choose(short: 0.14, medium: 0.075, long: 0.06)
  }

  private static let mostFrames = 8
  /// Sounders that may fail in sequence: typing and music hold hundreds of faint sounders a minute.
  private static let mostTrials = 5.0
  /// The index of the sure sounders' budget in `trials`.
  private static let sureIndex = 4
  /// Seconds without sound for which frames of a stream are still read.
  private static let mostUnheardSeconds = 60.0
  /// The fastest approach of the search, over the speed of sound, which includes clock errors.
  private static let largestDilation = 3.0 / soundMetresPerSecond

  /// - Parameters:
  ///   - variants: protocols that differ only in the sender's choices.
  ///   - sourceRateHertz: rate of the baseband, whose 0 Hz is `sourceCentreHertz`.
  init(
    variants: [(name: String, parameters: BurstParameters)], placements: [Placement],
    sourceRateHertz: Double, sourceCentreHertz: Double
  ) {
    self.variants = variants
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
    followed = placements.map { _ in nil }
    readEnds = placements.map { _ in 0 }
    let transforms = TransformPool()
    benches = placements.map {
      BurstBench(
        parameters: parameters, placement: $0, sourceRateHertz: sourceRateHertz,
        sourceCentreHertz: sourceCentreHertz, transforms: transforms)
    }
    let longest =
      Set(variants.flatMap { $0.parameters.steps.map { $0.rung } }).map { rung in
        BurstFrameLayout(
          sounder: .long,
          header: BurstHeader(
            rung: rung, byteCount: BurstRung.ladder[rung].largestFrameBytes, isPart: true))
      }.map { parameters.sampleCount(toFrameAfter: $0) }.max() ?? 0
    // The previous frame, a block with its echo, a sounder, and the noise before it.
    historySeconds = longest / rate + max(1.5, 8500 / rate + 1) + search.historySeconds
  }

  /// Frames whose header was read and whose end has not arrived.
  var arriving: [Frame] {
    frames.filter { $0.isAnnounced && !$0.reader.seemsOver }.map { $0.frame }
  }
  var claimed: [Frame] { arriving }

  func search(_ history: borrowing BasebandHistory, _ session: inout Session) {
    messages.expire(at: history.seconds(atSample: Double(history.endIndex)), &session)
    for candidate in search.scan(history) { start(candidate, history, &session) }
    followStreams()
  }

  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step? {
    var best: Step?
    for (index, arrival) in frames.enumerated() {
      guard
        arrival.isRefused
          ? !mayBeShadow(arrival)
          : arrival.reader.needed < history.endIndex && !hasClearerNeighbour(arrival)
      else { continue }
      let step = Step(
        index, logOdds: arrival.isAnnounced ? .infinity : BurstOdds.start(arrival.candidate),
        work: arrival.isRefused ? 0 : arrival.reader.work)
      if step.gain > best?.gain ?? -.infinity { best = step }
    }
    return best
  }

  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session) {
    let arrival = frames[step.index]
    if arrival.isRefused { refuse(arrival, &session) } else { advance(arrival, history, &session) }
  }

  /// Reads the rest of all frames when no more samples follow.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    for candidate in search.scan(history, isOver: true) { start(candidate, history, &session) }
    followStreams(isOver: true)
    // The clearest frame first. Refused frames last, when they cannot be shadows any more.
    while let arrival = frames.max(by: { left, right in
      left.isRefused != right.isRefused
        ? left.isRefused : left.candidate.score < right.candidate.score
    }) {
      let reader = arrival.reader
      // The missing look-ahead contains at most an echo.
      let late =
        Double(reader.neededAtMost - history.endIndex)
        / (reader.bench.resampler.step * Double(BurstWindow.lookAhead + 100))
      if arrival.isRefused {
        refuse(arrival, &session)
      } else if late < 1 {
        advance(arrival, history, &session)
      } else {
        giveUp(arrival, .cutOff, &session)
      }
      followStreams(isOver: true)
    }
    messages.expire(at: .infinity, &session)
  }

  /// The index of a candidate's budget in `trials`, by its score. Typing and music hold few clear
  /// sounders. Frames in rooms have at least 0.18 at 25 dB, short frames twice that.
  private static func trialsIndex(_ candidate: BurstCandidate) -> Int {
    let isShort = candidate.sounder == .short
    if candidate.score >= (isShort ? BurstArrival.sureScore : 0.3) { return sureIndex }
    return candidate.score >= (isShort ? 0.22 : 0.17) ? 1 + candidate.sounderIndex : 0
  }

  private func start(
    _ candidate: BurstCandidate, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    let bench = benches[candidate.bandIndex]
    for other in frames where other.candidate.bandIndex == candidate.bandIndex {
      if let end = other.reader.endPosition, candidate.position < end, !other.reader.seemsOver {
        return
      }
    }
    let now = history.seconds(atSample: Double(history.endIndex))
    // A message of any family explains the failed trials, and its sender may send again.
    let isNewsRead = !session.claims.read(since: &claimNumber).isEmpty
    for index in trials.indices {
      trials[index].refill(atSeconds: now)
      if isNewsRead { trials[index].restore() }
    }
    let seconds = history.seconds(atSample: candidate.position)
    // The frame gets its number once it is followed.
    var frame = Frame(
      number: 0, protocolName: variants[0].name, placement: placements[candidate.bandIndex],
      startSeconds: seconds, endSeconds: seconds, signalToNoiseDecibels: 0,
      dilationPartsPerMillion: candidate.dilation * 1e6)
    let logOdds = BurstOdds.start(candidate)
    func drop() { session.weigh(Hypothesis(frame, .start, logOdds: logOdds, .budget)) }
    guard logOdds >= 0 || trials[Self.trialsIndex(candidate)].left >= 1 else { return drop() }
    if frames.count == Self.mostFrames {
      let unread = frames.indices.filter { !frames[$0].isAnnounced }
      guard
        let weakest = unread.min(by: { frames[$0].candidate.score < frames[$1].candidate.score }),
        frames[weakest].candidate.score < candidate.score
      else { return drop() }
      frames.remove(at: weakest).refuse(.budget, &session)
    }
    frame.number = session.nextFrameNumber()
    session.weigh(Hypothesis(frame, .start, logOdds: logOdds))
    frames.append(
      BurstArrival(
        BurstFrameReader(candidate, bench, formerNoise: noise(before: candidate, bench)), frame))
  }

  /// Baseband samples within which only the clearest of several sounders is genuine.
  private func shadowSpan(_ bench: BurstBench) -> Double {
    1.2 * Double(BurstSounder.long.sampleCount) * bench.resampler.step
  }

  /// Whether `arrival` may be the shadow of a clearer sounder, known or still to be found.
  private func mayBeShadow(_ arrival: BurstArrival) -> Bool {
    Double(search.searchedPosition)
      <= arrival.candidate.position + shadowSpan(arrival.reader.bench)
      || hasClearerNeighbour(arrival)
  }

  /// Whether `arrival` must wait for a clearer sounder nearby, whose shadow it may be.
  private func hasClearerNeighbour(_ arrival: BurstArrival) -> Bool {
    guard !arrival.isAnnounced, arrival.reader.hasHead else { return false }
    let near = shadowSpan(arrival.reader.bench)
    return frames.contains {
      !$0.isAnnounced && !$0.isRefused
        && $0.candidate.bandIndex == arrival.candidate.bandIndex
        && $0.candidate.score > 1.3 * arrival.candidate.score
        && abs($0.candidate.position - arrival.candidate.position) < near
    }
  }

  /// The noise before the last frame in a candidate's band, and whether the gap after that frame
  /// was too short to learn the noise.
  private func noise(
    before candidate: BurstCandidate, _ bench: BurstBench
  ) -> BurstNoise.Former? {
    guard let last = latest[candidate.bandIndex] else { return nil }
    let needed = Double(BurstNoise.span) * bench.resampler.step
    return (last.whiteners, candidate.position - last.endPosition < needed)
  }

  /// Lets `arrival` take its next step.
  private func advance(
    _ arrival: BurstArrival, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    let reader = arrival.reader
    let logOdds = BurstOdds.start(arrival.candidate)
    guard
      reader.stage != .sounder
        || session.budget.allows(reader.work, logOdds: logOdds)
    else {
      remove(arrival)
      return arrival.refuse(.budget, &session)
    }
    reader.proceed(history, &session.budget)
    switch reader.cause {
    case .tones:
      remove(arrival)
      arrival.refuse(.tones, &session)
    case .notASounder, .header:
      let index = Self.trialsIndex(arrival.candidate)
      trials[index].spend(1)
      // Vain trials of other kinds also reduce the trials of faint sounders.
      if index > 0, trials[0].left > -Self.mostTrials { trials[0].spend(1) }
      arrival.isRefused = !arrival.retryStill()
    case .part:
      if isExpected(arrival) { remove(arrival) } else { giveUp(arrival, .header, &session) }
    case .block:
      arrival.update(history, protocolName(of: reader), &messages, &session)
      giveUp(arrival, .code, &session)
    case nil:
      guard let channel = reader.channel, let end = reader.endPosition else { return }
      arrival.update(history, protocolName(of: reader), &messages, &session)
      let band = arrival.candidate.bandIndex
      let isNew = arrival.announce(&session)
      if isNew { arrival.formerEnd = readEnds[band] }
      let isLast = end > readEnds[band] - tolerance(reader.bench)
      if isLast, reader.stage != .part, arrival.isAnnounced { readEnds[band] = end }
      if reader.hasHead || isLast && arrival.isAnnounced { latest[band] = (end, channel.whiteners) }
      lookBack(from: arrival)
      if isNew { dropShadows(of: arrival, endingAt: end) }
      if reader.stage == .done {
        follow(arrival)
        remove(arrival)
        arrival.tellMessage(&session)
      }
    }
  }

  /// The first protocol whose sender would choose the frame of `reader`; the first of all protocols
  /// if no sender would.
  private func protocolName(of reader: BurstFrameReader) -> String {
    guard let layout = reader.layout else { return variants[0].name }
    let byteCount = reader.part?.streamBytes ?? layout.header.byteCount
    let fitting = variants.first { variant in
      variant.parameters.steps.contains {
        $0.rung == layout.header.rung && $0.sounder == layout.sounder
          && $0.longestBytes >= byteCount
      }
    }
    return (fitting ?? variants[0]).name
  }

  // MARK: Frames whose head was not heard

  /// Reads the previous frame of `arrival`'s stream if no frame was heard in its place.
  private func lookBack(from arrival: BurstArrival) {
    let reader = arrival.reader
    guard reader.hasHead, reader.readCount > 0, !arrival.hasLookedBack else { return }
    arrival.hasLookedBack = true
    guard lacksBlocks(arrival), frames.count < Self.mostFrames,
      let former = BurstFrameReader(.before, of: reader),
      arrival.formerEnd < former.startPosition + tolerance(reader.bench)
    else { return }
    frames.append(BurstArrival(former, of: arrival))
  }

  /// Expects another frame after `arrival`, which was read to its end.
  private func follow(_ arrival: BurstArrival) {
    let (reader, band) = (arrival.reader, arrival.candidate.bandIndex)
    guard reader.part != nil, let end = reader.endPosition,
      end > readEnds[band] - tolerance(reader.bench)
    else { return }
    followed[band] = arrival
  }

  /// Reads expected frames whose heads were not found.
  private func followStreams(isOver: Bool = false) {
    for band in followed.indices {
      guard let arrival = followed[band] else { continue }
      let bench = arrival.reader.bench
      guard lacksBlocks(arrival),
        let start = arrival.reader.nextPosition
      else {
        followed[band] = nil
        continue
      }
      let near = shadowSpan(bench)
      guard isOver || Double(search.searchedPosition) > start + near,
        frames.count < Self.mostFrames,
        !frames.contains(where: {
          $0.candidate.bandIndex == band && $0.reader.hasHead && !$0.isRefused
            && abs($0.candidate.position - start) < near
        })
      else { continue }
      followed[band] = nil
      guard readEnds[band] < start + tolerance(bench),
        arrival.frame.endSeconds - arrival.lastHeardSeconds < Self.mostUnheardSeconds,
        let next = BurstFrameReader(.after, of: arrival.reader)
      else { continue }
      frames.append(BurstArrival(next, of: arrival))
    }
  }

  /// Whether `arrival` is at the expected place of another frame of a stream.
  private func isExpected(_ arrival: BurstArrival) -> Bool {
    guard let former = followed[arrival.candidate.bandIndex],
      lacksBlocks(former), let start = former.reader.nextPosition
    else { return false }
    return abs(start - arrival.reader.startPosition) < tolerance(arrival.reader.bench)
  }

  @inline(never)
  private func lacksBlocks(_ arrival: BurstArrival) -> Bool {
    let stream = arrival.stream
    return messages.lacksPieces { $0 == stream }
  }

  /// Baseband samples by which frames of a stream may follow each other early.
  private func tolerance(_ bench: BurstBench) -> Double {
    0.5 * bench.parameters.gapSeconds * bench.resampler.sourceRateHertz
  }

  private func remove(_ arrival: BurstArrival) { frames.removeAll { $0 === arrival } }

  /// Gives up a frame that is not a shadow and whose header was not read.
  private func refuse(_ arrival: BurstArrival, _ session: inout Session) {
    giveUp(arrival, arrival.reader.cause == .header ? .header : .sync, &session)
  }

  /// Gives `arrival` up, and reports the cause if the frame was certain.
  private func giveUp(
    _ arrival: BurstArrival, _ stage: Failure.Stage, _ session: inout Session
  ) {
    remove(arrival)
    arrival.tellFailure(stage, isBandNarrow: isBandNarrow, &session)
  }

  /// Gives up other frames that seemed to start within a frame whose header holds. Also gives up
  /// silent frames that it interrupts.
  private func dropShadows(of arrival: BurstArrival, endingAt end: Double) {
    let margin = 0.05 * arrival.reader.bench.resampler.sourceRateHertz
    frames.removeAll {
      $0 !== arrival && !$0.isAnnounced
        && $0.candidate.bandIndex == arrival.candidate.bandIndex
        && $0.candidate.position < end - margin
        && $0.candidate.position > arrival.candidate.position - 4 * margin
        || $0 !== arrival && $0.reader.seemsOver
          && $0.candidate.bandIndex == arrival.candidate.bandIndex
          && $0.reader.endPosition ?? 0 > arrival.candidate.position + margin
    }
  }
}
