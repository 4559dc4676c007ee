/// The one table of options: parser and help both read it, and nothing about an option is written
/// elsewhere.
package enum OptionsTable {
  private static let messages: [CommandOption] = [
    CommandOption(
      name: .protocol, placeholder: "NAME|FILE", offer: .protocols,
      help: "protocol to send by: a name, or the path of a JSON file (default: hop)",
      commands: [.hsend]),
    CommandOption(
      name: .protocol, placeholder: "NAME|FILE", isRepeatable: true, offer: .protocols,
      help: "protocol to listen for, or several as 'ggwave-*'; may be repeated (default: every "
        + "near-ultrasonic one)",
      commands: [.hrecv]),
    CommandOption(
      name: .all, help: "listen for every protocol, the audible ones too", commands: [.hrecv]),
    CommandOption(
      name: .ceiling, placeholder: "HZ",
      help:
        "highest frequency the loudspeaker plays well, as 18500, 18.5k or 18.5 (default: 20000)",
      commands: [.hsend]),
    CommandOption(
      name: .device, placeholder: "PCM", offer: .devices(listedBy: .hsend),
      help: "ALSA device to play to (default: default)",
      commands: [.hsend, .htone]),
    CommandOption(
      name: .device, placeholder: "PCM", offer: .devices(listedBy: .hrecv),
      help: "ALSA device to listen to (default: default)",
      commands: [.hrecv]),
    CommandOption(
      name: .input, placeholder: "FILE", offer: .files,
      help: "send this file of up to 1 MB with its name, by burst unless --protocol says another",
      commands: [.hsend]),
    CommandOption(
      name: .output, placeholder: "DIR", offer: .folders,
      help: "keep the files that come in this folder, under names that are free",
      commands: [.hrecv]),
    CommandOption(
      name: .output, placeholder: "FILE|-", offer: .files,
      help: "write a recording, .wav, .flac, .ogg or .aiff, instead of playing, - for a WAV on "
        + "standard output",
      commands: [.hsend, .htone]),
    CommandOption(
      name: .input, placeholder: "FILE|-", offer: .files,
      help: "read a recording instead of listening, - for standard input",
      commands: [.hrecv]),
    CommandOption(
      name: .raw, placeholder: "FORMAT,RATE,CHANNELS",
      help: "the input has no header: its sample format, rate and channels, as s16,48000,1",
      commands: [.hrecv]),
    CommandOption(
      name: .rate, placeholder: "HZ", help: "sampling rate of the file (default: 48000)",
      commands: [.hsend, .htone]),
    CommandOption(
      name: .level, placeholder: "DB", help: "peak level relative to full scale (default: -3)",
      commands: [.hsend]),
    CommandOption(
      name: .repeat, placeholder: "N",
      help:
        "send the message N times (default: 1); hop and burst number it, so that hrecv prints it "
        + "once, classic and ggwave have no room for that, so that each copy is printed",
      commands: [.hsend]),
    CommandOption(
      name: .every, placeholder: "S",
      help: "start a transmission every S seconds, without end or as often as --repeat says",
      commands: [.hsend]),
    CommandOption(
      name: .confirm, placeholder: "S", isValueOptional: true,
      help: "listen for the receipt of an hrecv --answer, S seconds after each of three tries "
        + "(default: 5); end with status 0 when it came, 5 when none did; a file is sent in rounds, at "
        + "the pace that the room allows",
      commands: [.hsend]),
    CommandOption(
      name: .distance, placeholder: "S", isValueOptional: true,
      help: "measure how far away an hrecv --answer is, by the times of flight both ways; listen S "
        + "seconds after each of three tries (default: 5); end with status 5 when none answers",
      commands: [.hsend]),
    CommandOption(
      name: .answer, placeholder: "SLOT", isValueOptional: true,
      offer: .words((0...7).map(String.init)),
      help:
        "answer those who send with --confirm or --distance; several listeners may take a slot each, 0 to 7, so "
        + "that they don't speak at once",
      commands: [.hrecv]),
    CommandOption(
      name: .rung, placeholder: "N", offer: .words((0...11).map(String.init)),
      help: "how fast a burst is sent: 0, the most robust, to 11 (default: by the text's length)",
      commands: [.hsend]),
    CommandOption(
      name: .snr, placeholder: "DB",
      help: "send a burst as fast as this signal-to-noise ratio carries it",
      commands: [.hsend]),
    CommandOption(
      name: .repair, placeholder: "PERCENT",
      help: "add repair blocks to a burst, PERCENT of its own; each replaces any lost block",
      commands: [.hsend]),
    CommandOption(
      name: .length, placeholder: "N",
      help: "send a ggwave message of N bytes, zero-filled, without markers: receivers must know N",
      commands: [.hsend]),
    CommandOption(
      name: .length, placeholder: "N",
      help: "listen for ggwave messages of N bytes without markers, by the protocol named",
      commands: [.hrecv]),
    CommandOption(
      name: .secret, placeholder: "WORDS",
      help:
        "seal with this secret; others can see it while it is typed, so --secret-file is better",
      commands: [.hsend]),
    CommandOption(
      name: .secret, placeholder: "WORDS",
      help: "print only what was sealed with this secret; others can see it while it is typed, so "
        + "--secret-file is better",
      commands: [.hrecv]),
    CommandOption(
      name: .secretFile, placeholder: "FILE", offer: .files,
      help: "the same, with the secret in a file that only you may read, or a pipe; else "
        + "HANDSHAKE_SECRET, or the configuration's",
      commands: [.hsend, .hrecv]),
    CommandOption(
      name: .room, placeholder: "NAME", help: "seal with the configuration's secret of this name",
      commands: [.hsend]),
    CommandOption(
      name: .unsealed, help: "send in clear, though there is a secret", commands: [.hsend]),
    CommandOption(
      name: .alsoUnsealed, help: "print what came in clear too, though there is a secret",
      commands: [.hrecv]),
    CommandOption(
      name: .maxAge, placeholder: "S|any", offer: .words(["any"]),
      help:
        "refuse what was sealed longer ago (default: texts 600, files 86400; of recordings any)",
      commands: [.hrecv]),
    CommandOption(
      name: .exec, placeholder: "PROGRAM", offer: .files,
      help:
        "start this program for each message that was sealed, with the text on its standard input",
      commands: [.hrecv]),
    CommandOption(
      name: .execArgument, placeholder: "WORD", isRepeatable: true,
      help: "an argument of that program, as it is; may be repeated", commands: [.hrecv]),
    CommandOption(
      name: .execTimeout, placeholder: "S", help: "end that program after S seconds (default: 30)",
      commands: [.hrecv]),
    CommandOption(
      name: .execUnauthenticated,
      help: "start it for what came in clear too, whoever sent it", commands: [.hrecv]),
    CommandOption(
      name: .newSecret,
      help: "print a new secret to share, or --save it in the configuration, and end",
      commands: [.hsend]),
    CommandOption(
      name: .wifi, placeholder: "SSID",
      help: "ask for the password of this Wi-Fi network, and send both as one text",
      commands: [.hsend]),
    CommandOption(
      name: .once, help: "end after the first message", commands: [.hrecv]),
    CommandOption(
      name: .timeout, placeholder: "S", help: "end after S seconds", commands: [.hrecv]),
    CommandOption(
      name: .picture, placeholder: "FILE", offer: .files,
      help: "draw what was heard, at the end, as FILE.png or FILE.svg",
      commands: [.hrecv]),
    CommandOption(
      name: .json, help: "print what happens as JSON, an object a line, however it is sent",
      commands: [.hsend]),
    CommandOption(
      name: .json, help: "print every event as a JSON object on a line of its own",
      commands: [.hrecv]),
    CommandOption(
      name: .keepFailures, placeholder: "DIR", offer: .folders,
      help: "keep the sound and the figures of frames that failed in this folder, the newest 50",
      commands: [.hrecv]),
    CommandOption(
      name: .explain, placeholder: "FILE", offer: .files,
      help: "print what was found in a recording, stage by stage, and what to do next",
      commands: [.hrecv]),
    CommandOption(
      name: .doctor,
      help: "say what is wrong with the sound (5 s, or --timeout, or --input) and what to try",
      commands: [.hrecv]),
    CommandOption(
      name: .probe,
      help: "play 6 s of sweeps for hrecv --probe to measure the path with; mind the --level",
      commands: [.hsend]),
    CommandOption(
      name: .probe,
      help: "wait for hsend --probe (60 s, or --timeout); print what it shows and how to send",
      commands: [.hrecv]),
    CommandOption(
      name: .save, help: "write what --probe recommends to the configuration file",
      commands: [.hrecv]),
    CommandOption(
      name: .save, help: "write what --new-secret makes to the configuration file",
      commands: [.hsend]),
    CommandOption(
      name: .showMap, help: "print the frequency of every character under the ceiling, and end",
      commands: [.hsend]),
    CommandOption(
      name: .showConfig,
      help: "print device, protocol, ceiling and level in force, and where each was set, and end",
      commands: [.hsend]),
    CommandOption(
      name: .dryRun,
      help: "print how long the message sounds, by which protocol and in which band; play nothing",
      commands: [.hsend]),
    CommandOption(
      name: .timestamps,
      help: "begin each message with its time: of a device in UTC, of a recording in seconds from "
        + "its start",
      commands: [.hrecv]),
    CommandOption(
      name: .null, help: "end messages with a NUL byte instead of a newline", commands: [.hrecv]),
    CommandOption(
      name: .quiet, help: "say nothing on standard error but why it failed",
      commands: [.hsend, .hrecv]),
    CommandOption(
      name: .listProtocols,
      help:
        "print the protocols, how long each takes for 16 characters, and down to which ratio of "
        + "signal to noise it is heard (full scale to white noise up to 24 kHz), and end",
      commands: [.hsend, .hrecv]),
  ]

  private static let common: [CommandOption] = [
    CommandOption(
      name: .listDevices, help: "print the ALSA devices, and end",
      commands: CommandName.allCases),
    CommandOption(name: .help, help: "print this text, and end", commands: CommandName.allCases),
    CommandOption(
      name: .version, help: "print the version, and end", commands: CommandName.allCases),
  ]

  /// The options of one program, in the order of `--help`, with those that are its own.
  package static func options(
    of command: CommandName, own: [CommandOption] = []
  ) -> [CommandOption] {
    messages.filter { $0.commands.contains(command) } + own
      + common.filter { $0.commands.contains(command) }
  }
}
