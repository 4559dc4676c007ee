import HandShakeAudioFile
import HandShakeSignal
import HandShakeTerminal

/// The part of the table that is `htone`'s own.
extension OptionsTable {
  /// All options of `htone`.
  static let tones = options(of: .htone, own: ownTones)

  private static let ownTones: [CommandOption] = [
    CommandOption(
      name: .format, placeholder: "FORMAT",
      offer: .words(RecordingFormat.allCases.map(\.rawValue)),
      help: "samples of the file: s16, s24 or float (default: s16)",
      commands: [.htone]),
    CommandOption(
      name: .for, placeholder: "S",
      help: "length of each note that states none (default: 1), of each step of a sweep "
        + "(default: 0.2) or of a whole gliding sweep (default: 10)",
      commands: [.htone]),
    CommandOption(
      name: .once, help: "play it once, which is the default", commands: [.htone]),
    CommandOption(
      name: .loop, help: "play it over and over until interrupted; a single tone without a break",
      commands: [.htone]),
    CommandOption(
      name: .wave, placeholder: "NAME", offer: .words(["sine", "cosine"]),
      help: "sine or cosine (default: sine)",
      commands: [.htone]),
    CommandOption(
      name: .phase, placeholder: "DEGREES", help: "phase at the start (default: 0)",
      commands: [.htone]),
    CommandOption(
      name: .amplitude, placeholder: "PEAK",
      help: "peak, full scale 1 (default: 0.71, and 0.25 above 14 kHz)",
      commands: [.htone]),
    CommandOption(
      name: .level, placeholder: "DB",
      help: "the same in decibels relative to full scale (default: -3, and -12 above 14 kHz)",
      commands: [.htone]),
    CommandOption(
      name: .fade, placeholder: "NAME", offer: .words(TimingFunction.allNames),
      help: "course of the fades: abrupt, linear, raised-cosine, smoothstep, smootherstep, or "
        + "ease-in-, ease-out-, ease-in-out- with sine, quadratic, cubic, quartic or exponential "
        + "(default: raised-cosine)",
      commands: [.htone]),
    CommandOption(
      name: .fadeLength, placeholder: "S", help: "length of each fade (default: 0.02)",
      commands: [.htone]),
    CommandOption(
      name: .a4, placeholder: "HZ",
      help: "frequency of A4, from which pitches are counted (default: 440)",
      commands: [.htone]),
    CommandOption(
      name: .sweep, placeholder: "LOW-HIGH",
      help: "glide from one frequency to another at one level, as 14k-22k", commands: [.htone]),
    CommandOption(
      name: .step, placeholder: "HZ", help: "go through the sweep in steps", commands: [.htone]),
    CommandOption(
      name: .rest, placeholder: "S", help: "silence between steps (default: 0.1)",
      commands: [.htone]),
    CommandOption(
      name: .live, help: "steer a tone by the arrow keys; the screen shows how",
      commands: [.htone]),
    CommandOption(
      name: .ceiling,
      help: "measure by a sweep where the loudspeaker ends, and save it as the device's ceiling",
      commands: [.htone]),
    CommandOption(
      name: .capture, placeholder: "PCM", offer: .devices(listedBy: .hrecv),
      help: "ALSA device that hears the loudspeaker for --ceiling (default: default)",
      commands: [.htone]),
    CommandOption(
      name: .picture, placeholder: "FILE", offer: .files,
      help: "draw the response that --ceiling measures, as FILE.png or FILE.svg",
      commands: [.htone]),
    CommandOption(
      name: .pitches, help: "print all 128 pitches of MIDI with their frequencies, and end",
      commands: [.htone]),
    CommandOption(
      name: .json, help: "print the pitches as JSON, one object a line", commands: [.htone]),
  ]
}
