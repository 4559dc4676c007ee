import Signal

/// Listens for one alphabet protocol in all its placements.
struct AlphabetReceiver {
  private let name: String
  private let placements: [Placement]
  private let parameters: AlphabetParameters
  private let code: AlphabetCode
  private var filter: MatchedFilter
  private var search: MarkerSearch
  /// Frames that are arriving; a false start may stand beside the true one.
  private var frames: [AlphabetFrame] = []

  /// So many frames are followed at once; of more, those with the weakest markers are given up.
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

  /// Works on what has come to `history` and appends what it found.
  mutating func process(
    _ history: borrowing BasebandHistory, frameCount: inout Int,
    events: inout [ReceiverEvent]
  ) {
    for candidate in search.scan(history) {
      start(candidate, history, &frameCount, &events)
    }
    var index = 0
    while index < frames.count {
      guard frames[index].isReady(history) else {
        index += 1
        continue
      }
      guard let outcome = frames[index].takeSymbol(filter: &filter, history: history) else {
        continue
      }
      switch outcome {
      case .progress:
        events.append(.progress(frames[index].frame, text: frames[index].text))
      case .message:
        deliver(at: index, &events)
        index = 0
      case .failed(let stage):
        fail(at: index, stage, &events)
      }
    }
  }

  /// When the first frame that is still arriving started, in seconds.
  var earliestStart: Double? { frames.map { $0.frame.startSeconds }.min() }

  /// Gives up the frames that are still incomplete when the input ends.
  mutating func finish(_ events: inout [ReceiverEvent]) {
    while !frames.isEmpty { fail(at: 0, .cutOff, &events) }
  }

  private mutating func start(
    _ candidate: MarkerCandidate, _ history: borrowing BasebandHistory, _ frameCount: inout Int,
    _ events: inout [ReceiverEvent]
  ) {
    let placement = placements[candidate.placementIndex]
    let clock = SymbolClock.fit(
      candidate,
      markerHertz: parameters.startMarker.map { parameters.hertz(of: UInt8($0), in: placement) },
      symbolSeconds: parameters.symbolSeconds, filter: &filter, history: history)
    if frames.count == Self.mostFrames {
      let weakest = frames.indices.min { frames[$0].score < frames[$1].score }!
      guard frames[weakest].score < candidate.score else { return }
      fail(at: weakest, .cutOff, &events)
    }
    frameCount += 1
    let frame = AlphabetFrame(
      candidate: candidate, clock: clock, number: frameCount, protocolName: name,
      placement: placement, parameters: parameters, code: code, filter: &filter,
      history: history)
    frames.append(frame)
    events.append(.detected(frame.frame))
  }

  private mutating func deliver(at index: Int, _ events: inout [ReceiverEvent]) {
    let done = frames.remove(at: index)
    events.append(
      .message(
        Message(
          frame: done.frame, bytes: done.text, correctedSymbols: done.correctedSymbols)))
    // What seemed to start while this frame was sounding in the same place was part of it.
    frames.removeAll {
      $0.placementIndex == done.placementIndex
        && $0.frame.startSeconds < done.frame.endSeconds - parameters.symbolSeconds
    }
  }

  private mutating func fail(
    at index: Int, _ stage: Failure.Stage, _ events: inout [ReceiverEvent]
  ) {
    var lost = frames.remove(at: index)
    lost.weigh()
    // While a stronger marker's frame runs in the same place, this one was its shadow.
    let isShadow = frames.contains {
      $0.placementIndex == lost.placementIndex && $0.score > lost.score
        && $0.frame.startSeconds < lost.frame.endSeconds
    }
    if !isShadow, !lost.isOneOfMany {
      var failure = Failure(frame: lost.frame, stage: stage, heard: lost.heard)
      failure.toneDecibels = lost.toneDecibels
      events.append(.failed(failure))
    }
  }
}
