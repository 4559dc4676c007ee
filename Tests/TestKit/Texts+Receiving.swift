extension Texts {
  // MARK: Nothing received

  package static func noMessageSilence(_ place: String) -> String {
    noMessage(place) + digitalSilence
  }
  package static func noMessageNearer(_ place: String) -> String {
    noMessage(place) + "raise --timeout, or move nearer"
  }
  package static func noMessageCutOff(_ place: String) -> String {
    noMessage(place) + letTheSenderEnd
  }
  package static func noMessageUnsealed(_ place: String) -> String {
    noMessage(place) + "give the sender the secret, or allow it by --also-unsealed"
  }
  package static func noMessageCame(in seconds: String, _ advice: String) -> String {
    "no message came in \(seconds): \(advice)"
  }
  package static let digitalSilence = "it is digital silence, so ask hrecv --doctor"
  package static let letTheSenderEnd = "let the sender end, and listen or record for longer"
  package static let beginsInTheMiddle = "it seems to begin in the middle of a message"
  package static let onlyNearUltrasonic =
    "only near-ultrasonic protocols were tried, and it is loud below 13 kHz: give --all, or "
    + "move nearer, and ask hrecv --doctor"
  package static func nothingAbove(_ frequency: String) -> String {
    "there is nothing above \(frequency): \(codec): record without compression, or give --all "
      + "where the sender can be heard, and ask hrecv --doctor"
  }
  package static let codec = "a call codec, a lossy codec or a resampler cut it off"
  package static func unreadableSound(_ band: String) -> String {
    "the sound \(band) cannot be read as a message: it is another sound, or the beginning or the "
      + "end of the message is missing"
  }
  package static let toneOrBeacon =
    "something sounds at 19.2 kHz, and no message uses one frequency: a tone or a beacon"
  package static let soAskTheDoctor = ", so ask hrecv --doctor"
  package static func noMessage(_ place: String) -> String {
    "no message \(place): "
  }
  package static func noMessageIn(_ name: String) -> String {
    noMessageAnywhere + "\(name) ("
  }
  package static let noMessageAnywhere = "no message in "
  package static func refusedUnsealed(_ frame: String) -> String {
    "refused \(frame), because it is not sealed, and only sealed "
  }
  package static func refused(_ frame: String) -> String {
    "refused \(frame), because "
  }
  package static func refusedAt(_ frame: String) -> String {
    "refused \(frame) at "
  }
  package static let becauseCutOff = " s, because it was cut off (signal to noise "
  package static func probeCutOff(_ place: String) -> String {
    "a part of a probe came in \(place), and the rest was cut off or too faint: start hrecv "
      + "--probe first, then a louder hsend --probe, and let it end"
  }
  package static func noProbe(_ place: String) -> String {
    "no probe came in \(place), only "
  }
  package static let playProbe = "play hsend --probe while this listens, or ask hrecv --doctor"
  package static let clippedHere = "% of the samples are clipped here: turn the input down"
  package static let sineArrives = "a sine of full scale arrives at, and the noise of 100 Hz"
  package static func overlapped(_ protocolName: String, at seconds: String) -> String {
    "nothing became of what seems to be a start of \(protocolName) at \(seconds) s, for another "
      + "sender overlapped it: let one sender end before the next begins"
  }
  package static func explainedHypothesis(
    _ name: String, at seconds: String, in placement: String, probability: String
  ) -> String {
    "  start    none sure; the likeliest is one of \(name) at \(seconds) s (3 dB too weak),\n"
      + "           in \(placement), with a probability of \(probability) %\n"
  }
  package static let explainedNoStart = "  start    none found\n"
  package static let explainedEnd =
    "  next     make sure that the sender plays while you record, raise the volume, move nearer, "
    + "and ask hrecv --doctor\n"
  package static func explainedRefusal(_ start: String, at seconds: String, _ why: String)
    -> String
  {
    "  next     something like a message of \(start) at \(seconds) s (3 dB too weak) was dropped, "
      + "because \(why): aim the devices at each other, hold them still, and ask hrecv --doctor\n"
  }
}
