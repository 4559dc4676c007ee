import HandShakeDiagnosis

extension InputFinding {
  /// The finding and its effect, for the user.
  var wording: String {
    switch self {
    case .muted:
      "digital silence (every sample is 0): the input is muted or not "
        + "connected, or it is a loop into which nothing plays"
    case .constant(let value):
      "every sample is \(decimals(Double(value), 4)): the converter is off or stuck"
    case .nearlySilent(let peak):
      "the loudest sample is \(decimals(decibels(amplitude: peak), 0)) dB: the input is muted, "
        + "turned down, or nothing is connected to it"
    case .deadChannels(let channels):
      "\(Self.list(channels)) \(channels.count == 1 ? "is" : "are") dead, and hrecv "
        + "uses the others"
    case .rateTooLow(let rate):
      "a rate of \(hertz(rate)) holds nothing above \(hertz(rate / 2)), too little for any protocol"
    case .cutOff(let edge, let isAllCut):
      Self.cutOffWording(edge)
        + (isAllCut ? ", and every protocol lies above" : ", and some placements with it")
    case .gated(let closings):
      "the sound was shut off \(closings) time\(closings == 1 ? "" : "s"): a noise gate or a noise "
        + "suppression is at work, which takes near-ultrasound for noise"
    case .clipped(let share):
      "\(decimals(100 * share, share < 0.001 ? 3 : 1)) % of all samples are clipped: the input is "
        + "too loud"
    case .gainControl(let dip):
      "after loud sounds all else is \(decimals(dip, 0)) dB fainter for a while: an automatic gain "
        + "control is at work"
    case .noise:
      "the noise in the band is so loud that no protocol would be heard at "
        + "\(decimals(ProtocolReach.referenceDecibels, 0)) dB"
    case .offset(let offset):
      "the samples lie about \(decimals(100 * offset, 1)) % of full scale instead of 0 (DC): it "
        + "takes room from loud sounds, and hrecv filters it away"
    case .musicRate(let rate):
      "the rate is \(hertz(rate)): it holds every protocol, but sound cards that run at 48000 Hz "
        + "resample to it, and weakest at 18 to 20 kHz"
    case .resampled:
      "above 22.05 kHz lies a mirror image of the sound below: something resamples from 44100 Hz, "
        + "and badly"
    case .noNoise(let isSilent):
      (isSilent ? "digital silence" : "too little sound")
        + " surrounds the messages, so their range cannot be estimated"
    case .otherSound(let hertz):
      hertz.isOfOneTone
        ? "something sounds at \(hertz.kilohertz), and no message uses one frequency: a tone or "
          + "a beacon of another device"
        : "the sound from \(hertz.kilohertz) cannot be read as a message: it is another sound, "
          + "or the beginning or the end of the message is missing"
    case .tooShort(let seconds):
      "\(decimals(seconds, 2)) s are too short for a diagnosis"
    }
  }

  /// Names the frequency above which there is no sound, and the possible causes.
  static func cutOffWording(_ edgeHertz: Double) -> String {
    "there is nothing above \(decimals(edgeHertz / 1000, 1)) kHz: a call codec, a lossy codec or a "
      + "resampler cut it off"
  }

  /// Commands or actions against the finding, empty if no action is needed.
  func remedies(for origin: SoundOrigin) -> [String] {
    if case .recording = origin { return recordingRemedies }
    switch self {
    case .muted:
      return origin.audible + origin.louder + origin.direct
    case .constant, .nearlySilent: return origin.louder + origin.direct
    case .noNoise(let isSilent): return isSilent ? origin.direct : ["hrecv --doctor --timeout 10"]
    case .rateTooLow, .cutOff, .resampled: return origin.direct
    case .musicRate:
      return origin.direct + ["pw-metadata -n settings 0 clock.force-rate 48000"]
    case .gated, .gainControl: return origin.unprocessed
    case .clipped, .noise: return origin.fainter
    case .tooShort: return ["hrecv --doctor --timeout 5"]
    case .deadChannels, .offset, .otherSound: return []
    }
  }

  private var recordingRemedies: [String] {
    switch self {
    case .muted, .constant, .nearlySilent:
      ["record again with the microphone on: arecord -f S16_LE -r 48000 -d 5 FILE.wav"]
    case .cutOff(_, isAllCut: false): []
    case .rateTooLow, .cutOff, .gated, .gainControl, .resampled:
      ["record without processing: arecord -D hw:0 -f S16_LE -r 48000 -d 5 FILE.wav"]
    case .clipped: ["record again at a lower level: amixer sset Capture 12dB-"]
    case .tooShort: ["record at least 1 s"]
    case .noNoise: ["hrecv --doctor, on the machine that is to listen"]
    case .noise: ["record again, farther from what is loud"]
    case .deadChannels, .offset, .musicRate, .otherSound: []
    }
  }

  private static func list(_ channels: [Int]) -> String {
    var words = channels.prefix(8).map { "\($0 + 1)" }
    if channels.count > words.count { words.append("\(channels.count - words.count) more") }
    let last = words.popLast() ?? ""
    let names = words.isEmpty ? last : words.joined(separator: ", ") + " and " + last
    return "channel\(channels.count == 1 ? "" : "s") \(names)"
  }
}

extension ClosedRange<Double> {
  /// Whether the range holds one tone. Spectra resolve frequencies to about 10 Hz.
  var isOfOneTone: Bool { upperBound - lowerBound < 50 }

  /// These frequencies in kilohertz: `19.2 kHz`, `18.0 to 19.0 kHz`.
  var kilohertz: String {
    isOfOneTone
      ? "\(decimals((lowerBound + upperBound) / 2000, 1)) kHz"
      : "\(decimals(lowerBound / 1000, 1)) to \(decimals(upperBound / 1000, 1)) kHz"
  }
}
