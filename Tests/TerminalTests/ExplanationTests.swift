import HandShakeCatalog
import HandShakeTestKit
import Testing

@testable import HandShakeModem
@testable import HandShakeTerminal

/// What `hrecv --explain` says of a recording of which nothing came.
@Suite struct ExplanationTests {
  private let placement = Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000)

  private func start(_ end: Hypothesis.End, logOdds: Float) -> Hypothesis {
    Hypothesis(
      Frame(
        number: 1, protocolName: "hop", placement: placement, startSeconds: 1.25,
        endSeconds: 1.25, signalToNoiseDecibels: 0, dilationPartsPerMillion: 0,
        marginDecibels: -3),
      .start,
      logOdds: logOdds, end)
  }

  /// What is said after a tenth of a second of faint noise, in which `start` was dropped.
  private func explanation(_ start: Hypothesis?) -> String {
    var evidence = Evidence(of: ProtocolCatalog.heardUnasked, rateHertz: 48_000)
    evidence.add((0..<4800).map { Float($0 % 7 - 3) / 1000 })
    evidence.add(Level(seconds: 0.1, peak: 0.003, bandRootMeanSquare: 1e-3))
    evidence.dropped = start
    return Explanation.ofNothing(evidence)
  }

  @Test func nothingAtAll() {
    #expect(explanation(nil) == Texts.explainedNoStart + Texts.explainedEnd)
  }

  /// A faint start is named, and is no reason to aim anything.
  @Test func aFaintStart() {
    #expect(
      explanation(start(.failed(.check), logOdds: -2))
        == Texts.explainedHypothesis(
          "hop", at: "1.25", in: placement.wording, probability: "11.9")
        + "  dropped  the rest of it could not be read\n" + Texts.explainedEnd)
  }

  @Test(arguments: [
    (Hypothesis.End.tones, "its power lies in a few tones of another sound"),
    (.budget, "too many starts came before it to try them all"),
    (.failed(.code), "the rest of it could not be read"),
  ])
  func aClearStart(end: Hypothesis.End, why: String) {
    #expect(
      explanation(start(end, logOdds: 3))
        == Texts.explainedHypothesis(
          "hop", at: "1.25", in: placement.wording, probability: "95.3")
        + "  dropped  \(why)\n" + Texts.explainedRefusal("hop", at: "1.25", why))
  }
}
