import HandShakeSignal

/// Listens for the ggwave protocols that share their markers: they use one band, and only the
/// duration of a symbol differs.
final class GGWaveListener: Listener {
  /// A start marker whose end has not come.
  private struct Start {
    var marker: GGWaveMarker
    var shiftHertz: Double
    var contrast: Float
    /// The announced frame, nil if the start is too weak.
    var frame: Frame?
    /// The failure to report if no later end makes the message readable.
    var refusal: Failure?
  }

  private let names: [String]
  private let placement: Placement
  private var search: GGWaveMarkerSearch
  private var spectrum: GGWaveBlockSpectrum
  private var reader: GGWaveReader
  private var starts: [Start] = []
  /// End markers that wait for reading.
  private var ends: [GGWaveMarkerSearch.Candidate] = []
  /// Seconds of sound between clear markers that may be read: each followed start once.
  private(set) var clearSeconds: WorkBudget
  /// Whether an end was clear: a later message began after it.
  private var hasEnded = false
  /// Sample at which the last delivered message ends.
  private var deliveredEnd = -Double.infinity
  /// Samples of the longest message, from the end of its start marker to the end of its data.
  private let longestSamples: Double

  /// Contrast from which a start is announced; noise does not reach it in years.
  private static let clearContrast: Float = 4.5
  /// Contrast from which a start without a message is reported. Music had less than 6; messages at
  /// 0 dB and in rooms had more than 9.
  private static let loneContrast: Float = 7
  /// Least sum of the contrasts of two markers that are read as a pair.
  private static let leastPairContrast: Float = 4
  /// Least contrast of the weaker marker over the stronger marker: data sound like weak markers.
  private static let leastContrastShare: Float = 0.4
  /// The same for an end that closes its start: data may sound like a weaker end.
  private static let closingContrastShare: Float = 0.85
  /// Largest frequency difference between two markers, for a sender that changes its speed.
  private static let largestShiftChangeHertz = 80.0
  /// A marker that is four tones too high is another marker of its kind, except at its edges.
  private static let shiftPeriodHertz = 4 * GGWaveParameters.toneSpacingHertz
  /// Largest number of starts; the weakest start goes first.
  private static let mostStarts = 8

  /// Length of the past sound that it needs.
  let historySeconds: Double

  /// - Parameters:
  ///   - variants: protocols of messages of any length.
  ///   - centreHertz: the frequency that 0 Hz stands for in the histories.
  init(
    variants: [(name: String, parameters: GGWaveParameters)], placement: Placement,
    centreHertz: Double
  ) {
    names = variants.map { $0.name }
    self.placement = placement
    search = GGWaveMarkerSearch(
      lowestToneHertz: placement.lowestToneHertz, centreHertz: centreHertz)
    spectrum = GGWaveBlockSpectrum(centreHertz: centreHertz)
    reader = GGWaveReader(
      variants: variants.map { $0.parameters }, placement: placement, centreHertz: centreHertz)
    let longestSeconds =
      variants.map {
        $0.parameters.symbolSeconds
          * Double(GGWaveCode($0.parameters).symbolCount(length: GGWaveParameters.longestMessage))
      }.max() ?? 0
    longestSamples = longestSeconds * DownConverter.outputRateHertz
    clearSeconds = WorkBudget(
      most: Double(Self.mostStarts) * longestSeconds, perSecond: Double(Self.mostStarts))
    historySeconds = 1.01 * longestSeconds + 4 * GGWaveParameters.markerSeconds + 1
  }

  func search(_ history: borrowing BasebandHistory, _ session: inout Session) {
    expire(history, &session)
    for candidate in search.scan(history) { take(candidate, history, &session) }
  }

  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step? {
    guard let end = ends.first else { return nil }
    let fitting = starts(fitting: end).map { starts[$0] }
    let contrast = fitting.map { $0.contrast }.max() ?? 0
    let seconds = fitting.reduce(0) {
      $0 + max(0, Double(end.start) - $1.marker.end) / history.rateHertz
    }
    return Step(
      0, logOdds: GGWaveOdds.pair.logOdds(contrast + end.contrast),
      work: GGWaveOdds.work(seconds: seconds))
  }

  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session) {
    end(ends.removeFirst(), history, &session)
  }

  /// Messages whose start is beyond doubt and whose end has not come. `hop` takes most of their
  /// tones for starts.
  var arriving: [Frame] { starts.compactMap { $0.frame } }
  var claimed: [Frame] { arriving }

  /// Reads and reports the remaining markers at the end of the input.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    for candidate in search.finish() { take(candidate, history, &session) }
    while !ends.isEmpty { end(ends.removeFirst(), history, &session) }
    for start in starts { fail(start, .cutOff, &session) }
    starts = []
  }

  private func take(
    _ candidate: GGWaveMarkerSearch.Candidate, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    if candidate.isEnd {
      ends.append(candidate)
    } else {
      start(candidate, history, &session)
    }
  }

  private func start(
    _ candidate: GGWaveMarkerSearch.Candidate, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    let marker = GGWaveMarker(
      candidate, lowestToneHertz: placement.lowestToneHertz, spectrum: &spectrum, history: history)
    guard marker.start > deliveredEnd - GGWaveMarker.sampleCount / 2 else { return }
    session.weigh(
      Hypothesis(
        frame(marker, number: 0, history), .start,
        logOdds: GGWaveOdds.start.logOdds(candidate.contrast)))
    var start = Start(
      marker: marker, shiftHertz: candidate.shiftHertz, contrast: candidate.contrast)
    // The edges separate the two markers, but badly in noise. An apparent end may be a start, which
    // is then not announced.
    if candidate.contrast >= Self.clearContrast, candidate.isLikelier,
      marker.contrast >= GGWaveMarker.clearContrast
    {
      let frame = frame(marker, number: session.nextFrameNumber(), history)
      start.frame = frame
      session.tell(.detected(frame))
    }
    if starts.count == Self.mostStarts {
      let weakest = starts.indices.min { starts[$0].contrast < starts[$1].contrast }!
      guard starts[weakest].contrast < start.contrast else { return }
      fail(starts.remove(at: weakest), .cutOff, &session)
    }
    starts.append(start)
  }

  /// The facts of a message whose start was found. Its end shows which protocol it is.
  @inline(never)
  private func frame(
    _ marker: GGWaveMarker, number: Int, _ history: borrowing BasebandHistory
  ) -> Frame {
    Frame(
      number: number, protocolName: names[0], placement: placement,
      startSeconds: history.seconds(atSample: marker.start),
      endSeconds: history.seconds(atSample: marker.end), signalToNoiseDecibels: 0,
      dilationPartsPerMillion: 1e6 * marker.dilation)
  }

  /// A message whose end alone was heard.
  private func headless(
    until end: GGWaveMarkerSearch.Candidate, _ history: borrowing BasebandHistory
  ) -> Frame {
    Frame(
      number: 0, protocolName: names[0], placement: placement, startSeconds: 0,
      endSeconds: history.seconds(atSample: Double(end.start) + GGWaveMarker.sampleCount),
      signalToNoiseDecibels: 0, dilationPartsPerMillion: 0)
  }

  /// Indices of the starts that may belong to the message that ends with `candidate`.
  private func starts(fitting candidate: GGWaveMarkerSearch.Candidate) -> [Int] {
    starts.indices.filter {
      isPair(starts[$0].contrast, candidate.contrast)
        && abs(shiftChange(from: starts[$0], to: candidate)) <= Self.largestShiftChangeHertz
        && Double(candidate.start) > starts[$0].marker.end
    }
  }

  @inline(never) private func end(
    _ candidate: GGWaveMarkerSearch.Candidate, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    let fitting = starts(fitting: candidate)
    let isBeyondDoubt = candidate.contrast >= Self.loneContrast && candidate.isLikelier
    // If a message began before the first sample, only its data may sound like a start, but weaker.
    let mayBeHeadless =
      isBeyondDoubt && !hasEnded && Double(candidate.start) < longestSamples
      && !fitting.contains {
        starts[$0].contrast >= Self.closingContrastShare * candidate.contrast
      }
    hasEnded = hasEnded || isBeyondDoubt
    if !read(candidate, fitting, history, &session), mayBeHeadless {
      session.claims.add(headless: headless(until: candidate, history))
    }
  }

  /// Reads the sound between each fitting start and the end. Returns whether it was a message.
  private func read(
    _ candidate: GGWaveMarkerSearch.Candidate, _ fitting: [Int],
    _ history: borrowing BasebandHistory, _ session: inout Session
  ) -> Bool {
    let isClear = candidate.contrast >= Self.clearContrast && candidate.isLikelier
    var best: (index: Int, reading: GGWaveReader.Reading)?
    for index in fitting {
      var moved = candidate
      moved.shiftHertz = starts[index].shiftHertz + shiftChange(from: starts[index], to: candidate)
      let marker = GGWaveMarker(
        moved, lowestToneHertz: placement.lowestToneHertz, spectrum: &spectrum, history: history)
      let first = starts[index].marker
      let logOdds = GGWaveOdds.pair.logOdds(starts[index].contrast + candidate.contrast)
      session.weigh(Hypothesis(frame(first, number: 0, history), .header, logOdds: logOdds))
      let seconds = max(0, marker.start - first.end) / history.rateHertz
      clearSeconds.refill(atSeconds: history.seconds(atSample: Double(history.endIndex)))
      // Other pairs are not reported, and music is full of them.
      let isTold = isClear && starts[index].frame != nil
      guard
        isTold
          ? clearSeconds.pay(seconds, logOdds: -.infinity)
          : session.budget.pay(GGWaveOdds.work(seconds: seconds), logOdds: logOdds)
            && reader.read(from: first, to: marker, onlyCertain: true, history)?.decision.isCertain
              == true,
        let reading = reader.read(from: first, to: marker, onlyCertain: false, history)
      else { continue }
      if reading.decision.evidenceBits > best?.reading.decision.evidenceBits ?? -.infinity {
        best = (index, reading)
      }
    }
    guard let best else { return false }
    if best.reading.decision.isCertain {
      deliver(best.index, best.reading, history, &session)
      return true
    }
    if isClear {
      refuse(best.index, best.reading, history)
      if candidate.contrast >= Self.closingContrastShare * starts[best.index].contrast,
        starts[best.index].refusal != nil
      {
        fail(starts.remove(at: best.index), .cutOff, &session)
      }
    }
    return false
  }

  /// Whether markers with these contrasts may belong to one message.
  private func isPair(_ first: Float, _ last: Float) -> Bool {
    first + last >= Self.leastPairContrast
      && min(first, last) >= Self.leastContrastShare * max(first, last)
  }

  /// Frequency of an end's tones above a start's tones: the nearest of the possible values.
  private func shiftChange(from start: Start, to end: GGWaveMarkerSearch.Candidate) -> Double {
    let change = end.shiftHertz - start.shiftHertz
    return change - Self.shiftPeriodHertz * (change / Self.shiftPeriodHertz).rounded()
  }

  private func deliver(
    _ index: Int, _ reading: GGWaveReader.Reading, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    let done = starts.remove(at: index)
    var frame = done.frame
    if frame == nil {
      frame = self.frame(done.marker, number: session.nextFrameNumber(), history)
      session.tell(.detected(frame!))
    }
    let message = Message(
      frame: read(frame!, reading, history), bytes: reading.decision.message,
      correctedSymbols: reading.decision.correctedBytes)
    // Earlier starts broke off there; starts during this message were part of it.
    for start in starts where start.marker.start < done.marker.start {
      fail(start, .cutOff, &session)
    }
    starts.removeAll { $0.marker.start < reading.end - GGWaveMarker.sampleCount / 2 }
    deliveredEnd = reading.end
    session.claims.add(reader.tones(of: reading, startSeconds: message.frame.startSeconds))
    session.tell(.message(message))
  }

  /// Stores why a start has given no message so far.
  private func refuse(
    _ index: Int, _ reading: GGWaveReader.Reading, _ history: borrowing BasebandHistory
  ) {
    guard let frame = starts[index].frame else { return }
    starts[index].refusal = Failure(
      frame: read(frame, reading, history),
      stage: reading.decision.evidenceBits < 0 ? .code : .doubt, heard: reading.decision.message)
  }

  /// `frame` with the results of the reading.
  private func read(
    _ frame: Frame, _ reading: GGWaveReader.Reading, _ history: borrowing BasebandHistory
  ) -> Frame {
    var frame = frame
    frame.protocolName = names[reading.variant]
    frame.startSeconds = history.seconds(atSample: reading.start)
    frame.endSeconds = history.seconds(atSample: reading.end)
    frame.signalToNoiseDecibels = reading.signalToNoiseDecibels
    frame.marginDecibels = reading.marginDecibels
    frame.dilationPartsPerMillion = 1e6 * reading.dilation
    return frame
  }

  /// Gives up starts whose end should have come.
  private func expire(
    _ history: borrowing BasebandHistory, _ session: inout Session
  ) {
    let latest = Double(history.endIndex) - 1.01 * longestSamples - 3 * GGWaveMarker.sampleCount
    while let first = starts.firstIndex(where: { $0.marker.start < latest }) {
      fail(starts.remove(at: first), .cutOff, &session)
    }
  }

  /// Reports a start that gave no message, if it is clear enough.
  @inline(never)
  private func fail(_ start: Start, _ stage: Failure.Stage, _ session: inout Session) {
    guard let frame = start.frame,
      start.refusal != nil || start.contrast >= Self.loneContrast
    else { return }
    session.tell(.failed(start.refusal ?? Failure(frame: frame, stage: stage, heard: [])))
  }
}
