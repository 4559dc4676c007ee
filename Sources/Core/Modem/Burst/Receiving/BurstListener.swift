import HandShakeSignal

/// Listens for burst frames of one waveform in all its placements.
final class BurstListener: Listener {
  private let variants: [(name: String, parameters: BurstParameters)]
  let placements: [Placement]
  private var search: BurstSearch
  private let benches: [BurstBench]
  private var frames: [BurstArrival] = []
  private var messages = Reassembly<BurstStream>()
  /// The last frame with a header in each band: where it ends, and the noise before it.
  private var latest: [(endPosition: Double, whiteners: [(channel: Int, whitener: BurstWhitener)])?]
  /// Where the last frame ends of which all before the blocks is known, in each band.
  private var readEnds: [Double]
  /// The last frame of a stream in each band, after which another may come whose head is not heard.
  private var followed: [BurstArrival?]
  /// Trials that were left at a time of faint sounders, of clear ones of each kind, and of sure ones, which are more
  /// often true: tones hold many that seem clear and short, and may not use up those of others.
  private var trials =
    [WorkBudget](repeating: WorkBudget(most: mostTrials, perSecond: 0.5), count: sureIndex)
    + [WorkBudget(most: 12, perSecond: 1)]
  /// The claim after which others are new.
  private var claimNumber = 0
  /// Seconds of baseband that must stay available.
  let historySeconds: Double
  /// Whether the bands are so narrow that a clear sounder is one: in the whole spectrum any sound that sets in looks
  /// like one, unless it came as through a cable.
  private let isBandNarrow: Bool

  /// Score from which a sounder is read: noise alone hardly ever reaches it, and the weakest frame that was ever read
  /// in a room, at 0 dB, had 0.13.
  private static func leastScore(_ sounder: BurstSounder) -> Float {
    sounder.choose(short: 0.14, medium: 0.075, long: 0.06)
  }

  private static let mostFrames = 8
  /// Sounders that may be tried in vain one after the other: typing and music hold hundreds of faint ones a minute.
  private static let mostTrials = 5.0
  /// Place of the sure ones' among the `trials`.
  private static let sureIndex = 4
  /// Seconds for which frames of a stream are read of which nothing is heard.
  private static let mostUnheardSeconds = 60.0
  /// Fastest approach that the search looks for, over the speed of sound, and a clock's error.
  private static let largestDilation = 3.0 / soundMetresPerSecond

  /// - Parameters:
  ///   - variants: protocols that differ in what the sender chooses only.
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
    // The frame before the one at hand, a block with its echo, a sounder, and the noise before it.
    historySeconds = longest / rate + max(1.5, 8500 / rate + 1) + search.historySeconds
  }

  /// Frames whose header was read and whose end has not come.
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

  /// Reads the rest of all frames when no more samples come.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    for candidate in search.scan(history, isOver: true) { start(candidate, history, &session) }
    followStreams(isOver: true)
    // The clearest frame first; refused ones last, when they can't be shadows any more.
    while let arrival = frames.max(by: { left, right in
      left.isRefused != right.isRefused
        ? left.isRefused : left.candidate.score < right.candidate.score
    }) {
      let reader = arrival.reader
      // Lookahead that is missing holds at most an echo.
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

  /// Which of the `trials` a candidate takes, by its score. Typing and music hold hardly any clear sounders; frames in
  /// rooms have 0.18 and more at 25 dB, short ones twice that.
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
    // What a message of any family looked like has used them up, and whoever sent once may send again.
    let isNewsRead = !session.claims.read(since: &claimNumber).isEmpty
    for index in trials.indices {
      trials[index].refill(atSeconds: now)
      if isNewsRead { trials[index].restore() }
    }
    let seconds = history.seconds(atSample: candidate.position)
    // Numbered once it is followed.
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

  /// Baseband samples within which only the clearest of several sounders is one.
  private func shadowSpan(_ bench: BurstBench) -> Double {
    1.2 * Double(BurstSounder.long.sampleCount) * bench.resampler.step
  }

  /// Whether `arrival` may be the shadow of a clearer sounder, known or still to be found.
  private func mayBeShadow(_ arrival: BurstArrival) -> Bool {
    Double(search.searchedPosition)
      <= arrival.candidate.position + shadowSpan(arrival.reader.bench)
      || hasClearerNeighbour(arrival)
  }

  /// Whether `arrival` is to wait for a clearer sounder nearby, of which it is the shadow if that one's header holds.
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

  /// The noise before the last frame in a candidate's band, and whether that frame ended too little before it for the
  /// noise between them to be learnt.
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
      // Where others are tried in vain, fewer faint ones are.
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

  /// The first protocol by which the frame of `reader` may have been sent, by what a sender of it chooses; the first of
  /// all where none chooses so by itself.
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

  /// Reads the frame before `arrival` in its stream where nothing was heard in its place.
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

  /// Reads frames that are expected and whose heads were not found.
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

  /// Whether `arrival` is where another frame of a stream is expected.
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

  /// Baseband samples by which frames of a stream may follow each other sooner than they should.
  private func tolerance(_ bench: BurstBench) -> Double {
    0.5 * bench.parameters.gapSeconds * bench.resampler.sourceRateHertz
  }

  private func remove(_ arrival: BurstArrival) { frames.removeAll { $0 === arrival } }

  /// Gives up a frame that is no shadow, and of which no header was read.
  private func refuse(_ arrival: BurstArrival, _ session: inout Session) {
    giveUp(arrival, arrival.reader.cause == .header ? .header : .sync, &session)
  }

  /// Gives `arrival` up, and tells why where it was a frame beyond doubt.
  private func giveUp(
    _ arrival: BurstArrival, _ stage: Failure.Stage, _ session: inout Session
  ) {
    remove(arrival)
    arrival.tellFailure(stage, isBandNarrow: isBandNarrow, &session)
  }

  /// Gives up other frames that seemed to start within a frame whose header holds, and those in which nothing is heard
  /// any more that it interrupts.
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
