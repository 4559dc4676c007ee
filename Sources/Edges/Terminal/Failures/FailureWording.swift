import Glibc
import HandShakeCatalog
import HandShakeConfiguration
import HandShakeFiles
import HandShakeModem

/// All wording of failures: one lower-case sentence, with the fault and the next thing to type. The
/// sentences hold no control characters for a terminal.
extension CommandFailure {
  /// The sentence for the user of `command`, without the program's name and without a newline.
  package func sentence(for command: CommandName) -> String {
    VisibleText.escaping(wording(command))
  }

  private func wording(_ command: CommandName) -> String {
    let name = command.rawValue
    switch self {
    case .unknownOption(let option, let known):
      return unknownOption(option, known, command)
    case .configured(let field, let failure):
      return "\(field) in \(quoted(ConfigurationFile()?.path ?? "the configuration")): "
        + failure.wording(command)
    case .ambiguousOption(let option, let candidates):
      return "\(option) could be any of \(candidates.joined(separator: ", ")): type more of it"
    case .missingValue(let option, let placeholder):
      return "\(option) needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option):
      return "\(option) takes no value: leave out the = and what follows"
    case .badValue(let option, let value, let expected):
      return "\(option) cannot be '\(value)': give \(expected)"
    case .conflictingOptions(let first, let second):
      return "\(first) and \(second) cannot be used together: leave one out"
    case .optionNeeds(let option, let needed):
      return "\(option) requires another option: add \(needed)"
    case .unexpectedOperand(let bytes):
      return "'\(VisibleText.quoting(bytes))' is an unexpected argument: see \(name) --help"
    case .text(let error, let protocolName):
      return error.wording(protocolName: protocolName)
    case .endlessInput(let limit):
      return "standard input goes on after \(limit) bytes, more than any protocol sends: "
        + "send a shorter text"
    case .catalog(let error):
      return error.wording(for: command)
    case .configuration(let error):
      return error.wording(for: command, isConfiguration: true)
    case .noHome:
      return "there is no home directory to keep a configuration in: set HOME or XDG_CONFIG_HOME"
    case .ceilingTooLow(let ceiling, let name, let lowest?):
      return
        "nothing of \(name) fits under the ceiling of \(hertz(ceiling)): its lowest placement is "
        + "\(lowest.wording), so give --ceiling \(lowest.ceilingAbove) or more, "
        + "if the loudspeaker plays that"
    case .rateTooLow(let rate, let name, let lowest?):
      return "a rate of \(hertz(rate)) holds nothing above \(hertz(rate / 2)), too little for the "
        + "lowest placement of \(name) (\(lowest.wording)) with a margin: give --rate 48000"
    case .ceilingTooLow(_, let name, nil), .rateTooLow(_, let name, nil):
      return "\(name) declares no placement: add one to its file"
    case .ceilingAboveHalfRate(let ceiling, let rate):
      return "a ceiling of \(hertz(ceiling)) is above \(hertz(rate / 2)), all that a rate of "
        + "\(hertz(rate)) holds: give --ceiling \(Int(rate / 2)) or less, or a higher rate"
    case .noCharacterMap(let protocolName):
      return "\(protocolName) has no frequency for each character: give --protocol classic"
    case .noFixedLength(let protocolName):
      return "\(protocolName) sends messages of any length: leave --length out, or give "
        + "--protocol ggwave-ultrasound-fast"
    case .everyTooShort(let every, let transmission):
      return "one transmission lasts \(decimals(transmission, 2)) s, longer than --every "
        + "\(decimals(every, 2)): give --every \(decimals(transmission.rounded(.up), 0))"
    case .secret(let error, let source):
      return error.wording(source: source)
    case .tooManySecrets(let count, let limit):
      return "there are \(count) secrets, and at most \(limit) are tried: remove some"
    case .unknownRoom(let room?, []):
      return "there is no secret for '\(room)': make one by hsend --pair"
    case .unknownRoom(let room?, let known):
      return "there is no secret for '\(room)': give --room \(oneOf(known))"
    case .unknownRoom(nil, let known):
      return "there are several secrets: say which by --room \(oneOf(known))"
    case .secretFile(let path, let code):
      return "the secret in \(quoted(path)) cannot be read (\(systemText(code))): check the path "
        + "with ls -l"
    case .readableSecret(let path):
      return "the secret in \(quoted(path)) can be read by everybody: type chmod 600 "
        + typedPath(path)
    case .secretThere(let path):
      return "the configuration \(quoted(path)) holds a secret already: remove it there first, or "
        + "leave --save out"
    case .passwordInClear:
      return "everybody in the room would hear the password: give --secret-file FILE, or "
        + "--unsealed if that is what you want"
    case .badWiFi(let what, let sizes):
      return "\(what) has \(sizes.lowerBound) to \(sizes.upperBound) bytes: type it again"
    case .executedProgram(let error):
      return error.wording
    case .executionInClear:
      return "anybody in the room could start the program: give --secret-file FILE, or "
        + "--exec-unauthenticated if that is what you want"
    case .notConfirmed(let reason): return reason.sentence
    case .notMeasured(let attempts, nil, let name):
      return "not measured after \(attempts) tries: \(name) delivers only digital silence, so "
        + "unmute its microphone"
    case .notMeasured(let attempts, let noise?, _):
      return "not measured after \(attempts) tries: nobody listens with --answer, or its "
        + "loudspeaker does not reach this microphone (noise here \(decimals(noise, 0)) dB)"
    case .executionFailed:
      return "the program failed: see above"
    case .module(let failure):
      return failure.wording
    case .recording(let error):
      return error.wording(isWriting: command.makesSound)
    case .inputRateTooLow(let input, let rate, let needed, _):
      return "\(input) has a rate of \(hertz(rate)) and holds nothing above \(hertz(rate / 2)), "
        + "too little for any protocol: record at \(hertz(needed)) or more"
    case .noChannel(let channel, let input, let count):
      return
        "\(input) has \(count) channel\(count == 1 ? "" : "s"), and none with the "
        + "number \(channel + 1): leave out --channels to listen to all"
    case .unusableRate(let rate):
      return "a rate of \(hertz(rate)) cannot be used: record at 48000 Hz"
    case .soundAmongEvents:
      return "standard output takes the sound of --output - or the events of --json, and not both: "
        + "give --output FILE"
    case .recordingToTerminal:
      return "a terminal cannot play sound: redirect it, as in \(name) --output - "
        + (command == .htone ? "440 > tone.wav" : "\"hello\" > hello.wav")
    case .file(let error):
      return error.wording(for: command)
    case .pictureFile(let error):
      return error.wording(isWriting: true)
    case .undrawable(let detail):
      return "the picture cannot be drawn (\(detail)): free some memory, and try again"
    case .standardInput(let code):
      return "standard input cannot be read (\(systemText(code))): give the text as an argument, "
        + "\(name) \"hello\""
    case .standardOutput(let code):
      return "standard output cannot be written (\(systemText(code))): the output is lost, so "
        + (code == ENOSPC ? "free some space" : "give it an output that can be written")
        + ", and start again"
    case .device(let error):
      return error.wording(for: command)
    case .answerDevice(let error):
      let (lead, other) =
        command == .hsend
        ? ("no answer can be heard", CommandName.hrecv) : ("no answer can be played", .hsend)
      return "\(lead): " + error.wording(for: command, listedBy: other, mayUseFile: false)
    case .noDevices:
      return "there is no audio device: plug one in, or use a file with "
        + (command.makesSound ? "--output FILE" : "--input FILE")
    case .nothingReceived(.recordingEnded(let input, let seconds, let clue)):
      return "no message in \(input) (\(decimals(seconds, 1)) s): "
        + (clue?.advice ?? "record again, nearer or louder, and ask hrecv --doctor")
    case .nothingReceived(.noFileKept(let input)):
      return "no text came\(input.map { " from \($0)" } ?? ""), and no file was kept: "
        + "receive again with --output DIR"
    case .nothingReceived(.timedOut(let seconds, let clue)):
      return "no message within \(decimals(seconds, 1)) s: "
        + (clue?.advice ?? "raise --timeout, or move nearer")
    case .nothingReceived(.interrupted(let seconds, let clue)):
      return "no message came in \(duration(seconds)): "
        + (clue?.advice ?? "make sure that the sender plays while you listen, and move nearer")
    case .noProbe(.cutOff, let input, let seconds):
      return
        "a part of a probe came in \(decimals(seconds, 1)) s of \(input), and the rest was cut off "
        + "or too faint: start hrecv --probe first, then a louder hsend --probe, and let it end"
    case .noProbe(.nothing(let usual, let loudest), let input, let seconds):
      return
        "no probe came in \(decimals(seconds, 1)) s of \(input), only \(decimals(usual, 0)) dB of "
        + "noise in the band and \(decimals(loudest, 0)) dB at the loudest: play hsend --probe "
        + "while this listens, or ask hrecv --doctor"
    case .nothingSafe:
      return
        "no protocol would get through safely: move nearer, raise the volume, or quieten what is "
        + "loud, and probe again"
    case .probeCeilingTooLow(let ceiling, let least):
      return "under a ceiling of \(hertz(ceiling)) no protocol fits, and no probe: give --ceiling "
        + "\(decimals(least, 0)) or more, or none to find out where the loudspeaker ends"
    case .probeRateTooLow(let rate):
      return "a rate of \(hertz(rate)) holds too little of a probe: give --rate 48000"
    case .inputUnusable(let input):
      return "nothing can be received from \(input) as it is: try what is named above, then "
        + "\(name) --doctor again"
    case .fileLost:
      return "not every file was kept: do what is said above, and receive the others again"
    case .interrupted:
      return "interrupted"
    case .alreadyTold:
      return "not all recordings could be received from: see above"
    }
  }

  private func unknownOption(
    _ option: String, _ known: [String], _ command: CommandName
  ) -> String {
    if let meant = Spelling.nearest(String(option.drop { $0 == "-" }), among: known) {
      return "there is no option \(option): did you mean --\(meant)?"
    }
    return "there is no option \(option): see \(command.rawValue) --help"
      + (command == .hsend && !option.hasPrefix("--")
        ? ", or send it as a text with hsend -- \(typed(option))" : "")
  }
}

extension Placement {
  /// The band in words: `17000 to 19976 Hz`.
  var wording: String { "\(decimals(lowestToneHertz, 0)) to \(decimals(highestToneHertz, 0)) Hz" }

  /// The lowest multiple of 100 Hz above the highest tone.
  var ceilingAbove: Int { Int((highestToneHertz / 100).rounded(.down)) * 100 + 100 }
}
