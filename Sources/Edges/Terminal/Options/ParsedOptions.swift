@_exported import HandShakeCommandLine
import HandShakeModem

/// A command line whose errors are failures of this package's programs.
package typealias ParsedOptions = ParsedCommandLine<CommandFailure>

/// The parser of `ParsedOptions`.
package typealias OptionsParser = CommandLineParser<CommandFailure>

extension CommandFailure: ProgramFailure {
  /// Whether the user knows the cause of the end. The reason for no message may still be unknown.
  package var isKnown: Bool {
    switch (self, exitStatus) {
    case (.nothingReceived, _): false
    case (.alreadyTold, _), (_, .interrupted), (_, .readerGone): true
    default: false
    }
  }
}

extension Program {
  /// Runs `work` on the command line of this process, and ends the process.
  package static func run(
    _ command: Command, _ work: (ParsedOptions) throws(CommandFailure) -> Void
  ) -> Never { run(command, version: handShakeVersion, work) }

  /// Prints a whole text on standard output.
  package static func print(_ text: String) throws(CommandFailure) {
    try print(text) { CommandFailure.standardOutput(errno: $0) }
  }
}

extension ParsedOptions {
  /// The value of `--length`, nil if it was not given.
  func messageLength() throws(CommandFailure) -> Int? {
    let longest = ModemProtocol.longestFixedLength
    return try count(
      .length, allowed: 1...longest, expected: "a whole number of bytes from 1 to \(longest)")
  }

  /// Refuses all options but `others` beside `--pair`, and pairing options without `--pair`.
  func refuseBesidePairing(_ others: CommandOption.Name...) throws(CommandFailure) {
    let own: [CommandOption.Name] = [.printDigits, .acceptBy, .mayStartPrograms]
    try refuseAll(beside: .pair, but: own + others)
    for name in own { try require(.pair, by: name) }
  }

  /// The value of `--rate`, the rate of a written file.
  package func fileRateHertz() throws(CommandFailure) -> Double? {
    try quantity(
      .rate, read: Quantity.hertz, allowed: 8_000...768_000,
      expected: "a sampling rate from 8000 to 768000 such as 48000")?.rounded()
  }

  /// The value of `--level`, nil if it was not given.
  package func levelDecibels() throws(CommandFailure) -> Double? {
    try quantity(
      .level, read: Quantity.decibels, allowed: -120...0,
      expected: "decibels relative to full scale, from -120 to 0")
  }

  /// The value of `--picture`, nil if it was not given.
  package func picture() throws(CommandFailure) -> PictureFile? {
    try word(.picture).map { path throws(CommandFailure) in try PictureFile(option: path) }
  }

  /// The device of an option, or of the configuration in `field`.
  package func device(
    _ name: CommandOption.Name, _ configured: String?, _ field: String
  ) throws(CommandFailure) -> Setting<String> {
    Setting(option: try word(name), configured: configured, field: field, builtIn: "default")
  }

  /// The value of `--output` as the path of a recording, nil if it was not given. Refuses an ending
  /// that is not a supported format.
  package func recordingPath() throws(CommandFailure) -> String? {
    guard let path = try word(.output) else { return nil }
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
    let ending = name[dot...].dropFirst().lowercased()
    // A format name has a letter, and only letters and digits. Other endings are dates or versions.
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
  /// Names the field of the configuration in `failure`, if the configuration set this value.
  package func blamed(for failure: CommandFailure) -> CommandFailure {
    guard case .configuration(let field) = origin, failure.exitStatus != .interrupted else {
      return failure
    }
    return .configured(field: field, failure)
  }
}
