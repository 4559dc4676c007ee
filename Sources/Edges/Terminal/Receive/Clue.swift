import Modem

/// What tells why no message came.
public enum Clue: Sendable {
  /// A frame was refused, for this cause.
  case refused(Failure.Cause)
  /// Near ultrasound was there from the first moment, and nothing started.
  case startMissed
  /// It is loud below the band, and only near-ultrasonic protocols were tried.
  case audible
  /// Most of the time reaches full scale.
  case clipped
  /// Every sample is 0.
  case silent
  /// The band is all but empty.
  case emptyBand

  /// What to do, as the second part of a sentence.
  var advice: String {
    switch self {
    case .refused(let cause): cause.advice
    case .startMissed:
      "it seems to begin in the middle of a message, so start before the sender does"
    case .audible:
      "only near-ultrasonic protocols were tried, and it is loud below 13 kHz: give --all, or move nearer"
    case .clipped: "lower the gain of the microphone, as with alsamixer"
    case .silent: "it is digital silence, so ask hrecv --doctor"
    case .emptyBand:
      "hardly anything near ultrasound is in it: record at 48000 Hz without compression, noise "
        + "suppression or echo cancellation, and see that the microphone is not muted"
    }
  }
}
