import Glibc
import HandShakeNotes
import HandShakeSignal
import HandShakeTestKit
import Testing

@Suite struct FadeTests {
  @Test(arguments: [8_000.0, 44_100, 48_000])
  func gainsEqualTheFormulaAtTheMiddleOfEachSample(rateHertz: Double) {
    for function in TimingFunction.all where function != .abrupt {
      let fade = Fade(function, seconds: 0.008, rateHertz: rateHertz)
      let count = (0.008 * rateHertz).rounded()
      #expect(fade.gains.count == Int(count))
      for (index, gain) in fade.gains.enumerated() {
        #expect(gain == Float(function.gain(at: (Double(index) + 0.5) / count)))
      }
    }
  }

  @Test func abruptAndZeroSecondsTakeNoTime() {
    #expect(Fade(.abrupt, seconds: 0.008, rateHertz: 48_000).gains.isEmpty)
    #expect(Fade(.linear, seconds: 0, rateHertz: 48_000).gains.isEmpty)
  }

  @Test func burstHasAFadeAtEitherEndHoweverItIsCut() {
    let fade = Fade(.linear, seconds: 4, rateHertz: 1)
    let whole: [Float] = [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1, 0.875, 0.625, 0.375, 0.125, 0]
    for blockCount in 1...whole.count {
      var shaped: [Float] = []
      while shaped.count < whole.count {
        var block = [Float](repeating: 1, count: min(blockCount, whole.count - shaped.count))
        let position = shaped.count - 2
        block.withUnsafeMutableBufferPointer { fade.shape($0, at: position, ofBurst: 10) }
        shaped += block
      }
      #expect(shaped == whole)
    }
  }

  @Test func shortBurstTakesBothGains() {
    let fade = Fade(.linear, seconds: 4, rateHertz: 1)
    var burst: [Float] = [1, 1, 1]
    burst.withUnsafeMutableBufferPointer { fade.shape($0, at: 0, ofBurst: 3) }
    #expect(burst == [0.125 * 0.625, 0.375 * 0.375, 0.625 * 0.125])
  }

  @Test(arguments: TimingFunction.all)
  func burstIsQuietTwoKilohertzBelowItsTone(function: TimingFunction) {
    for (rateHertz, size) in [(44_100.0, 1 << 13), (48_000, 1 << 13), (96_000, 1 << 14)] {
      let fade = Fade(function, seconds: 0.008, rateHertz: rateHertz)
      for frequencyHertz in [13_500.0, 17_000, 18_765.4, 19_844.1, 19_955.4] {
        var burst = [Float](repeating: 0, count: Int((0.0645 * rateHertz).rounded()))
        var oscillator = Oscillator(
          frequencyHertz: frequencyHertz, amplitude: 0.85, rateHertz: rateHertz)
        burst.withUnsafeMutableBufferPointer {
          oscillator.renderSine(into: $0)
          fade.shape($0, at: 0, ofBurst: $0.count)
        }
        let quiet = Spectrum(burst, size: size, rateHertz: rateHertz)
          .decibels(belowHertz: frequencyHertz - 2_000)
        if function == .abrupt {
          #expect(quiet > -60, "an abrupt burst that passes means a test that measures nothing")
        } else {
          #expect(quiet < -60)
        }
      }
    }
  }
}
