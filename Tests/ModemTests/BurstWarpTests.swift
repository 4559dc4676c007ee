import Testing

@testable import HandShakeModem

/// Where the samples of a burst lie, whatever its header claims of its motion.
@Suite struct BurstWarpTests {
  /// Of `burst-cable`.
  private let scale = BurstWarp.Scale(
    sourceRateHertz: 48_000, rateHertz: 24_000, symbolRateHertz: 18_000, carrierHertz: 10_400)

  /// A header that turns by 0.02 radians a symbol seems to be moved by hundreds of metres a second
  /// squared: samples of the frame may not turn back for that.
  @Test(arguments: [0.02, -0.02, 3, -3])
  func aHeaderThatTurnsIsFollowedNoFasterThanAnythingMoves(advance: Double) {
    var warp = BurstWarp(anchor: 0, position: 0, step: 2)
    warp.bend(advance: advance, inSymbols: 345, scale)
    let metresPerSecondSquared = -warp.dopplerRate / 2 * 24_000 * 343
    #expect(abs(metresPerSecondSquared) < 10)
    #expect((metresPerSecondSquared > 0) == (advance > 0))
    expectOrder(warp)
  }

  /// Positions go on steadily where acceleration would have turned them back.
  @Test(arguments: [344.0, -344])
  func positionsNeverTurnBack(metresPerSecondSquared: Double) {
    expectOrder(
      BurstWarp(
        anchor: 0, position: 0, step: 2,
        dopplerRate: -2 * metresPerSecondSquared / 343 / 24_000))
  }

  /// Blocks that turn as far as they can, one after the other, make no step that nothing moves at.
  @Test(arguments: [Double.pi, -.pi])
  func turnsThatAddUpStayWithinWhatMoves(advance: Double) {
    var warp = BurstWarp(anchor: 0, position: 0, step: 2)
    for block in 1...64 {
      warp = warp.anchored(at: Double(1000 * block))
      warp.follow(radians: 0, advance: advance, scale)
      #expect((1.5...2.9).contains(warp.step))
    }
  }

  private func expectOrder(_ warp: BurstWarp) {
    // As many samples as the longest frames have, and a look-ahead.
    let positions = stride(from: -2000.0, to: 300_000, by: 100).map { warp.position(of: $0) }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(warp.anchored(at: 300_000).step > 0)
  }
}
