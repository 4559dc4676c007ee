import HandShakeTerminal

/// The texts on `htone` in `--help` and the manual page, besides its options.
extension Command {
  /// Plays or writes tones.
  package static let htone = {
    var command = Command(
      .htone, "play tones, melodies and sweeps, by a loudspeaker or to a file",
      operands: "[NOTE[:SECONDS]]...", options: toneOptions,
      examples: [
        ("htone 440", "a beep of a second"),
        ("htone 18k --for 0.5", "a beep of half a second"),
        ("htone C#6 --a4 442", "a pitch by its name, or by its number as midi:85"),
        ("htone A4:0.2 C5:0.2 -:0.1 E5:0.4", "notes and a rest, each of its own length"),
        ("htone --live 18k", "a tone that the arrow keys steer"),
        ("htone --sweep 14k-22k --output sweep.wav --format s24", "a sweep in a file"),
        ("htone --sweep 14k-22k --step 500", "the same in steps"),
        ("htone --ceiling --device hw:0 --capture hw:1", "how high does this loudspeaker go?"),
      ],
      notes: [
        loudness + " Above 14 kHz tones have -12 dB relative to full scale unless --level or "
          + "--amplitude asks for more."
      ],
      description: [
        "htone plays notes one after the other, with soft ends, by an ALSA device or into a file. "
          + "A NOTE is a frequency (440, 18k), a pitch (A4, C#6, midi:69) or - for a rest; SECONDS "
          + "goes before what --for says.",
        "With --live it plays a tone that the arrow keys steer, and with --ceiling it measures by "
          + "a microphone how high a loudspeaker goes.",
      ])
    command.takesNumbersWithDash = true
    // Tones end with a fade.
    command.graceSeconds = 1
    return command
  }()
}
