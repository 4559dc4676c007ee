import HandShakeAudioFile
import HandShakeSignal
import HandShakeTerminal

extension Command {
  /// The options of `htone`.
  static let toneOptions: [CommandOption] = [
    .playbackDevice,
    .recordingOutput,
    .fileRate,
    CommandOption(
      .format, "FORMAT", offer: .words(RecordingFormat.allCases.map(\.rawValue)),
      help: "samples of the file: s16, s24 or float (default: s16)"),
    CommandOption(
      .for, "S",
      help: "length of each note that states none (default: 1), of each step of a sweep "
        + "(default: 0.2) or of a whole gliding sweep (default: 10)"),
    CommandOption(.once, help: "play it once, which is the default"),
    CommandOption(
      .loop, help: "play it over and over until interrupted; a single tone without a break"),
    CommandOption(
      .wave, "NAME", offer: .words(["sine", "cosine"]), help: "sine or cosine (default: sine)"),
    CommandOption(.phase, "DEGREES", help: "phase at the start (default: 0)"),
    CommandOption(
      .amplitude, "PEAK", help: "peak, full scale 1 (default: 0.71, and 0.25 above 14 kHz)"),
    CommandOption(
      .level, "DB",
      help: "the same in decibels relative to full scale (default: -3, and -12 above 14 kHz)"),
    CommandOption(
      .fade, "NAME", offer: .words(TimingFunction.allNames),
      help: "course of the fades: abrupt, linear, raised-cosine, smoothstep, smootherstep, or "
        + "ease-in-, ease-out-, ease-in-out- with sine, quadratic, cubic, quartic or exponential "
        + "(default: raised-cosine)"),
    CommandOption(.fadeLength, "S", help: "length of each fade (default: 0.02)"),
    CommandOption(
      .a4, "HZ", help: "frequency of A4, from which pitches are counted (default: 440)"),
    CommandOption(
      .sweep, "LOW-HIGH", help: "glide from one frequency to another at one level, as 14k-22k"),
    CommandOption(.step, "HZ", help: "go through the sweep in steps"),
    CommandOption(.rest, "S", help: "silence between steps (default: 0.1)"),
    CommandOption(.live, help: "steer a tone by the arrow keys; the screen shows how"),
    CommandOption(
      .ceiling,
      help: "measure by a sweep where the loudspeaker ends, and save it as the device's ceiling"),
    CommandOption(
      .capture, "PCM", offer: .devices(listedBy: .hrecv),
      help: "ALSA device that hears the loudspeaker for --ceiling (default: default)"),
    CommandOption(
      .picture, "FILE", offer: .files,
      help: "draw the response that --ceiling measures, as FILE.png or FILE.svg"),
    CommandOption(.pitches, help: "print all 128 pitches of MIDI with their frequencies, and end"),
    CommandOption(.json, help: "print the pitches as JSON, one object a line"),
  ]
}
