/// Listens for one protocol's messages of a fixed length.
final class GGWaveFixedListener: Listener {
  private let name: String
  private let placement: Placement
  private let length: Int
  private let blockCount: Int
  private let parameters: GGWaveParameters
  private let middleHertz: Double
  private let code: GGWaveCode
  private var search: GGWaveFixedSearch
  private var demodulator: GGWaveDemodulator
  /// Candidates that were found and not read yet.
  private var found: [GGWaveFixedSearch.Candidate] = []
  /// Sample at which the last delivered message ends.
  private var deliveredEnd = -Double.infinity

  /// Concentration from which an unreadable message is reported.
  private static let clearConcentration = 0.5
  /// Bits of evidence from which a short message is reported; chance gives them 1 time in 16.
  private static let leastToldBits: Float = 4
  /// Largest speed of approach or retreat, over the speed of sound.
  private static let largestDilation = 0.0058
  /// Longest message with two bytes of parity.
  private static let shortLength = 3
  /// Largest energy of the outer tones a symbol outside the message, over their energy inside.
  private static let largestRest: Float = 0.3

  /// Length of the past sound that it needs.
  let historySeconds: Double

  init(
    name: String, parameters: GGWaveParameters, length: Int, placement: Placement,
    centreHertz: Double
  ) {
    self.name = name
    self.placement = placement
    self.length = length
    code = GGWaveCode(parameters)
    self.parameters = parameters
    blockCount = code.symbolCount(length: length) * parameters.blocksPerSymbol
    middleHertz = 0.5 * (placement.lowestToneHertz + placement.highestToneHertz)
    demodulator = GGWaveDemodulator(parameters, placement: placement, centreHertz: centreHertz)
    search = GGWaveFixedSearch(
      lowestToneHertz: placement.lowestToneHertz, groupCount: parameters.tonesAtOnce,
      blockCount: blockCount, blocksPerSymbol: parameters.blocksPerSymbol, centreHertz: centreHertz)
    historySeconds =
      GGWaveParameters.shortestSymbolSeconds * Double(blockCount) + 2 * parameters.symbolSeconds + 1
  }

  /// Empty: a message is found after all of it has arrived.
  var arriving: [Frame] { [] }

  func search(_ history: borrowing BasebandHistory, _ session: inout Session) {
    found += search.scan(history)
  }

  func nextStep(_ history: borrowing BasebandHistory, _ claims: borrowing Claims) -> Step? {
    let seconds = GGWaveParameters.shortestSymbolSeconds * Double(blockCount)
    return found.isEmpty ? nil : Step(0, logOdds: 0, work: GGWaveOdds.work(seconds: seconds))
  }

  func advance(_ step: Step, _ history: borrowing BasebandHistory, _ session: inout Session) {
    read(found.removeFirst(), history, &session)
  }

  /// Reads the last candidate at the end of the input.
  func finish(_ history: borrowing BasebandHistory, _ session: inout Session) {
    if let candidate = search.finish() { read(candidate, history, &session) }
  }

  private func read(
    _ candidate: GGWaveFixedSearch.Candidate, _ history: borrowing BasebandHistory,
    _ session: inout Session
  ) {
    guard Double(candidate.start) > deliveredEnd - Double(GGWaveBlockSpectrum.length) else {
      return
    }
    let timeline = demodulator.aligned(
      atBestSpeed(candidate, history), markerHertz: middleHertz, history)
    let energies = demodulator.energies(timeline, history)
    let likelihoods = GGWaveLikelihoods(
      energies: energies, groupCount: parameters.tonesAtOnce,
      blocksPerSymbol: demodulator.blocksPerSymbol, microphoneCount: Float(history.counting.count))
    guard
      let decision = GGWaveDecision(length: length, code: code, likelihoods: likelihoods)
    else { return }
    // Short messages have only the evidence of their 16 parity bits.
    let isCertain =
      length <= Self.shortLength
      ? decision.messageBits >= GGWaveDecision.neededMessageBits : decision.isCertain
    let isMessage = isCertain && isAlone(decision.message, timeline, energies, history)
    guard isMessage || isWorthTelling(candidate, decision) else { return }
    let signalToNoise = likelihoods.signalToNoiseDecibels(
      groupCount: parameters.tonesAtOnce, gains: demodulator.windowGains)
    let frame = Frame(
      number: session.nextFrameNumber(), protocolName: name, placement: placement,
      startSeconds: history.seconds(atSample: timeline.start),
      endSeconds: history.seconds(atSample: timeline.position(block: blockCount)),
      signalToNoiseDecibels: signalToNoise,
      dilationPartsPerMillion: 1e6 * timeline.dilation(block: 0),
      marginDecibels: parameters.marginDecibels(signalToNoiseDecibels: signalToNoise))
    session.tell(.detected(frame))
    // The sender may have filled the message with zeros.
    let bytes = Array(decision.message.prefix((decision.message.lastIndex { $0 != 0 } ?? -1) + 1))
    guard isMessage else {
      session.tell(
        .failed(
          Failure(frame: frame, stage: decision.evidenceBits < 0 ? .code : .doubt, heard: bytes)))
      return
    }
    deliveredEnd = timeline.position(block: blockCount)
    session.tell(
      .message(Message(frame: frame, bytes: bytes, correctedSymbols: decision.correctedBytes)))
  }

  /// Whether to report a refused message. Any loud tone resembles a short message, so a short
  /// message needs more evidence than chance gives.
  private func isWorthTelling(
    _ candidate: GGWaveFixedSearch.Candidate, _ decision: GGWaveDecision
  ) -> Bool {
    candidate.concentration >= Self.clearConcentration
      && (length > Self.shortLength || decision.evidenceBits >= Self.leastToldBits)
  }

  /// The timeline of `candidate` at the speed that fits its tones best.
  private func atBestSpeed(
    _ candidate: GGWaveFixedSearch.Candidate, _ history: borrowing BasebandHistory
  ) -> GGWaveTimeline {
    let step = 2 * GGWaveBlockSpectrum.binHertz / middleHertz
    let reach = Int((Self.largestDilation / step).rounded(.up))
    func timeline(_ number: Int) -> GGWaveTimeline {
      GGWaveTimeline(
        start: Double(candidate.start), blockCount: blockCount, dilation: Double(number) * step)
    }
    return demodulator.best(
      timeline(0), [{ _ in (-reach...reach).filter { $0 != 0 }.map(timeline) }], history)
  }

  /// Whether the outer symbols' tones are silent outside the message, unlike a hum or a tune.
  private func isAlone(
    _ message: [UInt8], _ timeline: GGWaveTimeline, _ energies: [Float],
    _ history: borrowing BasebandHistory
  ) -> Bool {
    let tones = code.tones(code.stream(message))
    let symbolCount = tones.count
    let toneCount = parameters.tonesAtOnce * GGWaveParameters.tonesPerGroup
    for (outside, inside) in [(-1, 0), (symbolCount, symbolCount - 1)] {
      var around: [Float] = []
      demodulator.append(symbol: outside, timeline, history, to: &around)
      let rest = tones[inside].reduce(Float(0)) { $0 + around[$1] }
      let own = tones[inside].reduce(Float(0)) { $0 + energies[inside * toneCount + $1] }
      guard rest < Self.largestRest * own else { return false }
    }
    return true
  }
}
