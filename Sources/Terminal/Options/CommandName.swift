/// The programs whose options the table describes.
public enum CommandName: String, Sendable, CaseIterable {
  /// Plays or writes a text.
  case hsend
  /// Listens to a device or reads a recording.
  case hrecv
  /// Plays or writes tones.
  case htone

  /// Whether it makes sound, rather than hearing it.
  var makesSound: Bool { self != .hrecv }

  /// How long after an interrupt it may take to end: tones end with a fade.
  var graceSeconds: Double { self == .htone ? 1 : 0.15 }

  /// What `--help` says the program does, one line.
  var summary: String {
    switch self {
    case .hsend: "send a text or a file as near-ultrasonic sound, by a loudspeaker or to a file"
    case .hrecv: "print the texts that hsend sent, heard by a microphone or read from a recording"
    case .htone: "play tones, melodies and sweeps, by a loudspeaker or to a file"
    }
  }

  /// The operands in the usage line, nil where the program takes none.
  var operands: String? {
    switch self {
    case .hsend: "[TEXT | -]"
    case .hrecv: nil
    case .htone: "[NOTE[:SECONDS]]..."
    }
  }

  /// Command lines that work, with what each does.
  var examples: [(line: String, meaning: String)] {
    switch self {
    case .hsend:
      [
        ("hsend \"hello\"", "play through the default device"),
        ("hsend --ceiling 18.5k \"hello\"", "for a loudspeaker that ends at 18.5 kHz"),
        ("date | hsend --output date.wav", "write a recording"),
        ("hsend --probe --level -12", "let hrecv --probe measure the way to it"),
        ("hsend --input photo.jpg --repair 20%", "send a file, a fifth more against losses"),
      ]
    case .hrecv:
      [
        ("hrecv --device hw:1", "listen until interrupted"),
        ("hrecv --once --timeout 30", "wait half a minute for one message"),
        ("hrecv --input date.wav", "read a recording"),
        ("hrecv --probe --save", "measure the way from hsend --probe, and remember"),
        ("hrecv --doctor --device hw:1", "say what is wrong with a microphone"),
        ("hrecv --output .", "keep the files that come in this folder"),
      ]
    case .htone:
      [
        ("htone 440", "a beep of a second"),
        ("htone 18k --for 0.5", "of half a second"),
        ("htone C#6 --a4 442", "a pitch by its name, or by its number as midi:85"),
        ("htone A4:0.2 C5:0.2 -:0.1 E5:0.4", "notes and a rest, each of its own length"),
        ("htone --live 18k", "a tone that the arrow keys steer"),
        ("htone --sweep 14k-22k --output sweep.wav --format s24", "a sweep in a file"),
        ("htone --sweep 14k-22k --step 500", "the same in steps"),
        ("htone --ceiling --device hw:0 --capture hw:1", "how high does this loudspeaker go?"),
      ]
    }
  }

  /// What `--help` says beside the options, a paragraph each.
  var notes: [String] {
    switch self {
    case .hsend, .htone:
      [
        "loudness: sound that you do not hear can still be loud, and children, dogs and cats hear it "
          + "well. Published limits for the third-octave band at 20 kHz are 75 dB SPL, and 70 dB is "
          + "suggested for the public; a loudspeaker at full volume may exceed them nearby. Keep the "
          + "volume low and the sound short where children or animals are."
          + (self == .htone
            ? " Above 14 kHz tones have -12 dB relative to full scale unless --level or "
              + "--amplitude asks for more." : "")
      ]
    case .hrecv: []
    }
  }
}
