import Testing

@testable import HandShake

@Suite struct SampleRingTests {
  /// A ring of 60 s at 100 Hz, which holds 6,000 samples, after numbers up to `count`.
  private func ring(upTo count: Int, blocks: Int) -> SampleRing {
    var ring = SampleRing(rateHertz: 100)
    var next = 0
    while next < count {
      let end = min(next + blocks, count)
      ring.append((next..<end).map { Float($0) })
      next = end
    }
    return ring
  }

  @Test func framesOfSeveralChannelsStayWhole() {
    var ring = SampleRing(rateHertz: 100, channelCount: 3)
    for block in 0..<900 { ring.append((0..<30).map { Float(30 * block + $0) }) }
    let cut = ring.cut(from: 80, to: 80.02)
    #expect(cut.startSeconds == 80)
    #expect(cut.samples == (24_000..<24_006).map { Float($0) })
    #expect(ring.cut(from: 0, to: 1e9).samples.count == 18_000)
  }

  @Test(arguments: [1, 7, 480, 5999, 6000, 6001, 13000])
  func whatIsCutIsWhatCame(blocks: Int) {
    let ring = ring(upTo: 20_000, blocks: blocks)
    let cut = ring.cut(from: 150, to: 151.5)
    #expect(cut.startSeconds == 150)
    #expect(cut.samples == (15_000..<15_150).map { Float($0) })
    // What is gone is gone, what has not come is not there.
    let late = ring.cut(from: 100, to: 141)
    #expect(late.startSeconds == 140)
    #expect(late.samples == (14_000..<14_100).map { Float($0) })
    #expect(ring.cut(from: 199, to: 300).samples.count == 100)
    #expect(ring.cut(from: 300, to: 400).samples.isEmpty)
  }

  @Test func nonsenseIsEmpty() {
    let ring = ring(upTo: 100, blocks: 10)
    #expect(ring.cut(from: -1e300, to: 1e300).samples.count == 100)
    #expect(ring.cut(from: 1, to: 0).samples.isEmpty)
    #expect(ring.cut(from: .nan, to: .nan).samples.isEmpty)
  }
}
