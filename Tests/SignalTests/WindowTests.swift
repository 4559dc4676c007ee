import HandShakeSignal
import HandShakeTestKit
import Testing

@Suite struct WindowTests {
  @Test func windowsReadTheSameBackwards() {
    for window in [Window.hann, .blackmanHarris, .tukey(taper: 0.3)] {
      for count in [1, 2, 9, 64] {
        let gains = (0...count).map { window.gain(at: Double($0) / Double(count)) }
        #expect(zip(gains, gains.reversed()).allSatisfy { abs($0 - $1) < 1e-6 })
      }
    }
  }

  @Test func coefficientsLeaveOutTheLastSample() {
    let gains = Window.hann.coefficients(count: 8)
    #expect(gains == (0..<8).map { Float(Window.hann.gain(at: Double($0) / 8)) })
    #expect(gains[4] == 1)
  }

  @Test func tukeyGoesFromRectangleToHann() {
    #expect(Window.tukey(taper: 0).coefficients(count: 5) == [1, 1, 1, 1, 1])
    let tukey = Window.tukey(taper: 1).coefficients(count: 64)
    let hann = Window.hann.coefficients(count: 64)
    #expect(zip(tukey, hann).allSatisfy { abs($0 - $1) < 1e-6 })
    let half = Window.tukey(taper: 0.5)
    #expect(abs(half.gain(at: 0.125) - 0.5) < 1e-12)
    #expect(half.gain(at: 0.25) == 1 && half.gain(at: 0.75) == 1)
    #expect(half.gain(at: -0.1) == 0 && half.gain(at: 1.1) == 0)
  }

  @Test(arguments: [(Window.hann, 2, -31.0), (.blackmanHarris, 4, -92)])
  func sideLobesAreAsLowAsHarrisGives(window: Window, halfWidth: Int, decibels: Double) {
    let count = 256
    let padding = 64
    let spectrum = Spectrum(
      window.coefficients(count: count), size: count * padding, rateHertz: 1)
    #expect(spectrum.worstSpur(outside: halfWidth * padding) < decibels)
    #expect(spectrum.worstSpur(outside: halfWidth * padding) > decibels - 1)
  }
}
