import HandShakeChannelModel
import HandShakeSignal
import Testing

@testable import HandShakeModem

@Suite struct SquareLawTests {
  /// How many of `values` exceed `limit`, over how many of an exponential variable of mean 1 do.
  private func excess(_ values: [Float], over limit: Float) -> Double {
    let count = values.count { $0 > limit }
    return Double(count) / Double(values.count) / exponential(Double(-limit))
  }

  private func exponentials(_ random: inout SeededRandom) -> SIMD8<Float> {
    var values = SIMD8<Float>.zero
    for lane in 0..<8 { values[lane] = -fastLogarithm(Float(random.uniform(1e-7...1))) }
    return values
  }

  @Test(arguments: 1...8)
  func sumsOfNoiseAreExponential(count: Int) {
    var random = SeededRandom(seed: 1)
    let values = (0..<20_000).flatMap { _ -> [Float] in
      let sum = (0..<count).reduce(SIMD8<Float>.zero) { sum, _ in sum + exponentials(&random) }
      let told = SquareLaw.exponential(ofSum: sum, count: count)
      return (0..<8).map { told[$0] }
    }
    // 160,000 values: five standard errors at a limit that 1 in 150 exceed are 15 %.
    for limit in [0.1, 1, 2, 5] as [Float] {
      #expect(abs(excess(values, over: limit) - 1) < 0.15, "of \(count) over \(limit)")
    }
  }

  @Test(arguments: [0.03, 0.2, 0.5, 0.9, 1] as [Float])
  func weighedSumsOfNoiseAreExponential(weight: Float) {
    var random = SeededRandom(seed: 2)
    let values = (0..<20_000).flatMap { _ -> [Float] in
      let told = SquareLaw.exponential(
        exponentials(&random), exponentials(&random), weight: weight)
      return (0..<8).map { told[$0] }
    }
    for limit in [0.1, 1, 2, 5] as [Float] {
      #expect(abs(excess(values, over: limit) - 1) < 0.15, "weight \(weight), over \(limit)")
    }
  }

  @Test func extremesStayFinite() {
    for value in [0, 1e-30, 1e-7, 1e6, 1e12, 1e20] as [Float] {
      let sum = SIMD8<Float>(repeating: value)
      for count in 1...8 {
        let told = SquareLaw.exponential(ofSum: sum, count: count)[0]
        #expect(told.isFinite && told > 0 && told <= max(value, 1e-7))
      }
      for weight in [0.03, 0.5, 1] as [Float] {
        let told = SquareLaw.exponential(sum, sum, weight: weight)[0]
        #expect(told.isFinite && told > 0)
      }
    }
  }
}
