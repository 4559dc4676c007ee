import HandShakeSignal

/// A sound that is none of ours. Levels are in dB relative to a full-scale sine.
public enum Interference: Sendable, Equatable {
  /// Short broad-band clicks at random times, of that peak.
  case clicks(perSecond: Double, peakDecibels: Double)
  /// Somebody types: bursts of keystrokes, each a press and a release, of that peak.
  case typing(peakDecibels: Double)
  /// White noise for a while, of that power while it lasts.
  case noiseBurst(startSeconds: Double, seconds: Double, decibels: Double)
  /// A steady tone.
  case whistle(hertz: Double, decibels: Double)
  /// Chords of notes with harmonics up to 22 kHz, and cymbals; power on average.
  case music(decibels: Double)
  /// Voiced syllables with harmonics, and hissing ones up to half the rate; power on average.
  case speech(decibels: Double)
  /// One pure note after the other anywhere in a band: the kind of tones that modems use.
  case melody(lowestHertz: Double, highestHertz: Double, notesPerSecond: Double, decibels: Double)
  /// Tones that glide up or down within the band, as of birds; power on average.
  case chirps(lowestHertz: Double, highestHertz: Double, perSecond: Double, decibels: Double)
  /// The signal of another product near 19 kHz; power on average.
  case beacon(Beacon, decibels: Double)
  /// Struck metal, as of coins: tones anywhere from 3 kHz up that ring down; power on average.
  case impacts(perSecond: Double, decibels: Double)

  /// `count` samples of it.
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
  /// These samples with the power of a sine `decibels` from full scale.
  fileprivate func scaled(toDecibels decibels: Double) -> [Float] {
    let power = reduce(0.0) { $0 + Double($1) * Double($1) } / Double(Swift.max(1, count))
    guard power > 0 else { return self }
    let gain = Float(fullScaleSine * amplitudeRatio(decibels: decibels) / power.squareRoot())
    return map { $0 * gain }
  }
}
