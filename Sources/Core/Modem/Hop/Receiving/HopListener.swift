/// Listens for hop protocols of one timing, all variants and placements. It follows each start that
/// the search finds until the end of the frame, and delivers the decoded text.
final class HopListener: Listener {
  private let variants: HopVariants
  private var search: MarkerSearch
  private var contrast: MarkerContrast
  private var filter: HopToneFilter
  private let frameNoise: HopFrameNoise
  private var reader: HopReader
  private var copies: HopCopies
  private var sounds: HopSounds
  private var messages: Reassembly<HopStream>
  private var frames: [HopFrame] = []
  /// Numbers of the latest frames that were reported as detected.
  private var announced: [Int] = []

  /// Seconds of baseband that must stay available.
  let historySeconds: Double

  /// Search score from which a candidate is read alone: higher if more speeds are searched.
  private let leastScore: Float
  /// Least contrast of a start that is followed. Of 289 frames that could be decoded, at -21 to -10
  /// dB and in rooms, all had at least 5.27 even before the fit.
  static let leastContrast: Float = 4.9
  private static let mostFrames = 12

  /// - Parameter variants: protocols that differ in name, rate and variant only.
  init(variants: [(name: String, parameters: HopParameters)], placements: [Placement]) {
    let variants = HopVariants(variants, placements: placements)
    let (parameters, isLong) = (variants.parameters, variants.isLong)
    self.variants = variants
    search = MarkerSearch(
      shape: variants.shape,
      markerHertz: placements.map { placement in
        parameters.preamble.map { parameters.hertz(of: $0, in: placement) }
      },
      threshold: isLong ? 5.2 : 4.8,
      speedStep: isLong ? 0.4 : 0.25,
      accelerations: isLong ? (-5...5).map { 0.5 * Double($0) } : [0],
      padding: 2.5)
    leastScore = isLong ? 5.8 : 4.8
    contrast = MarkerContrast(
      tones: parameters.preamble, toneCount: HopParameters.toneCount,
      toneSpacingHertz: parameters.toneSpacingHertz, shape: variants.shape)
    filter = HopToneFilter(variants)
    frameNoise = HopFrameNoise(variants)
    reader = HopReader(variants)
    copies = HopCopies(variants)
    sounds = HopSounds(variants)
    let memorySeconds = 8 * Double(variants.longestCount) * parameters.symbolSeconds
    messages = Reassembly(patienceSeconds: memorySeconds, memorySeconds: memorySeconds)
    // Three copies are read together.
    historySeconds = (3 * variants.spacings.last! + 6) * parameters.symbolSeconds * 1.02
  }

  /// Frames whose preamble is beyond doubt and whose end has not come.
  var arriving: [Frame] { frames.filter { $0.isSure }.map { $0.frame } }

  func search(_ history: borrowing BasebandHistory, _ session: inout Session) {
    dropExplained(session.claims, history)
    sounds.arriving = session.claims.claimed.filter { !isOwnSound($0) }
    for candidate in search.scan(history) {
      let seconds = history.seconds(atSample: candidate.start)
      // A loud frame looks like copies of itself in many places.
      if !sounds.explain(seconds, variants.placement(of: candidate)),
        !isWithinSureFrame(candidate, history)
      {
        copies.sight(candidate)
      }
      if candidate.score >= leastScore { start(candidate, history, &session) }
    }
    messages.expire(at: history.seconds(atSample: Double(history.endIndex)), &session)
    copies.follow(history, &session.budget)
    while let outcome = copies.next(history, &reader, &session) {
      switch outcome {
      case .read(let found, let frame, let guess, let last):
        let seconds = history.seconds(atSample: last.start)
        deliver(found, frame, guess, last, startSeconds: seconds, &session)
      case .lost(let frame, let evidence): fail(frame, .check, evidence, &session)
      }
    }
  }

  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    // The input has ended: no frame waits any longer.
    Scheduler.run([self], history, &session)
    copies.finish()
    while !frames.isEmpty { fail(at: 0, .cutOff, &session) }
    messages.expire(at: .infinity, &session)
  }

  /// Follows a candidate whose preamble stands out.
  private func start(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    if frames.count == Self.mostFrames {
      let weakest = frames.indices.min { frames[$0].candidate.score < frames[$1].candidate.score }!
      guard frames[weakest].candidate.score < candidate.score else { return }
      fail(at: weakest, .cutOff, &session)
    }
    var candidate = candidate
    let preamble = variants.parameters.preamble
    let clock = filter.clock(candidate, tones: preamble, history)
    filter.weigh(&candidate, at: clock, history)
    candidate.start = clock.start
    candidate.dilation = clock.dilation
    let placement = variants.placement(of: candidate)
    let toneContrasts = contrast.scores(
      candidate, lowestToneHertz: placement.lowestToneHertz, history: history)
    let clearness = toneContrasts.reduce(0, +)
    let startSeconds = history.seconds(atSample: candidate.start)
    guard clearness >= Self.leastContrast,
      !sounds.explain(startSeconds, placement, contrast: clearness),
      !sounds.explain(
        candidate, startSeconds: startSeconds, toneContrasts: toneContrasts, by: session.claims)
    else { return }
    let evidence = filter.evidence(candidate, tones: preamble, history)
    let frame = Frame(
      number: session.nextFrameNumber(), protocolName: variants.names[0],
      placement: placement, startSeconds: startSeconds, endSeconds: startSeconds,
      signalToNoiseDecibels: evidence.signalToNoiseDecibels(toneGain: variants.toneGain),
      dilationPartsPerMillion: candidate.dilation * 1e6)
    let start = HopFrame(
      candidate: candidate, toneContrasts: toneContrasts, evidence: evidence, frame: frame)
    session.weigh(Hypothesis(frame, .start, logOdds: start.logOdds))
    frames.append(start)
  }

  /// Symbols that must arrive before a header is read.
  private var headerCount: Int { variants.framings[0].shortestCount - 2 }

  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step? {
    dropExplained(claims, history)
    var best: Step?
    for (index, frame) in frames.enumerated() {
      let guess = frame.guesses?.first
      guard
        variants.end(of: frame.candidate, count: guess?.symbolCount ?? headerCount)
          < history.endIndex,
        guess != nil || frame.isPlain || !isWithinSureFrame(frame.candidate, history)
      else { continue }
      let work = guess.map { HopWork.motion(.constant) * Double($0.symbolCount) }
      let step = Step(index, logOdds: frame.logOdds, work: work ?? HopWork.header)
      if step.gain > best?.gain ?? -.infinity { best = step }
    }
    return best
  }

  /// Reads the header of a frame, or tries its next guess.
  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session) {
    let (index, before) = (step.index, session.budget.left)
    frames[index].isHidden = isWithinSureFrame(frames[index].candidate, history)
    if let guess = frames[index].guesses?.first {
      frames[index].guesses!.removeFirst()
      let outcome = reader.read(frames[index], guess, history, &session.budget)
      frames[index].spent += before - session.budget.left
      switch outcome {
      case .silent: break
      case .refused(let evidence): frames[index].wasRefused(evidence: evidence)
      case .read(let found): return deliver(found, at: index, guess, history, &session)
      }
    } else {
      guard let (guesses, evidence) = reader.guesses(frames[index], history, &session.budget)
      else { return fail(at: index, .sync, end: .budget, &session) }
      frames[index].take(guesses: guesses, evidence: evidence)
      session.weigh(Hypothesis(frames[index].frame, .header, logOdds: frames[index].logOdds))
      // Only frames with a sure preamble are reported.
      if frames[index].isSure {
        frames[index].frame.ownSoundDecibels = ownSoundDecibels(
          frames[index].evidence, frames[index].candidate, count: headerCount, history)
        if frames[index].likeliest != nil { announce(frames[index].frame, &session) }
      }
    }
    if frames[index].guesses!.isEmpty { fail(at: index, frames[index].failedStage, &session) }
  }

  // MARK: What becomes of frames

  /// Reports once that `frame` was detected.
  private func announce(_ frame: Frame, _ session: inout Session) {
    guard !announced.contains(frame.number) else { return }
    announced.append(frame.number)
    if announced.count > 2 * Self.mostFrames { announced.removeFirst() }
    session.tell(.detected(frame))
  }

  /// Delivers the text of the frame at `index`.
  private func deliver(
    _ found: HopFound, at index: Int, _ guess: HopGuess, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    let done = frames.remove(at: index)
    var frame = done.frame
    frame.protocolName = variants.names[guess.framingIndex]
    frame.endSeconds += Double(guess.symbolCount) * variants.parameters.symbolSeconds
    frame.dilationPartsPerMillion = found.dilation * 1e6
    frame.signalToNoiseDecibels = found.evidence.signalToNoiseDecibels(toneGain: variants.toneGain)
    frame.marginDecibels = found.evidence.marginDecibels(neededRatio: variants.neededRatio(guess))
    frame.ownSoundDecibels = ownSoundDecibels(
      found.evidence, done.candidate, count: guess.symbolCount, history)
    deliver(
      found, frame, guess, done.candidate, startSeconds: done.frame.startSeconds, &session)
  }

  /// SNR by the noise within the first `count` symbols less SNR by the noise before them, in dB.
  private func ownSoundDecibels(
    _ evidence: ToneEvidence, _ candidate: MarkerCandidate, count: Int,
    _ history: borrowing BasebandHistory
  ) -> Double {
    let largestNoise = frameNoise.noise(within: candidate, count: count, history)
    return evidence.signalToNoiseDecibels(
      toneGain: variants.toneGain, largestNoise: largestNoise)
      - evidence.signalToNoiseDecibels(toneGain: variants.toneGain)
  }

  /// Delivers the text of a frame, and gives up other starts within the frame.
  private func deliver(
    _ found: HopFound, _ frame: Frame, _ guess: HopGuess, _ candidate: MarkerCandidate,
    startSeconds: Double, _ session: inout Session
  ) {
    let place = candidate.placementIndex
    // If the frame is a part, or a copy of a delivered message, nothing else is reported.
    session.take(frame)
    let outcome = messages.take(
      found.text, frame, correctedSymbols: found.correctedSymbols, placementIndex: place,
      variant: guess.framingIndex, &session)
    if case .whole(let bytes, let whole, let corrected) = outcome {
      announce(whole, &session)
      session.tell(bytes, of: found.text.content, whole, correctedSymbols: corrected)
    }
    session.claims.add(sounds.tones(candidate, startSeconds: startSeconds, found, guess))
    // A second preamble that no known sound explains comes from another sender.
    let end = frame.endSeconds - 2 * variants.parameters.symbolSeconds
    let preambleEnd = frame.startSeconds + variants.preambleSeconds
    frames.removeAll {
      $0.placementIndex == place && $0.frame.startSeconds < end
        && !($0.isPlain && $0.frame.startSeconds > preambleEnd && !isExplained($0, session.claims))
    }
    copies.deliver(
      guess, placementIndex: place, start: candidate.start, isRepeated: found.text.part != nil)
  }

  /// Gives up the frame at `index`; reports it if its preamble is sure and unexplained.
  private func fail(
    at index: Int, _ stage: Failure.Stage, end: Hypothesis.End? = nil, _ session: inout Session
  ) {
    let lost = frames.remove(at: index)
    let guess = lost.likeliest ?? variants.guess(framingIndex: 0, sizeClass: 0)
    var frame = lost.frame
    frame.protocolName = variants.names[guess.framingIndex]
    frame.endSeconds += Double(guess.symbolCount) * variants.parameters.symbolSeconds
    frame.marginDecibels = lost.evidence.marginDecibels(neededRatio: variants.neededRatio(guess))
    let isShadow = frames.contains {
      $0.placementIndex == lost.placementIndex && $0.candidate.score > lost.candidate.score
    }
    let isSure =
      lost.isSure && !isShadow && lost.isLikeAFrame
      && !lost.evidence.isUneven(neededRatio: variants.neededRatio(guess))
    let isExplained = copies.explains(lost.candidate, isSure: isSure)
    if isSure, !isExplained {
      fail(frame, stage, lost.evidence, isCertain: lost.isPlain, &session)
    } else if !isExplained, !isShadow {
      let step: Hypothesis.Step = lost.headerEvidence == nil ? .start : .header
      session.weigh(Hypothesis(frame, step, logOdds: lost.logOdds, end ?? .failed(stage)))
    }
  }

  @inline(never)
  private func fail(
    _ frame: Frame, _ stage: Failure.Stage, _ evidence: ToneEvidence, isCertain: Bool = false,
    _ session: inout Session
  ) {
    announce(frame, &session)
    var failure = Failure(frame: frame, stage: stage, heard: [])
    failure.isCertain = isCertain
    failure.toneDecibels = evidence.levelDecibels(toneGain: variants.toneGain)
    session.tell(.failed(failure))
  }

  // MARK: What explains starts

  /// Whether a start lies inside a louder frame that still arrives. It is most likely that frame's
  /// own sound, so it waits for the end of the frame.
  @inline(never) private func isWithinSureFrame(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory
  ) -> Bool {
    let placement = variants.placement(of: candidate)
    let shortest = variants.framings[0].shortestCount
    let isWithinOwn = frames.contains { frame in
      frame.isSure && frame.frame.placement.overlaps(placement)
        && frame.candidate.score > candidate.score && frame.candidate.start < candidate.start
        && candidate.start
          < Double(
            variants.end(of: frame.candidate, count: frame.guesses?.first?.symbolCount ?? shortest))
    }
    return isWithinOwn || sounds.hide(history.seconds(atSample: candidate.start), placement)
  }

  /// Whether a start that another family found is a part of a hop frame. Starts that follow must
  /// not wait for the end of this false frame.
  private func isOwnSound(_ other: Frame) -> Bool {
    sounds.hasRead(other)
      || frames.contains {
        $0.isSure && $0.frame.placement.overlaps(other.placement)
          && $0.frame.startSeconds < other.startSeconds - variants.preambleSeconds
      }
  }

  /// Whether known tones explain the preamble of a frame.
  private func isExplained(_ frame: HopFrame, _ claims: borrowing Claims) -> Bool {
    sounds.explain(
      frame.candidate, startSeconds: frame.frame.startSeconds, toneContrasts: frame.toneContrasts,
      by: claims)
  }

  /// Gives up starts within a frame in the same band that was read lately, if they do not stand out
  /// by themselves. The frame may have any timing or family.
  private func dropExplained(_ claims: borrowing Claims, _ history: borrowing BasebandHistory) {
    for frame in sounds.takeRead(claims) {
      let span = sounds.span(frame)
      let samples =
        history.sample(atSeconds: span.lowerBound)...history.sample(atSeconds: span.upperBound)
      for (index, placement) in variants.placements.enumerated()
      where placement.overlaps(frame.placement) {
        frames.removeAll {
          $0.placementIndex == index && span.contains($0.frame.startSeconds)
            && (!$0.isPlain || isExplained($0, claims))
        }
        copies.forget(placementIndex: index, samples)
      }
    }
  }
}
