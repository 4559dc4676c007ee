import HandShakeTerminal

/// What `htone` cannot play: the facts, worded below.
package enum ToneFailure: ModuleFailure, Equatable {
  /// Neither a frequency nor a pitch.
  case unknownPitch([UInt8])
  /// A frequency of 0, below, or far above what is sound.
  case badFrequency([UInt8])
  /// A note whose length is no number, 0, or more than a day.
  case badDuration([UInt8])
  /// No note at all.
  case nothingToPlay
  /// More notes than anybody types.
  case tooManyNotes(count: Int, limit: Int)
  /// A tone that the sampling rate does not hold.
  case aboveHalfRate(hertz: Double, rateHertz: Double, isFile: Bool)

  /// Keys cannot be read, or nothing be shown.
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
      return "there is nothing to play: give a frequency or a pitch, as in htone 440 or htone A4"
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

/// Why a loudspeaker's end could not be measured: the facts, worded below.
package enum CeilingFailure: ModuleFailure, Equatable {
  /// The sweep's plateau stands no further above the noise.
  case tooNoisy(plateauAboveNoiseDecibels: Double, captureDevice: String)
  /// The recording reaches full scale.
  case clipped(captureDevice: String)
  /// The program was stopped while it played.
  case stopped

  /// Less than this above the noise, nothing was heard of the sweep.
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
  /// `htone` cannot play it.
  static func tone(_ failure: ToneFailure) -> CommandFailure { .module(failure) }
  /// `htone` cannot tell where the loudspeaker ends.
  static func ceiling(_ failure: CeilingFailure) -> CommandFailure { .module(failure) }
}
