/// Options that several programs have.
extension CommandOption {
  /// The device to play to.
  package static let playbackDevice = CommandOption(
    .device, "PCM", offer: .devices(listedBy: .hsend),
    help: "ALSA device to play to (default: default)")

  /// The recording to write.
  package static let recordingOutput = CommandOption(
    .output, "FILE|-", offer: .files,
    help: "write a recording, .wav, .flac, .ogg or .aiff, instead of playing, - for a WAV on "
      + "standard output")

  /// The sampling rate of the recording.
  package static let fileRate = CommandOption(
    .rate, "HZ", help: "sampling rate of the file (default: 48000)")

  /// The file with the secret.
  package static let secretFile = CommandOption(
    .secretFile, "FILE", offer: .files,
    help: "read the secret from a file of mode 0600 or a pipe (default: HANDSHAKE_SECRET, else "
      + "the configuration's)")

  /// Prints the digits of a pairing for another program.
  package static let printDigits = CommandOption(
    .printDigits, help: "with --pair, print the six digits on standard output")

  /// The program that accepts the digits in place of a person at a terminal.
  package static let acceptBy = CommandOption(
    .acceptBy, "PROGRAM", offer: .files,
    help: "with --pair, start this program with the digits on its standard input; its status 0 "
      + "within 60 s accepts them")

  /// Whether messages of the secret may start programs.
  package static let mayStartPrograms = CommandOption(
    .mayStartPrograms,
    help: "with --pair at both devices, let messages of the new secret start programs by hrecv "
      + "--exec")

  /// Lists the rooms.
  package static let listRooms = CommandOption(
    .listRooms, help: "print each room, its fingerprint, and where its secret comes from, and end")

  /// Removes the secret of a pairing.
  package static let forget = CommandOption(
    .forget, "ROOM", help: "remove the secret that --pair made for this room, and end")

  /// Prints only errors on standard error.
  package static let quiet = CommandOption(
    .quiet, help: "print only errors on standard error")

  /// Lists the protocols.
  package static let listProtocols = CommandOption(
    .listProtocols,
    help:
      "print the protocols, and end: for each, the time for 16 characters, and the lowest "
      + "signal-to-noise ratio (full scale to white noise up to 24 kHz)")
}
