import HandShakeCatalog
import HandShakeSignal
import HandShakeTestKit
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// What listeners spend on sounds that are made to cost as much as they can.
@Suite struct ListenerBudgetTests {
  /// Clear starts that are followed by one clear end after the other: between each start and each
  /// end a message may lie.
  @Test func clearMarkersOfGGWaveAreReadWithinABudget() throws {
    let modem = try ProtocolCatalog.find("ggwave-ultrasound-normal")
    let parameters = try #require(modem.family as? GGWaveParameters)
    var transmitter = try Transmitter(
      .text(Array("a".utf8)), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: 48_000)
    let message = transmitter.samples()
    let markerCount = Int(GGWaveParameters.markerSeconds * 48_000)
    let silence = [Float](repeating: 0, count: 4800)
    var sound = [Float](repeating: 0, count: 48_000)
    for _ in 0..<8 { sound += message.prefix(markerCount) + silence }
    // The farther apart markers are, the more a reading costs.
    sound += [Float](repeating: 0, count: 4 * 48_000)
    for _ in 0..<15 { sound += message.suffix(markerCount) + silence }
    let listener = GGWaveListener(
      variants: [(name: modem.name, parameters: parameters)], placement: modem.placements[0],
      centreHertz: DownConverter.centreHertz)
    let most = listener.clearSeconds.left
    var session = Session()
    var least = most
    convert(sound, span: Int(listener.historySeconds * DownConverter.outputRateHertz)) {
      Scheduler.run([listener], $0, &session)
      least = min(least, listener.clearSeconds.left)
    }
    // The listener reads until less than a quarter of the budget is left, and never overdraws it.
    #expect(least >= 0)
    #expect(least < most / 4)
  }

  /// A clear frame is read though no budget is left, and a faint one is told to who asks for
  /// hypotheses.
  @Test(arguments: [
    (noise: Float(0), spent: 0.0, readCount: 1, end: Hypothesis.End?.none),
    (0, 2, 1, nil), (14, 2, 0, .budget),
  ])
  func startsOfHopAreReadWithinABudget(
    noise: Float, spent: Double, readCount: Int, end: Hypothesis.End?
  ) throws {
    let modem = try ProtocolCatalog.find("hop")
    let parameters = try #require(modem.family as? HopParameters)
    var transmitter = try Transmitter(
      .text(Array("hello".utf8)), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: 48_000)
    let silence = [Float](repeating: 0, count: 48_000)
    var generator = SeededGenerator(seed: 3)
    let sound = (silence + transmitter.samples() + silence).map {
      $0 + noise * Float.random(in: -1...1, using: &generator)
    }
    let listener = HopListener(
      variants: [(name: modem.name, parameters: parameters)], placements: [modem.placements[0]])
    var session = Session()
    session.hypotheses = []
    session.budget.spend(spent * session.budget.left)
    convert(sound, span: Int(listener.historySeconds * DownConverter.outputRateHertz)) {
      Scheduler.run([listener], $0, &session)
    }
    #expect(session.claims.knownTones.count == readCount)
    #expect(session.claims.waiting.isEmpty)
    #expect(session.hypotheses?.last?.end == end)
  }

  /// A block of `classic` is decoded where there is budget for it, and not otherwise.
  @Test(arguments: [(0.0, false), (50_000, true)])
  func trailersOfClassicAreReadWithinABudget(most: Double, isRead: Bool) throws {
    var transmitter = try Transmitter(
      .text(Array("hello".utf8)), protocol: classic, placement: classic.placements[0],
      sampleRateHertz: 48_000)
    let silence = [Float](repeating: 0, count: 24_000)
    let sound = silence + transmitter.samples() + silence
    var search = MarkerSearch(
      shape: classicParameters.toneShape, markerHertz: [markerHertz(0)], threshold: 8)
    var candidates: [MarkerCandidate] = []
    let (history, _) = convert(sound, span: 100_000) { candidates += search.scan($0) }
    let candidate = try #require(candidates.first)
    var filter = MatchedFilter(shape: classicParameters.toneShape)
    let clock = SymbolClock.fit(
      candidate, hertz: markerHertz(0), symbolSeconds: classicParameters.symbolSeconds,
      filter: &filter, history: history)
    var frame = AlphabetFrame(
      candidate: candidate, clock: clock, number: 1, protocolName: "classic",
      placement: classic.placements[0], parameters: classicParameters,
      code: AlphabetCode(classicParameters), filter: &filter, history: history)
    var budget = WorkBudget(most: most, perSecond: 0)
    var outcome: AlphabetFrame.Outcome?
    while outcome == nil, frame.isReady(history) {
      outcome = frame.takeSymbol(filter: &filter, &budget, history: history)
    }
    let isMessage = if case .message = outcome { true } else { false }
    #expect(isMessage == isRead)
    #expect((budget.left < most) == isRead)
  }
}
