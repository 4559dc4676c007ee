import Coding
import Signal

/// Listens for hop protocols of one timing, all variants and placements.
final class HopListener: Listener {
  let names: [String]
  let framings: [HopFraming]
  let parameters: HopParameters
  let placements: [Placement]
  let shape: ToneShape
  private var search: MarkerSearch
  var contrast: MarkerContrast
  var spectra: [SymbolSpectra]
  var trellises: [MotionTrellis]
  var decoder: MultilevelPolarDecoder
  var frames: [HopFrame] = []
  /// Numbers of the latest frames that were reported as detected.
  private var announced: [Int] = []
  private var messages: HopMessages
  var pairing: HopPairing
  var waiting: [HopPair] = []
  var combinations: [HopCombination] = []
  var heardCopies: [(placementIndex: Int, start: Double, spacing: Double)] = []
  var filter: MatchedFilter

  /// Seconds of baseband that must stay available.
  let historySeconds: Double

  /// Speed range of the trellis: a frame that the search found may go on to accelerate.
  private static let largestSpeed = 6.5
  /// Contrast below which what the search found is not followed: of 289 frames that could be decoded,
  /// at -21 to -10 dB and in rooms, none had less than 5.27 even before the fit.
  private static let leastContrast: Float = 4.9
  /// Contrast that the tones of another timing do not reach.
  static let plainContrast: Float = 16
  private static let mostFrames = 12
  /// Frames that were read lately, of any timing or family: a start is found only when its preamble is
  /// over, which may be after the frame that it is a part of.
  var readFrames: [Frame] = []
  /// The claim after which others are new.
  private var claimNumber = 0
  /// Frames of other families that still arrive, beyond doubt.
  var arrivingFrames: [Frame] = []
  /// Search score from which a candidate is read alone.
  private let leastScore: Float
  /// Delays in eighths of a symbol: the search may have found the loudest arrival, not the first.
  static let delays = Array(-10...5)

  /// - Parameter variants: protocols that differ in name, rate and variant only.
  init(variants: [(name: String, parameters: HopParameters)], placements: [Placement]) {
    names = variants.map { $0.name }
    framings = variants.map { HopFraming($0.parameters) }
    parameters = variants[0].parameters
    self.placements = placements
    let parameters = parameters
    shape = ToneShape(
      seconds: parameters.symbolSeconds, fadeSeconds: 0, timingFunction: .abrupt)
    search = MarkerSearch(
      shape: shape,
      markerHertz: placements.map { placement in
        parameters.preamble.map { parameters.hertz(of: $0, in: placement) }
      },
      threshold: HopPairing.leastScore(isLong: Self.isLong(parameters)),
      speedStep: Self.isLong(parameters) ? 0.4 : 0.25,
      accelerations: Self.isLong(parameters)
        ? (-5...5).map { 0.5 * Double($0) } : [0],
      padding: 2.5)
    contrast = MarkerContrast(
      tones: parameters.preamble, toneCount: HopParameters.toneCount,
      toneSpacingHertz: parameters.toneSpacingHertz, shape: shape)
    spectra = placements.map {
      SymbolSpectra(
        symbolSeconds: parameters.symbolSeconds, band: $0, largestSpeed: Self.largestSpeed)
    }
    leastScore = Self.isLong(parameters) ? 5.8 : 4.8
    let spectra = spectra
    trellises = placements.indices.map {
      MotionTrellis(
        parameters: parameters, placement: placements[$0], spectra: spectra[$0],
        largestSpeed: Self.largestSpeed)
    }
    do throws(MultilevelPolarError) {
      decoder = try MultilevelPolarDecoder(listSize: 32)
    } catch {
      preconditionFailure("the list size is provided for")
    }
    let longest = framings.map { $0.symbolCount(sizeClass: $0.largestSizeClass) }.max()!
    messages = HopMessages(memorySeconds: 8 * Double(longest) * parameters.symbolSeconds)
    let framing = framings.max { $0.largestSizeClass < $1.largestSizeClass }!
    let spacings = (0...framing.largestSizeClass).map {
      framing.spacingSeconds(sizeClass: $0) / parameters.symbolSeconds
    }
    pairing = HopPairing(
      isLong: Self.isLong(parameters),
      symbolSamples: parameters.symbolSeconds * DownConverter.outputRateHertz,
      symbolSeconds: parameters.symbolSeconds, spacings: spacings,
      placementCount: placements.count)
    filter = MatchedFilter(shape: shape)
    // Three copies are read together.
    historySeconds = (3 * spacings.last! + 6) * parameters.symbolSeconds * 1.02
  }

  /// Whether a preamble lasts so long that the speed may change within it.
  private static func isLong(_ parameters: HopParameters) -> Bool {
    Double(parameters.preamble.count) * parameters.symbolSeconds > 0.4
  }

  func listen(to history: borrowing BasebandHistory, _ session: inout Session) {
    for frame in session.claims.read(since: &claimNumber) {
      dropStarts(explainedBy: frame, history)
    }
    arrivingFrames = session.claims.arriving.filter { !isOwnSound($0) }
    for candidate in search.scan(history) {
      let seconds = history.seconds(atSample: candidate.start)
      if !isExplained(seconds, placementIndex: candidate.placementIndex) {
        sight(candidate, history)
      }
      if candidate.score >= leastScore { start(candidate, history, &session) }
    }
    messages.expire(at: history.seconds(atSample: Double(history.endIndex)), &session)
    var index = 0
    while index < frames.count {
      if frames[index].guesses == nil {
        guard symbolEnd(frames[index], framings[0].shortestCount - 2) < history.endIndex,
          frames[index].contrast >= Self.plainContrast
            || !isWithinSureFrame(frames[index].candidate, history)
        else {
          index += 1
          continue
        }
        readHeader(at: index, history)
        if frames[index].guesses!.isEmpty {
          fail(at: index, frames[index].hasHeader ? .header : .sync, &session)
          continue
        }
        if frames[index].isSure {
          announce(frames[index].frame, &session)
        }
      }
      guard let guess = frames[index].guesses!.first else {
        fail(at: index, frames[index].wasDecoded ? .check : .code, &session)
        continue
      }
      guard symbolEnd(frames[index], guess.symbolCount) < history.endIndex else {
        index += 1
        continue
      }
      frames[index].guesses!.removeFirst()
      if decode(at: index, guess, history, &session) { index = 0 }
    }
    combine(history, &session)
    if frames.isEmpty, waiting.isEmpty, combinations.isEmpty {
      for place in placements.indices {
        spectra[place].release()
        trellises[place].release()
      }
    }
  }

  /// Frames whose preamble is beyond doubt and whose end has not come.
  var arriving: [Frame] { frames.filter { $0.isSure }.map { $0.frame } }

  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    // Nothing is waited for any more.
    listen(to: history, &session)
    combinations = []
    waiting = []
    while !frames.isEmpty { fail(at: 0, .cutOff, &session) }
    messages.finish(&session)
  }

  /// Baseband sample after the last that symbols up to `count` and their latest delay need.
  func symbolEnd(_ frame: HopFrame, _ count: Int) -> Int {
    let symbols = Double(count) + 1.05
    return Int(
      frame.candidate.start + symbols * parameters.symbolSeconds
        * DownConverter.outputRateHertz / (1 + frame.candidate.dilation)) + 2
  }

  private func start(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    if frames.count == Self.mostFrames {
      let weakest = frames.indices.min {
        frames[$0].candidate.score < frames[$1].candidate.score
      }!
      guard frames[weakest].candidate.score < candidate.score else { return }
      fail(at: weakest, .cutOff, &session)
    }
    var candidate = candidate
    var filter = MatchedFilter(shape: shape)
    let clock = SymbolClock.fit(
      candidate,
      markerHertz: parameters.preamble.map {
        parameters.hertz(of: $0, in: placements[candidate.placementIndex])
      },
      symbolSeconds: parameters.symbolSeconds, filter: &filter, history: history)
    candidate.start = clock.start
    candidate.dilation = clock.dilation
    let placement = placements[candidate.placementIndex]
    let clearness = contrast.score(
      candidate, lowestToneHertz: placement.lowestToneHertz, history: history)
    let startSeconds = history.seconds(atSample: candidate.start)
    guard clearness >= Self.leastContrast,
      !isExplained(
        startSeconds, placementIndex: candidate.placementIndex, contrast: clearness)
    else { return }
    let evidence = evidence(candidate, tones: parameters.preamble, history)
    let frame = Frame(
      number: session.nextFrameNumber(), protocolName: names[0],
      placement: placements[candidate.placementIndex], startSeconds: startSeconds,
      endSeconds: startSeconds,
      signalToNoiseDecibels: evidence.signalToNoiseDecibels(toneGain: toneGain),
      dilationPartsPerMillion: candidate.dilation * 1e6)
    frames.append(
      HopFrame(candidate: candidate, contrast: clearness, evidence: evidence, frame: frame))
  }

  /// Passes on what was read of the frame at `index`.
  func deliver(
    at index: Int, _ guess: HopFrame.Guess, _ found: HopFound, _ dilation: Double,
    _ session: inout Session
  ) {
    var done = frames.remove(at: index)
    let name = names[guess.framingIndex]
    let seconds = Double(guess.symbolCount) * parameters.symbolSeconds
    let toneGain = toneGain
    let neededRatio = framings[guess.framingIndex].neededRatio(sizeClass: guess.sizeClass)
    done.update {
      $0.protocolName = name
      $0.endSeconds = $0.startSeconds + seconds
      $0.dilationPartsPerMillion = dilation * 1e6
      $0.signalToNoiseDecibels = found.evidence.signalToNoiseDecibels(toneGain: toneGain)
      $0.marginDecibels = found.evidence.marginDecibels(neededRatio: neededRatio)
    }
    deliver(
      found, done.frame, placementIndex: done.placementIndex, framingIndex: guess.framingIndex,
      sizeClass: guess.sizeClass, start: done.candidate.start, &session)
  }

  /// Says once that `frame` was detected.
  func announce(_ frame: Frame, _ session: inout Session) {
    guard !announced.contains(frame.number) else { return }
    announced.append(frame.number)
    if announced.count > 2 * Self.mostFrames { announced.removeFirst() }
    session.tell(.detected(frame))
  }

  /// Passes on the text of a frame, and gives up what else seemed to start within it.
  func deliver(
    _ found: HopFound, _ frame: Frame, placementIndex: Int, framingIndex: Int, sizeClass: Int,
    start: Double, _ session: inout Session
  ) {
    let text = found.text
    let outcome = messages.take(
      text, frame, correctedSymbols: found.correctedSymbols, placementIndex: placementIndex,
      variant: framingIndex, &session)
    switch outcome {
    case .message(let frame, let bytes, let corrected):
      announce(frame, &session)
      session.claims.add(frame)
      session.tell(.message(Message(frame: frame, bytes: bytes, correctedSymbols: corrected)))
    case .refused(let frame):
      announce(frame, &session)
      var failure = Failure(frame: frame, stage: .check, heard: [])
      failure.toneDecibels = found.evidence.levelDecibels(toneGain: toneGain)
      session.tell(.failed(failure))
    case .none: break
    }
    // A second preamble that nothing else explains is another sender's.
    let preambleSeconds = Double(parameters.preamble.count) * parameters.symbolSeconds
    frames.removeAll {
      $0.placementIndex == placementIndex
        && $0.frame.startSeconds < frame.endSeconds - 2 * parameters.symbolSeconds
        && !($0.contrast >= Self.plainContrast
          && $0.frame.startSeconds > frame.startSeconds + preambleSeconds)
    }
    explain(
      placementIndex: placementIndex, framingIndex: framingIndex, sizeClass: sizeClass,
      start: start, isRepeated: text.part != nil)
  }

  private func fail(
    at index: Int, _ stage: Failure.Stage, _ session: inout Session
  ) {
    var lost = frames.remove(at: index)
    let guess = lost.likeliest
    let symbolCount = guess?.symbolCount ?? framings[0].shortestCount
    let seconds = Double(symbolCount) * parameters.symbolSeconds
    let margin = lost.evidence.marginDecibels(
      neededRatio: framings[guess?.framingIndex ?? 0].neededRatio(sizeClass: guess?.sizeClass ?? 0))
    let name = names[guess?.framingIndex ?? 0]
    lost.update {
      $0.protocolName = name
      $0.endSeconds = max($0.endSeconds, $0.startSeconds + seconds)
      $0.marginDecibels = margin
    }
    let isShadow = frames.contains {
      $0.placementIndex == lost.placementIndex && $0.candidate.score > lost.candidate.score
    }
    let isSure = lost.isSure && !isShadow
    if !isCopy(lost.candidate, isSure: isSure) && isSure {
      announce(lost.frame, &session)
      var failure = Failure(frame: lost.frame, stage: stage, heard: [])
      failure.isCertain = lost.contrast >= Self.plainContrast
      failure.toneDecibels = lost.evidence.levelDecibels(toneGain: toneGain)
      session.tell(.failed(failure))
    }
  }
}
