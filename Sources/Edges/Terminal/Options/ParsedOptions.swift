@_exported import HandShakeCommandLine
import HandShakeModem

/// A command line whose mistakes are failures of our programs.
package typealias ParsedOptions = ParsedCommandLine<CommandFailure>

/// What takes such a command line apart.
package typealias OptionsParser = CommandLineParser<CommandFailure>

extension CommandFailure: ProgramFailure {
  /// Whoever interrupted the program, or went without reading on, knows, but not why nothing came until then.
  package var isKnown: Bool {
    switch (self, exitStatus) {
    case (.nothingReceived, _): false
    case (.alreadyTold, _), (_, .interrupted), (_, .readerGone): true
    default: false
    }
  }
}

extension Program {
  /// Runs `work` on the command line of this process and ends the process.
  package static func run(
    _ command: Command, _ work: (ParsedOptions) throws(CommandFailure) -> Void
  ) -> Never { run(command, version: handShakeVersion, work) }

  /// Prints a whole text on standard output.
  package static func print(_ text: String) throws(CommandFailure) {
    try print(text) { CommandFailure.standardOutput(errno: $0) }
  }
}

extension ParsedOptions {
  /// The value of `--length`, nil where it was not given.
  func messageLength() throws(CommandFailure) -> Int? {
    let longest = ModemProtocol.longestFixedLength
    return try count(
      .length, allowed: 1...longest, expected: "a whole number of bytes from 1 to \(longest)")
  }

  /// Refuses all but `others` beside `--pair`, and what belongs to it without it.
  func refuseBesidePairing(_ others: CommandOption.Name...) throws(CommandFailure) {
    let own: [CommandOption.Name] = [.printDigits, .acceptBy, .mayStartPrograms]
    try refuseAll(beside: .pair, but: own + others)
    for name in own { try require(.pair, by: name) }
  }

  /// The value of `--rate`, of a file that is written.
  package func fileRateHertz() throws(CommandFailure) -> Double? {
    try quantity(
      .rate, read: Quantity.hertz, allowed: 8_000...768_000,
      expected: "a sampling rate from 8000 to 768000 such as 48000")?.rounded()
  }

  /// The value of `--level`, nil where it was not given.
  package func levelDecibels() throws(CommandFailure) -> Double? {
    try quantity(
      .level, read: Quantity.decibels, allowed: -120...0,
      expected: "decibels relative to full scale, from -120 to 0")
  }

  /// The value of `--picture`, nil where it was not given.
  package func picture() throws(CommandFailure) -> PictureFile? {
    try word(.picture).map { path throws(CommandFailure) in try PictureFile(option: path) }
  }

  /// The device that an option names, or the configuration in `field`.
  package func device(
    _ name: CommandOption.Name, _ configured: String?, _ field: String
  ) throws(CommandFailure) -> Setting<String> {
    Setting(option: try word(name), configured: configured, field: field, builtIn: "default")
  }

  /// The value of `--output` as the path of a recording, nil where it was not given; a name that ends like
  /// nothing that can be written is refused.
  package func recordingPath() throws(CommandFailure) -> String? {
    guard let path = try word(.output) else { return nil }
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
    let ending = name[dot...].dropFirst().lowercased()
    // No format is called by digits alone or has other signs: that is a date or a version.
    let isFormat =
      ending.contains { $0.isLetter } && ending.allSatisfy { $0.isLetter || $0.isNumber }
    guard !isFormat || ["wav", "flac", "ogg", "oga", "aiff", "aif"].contains(ending) else {
      throw .badValue(
        option: CommandOption.Name.output.flag, value: path,
        expected: "a name that ends in .wav, .flac, .ogg or .aiff")
    }
    return path
  }
}

extension Setting {
  /// `failure`, which this value brought about: it names the field of the configuration where that sets it.
  package func blamed(for failure: CommandFailure) -> CommandFailure {
    guard case .configuration(let field) = origin, failure.exitStatus != .interrupted else {
      return failure
    }
    return .configured(field: field, failure)
  }
}
