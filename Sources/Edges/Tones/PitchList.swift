import HandShakeNotes
import HandShakeSignal
import HandShakeTerminal

/// `--pitches`: lists every pitch of MIDI.
package enum PitchList {
  /// Prints a line for each pitch, lowest first: number, name and frequency in hertz.
  package static func print(_ options: ToneOptions) throws(CommandFailure) {
    try Program.print(
      options.printsJSON
        ? json(a4Hertz: options.a4Hertz) : text(a4Hertz: options.a4Hertz))
  }

  static func text(a4Hertz: Double) -> String {
    Pitch.all.map { pitch in
      let frequency = decimals(pitch.frequencyHertz(a4Hertz: a4Hertz), 3)
      return padded("\(pitch.midiNumber)", 3) + "  "
        + pitch.name + String(repeating: " ", count: 4 - pitch.name.count)
        + padded(frequency, 10) + " Hz\n"
    }.joined()
  }

  /// An object a line: `{"schema":1,"midi":69,"name":"A4","hertz":440.0}`.
  static func json(a4Hertz: Double) -> String {
    Pitch.all.map { pitch in
      "{\"schema\":1,\"midi\":\(pitch.midiNumber),\"name\":\"\(pitch.name)\","
        + "\"hertz\":\(pitch.frequencyHertz(a4Hertz: a4Hertz))}\n"
    }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - text.count)) + text
  }
}
