import HandShakeCatalog
import HandShakeTestKit
import Testing

@testable import HandShakeModem
@testable import HandShakeTerminal

@Suite struct EvidenceTests {
  /// A frame of 2 s from 1 s on that was refused at `stage`.
  private func failure(_ stage: Failure.Stage, low: Bool = false) -> Failure {
    Failure(
      frame: Frame(
        number: 1, protocolName: "hop",
        placement: low
          ? Placement(lowestToneHertz: 2000, highestToneHertz: 6000)
          : Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
        startSeconds: 1, endSeconds: 3, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0),
      stage: stage)
  }

  /// The stage of that frame whose band has these levels in dB, tenth by tenth.
  private func stage(
    _ decibels: [Double], low: Bool = false, first: Failure.Stage = .check
  ) -> Failure.Stage {
    var evidence = Evidence(of: ProtocolCatalog.heardUnasked, rateHertz: 48_000)
    for (index, level) in decibels.enumerated() {
      evidence.add(
        Level(
          seconds: Double(index + 1) / 10, peak: 0.5,
          bandRootMeanSquare: amplitude(decibels: level)))
    }
    var failure = failure(first, low: low)
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

  /// A codec removed the band of the protocol; but a message that was read lacked nothing.
  @Test(arguments: [Failure.Stage.seal(.noSecret), .unknownContent(9), .check])
  func readAndWithoutTreble(stage: Failure.Stage) {
    var evidence = Evidence(of: ProtocolCatalog.heardUnasked, rateHertz: 48_000)
    let sound = halfBand(noise(150_000))
    for start in stride(from: 0, to: sound.count - 4800, by: 4800) {
      evidence.add(Array(sound[start..<start + 4800]))
      evidence.add(
        Level(seconds: Double(start + 4800) / 48_000, peak: 0.9, bandRootMeanSquare: 0.1))
    }
    var failure = failure(stage)
    evidence.add(&failure)
    switch evidence.clue {
    case .cutOff: #expect(stage == .check)
    case .refused(let cause): #expect(stage != .check && cause == failure.cause)
    default: Issue.record("there is another clue")
    }
  }

  /// The end of a message that was read is not the end of its sender.
  @Test func readAndFaded() {
    let levels = quiet + levels(-30, 10) + levels(-60, 20)
    #expect(stage(levels, first: .seal(.noSecret)) == .seal(.noSecret))
    #expect(stage(levels, first: .digest) == .digest)
  }
}
