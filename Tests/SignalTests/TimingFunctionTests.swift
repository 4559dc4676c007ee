import Glibc
import HandShakeSignal
import Testing

@Suite struct TimingFunctionTests {
  @Test func everyNameFindsItsFunction() {
    #expect(Set(TimingFunction.allNames).count == TimingFunction.all.count)
    for function in TimingFunction.all {
      #expect(TimingFunction(named: function.name) == function)
    }
    #expect(TimingFunction(named: "raised-cosine") == .raisedCosine)
    #expect(TimingFunction(named: "ease-in-out-cubic") == .easeInOut(.cubic))
  }

  @Test(arguments: ["", "Linear", "linear ", "ease-in", "bounce"])
  func otherNamesFindNone(name: String) {
    #expect(TimingFunction(named: name) == nil)
  }

  @Test(arguments: TimingFunction.all)
  func gainsRiseFromZeroToOne(function: TimingFunction) {
    #expect(function.gain(at: 0) == 0 && function.gain(at: -3) == 0)
    #expect(function.gain(at: 1) == 1 && function.gain(at: 3) == 1)
    var last = 0.0
    for step in 1..<1_000 {
      let gain = function.gain(at: Double(step) / 1_000)
      #expect(gain >= last && gain <= 1)
      last = gain
    }
  }

  @Test(arguments: TimingFunction.all.filter { $0 != .abrupt })
  func gainsStartNearZeroAndEndNearOne(function: TimingFunction) {
    #expect(function.gain(at: 1e-6) < 1e-4)
    #expect(function.gain(at: 1 - 1e-6) > 1 - 1e-4)
  }

  @Test func gainsEqualTheFormulas() {
    for t in stride(from: 0.01, to: 1, by: 0.01) {
      let u = 1 - t
      let expected: [(TimingFunction, Double)] = [
        (.abrupt, 1),
        (.linear, t),
        (.raisedCosine, 0.5 - 0.5 * cos(.pi * t)),
        (.smoothstep, 3 * pow(t, 2) - 2 * pow(t, 3)),
        (.smootherstep, 6 * pow(t, 5) - 15 * pow(t, 4) + 10 * pow(t, 3)),
        (.easeIn(.sine), 1 - cos(t * .pi / 2)),
        (.easeOut(.sine), sin(t * .pi / 2)),
        (.easeInOut(.sine), 0.5 - 0.5 * cos(.pi * t)),
        (.easeIn(.quadratic), pow(t, 2)),
        (.easeOut(.quadratic), 1 - pow(u, 2)),
        (.easeInOut(.quadratic), t < 0.5 ? 2 * pow(t, 2) : 1 - 2 * pow(u, 2)),
        (.easeIn(.cubic), pow(t, 3)),
        (.easeOut(.cubic), 1 - pow(u, 3)),
        (.easeInOut(.cubic), t < 0.5 ? 4 * pow(t, 3) : 1 - 4 * pow(u, 3)),
        (.easeIn(.quartic), pow(t, 4)),
        (.easeOut(.quartic), 1 - pow(u, 4)),
        (.easeInOut(.quartic), t < 0.5 ? 8 * pow(t, 4) : 1 - 8 * pow(u, 4)),
        (.easeIn(.exponential), (pow(256, t) - 1) / 255),
        (.easeOut(.exponential), 1 - (pow(256, u) - 1) / 255),
        (
          .easeInOut(.exponential),
          t < 0.5 ? (pow(256, 2 * t) - 1) / 510 : 1 - (pow(256, 2 * u) - 1) / 510
        ),
      ]
      #expect(expected.map { $0.0 } == TimingFunction.all)
      for (function, gain) in expected {
        #expect(abs(function.gain(at: t) - gain) < 1e-12, "\(function) at \(t)")
      }
    }
  }
}
