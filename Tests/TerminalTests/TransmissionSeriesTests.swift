import HandShakeCatalog
import HandShakeModem
import Testing

@testable import HandShakeTerminal

@Suite struct TransmissionSeriesTests {
  private func options(_ words: String...) throws -> SendOptions {
    try SendOptions(try OptionsParser.parse(words.map { Array($0.utf8) }, of: .hsend))
  }

  private func transmitter() throws -> Transmitter {
    let classic = try ProtocolCatalog.find("classic")
    let placement = try classic.placement(rateHertz: 48_000)
    return try Transmitter(
      .text(Array("ab".utf8)), protocol: classic, placement: placement, sampleRateHertz: 48_000)
  }

  private func samples(_ series: inout TransmissionSeries<Transmitter>, limit: Int = .max)
    -> [Float]
  {
    var all: [Float] = []
    var block = [Float](repeating: 0, count: 777)
    while all.count < limit {
      let count = block.withUnsafeMutableBufferPointer { series.read(into: $0) }
      if count == 0 { break }
      all += block[..<count]
    }
    return all
  }

  @Test func copiesAreEqualAndAPeriodApart() throws {
    let count = try transmitter().sampleCount
    var series = try TransmissionSeries(
      transmitter(), options: options("--every", "3", "--repeat", "2"), rateHertz: 48_000)
    let all = samples(&series)
    #expect(all.count == series.sampleCount)
    #expect(all.count == 3 * 48_000 + count)
    #expect(all.prefix(count) == all.suffix(count))
    #expect(all[count..<(3 * 48_000)].allSatisfy { $0 == 0 })
  }

  @Test func levelIsThePeak() throws {
    var series = try TransmissionSeries(
      transmitter(), options: options("--level", "-20"), rateHertz: 48_000)
    let peak = samples(&series).map(\.magnitude).max() ?? 0
    #expect(abs(peak - 0.1) < 0.001)
  }

  @Test func withoutEnd() throws {
    var series = try TransmissionSeries(
      transmitter(), options: options("--every", "2"), rateHertz: 48_000)
    #expect(series.sampleCount == nil)
    #expect(samples(&series, limit: 480_000).count >= 480_000)
  }

  @Test func placementsByCeilingAndRate() throws {
    let classic = try ProtocolCatalog.find("classic")
    let low = try classic.placement(ceilingHertz: 18_500, rateHertz: 48_000)
    #expect(low.highestToneHertz < 18_500)
    let narrow = try classic.placement(rateHertz: 40_000)
    #expect(narrow.highestToneHertz < 20_000 / 1.05)
    #expect(throws: CommandFailure.self) {
      try classic.placement(rateHertz: 30_000)
    }
  }

  @Test func pauses() {
    var pause = TransmissionPause(sentCount: 2, count: 3, secondsLeft: 3.2)
    #expect(pause.wording == "2 of 3, next in 4 s")
    pause.count = nil
    #expect(pause.wording == "2 sent, next in 4 s")
    pause.secondsLeft = 0.3
    #expect(pause.wording == nil)
  }
}

extension ModemProtocol {
  fileprivate func placement(
    ceilingHertz: Double? = nil, rateHertz: Double
  ) throws -> Placement {
    try placement(
      declaredCeiling: Setting(value: ceilingHertz, origin: .option), rateHertz: rateHertz)
  }
}
