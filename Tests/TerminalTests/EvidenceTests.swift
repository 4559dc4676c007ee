import HandShakeCatalog
import Testing

@testable import HandShakeModem
@testable import HandShakeTerminal

@Suite struct EvidenceTests {
  /// The stage of a frame of 2 s from 1 s on whose band has these levels in dB, tenth by tenth.
  private func stage(_ decibels: [Double], low: Bool = false) -> Failure.Stage {
    var evidence = Evidence(of: ProtocolCatalog.heardUnasked, rateHertz: 48_000)
    for (index, level) in decibels.enumerated() {
      evidence.add(
        Level(
          seconds: Double(index + 1) / 10, peak: 0.5,
          bandRootMeanSquare: amplitude(decibels: level)))
    }
    var failure = Failure(
      frame: Frame(
        number: 1, protocolName: "hop",
        placement: low
          ? Placement(lowestToneHertz: 2000, highestToneHertz: 6000)
          : Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
        startSeconds: 1, endSeconds: 3, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0),
      stage: .check)
    evidence.add(&failure)
    return failure.stage
  }

  private let quiet = [Double](repeating: -60, count: 10)
  private func levels(_ decibels: Double, _ count: Int) -> [Double] {
    Array(repeating: decibels, count: count)
  }

  @Test func senderThatStops() {
    #expect(stage(quiet + levels(-30, 10) + levels(-60, 20)) == .cutOff)
    #expect(stage(quiet + levels(-30, 20) + quiet) == .check)
    // Too little to tell it from a fade, or from the end of the last tone.
    #expect(stage(quiet + levels(-30, 19) + quiet) == .check)
    #expect(stage(quiet + levels(-30, 10) + levels(-36, 10)) == .check)
    // A hole is no end, and a clap no message.
    #expect(stage(quiet + levels(-30, 6) + levels(-60, 8) + levels(-30, 6)) == .check)
    #expect(stage(quiet + levels(-30, 12) + [-10] + levels(-30, 7)) == .check)
    // The band tells nothing of what sounds elsewhere.
    #expect(stage(quiet + levels(-30, 10) + levels(-60, 20), low: true) == .check)
  }
}
