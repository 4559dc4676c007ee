import HandShakeSignal

/// Published signals of other products near 19 kHz in offices and shops. `Interference.whistle` is
/// the model of a steady tone.
public enum Beacon: String, CaseIterable, Sendable {
  /// One of 12 tones, 200 Hz apart, every 72 ms without a pause. Conference rooms play it for
  /// nearby laptops (J. M. Zoom-ultra, "Trying to decode zoom ultrasonic proximity protocol",
  /// github.com/jakub-m/zoom-ultra).
  case steps
  /// Sweeps of 0.1 s from 18.5 to 19.5 kHz or back. Televisions play them for telephones (S. Ka, T.
  /// H. Kim, J. Y. Ha et al., "Near-ultrasound communication for TV's 2nd screen services", MobiCom
  /// 2016, which has four shapes).
  case sweeps
  /// A repeated code of 127 chips around 19.25 kHz. For each symbol of 42 ms, a sine of 1 to 16
  /// turns shapes it (P. Getreuer, C. Gnegy, R. F. Lyon, R. A. Saurous, "Ultrasonic communication
  /// using consumer hardware", IEEE Transactions on Multimedia 20, 2018). It resembles noise.
  case spread

  /// `count` samples of the signal, at any level.
  func samples(count: Int, rateHertz: Double, _ random: inout SeededRandom) -> [Float] {
    let studio = Studio(count: count, rateHertz: rateHertz)
    switch self {
    case .steps:
      return steps(studio, &random)
    case .sweeps:
      return sweeps(studio, &random)
    case .spread:
      return spread(studio, &random)
    }
  }

  private func steps(_ studio: Studio, _ random: inout SeededRandom) -> [Float] {
    var sound = studio.silence
    for start in stride(from: 0, to: studio.seconds, by: 0.072) {
      studio.addNote(
        hertz: 18_000 + 200 * Double(random.next(upperBound: 12 as UInt64)), startSeconds: start,
        seconds: 0.072, peak: 1, phase: 0, to: &sound)
    }
    return sound
  }

  private func sweeps(_ studio: Studio, _ random: inout SeededRandom) -> [Float] {
    let length = Int(0.1 * studio.rateHertz)
    var sound = studio.silence
    for start in stride(from: 0, to: studio.count, by: length) {
      let rises = random.next() & 1 == 0
      for index in start..<min(start + length, studio.count) {
        let time = Double(index - start) / studio.rateHertz
        let turns = (rises ? 18_500 : 19_500) * time + (rises ? 1 : -1) * 5_000 * time * time
        sound[index] = Float(sine(10 * .pi * time) * sine(2 * .pi * turns))
      }
    }
    return sound
  }

  private func spread(_ studio: Studio, _ random: inout SeededRandom) -> [Float] {
    let code = (0..<127).map { _ in random.next() & 1 == 0 ? 1.0 : -1 }
    var (symbol, turns) = (-1, 1.0)
    var sound = studio.silence
    for index in sound.indices {
      let time = Double(index) / studio.rateHertz
      let chip = 3_000 * time
      if Int(chip) / 127 != symbol {
        symbol = Int(chip) / 127
        turns = random.uniform(1...16).rounded()
      }
      // The chip has the shape of a raised cosine, within 1.5 kHz on both sides.
      let shape = sine(.pi * chip.truncatingRemainder(dividingBy: 1))
      let amplitude = 1 + 0.8 * sine(2 * .pi * turns * chip / 127)
      sound[index] = Float(
        amplitude * code[Int(chip) % 127] * shape * shape * sine(2 * .pi * 19_250 * time))
    }
    return sound
  }
}
