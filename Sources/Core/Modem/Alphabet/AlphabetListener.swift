/// Listens for one alphabet protocol in all its placements.
final class AlphabetListener: Listener {
  private let name: String
  private let placements: [Placement]
  private let parameters: AlphabetParameters
  private let code: AlphabetCode
  private var filter: MatchedFilter
  private var search: MarkerSearch
  /// Frames that are arriving; there may be a false start beside the true start.
  private var frames: [AlphabetFrame] = []

  /// Most frames that are followed at once; further frames with the weakest markers are given up.
  private static let mostFrames = 8

  /// Seconds of baseband that must stay available.
  let historySeconds: Double

  init(name: String, placements: [Placement], parameters: AlphabetParameters) {
    self.name = name
    self.placements = placements
    self.parameters = parameters
    code = AlphabetCode(parameters)
    filter = MatchedFilter(shape: parameters.toneShape)
    search = MarkerSearch(
      shape: parameters.toneShape,
      markerHertz: placements.map { placement in
        parameters.startMarker.map { parameters.hertz(of: UInt8($0), in: placement) }
      },
      threshold: 8)
    historySeconds = Double(parameters.startMarker.count + 6) * parameters.symbolSeconds
  }

  func search(_ history: borrowing BasebandHistory, _ session: inout Session) {
    for candidate in search.scan(history) { start(candidate, history, &session) }
  }

  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step? {
    let ready = frames.indices.filter { frames[$0].isReady(history) }
    guard
      let index = ready.max(by: { frames[$0].candidate.score < frames[$1].candidate.score })
    else { return nil }
    return Step(index, logOdds: frames[index].logOdds, work: AlphabetFrame.symbolWork)
  }

  /// Takes the next symbol of a frame.
  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session) {
    let index = step.index
    switch frames[index].takeSymbol(filter: &filter, &session.budget, history: history) {
    case .progress?:
      session.tell(.progress(frames[index].frame, text: frames[index].text.bytes))
    case .message?: deliver(at: index, &session)
    case .failed(let stage)?: fail(at: index, stage, &session)
    case nil: break
    }
  }

  /// Frames whose end has not come.
  var arriving: [Frame] { frames.map { $0.frame } }

  /// Gives up the frames that are still incomplete when the input ends.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    while !frames.isEmpty { fail(at: 0, .cutOff, &session) }
  }

  private func start(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    let weakest =
      frames.count < Self.mostFrames
      ? nil
      : frames.indices.min { frames[$0].candidate.score < frames[$1].candidate.score }
    if let weakest, frames[weakest].candidate.score >= candidate.score { return }
    let placement = placements[candidate.placementIndex]
    let hertz = parameters.startMarker.map { parameters.hertz(of: UInt8($0), in: placement) }
    let clock = SymbolClock.fit(
      candidate, hertz: hertz, symbolSeconds: parameters.symbolSeconds, filter: &filter,
      history: history)
    var candidate = candidate
    filter.weigh(&candidate, hertz: hertz, at: clock, history)
    if let weakest { fail(at: weakest, .cutOff, &session) }
    let frame = AlphabetFrame(
      candidate: candidate, clock: clock, number: session.nextFrameNumber(), protocolName: name,
      placement: placement, parameters: parameters, code: code, filter: &filter, history: history)
    session.weigh(Hypothesis(frame.frame, .start, logOdds: frame.logOdds))
    frames.append(frame)
    session.tell(.detected(frame.frame))
  }

  private func deliver(at index: Int, _ session: inout Session) {
    let done = frames.remove(at: index)
    session.tell(
      .message(
        Message(
          frame: done.frame, bytes: done.text.bytes, correctedSymbols: done.text.correctedSymbols)))
    // Other starts in the same place during this frame were part of it.
    frames.removeAll {
      $0.candidate.placementIndex == done.candidate.placementIndex
        && $0.frame.startSeconds < done.frame.endSeconds - parameters.symbolSeconds
    }
  }

  @inline(never)
  private func fail(at index: Int, _ stage: Failure.Stage, _ session: inout Session) {
    var lost = frames.remove(at: index)
    lost.weigh()
    // If a frame with a stronger marker runs in the same place, this frame was its shadow.
    let isShadow = frames.contains {
      $0.candidate.placementIndex == lost.candidate.placementIndex
        && $0.candidate.score > lost.candidate.score
        && $0.frame.startSeconds < lost.frame.endSeconds
    }
    if !isShadow, !lost.isOneOfMany {
      var failure = Failure(frame: lost.frame, stage: stage, heard: lost.heard)
      failure.toneDecibels = lost.toneDecibels
      session.tell(.failed(failure))
    }
  }
}
