import Testing

@testable import HandShakeChannelModel

@Suite struct SeededRandomTests {
  /// The first outputs of the authors' C code.
  @Test func followsTheReferenceCode() {
    var random = SeededRandom(seed: 0)
    random.state = (1, 2, 3, 4)
    #expect(
      (0..<4).map { _ in random.next() } == [
        41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386,
      ])
    let seeded = SeededRandom(seed: 1_234_567).state
    #expect(seeded.0 == 6_457_827_717_110_365_317)
    #expect(seeded.1 == 3_203_168_211_198_807_973)
  }

  @Test func normalVariablesHaveTheMomentsOfOne() {
    var random = SeededRandom(seed: 1)
    let values = (0..<200_000).map { _ in random.normal() }
    let mean = values.reduce(0, +) / 200_000
    let variance = values.reduce(0) { $0 + $1 * $1 } / 200_000
    let fourth = values.reduce(0) { $0 + $1 * $1 * $1 * $1 } / 200_000
    // Four standard errors each.
    #expect(abs(mean) < 0.009)
    #expect(abs(variance - 1) < 0.013)
    #expect(abs(fourth - 3) < 0.09)
  }

  @Test func uniformNumbersStayInTheirRange() {
    var random = SeededRandom(seed: 2)
    let values = (0..<10_000).map { _ in random.uniform(-3...5) }
    #expect(values.allSatisfy { (-3...5).contains($0) })
    #expect(values.min()! < -2.98 && values.max()! > 4.98)
    #expect(random.uniform(0.25...0.25) == 0.25)
  }
}
