import HandShakeSignal

/// A tone, a glide or a rest of a certain length.
public struct Note: Sendable, Equatable {
  /// What sounds.
  public enum Sound: Sendable, Equatable {
    /// Nothing.
    case rest
    /// A steady tone.
    case tone(Tone)
    /// A tone whose frequency moves to another one, in hertz, at a constant slope.
    case glide(Tone, toHertz: Double)
  }

  /// What sounds.
  public var sound: Sound
  /// For how long, in seconds: above 0, infinite for without end.
  public var seconds: Double

  /// That sound for `seconds`.
  public init(_ sound: Sound, seconds: Double) {
    self.sound = sound
    self.seconds = seconds
  }
}

/// Sweeps of equal level as notes.
extension Note {
  /// A sweep at a constant slope in hertz a second, so that every band of it gets the same energy.
  public static func sweep(_ tone: Tone, toHertz: Double, seconds: Double) -> [Note] {
    [Note(.glide(tone, toHertz: toHertz), seconds: seconds)]
  }

  /// A sweep in steps from the tone's frequency to `toHertz`, up or down, with a rest between any
  /// two.
  ///
  /// - Parameters:
  ///   - tone: The first step; all others differ in frequency only.
  ///   - toHertz: Where it ends at the latest; the last step is the one that does not pass it.
  ///   - stepHertz: From one step to the next, above 0.
  ///   - seconds: Duration of each step.
  ///   - restSeconds: Silence between two, at least 0.
  public static func steps(
    _ tone: Tone, toHertz: Double, stepHertz: Double, seconds: Double, restSeconds: Double
  ) -> [Note] {
    let span = toHertz - tone.frequencyHertz
    // A hair more, for what rounding takes off a whole number of steps.
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
