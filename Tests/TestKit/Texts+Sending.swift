extension Texts {
  // MARK: Texts to send

  package static let noText = "there is no text to send: give one, as in hsend \"hello\""
  package static func notInAlphabet(_ character: String, _ position: String, _ protocolName: String)
    -> String
  {
    "\(character) at position \(position) is not in the alphabet of \(protocolName): leave "
      + "it out, or write it in ASCII"
  }
  package static func notInAlphabetOf(_ character: String, _ position: String) -> String {
    "\(character) at position \(position) is not in the alphabet"
  }
  package static func textNotUTF8(_ byte: String) -> String {
    "the text is not UTF-8 from byte \(byte) on: send text, or encode the bytes first, as in "
      + "base64 FILE | hsend"
  }
  package static func textTooLong(_ count: String, _ protocolName: String, _ limit: String)
    -> String
  {
    "the text has \(count) characters and \(protocolName) sends at most \(limit): split it, "
      + "as in head -c \(limit) FILE | hsend"
  }
  package static func inputGoesOn(_ byteCount: String) -> String {
    "standard input goes on after \(byteCount) bytes, more than any protocol sends: send a "
      + "shorter text"
  }
  package static func takesLong(_ seconds: String, _ others: String) -> String {
    "this takes \(seconds), and --protocol burst \(others) where it is quiet"
  }
  package static let oneTransmissionLasts = "one transmission lasts "
  package static let passwordHeard =
    "everybody in the room would hear the password: give --secret-file FILE, or --unsealed "
    + "if that is what you want"
  package static let passwordLength =
    "the password of a Wi-Fi network has 8 to 63 bytes: type it again"
  package static func sentUnderName(_ path: String, _ name: String) -> String {
    "\(path) is sent under the name \(name)"
  }

  // MARK: Tones

  package static let neitherFrequencyNorPitch =
    " is neither a frequency nor a pitch: give one such as 440, 18k, A4, C#6, Bb3 or "
    + "midi:69, or - for a rest"
  package static let unplayableFrequency =
    " is no frequency that can be played: give hertz above 0, such as 440 or 18k"
  package static let unplayableLength =
    " cannot be played: give seconds from 0.001 to 86400, as A4:0.2"
  package static let nothingToPlay =
    "no tone was given: give a frequency or a pitch, as in htone 440 or htone A4"
  package static func aboveHalfTheFilesRate(_ frequency: String, _ half: String) -> String {
    "\(frequency) is not below \(half), half the rate of the file: give a lower frequency, "
      + "or a higher --rate"
  }
  package static func aboveHalfTheDevicesRate(_ frequency: String, _ half: String) -> String {
    "\(frequency) is not below \(half), half the rate of the device: give a lower frequency"
  }
  package static func tooManyNotes(_ count: String, _ limit: String) -> String {
    "\(count) notes are more than \(limit): play them in several parts"
  }
  package static func tooManySamples(_ count: String, _ path: String) -> String {
    "\(count) samples are more than \(path) can hold: make it shorter, or write a .flac file"
  }
  package static func sweepNotHeard(_ device: String) -> String {
    "nothing of the sweep was heard by \(device): turn the volume up, and check that "
      + "--capture is a microphone near the loudspeaker"
  }
  package static func sweepTooLoud(_ device: String) -> String {
    "the sweep is too loud for \(device): turn its gain or the volume down"
  }
  package static func sweepGoesOn(_ device: String, _ frequency: String) -> String {
    "\(device) goes on above \(frequency), where the sweep ended"
  }
  package static func ceilingKept(_ device: String) -> String {
    "as the ceiling of \(device), which hsend keeps to"
  }
}
