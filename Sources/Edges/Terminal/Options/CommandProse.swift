/// What `--help` and the man page say of a program beside its options.
extension CommandName {
  /// What the program does, one line.
  package var summary: String {
    switch self {
    case .hsend: "send a text or a file as near-ultrasonic sound, by a loudspeaker or to a file"
    case .hrecv: "print the texts that hsend sent, heard by a microphone or read from a recording"
    case .htone: "play tones, melodies and sweeps, by a loudspeaker or to a file"
    }
  }

  /// The operands in the usage line, nil where the program takes none.
  package var operands: String? {
    switch self {
    case .hsend: "[TEXT... | -]"
    case .hrecv: "[FILE...]"
    case .htone: "[NOTE[:SECONDS]]..."
    }
  }

  /// Whether its operands are paths.
  package var takesFiles: Bool { self == .hrecv }

  /// Command lines that work, with what each does.
  package var examples: [(line: String, meaning: String)] {
    switch self {
    case .hsend:
      [
        ("hsend \"hello\"", "play through the default device"),
        ("hsend --ceiling 18.5k \"hello\"", "for a loudspeaker that ends at 18.5 kHz"),
        ("date | hsend --output date.wav", "write a recording"),
        ("hsend --probe --level -12", "let hrecv --probe measure the path to it"),
        ("hsend --input photo.jpg --repair 20%", "send a file, a fifth more against losses"),
        ("hsend --confirm \"gate 7\"", "know whether it came, from an hrecv --answer"),
      ]
    case .hrecv:
      [
        ("hrecv --device hw:1", "listen until interrupted"),
        ("hrecv --once --timeout 30", "wait half a minute for one message"),
        ("hrecv date.wav", "read a recording, or several"),
        ("hrecv --probe --save", "measure the path from hsend --probe, and remember it"),
        ("hrecv --doctor --device hw:1", "say what is wrong with a microphone"),
        ("hrecv --output .", "keep the files that come in this folder"),
        ("hrecv --answer", "tell those who send with --confirm that it came"),
      ]
    case .htone:
      [
        ("htone 440", "a beep of a second"),
        ("htone 18k --for 0.5", "a beep of half a second"),
        ("htone C#6 --a4 442", "a pitch by its name, or by its number as midi:85"),
        ("htone A4:0.2 C5:0.2 -:0.1 E5:0.4", "notes and a rest, each of its own length"),
        ("htone --live 18k", "a tone that the arrow keys steer"),
        ("htone --sweep 14k-22k --output sweep.wav --format s24", "a sweep in a file"),
        ("htone --sweep 14k-22k --step 500", "the same in steps"),
        ("htone --ceiling --device hw:0 --capture hw:1", "how high does this loudspeaker go?"),
      ]
    }
  }

  /// Notes that belong to no option, a paragraph each.
  package var notes: [String] {
    let events =
      "The events of --json are described in share/doc/handshake/Events.md, below the folder that "
      + "HandShake was installed to: /usr for the Debian package, else /usr/local or --prefix."
    switch self {
    case .hrecv: return [events]
    case .hsend, .htone:
      let loudness =
        "loudness: sound that you do not hear can still be loud, and children, dogs and cats hear it "
        + "well. Published limits for the third-octave band at 20 kHz are 75 dB SPL, and 70 dB is "
        + "suggested for the public; a loudspeaker at full volume may exceed them nearby. Keep the "
        + "volume low and the sound short where children or animals are. Sound is played and written 3 dB "
        + "below full scale, where a small loudspeaker does not clip yet; --level says otherwise."
        + (self == .htone
          ? " Above 14 kHz tones have -12 dB relative to full scale unless --level or "
            + "--amplitude asks for more." : "")
      return self == .hsend ? [loudness, events] : [loudness]
    }
  }

  /// What the man page says first, a paragraph each.
  package var description: [String] {
    switch self {
    case .hsend:
      [
        "hsend turns a text into near-ultrasonic sound, between 14 and 20 kHz, and plays it by an ALSA "
          + "device or writes it to a file. Several words are sent with spaces between; after -- they may "
          + "begin with a dash. Without TEXT, or with -, it reads standard input and drops one newline "
          + "at its end. hrecv hears it.",
        "The sound lies as high as the loudspeaker plays: --ceiling states where it ends. A text that "
          + "the protocol cannot carry is refused before anything is played.",
      ]
    case .hrecv:
      [
        "hrecv listens to an ALSA device, or reads a recording, for texts that hsend or ggwave sent, and "
          + "prints each once, followed by a newline, on standard output as soon as it is decoded; "
          + "everything else goes to standard error. It listens for all near-ultrasonic protocols at "
          + "once unless --protocol names others, until the input ends or it is interrupted. Of "
          + "several recordings each text follows the name of its file.",
        "Every text has been checked, except those by ggwave-*, whose format has no checksum: a text that "
          + "arrived damaged and could not be repaired is never printed, and what came by ggwave-* is "
          + "likely, not proven. On a terminal control characters are shown escaped; a pipe gets the "
          + "bytes as they were sent. Nothing says who the sender is.",
      ]
    case .htone:
      [
        "htone plays notes one after the other, with soft ends, by an ALSA device or into a file. A NOTE "
          + "is a frequency (440, 18k), a pitch (A4, C#6, midi:69) or - for a rest; SECONDS goes before "
          + "what --for says.",
        "With --live it plays a tone that the arrow keys steer, and with --ceiling it measures by a "
          + "microphone how high a loudspeaker goes.",
      ]
    }
  }

  /// Files that it reads or writes unasked, with what they are for.
  package var files: [(path: String, meaning: String)] {
    [
      (
        "~/.config/handshake/config.json",
        "lasting settings, which options override: device, captureDevice, "
          + "ceiling, deviceCeilings, protocol, rung, level, answerSecondsPerHour, secret, secrets, messagesOnly. "
          + "With a secret in it nobody else may read it: chmod 600. Where XDG_CONFIG_HOME names another "
          + "folder, the file lies in its subfolder handshake."
      )
    ]
  }
}
