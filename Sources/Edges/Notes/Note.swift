import HandShakeSignal

/// A tone, a glide or a rest with a length.
public struct Note: Sendable, Equatable {
  /// The sound of a note.
  public enum Sound: Sendable, Equatable {
    /// Silence.
    case rest
    /// A steady tone.
    case tone(Tone)
    /// A tone whose frequency changes to another frequency, in hertz, at a constant slope.
    case glide(Tone, toHertz: Double)
  }

  /// The sound.
  public var sound: Sound
  /// The length in seconds: above 0, infinite for an endless note.
  public var seconds: Double

  /// A note of `sound` for `seconds`.
  public init(_ sound: Sound, seconds: Double) {
    self.sound = sound
    self.seconds = seconds
  }
}

/// Sweeps of equal level as notes.
extension Note {
  /// A sweep at a constant slope in hertz a second, so that every band gets the same energy.
  public static func sweep(_ tone: Tone, toHertz: Double, seconds: Double) -> [Note] {
    [Note(.glide(tone, toHertz: toHertz), seconds: seconds)]
  }

  /// A sweep in steps from the tone's frequency to `toHertz`, up or down, with rests between steps.
  ///
  /// - Parameters:
  ///   - tone: The first step; the others differ in frequency only.
  ///   - toHertz: The limit of the frequency; the last step does not pass it.
  ///   - stepHertz: The difference between two steps, above 0.
  ///   - seconds: The duration of each step.
  ///   - restSeconds: The silence between two steps, at least 0.
  public static func steps(
    _ tone: Tone, toHertz: Double, stepHertz: Double, seconds: Double, restSeconds: Double
  ) -> [Note] {
    let span = toHertz - tone.frequencyHertz
    // A small addition against rounding of a whole number of steps.
    let count = Int((span.magnitude / stepHertz + 1e-9).rounded(.down))
    var notes: [Note] = []
    for index in 0...count {
      var step = tone
      step.frequencyHertz += (span < 0 ? -stepHertz : stepHertz) * Double(index)
      if index > 0, restSeconds > 0 { notes.append(Note(.rest, seconds: restSeconds)) }
      notes.append(Note(.tone(step), seconds: seconds))
    }
    return notes
  }
}
