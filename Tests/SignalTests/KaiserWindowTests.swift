import HandShakeSignal
import HandShakeTestKit
import Testing

@Suite struct KaiserWindowTests {
  /// I0(6) and I0(3): M. Abramowitz and I. Stegun, "Handbook of mathematical functions".
  @Test func gainsAreThoseOfTheFormula() {
    let window = KaiserWindow(beta: 6)
    #expect(window.gain(at: 0) == 1)
    #expect(abs(window.gain(at: 0.75.squareRoot()) - 4.880792585865024 / 67.23440697647798) < 1e-12)
    #expect(window.gain(at: -0.3) == window.gain(at: 0.3))
    for outside in [-1, 1, 1.5, .infinity] { #expect(window.gain(at: outside) == 0) }
  }

  @Test(arguments: [60.0, 80, 100])
  func theStopBandIsAsLowAsIsAsked(attenuationDecibels: Double) {
    let taps = LowPassFilter.taps(
      passHertz: 4000, stopHertz: 6000, attenuationDecibels: attenuationDecibels,
      rateHertz: 48_000)
    #expect(abs(taps.reduce(0, +) - 1) < 1e-12)
    let spectrum = Spectrum(taps.map { Float($0) }, size: 1 << 16, rateHertz: 48_000)
    let stopBand = spectrum.powers[Int(6000 / spectrum.hertzPerBin)...]
    // Kaiser's formulas are fits, good to 1 dB.
    #expect(decibels(powerRatio: stopBand.max()!) < 1 - attenuationDecibels)
  }
}
