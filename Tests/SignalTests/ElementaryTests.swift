import Glibc
import HandShakeSignal
import Testing

@Suite struct ElementaryTests {
  @Test func fastLogarithmHoldsItsBound() {
    var worst = 0.0
    var bits = Float.leastNormalMagnitude.bitPattern
    while bits < Float.infinity.bitPattern {
      let x = Float(bitPattern: bits)
      worst = max(worst, abs(Double(fastLogarithm(x)) - log(Double(x))))
      bits += 1_237
    }
    #expect(worst < 1e-5)
    #expect(fastLogarithm(1) == 0)
  }

  @Test func fastLogarithmOfNothingIsFinite() {
    #expect(abs(fastLogarithm(0) + 88) < 1)
    #expect(abs(fastLogarithm(.leastNonzeroMagnitude) + 88) < 1)
  }

  @Test func fastExponentialHoldsItsBound() {
    var worst = 0.0
    var x: Float = -87
    while x <= 88 {
      worst = max(worst, abs(Double(fastExponential(x)) / exp(Double(x)) - 1))
      x += 0.00037
    }
    #expect(worst < 1e-6)
    #expect(fastExponential(0) == 1)
  }

  @Test func fastExponentialStopsAtItsEnds() {
    #expect(fastExponential(-1_000) == fastExponential(-87))
    #expect(fastExponential(.infinity) == fastExponential(88))
    #expect(fastExponential(.nan).isNaN)
  }

  @Test func preciseFunctionsAreTheCLibrarys() {
    for x in stride(from: 0.1, through: 20, by: 0.3) {
      #expect(sine(x) == sin(x) && sine(Float(x)) == sinf(Float(x)))
      #expect(cosine(x) == cos(x) && cosine(Float(x)) == cosf(Float(x)))
      #expect(exponential(x) == exp(x) && exponential(Float(x)) == expf(Float(x)))
      #expect(logarithm(x) == log(x))
    }
  }
}
