/// Taps of linear-phase low-pass filters by the window method.
public enum LowPassFilter {
  /// A Kaiser-windowed sinc with unit gain at 0 Hz.
  ///
  /// - Parameters:
  ///   - passHertz: end of the pass band.
  ///   - stopHertz: start of the stop band, above `passHertz`.
  ///   - attenuationDecibels: least attenuation in the stop band, above 50 dB.
  ///   - rateHertz: sample rate.
  /// - Returns: an odd number of taps, symmetrical about the middle tap.
  public static func taps(
    passHertz: Double, stopHertz: Double, attenuationDecibels: Double, rateHertz: Double
  ) -> [Double] {
    let half = KaiserWindow.reach(
      attenuationDecibels: attenuationDecibels, transition: (stopHertz - passHertz) / rateHertz)
    let window = KaiserWindow(attenuationDecibels: attenuationDecibels)
    let cutoff = (passHertz + stopHertz) / rateHertz
    var taps = (-half...half).map {
      window.lowPass(at: Double($0), cutoff: cutoff, reach: Double(half + 1))
    }
    let sum = taps.reduce(0, +)
    for index in taps.indices { taps[index] /= sum }
    return taps
  }
}
