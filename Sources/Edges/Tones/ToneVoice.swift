import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// The common properties of the tones of a command line: wave, phase, and level.
struct ToneVoice: Sendable, Equatable {
  /// Sine or cosine.
  var waveform = Tone.Waveform.sine
  /// Phase at the start.
  var phaseRadians = 0.0
  /// The requested peak; nil without a request.
  var amplitude: Float?

  /// Tones above this frequency start at most at `cautiousDecibels`, unless the user sets a higher
  /// level. The user may not hear them, but other people may.
  static let cautionHertz = 14_000.0
  /// Relative to full scale.
  static let cautiousDecibels = -12.0

  /// The voice of the options.
  init(_ parsed: ParsedOptions) throws(CommandFailure) {
    if let name = try parsed.word(.wave) {
      switch name {
      case "sine": waveform = .sine
      case "cosine": waveform = .cosine
      default:
        throw .badValue(
          option: CommandOption.Name.wave.flag, value: name, expected: "sine or cosine")
      }
    }
    if let degrees = try parsed.quantity(
      .phase, read: Quantity.decimal, allowed: -360...360, expected: "degrees from -360 to 360")
    {
      phaseRadians = degrees / 180 * .pi
    }
    try parsed.refuseBoth(.amplitude, .level)
    if let peak = try parsed.quantity(
      .amplitude, read: Quantity.decimal, allowed: 1e-6...1,
      expected: "a peak above 0 and at most 1, such as 0.5")
    {
      amplitude = Float(peak)
    }
    if let decibels = try parsed.levelDecibels() {
      amplitude = HandShakeTerminal.amplitude(decibels: decibels)
    }
  }

  /// The tone with a frequency.
  ///
  /// - Parameter highestHertz: the highest frequency of the sound that contains it.
  func tone(hertz: Double, highestHertz: Double? = nil) -> Tone {
    Tone(
      waveform, frequencyHertz: hertz, amplitude: amplitude(highestHertz: highestHertz ?? hertz),
      phaseRadians: phaseRadians)
  }

  /// The peak of a sound with this highest frequency.
  func amplitude(highestHertz: Double) -> Float {
    if let amplitude { return amplitude }
    let isCautious = highestHertz >= Self.cautionHertz
    return isCautious
      ? HandShakeTerminal.amplitude(decibels: Self.cautiousDecibels) : Tone.baseAmplitude
  }
}
