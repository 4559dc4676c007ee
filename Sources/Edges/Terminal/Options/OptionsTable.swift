/// The options of `hsend` and `hrecv`. The parser and the help both read this table.
extension Command {
  static let sendOptions: [CommandOption] = [
    CommandOption(
      .protocol, "NAME|FILE", offer: .protocols,
      help: "protocol to send by: a name, or the path of a JSON file (default: hop)"),
    CommandOption(
      .ceiling, "HZ",
      help:
        "highest frequency the loudspeaker plays well, as 18500, 18.5k or 18.5 (default: 20000)"),
    .playbackDevice,
    CommandOption(
      .input, "FILE", offer: .files,
      help: "send this file of up to 1 MB with its name, by burst unless --protocol says another"),
    .recordingOutput,
    .fileRate,
    CommandOption(.level, "DB", help: "peak level relative to full scale (default: -3)"),
    CommandOption(
      .repeat, "N",
      help:
        "send the message N times (default: 1); hop and burst number it, so that hrecv prints it "
        + "once, classic and ggwave have no room for that, so that each copy is printed"),
    CommandOption(
      .every, "S",
      help: "start a transmission every S seconds, without end or as often as --repeat says"),
    CommandOption(
      .confirm, "S", isValueOptional: true,
      help: "listen for the receipt of an hrecv --answer, S seconds after each of three tries "
        + "(default: 5); end with status 0 when it came, 5 when none did; a file is sent in "
        + "rounds, at the pace that the room allows"),
    CommandOption(
      .floor, "HZ",
      help: "with --confirm, let tries go to lower bands with no tone below, as 15.5k, which reach "
        + "farther and are heard by more people (default: 17000)"),
    CommandOption(
      .distance, "S", isValueOptional: true,
      help:
        "measure how far away an hrecv --answer is, by the times of flight both ways; listen S "
        + "seconds after each of three tries (default: 5); end with status 5 when none answers"),
    CommandOption(
      .rung, "N", offer: .words((0...12).map(String.init)),
      help: "how fast a burst is sent: 0, the most robust, to 12 (default: by the text's length)"),
    CommandOption(
      .snr, "DB", help: "send a burst as fast as this signal-to-noise ratio carries it"),
    CommandOption(
      .robust,
      help:
        "send a burst for noise and losses: slower, with a fifth more blocks, each of which "
        + "replaces any lost one"),
    CommandOption(.fast, help: "send a burst for a quiet room and a near receiver"),
    CommandOption(
      .length, "N",
      help:
        "send a ggwave message of N bytes, zero-filled, without markers: receivers must know N"),
    CommandOption(
      .secret, "WORDS",
      help:
        "seal with this secret; others can see it while it is typed, so --secret-file is better"),
    .secretFile,
    CommandOption(.room, "NAME", help: "seal with the configuration's secret of this name"),
    CommandOption(.unsealed, help: "send in clear, though there is a secret"),
    CommandOption(
      .newSecret, help: "print a new secret to share, or --save it in the configuration, and end"),
    CommandOption(
      .pair, operand: "NAME",
      help: "agree with a device that runs hrecv --pair on a secret for the room NAME (default: "
        + "paired): both show six digits, which people compare"),
    .printDigits, .acceptBy, .mayStartPrograms, .listRooms, .forget,
    CommandOption(
      .wifi, "SSID", help: "ask for the password of this Wi-Fi network, and send both as one text"),
    CommandOption(.json, help: "print what happens as JSON, an object a line, however it is sent"),
    CommandOption(
      .probe,
      help: "play 6 s of sweeps for hrecv --probe to measure the path with; mind the --level"),
    CommandOption(.save, help: "write what --new-secret makes to the configuration file"),
    CommandOption(
      .showMap, help: "print the frequency of every character under the ceiling, and end"),
    CommandOption(
      .showConfig,
      help: "print device, protocol, ceiling and level in force, and where each was set, and end"),
    CommandOption(
      .dryRun,
      help:
        "print how long the message sounds, by which protocol and in which band; play nothing"),
    .quiet,
    .listProtocols,
  ]

  static let receiveOptions: [CommandOption] = [
    CommandOption(
      .protocol, "NAME|FILE", isRepeatable: true, offer: .protocols,
      help: "protocol to listen for, or several as 'ggwave-*'; may be repeated (default: every "
        + "near-ultrasonic one)"),
    CommandOption(.all, help: "listen for every protocol, the audible ones too"),
    CommandOption(
      .device, "PCM", offer: .devices(listedBy: .hrecv),
      help: "ALSA device to listen to (default: default)"),
    CommandOption(
      .output, "DIR", offer: .folders,
      help: "keep the files that come in this folder, under names that are free"),
    CommandOption(
      .input, "FILE|-", offer: .files,
      help: "read a recording instead of listening, - for standard input"),
    CommandOption(
      .raw, "FORMAT,RATE,CHANNELS",
      help: "the input has no header: its sample format, rate and channels, as s16,48000,1"),
    CommandOption(
      .channels, "N,N...",
      help: "the channels to listen to, counted from 1 (default: all, eight at most); what several "
        + "microphones hear is combined"),
    CommandOption(
      .answer, "SLOT", isValueOptional: true, offer: .words((0...7).map(String.init)),
      help:
        "answer those who send with --confirm or --distance; several listeners may take a slot "
        + "each, 0 to 7, so that they don't speak at once"),
    CommandOption(
      .length, "N",
      help: "listen for ggwave messages of N bytes without markers, by the protocol named"),
    CommandOption(
      .secret, "WORDS",
      help:
        "print only what was sealed with this secret; others can see it while it is typed, so "
        + "--secret-file is better"),
    .secretFile,
    CommandOption(.alsoUnsealed, help: "print what came in clear too, though there is a secret"),
    CommandOption(
      .maxAge, "S|any", offer: .words(["any"]),
      help:
        "refuse what was sealed longer ago (default: texts 600, files 86400; of recordings any)"),
    CommandOption(
      .pair, operand: "NAME",
      help: "agree with a device that runs hsend --pair on a secret for the room NAME (default: "
        + "paired): both show six digits, which people compare; wait 120 s for it, or --timeout"),
    .printDigits, .acceptBy, .mayStartPrograms, .listRooms, .forget,
    CommandOption(
      .exec, "PROGRAM", offer: .files,
      help:
        "start this program for each message that was sealed, with the text on its standard input"),
    CommandOption(
      .execArgument, "WORD", isRepeatable: true,
      help: "an argument of that program, as it is; may be repeated"),
    CommandOption(.execTimeout, "S", help: "end that program after S seconds (default: 30)"),
    CommandOption(
      .execUnauthenticated, help: "start it for messages in clear too, from any sender"),
    CommandOption(.once, help: "end after the first message"),
    CommandOption(.timeout, "S", help: "end after S seconds"),
    CommandOption(
      .picture, "FILE", offer: .files,
      help: "draw what was heard, at the end, as FILE.png or FILE.svg"),
    CommandOption(.json, help: "print every event as a JSON object on a line of its own"),
    CommandOption(
      .keepFailures, "DIR", offer: .folders,
      help: "keep the sound and the figures of frames that failed in this folder, the newest 50"),
    CommandOption(
      .explain, "FILE", offer: .files,
      help: "print what was found in a recording, stage by stage, and what to do next"),
    CommandOption(
      .doctor,
      help: "say what is wrong with the sound (5 s, or --timeout, or --input) and what to try"),
    CommandOption(
      .probe,
      help: "wait for hsend --probe (60 s, or --timeout); print what it shows and how to send"),
    CommandOption(.save, help: "write what --probe recommends to the configuration file"),
    CommandOption(
      .timestamps,
      help:
        "begin each message with its time: of a device in UTC, of a recording in seconds from "
        + "its start"),
    CommandOption(.null, help: "end messages with a NUL byte instead of a newline"),
    .quiet,
    .listProtocols,
  ]
}
