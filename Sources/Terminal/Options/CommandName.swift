/// The programs whose options the table describes.
public enum CommandName: String, Sendable, CaseIterable {
  /// Plays or writes a text.
  case hsend
  /// Listens to a device or reads a recording.
  case hrecv

  /// What `--help` says the program does, one line.
  var summary: String {
    switch self {
    case .hsend: "send a text or a file as near-ultrasonic sound, by a loudspeaker or to a file"
    case .hrecv: "print the texts that hsend sent, heard by a microphone or read from a recording"
    }
  }

  /// The operands in the usage line, nil where the program takes none.
  var operands: String? {
    switch self {
    case .hsend: "[TEXT | -]"
    case .hrecv: nil
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
    }
  }
}
