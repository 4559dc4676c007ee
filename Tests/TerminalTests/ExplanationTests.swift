import HandShakeCatalog
import HandShakeTestKit
import Testing

@testable import HandShakeModem
@testable import HandShakeTerminal

/// What `hrecv --explain` says of a recording of which nothing came.
@Suite struct ExplanationTests {
  private let placement = Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000)

  private func start(_ reason: RefusedStart.Reason, clearness: Float) -> RefusedStart {
    RefusedStart(
      Frame(
        number: 1, protocolName: "hop", placement: placement, startSeconds: 1.25,
        endSeconds: 1.25, signalToNoiseDecibels: 0, dilationPartsPerMillion: 0),
      clearness: clearness, reason)
  }

  /// What is said after a tenth of a second of faint noise, in which `start` was dropped.
  private func explanation(_ start: RefusedStart?) -> String {
    var evidence = Evidence(of: ProtocolCatalog.heardUnasked, rateHertz: 48_000)
    evidence.add((0..<4800).map { Float($0 % 7 - 3) / 1000 })
    evidence.add(Level(seconds: 0.1, peak: 0.003, bandRootMeanSquare: 1e-3))
    evidence.refusedStart = start
    return Explanation.ofNothing(evidence)
  }

  @Test func nothingAtAll() {
    #expect(explanation(nil) == Texts.explainedNoStart + Texts.explainedEnd)
  }

  /// A faint start is named, and is no reason to aim anything.
  @Test func aFaintStart() {
    #expect(
      explanation(start(.failed(.check), clearness: 0.4))
        == Texts.explainedRefusedStart("hop in \(placement.wording)", at: "1.25", of: "0.40")
        + "  dropped  what follows it could not be read\n" + Texts.explainedEnd)
  }

  @Test(arguments: [
    (RefusedStart.Reason.tones, "its power lies in a few tones, which are none of its own"),
    (.budget, "too many starts came before it to try them all"),
    (.failed(.header), "its length could not be read"), (.failed(.cutOff), "it was cut off"),
    (.failed(.code), "what follows it could not be read"),
  ])
  func aClearStart(reason: RefusedStart.Reason, why: String) {
    #expect(
      explanation(start(reason, clearness: 1.5))
        == Texts.explainedRefusedStart("hop in \(placement.wording)", at: "1.25", of: "1.50")
        + "  dropped  \(why)\n" + Texts.explainedRefusal("hop", at: "1.25", why))
  }
}
