import HandShakeTerminal

/// A failure of `htone`: the facts; the sentences follow below.
package enum ToneFailure: ModuleFailure, Equatable {
  /// The text is neither a frequency nor a pitch.
  case unknownPitch([UInt8])
  /// The frequency is 0, negative, or far above all sound.
  case badFrequency([UInt8])
  /// The length of a note is not a number, 0, or more than a day.
  case badDuration([UInt8])
  /// There is no note.
  case nothingToPlay
  /// There are too many notes.
  case tooManyNotes(count: Int, limit: Int)
  /// The tone is above half the sampling rate.
  case aboveHalfRate(hertz: Double, rateHertz: Double, isFile: Bool)

  /// There is no terminal for keys or for the screen.
  case noTerminal

  package var exitStatus: ExitStatus { .usage }

  package var wording: String {
    switch self {
    case .unknownPitch(let word):
      return "'\(VisibleText.quoting(word))' is neither a frequency nor a pitch: give one such as "
        + "440, 18k, A4, C#6, Bb3 or midi:69, or - for a rest"
    case .badFrequency(let word):
      return "'\(VisibleText.quoting(word))' is no frequency that can be played: give hertz above "
        + "0, such as 440 or 18k"
    case .badDuration(let word):
      return "the length in '\(VisibleText.quoting(word))' cannot be played: give "
        + "\(NoteWords.secondsWording), as A4:0.2"
    case .nothingToPlay:
      return "no tone was given: give a frequency or a pitch, as in htone 440 or htone A4"
    case .tooManyNotes(let count, let limit):
      return "\(count) notes are more than \(limit): play them in several parts"
    case .noTerminal:
      return "--live needs a terminal for its keys and its screen: type htone --live in one, "
        + "without a pipe, a redirection or TERM=dumb"
    case .aboveHalfRate(let frequency, let rate, let isFile):
      return "\(hertz(frequency)) is not below \(hertz(rate / 2)), half the rate of "
        + "\(isFile ? "the file" : "the device"): give a lower frequency"
        + (isFile ? ", or a higher --rate" : "")
    }
  }
}

/// Why the ceiling of a loudspeaker could not be measured: the facts; the sentences follow below.
package enum CeilingFailure: ModuleFailure, Equatable {
  /// The sweep's plateau is only so far above the noise.
  case tooNoisy(plateauAboveNoiseDecibels: Double, captureDevice: String)
  /// The recording reaches full scale.
  case clipped(captureDevice: String)
  /// The program was stopped during playback.
  case stopped

  /// With a smaller ratio, the sweep was not heard.
  private static let heardDecibels = 12.0

  package var exitStatus: ExitStatus { .nothingReceived }

  package var wording: String {
    switch self {
    case .tooNoisy(let distance, let device) where distance < Self.heardDecibels:
      "nothing of the sweep was heard by '\(device)': turn the volume up, and check that "
        + "--capture is a microphone near the loudspeaker"
    case .tooNoisy(let distance, _):
      "the sweep is only \(decimals(distance, 0)) dB above the noise, too little to tell where the "
        + "loudspeaker ends: move the microphone nearer, turn the volume up, or wait for silence"
    case .clipped(let device):
      "the sweep is too loud for '\(device)': turn its gain or the volume down"
    case .stopped: "it was stopped while it measured: run htone --ceiling again"
    }
  }
}

extension CommandFailure {
  /// A failure to play.
  static func tone(_ failure: ToneFailure) -> CommandFailure { .module(failure) }
  /// A failure to measure the ceiling.
  static func ceiling(_ failure: CeilingFailure) -> CommandFailure { .module(failure) }
}
