import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// Days of many messages with everything drawn; `tools/bench --scoreboard` listens to more of them.
@Suite struct RandomDayTests {
  /// Among them, from 408 on, days on which one of two microphones was silent before a message, or
  /// its noise fell while a message began.
  @Test(
    arguments: extent(
      [1, 4, 12, 22, 24, 28, 57, 58, 63, 117, 155, 200, 209, 282, 408, 419, 442, 443],
      usually: [58, 443]) as [UInt64])
  func everyMessageArrivesOnceAndNothingElseIsSaid(seed: UInt64) throws {
    let day = RandomDay(seed: seed)
    let reception = try RandomDayReception(of: day, in: day.frames())
    #expect(reception.lost.map { $0.text } == [], "seed \(seed)")
    #expect(reception.repeated == [], "seed \(seed)")
    #expect(reception.others == [], "seed \(seed)")
    #expect(reception.refused.map { "\($0.frame)" } == [], "seed \(seed)")
  }
}
