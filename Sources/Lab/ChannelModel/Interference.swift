import HandShakeSignal

/// A sound from another source. Levels are in dB relative to a full-scale sine.
public enum Interference: Sendable, Equatable {
  /// Short broad-band clicks of this peak at random times.
  case clicks(perSecond: Double, peakDecibels: Double)
  /// Typing: bursts of keystrokes of this peak, each with a press and a release.
  case typing(peakDecibels: Double)
  /// White noise for some seconds, of this power while it lasts.
  case noiseBurst(startSeconds: Double, seconds: Double, decibels: Double)
  /// A steady tone.
  case whistle(hertz: Double, decibels: Double)
  /// Chords of notes with harmonics up to 22 kHz, and cymbals. The level is the mean power.
  case music(decibels: Double)
  /// Voiced syllables with harmonics, and hisses up to half the rate. The level is the mean power.
  case speech(decibels: Double)
  /// Single pure notes in sequence within a band, similar to the tones of modems.
  case melody(lowestHertz: Double, highestHertz: Double, notesPerSecond: Double, decibels: Double)
  /// Tones that glide up or down in a band, as of birds. The level is the mean power.
  case chirps(lowestHertz: Double, highestHertz: Double, perSecond: Double, decibels: Double)
  /// The signal of another product near 19 kHz. The level is the mean power.
  case beacon(Beacon, decibels: Double)
  /// Struck metal, as of coins: decaying tones from 3 kHz up. The level is the mean power.
  case impacts(perSecond: Double, decibels: Double)

  /// `count` samples of the sound.
  public func samples(count: Int, rateHertz: Double, random: inout SeededRandom) -> [Float] {
    let studio = Studio(count: count, rateHertz: rateHertz)
    switch self {
    case .clicks(let perSecond, let peak):
      return studio.clicks(perSecond: perSecond, peak: amplitudeRatio(decibels: peak), &random)
    case .typing(let peak):
      return studio.typing(peak: amplitudeRatio(decibels: peak), &random)
    case .noiseBurst(let start, let seconds, let decibels):
      return studio.noiseBurst(
        startSeconds: start, seconds: seconds,
        rootMeanSquare: fullScaleSine * amplitudeRatio(decibels: decibels), &random)
    case .whistle(let hertz, let decibels):
      var sound = studio.silence
      let peak = amplitudeRatio(decibels: decibels)
      studio.addNote(
        hertz: hertz, startSeconds: 0, seconds: Double(count) / rateHertz, peak: peak,
        phase: random.uniform(0...2 * .pi), to: &sound)
      return sound
    case .music(let decibels):
      return studio.music(&random).scaled(toDecibels: decibels)
    case .speech(let decibels):
      return studio.speech(&random).scaled(toDecibels: decibels)
    case .melody(let lowest, let highest, let rate, let decibels):
      return studio.melody(lowest...highest, notesPerSecond: rate, &random)
        .scaled(toDecibels: decibels)
    case .chirps(let lowest, let highest, let rate, let decibels):
      return studio.chirps(lowest...highest, perSecond: rate, &random)
        .scaled(toDecibels: decibels)
    case .beacon(let beacon, let decibels):
      return beacon.samples(count: count, rateHertz: rateHertz, &random)
        .scaled(toDecibels: decibels)
    case .impacts(let rate, let decibels):
      return studio.impacts(perSecond: rate, &random).scaled(toDecibels: decibels)
    }
  }
}

extension [Float] {
  /// These samples with the power of a sine of `decibels` relative to full scale.
  fileprivate func scaled(toDecibels decibels: Double) -> [Float] {
    let power = reduce(0.0) { $0 + Double($1) * Double($1) } / Double(Swift.max(1, count))
    guard power > 0 else { return self }
    let gain = Float(fullScaleSine * amplitudeRatio(decibels: decibels) / power.squareRoot())
    return map { $0 * gain }
  }
}
