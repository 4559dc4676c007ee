/// The text of `--help` and the man pages beside the options, for `hsend` and `hrecv`.
extension Command {
  /// Plays or writes a text.
  package static let hsend = Command(
    .hsend, "send a text or a file as near-ultrasonic sound, by a loudspeaker or to a file",
    operands: "[TEXT... | -]", options: sendOptions,
    examples: [
      ("hsend \"hello\"", "play through the default device"),
      ("hsend --ceiling 18.5k \"hello\"", "for a loudspeaker that ends at 18.5 kHz"),
      ("date | hsend --output date.wav", "write a recording"),
      ("hsend --probe --level -12", "let hrecv --probe measure the path to it"),
      ("hsend --input photo.jpg --robust", "send a file through noise and losses"),
      ("hsend --confirm \"gate 7\"", "know whether it came, from an hrecv --answer"),
    ],
    notes: [loudness, events],
    description: [
      "hsend turns a text into near-ultrasonic sound, between 14 and 20 kHz, and plays it by an "
        + "ALSA device or writes it to a file. Several words are sent with spaces between; after "
        + "-- they may begin with a dash. Without TEXT, or with -, it reads standard input and "
        + "drops one newline at its end. hrecv hears it.",
      "The sound lies as high as the loudspeaker plays: --ceiling states where it ends. A text "
        + "that the protocol cannot carry is refused before anything is played.",
    ])

  /// Listens to a device or reads a recording.
  package static let hrecv = {
    var command = Command(
      .hrecv, "print the texts that hsend sent, heard by a microphone or read from a recording",
      operands: "[FILE...]", options: receiveOptions,
      examples: [
        ("hrecv --device hw:1", "listen until interrupted"),
        ("hrecv --once --timeout 30", "wait half a minute for one message"),
        ("hrecv date.wav", "read a recording, or several"),
        ("hrecv --probe --save", "measure the path from hsend --probe, and remember it"),
        ("hrecv --doctor --device hw:1", "say what is wrong with a microphone"),
        ("hrecv --output .", "keep the files that come in this folder"),
        ("hrecv --answer", "tell those who send with --confirm that it came"),
      ],
      notes: [events],
      description: [
        "hrecv listens to an ALSA device, or reads a recording, for texts that hsend or ggwave "
          + "sent. It prints each text once, followed by a newline, on standard output as soon as "
          + "it is decoded; everything else goes to standard error. It listens for all "
          + "near-ultrasonic protocols at once unless --protocol names others, until the input "
          + "ends or it is interrupted. Of several recordings each text follows the name of its "
          + "file.",
        "Every text has been checked, except those by ggwave-*, whose format has no checksum: a "
          + "text that arrived damaged and could not be repaired is never printed, and what came "
          + "by ggwave-* is likely, not proven. On a terminal control characters are shown "
          + "escaped; a pipe gets the bytes as they were sent. Nothing says who the sender is.",
      ])
    command.takesFiles = true
    return command
  }()

  private static let events =
    "The events of --json are described in share/doc/handshake/Events.md, below the folder that "
    + "HandShake was installed to: /usr for the Debian package, else /usr/local or --prefix."

  /// The warning on loudness for programs that play sound.
  package static let loudness =
    "loudness: sound that you do not hear can still be loud, and children, dogs and cats hear it "
    + "well. Published limits for the third-octave band at 20 kHz are 75 dB SPL, and 70 dB is "
    + "suggested for the public; a loudspeaker at full volume may exceed them nearby. Keep the "
    + "volume low and the sound short where children or animals are. Sound is played and written "
    + "3 dB below full scale, where a small loudspeaker does not clip yet; --level says otherwise."
}
