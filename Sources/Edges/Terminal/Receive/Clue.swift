import HandShakeDiagnosis
import HandShakeModem

/// The likely reason why no message came.
package enum Clue: Sendable {
  /// A frame was refused, for this cause.
  case refused(Failure.Cause)
  /// A codec or a resampler removed all sound above this frequency. `isAudible`: the sound below
  /// the band is loud, and only near-ultrasonic protocols were tried.
  case cutOff(hertz: Double, isAudible: Bool)
  /// The end of a message came without its beginning.
  case startMissed
  /// The receiver dropped a likely message without a report.
  case dropped(Hypothesis)
  /// The band has sound at these frequencies, and no message starts in it.
  case otherSound(hertz: ClosedRange<Double>)
  /// Near-ultrasonic sound of this level fills these seconds, and no message starts in it.
  case soundInBand(seconds: ClosedRange<Double>, decibels: Double)
  /// The sound below the band is loud, and only near-ultrasonic protocols were tried.
  case audible
  /// The sound reaches full scale most of the time.
  case clipped
  /// Every sample is 0.
  case silent
  /// The band is almost empty.
  case emptyBand

  /// The next thing to do, as the second part of a sentence.
  var advice: String {
    switch self {
    case .refused(let cause): cause.advice
    case .startMissed:
      "it seems to begin in the middle of a message, so start before the sender does"
    case .dropped(let hypothesis): hypothesis.advice
    case .cutOff(let edge, let isAudible):
      InputFinding.cutOffWording(edge) + ": record without compression"
        + (isAudible ? ", or give --all where the sender can be heard" : "")
        + ", and ask hrecv --doctor"
    case .otherSound(let hertz):
      InputFinding.otherSound(hertz: hertz).wording + ", so ask hrecv --doctor"
    case .soundInBand(let seconds, let level):
      "no message starts in what sounds near ultrasound from "
        + "\(decimals(seconds.lowerBound, 1)) to \(decimals(seconds.upperBound, 1)) s "
        + "(\(decimals(level, 0)) dB): use the same protocol on both sides, aim them at each "
        + "other, and ask hrecv --doctor"
    case .audible:
      "only near-ultrasonic protocols were tried, and it is loud below 13 kHz: give --all, or move "
        + "nearer, and ask hrecv --doctor"
    case .clipped: "lower the gain of the microphone, as with alsamixer"
    case .silent: "it is digital silence, so ask hrecv --doctor"
    case .emptyBand:
      "it holds hardly any near-ultrasound: record at 48000 Hz without compression, noise "
        + "suppression or echo cancellation, and ask hrecv --doctor"
    }
  }
}
