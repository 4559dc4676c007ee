import HandShakeCatalog
import HandShakeSignal
import HandShakeTestKit
import Testing

@testable import HandShakeModem

@Suite struct BurstSearchTests {
  private func search() throws -> BurstSearch {
    let parameters = try burstParameters()
    let placements = try ProtocolCatalog.find("burst").placements
    let rate = parameters.basebandRateHertz
    let ratio = parameters.bandwidthRatio(of: placements[0])
    return BurstSearch(
      centresHertz: placements.map { BurstParameters.carrierHertz(of: $0) }, bandRateHertz: rate,
      sounders: BurstSounder.allCases.map {
        BurstSearch.Sounder(
          halfSeconds: Double($0.chirpCount) / rate, risesFirst: $0 != .long,
          edgeHertz: 0.48 * ratio * rate, leastScore: 0.1)
      },
      rateHertz: DownConverter.outputRateHertz, sourceCentreHertz: DownConverter.centreHertz,
      largestDilation: 0.008)
  }

  /// What a transform rounds off of a loud sound is no sounder, however silent it is after that
  /// sound: a score is a share of the power.
  @Test(arguments: 0..<extent(20, usually: 4)) func scoresAreShares(seed: Int) throws {
    var search = try search()
    var history = BasebandHistory(span: 20_000, originSeconds: 0)
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<400 {
      let loud = (0..<Int.random(in: 500..<1000, using: &random)).map { _ in
        Complex(Float.random(in: -1...1, using: &random), Float.random(in: -1...1, using: &random))
      }
      // As a filter rings.
      let tail = (0..<60).map { index in
        loud[index].scaled(by: Float(exponential(-0.5 * Double(index))))
      }
      let silence = [Complex](
        repeating: Complex(0, 0), count: Int.random(in: 2500..<3500, using: &random))
      for samples in [loud, tail, silence] {
        history.append([samples])
        for candidate in search.scan(history) {
          #expect(candidate.score <= 1, "at \(candidate.position)")
        }
      }
    }
  }
}
