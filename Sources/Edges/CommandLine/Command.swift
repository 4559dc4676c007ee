/// A program, as described by its help, manual page and completions.
package struct Command: Sendable {
  /// The name of the program.
  package var name: CommandName
  /// The purpose of the program, one line.
  package var summary: String
  /// The operands in the usage line.
  package var operands: String
  /// Whether the operands are paths.
  package var takesFiles = false
  /// Whether operands such as rests may begin with a dash and a sign of numbers. These are not
  /// options.
  package var takesNumbersWithDash = false
  /// The longest time from an interrupt to the end.
  package var graceSeconds = 0.15
  /// Its options, in the order of `--help`.
  package var options: [CommandOption]
  /// Example command lines, each with its meaning.
  package var examples: [(line: String, meaning: String)]
  /// Notes on no single option, a paragraph each.
  package var notes: [String]
  /// The description of the manual page, a paragraph each.
  package var description: [String]

  /// A program with this description. It also gets the options that every program has.
  package init(
    _ name: CommandName, _ summary: String, operands: String, options: [CommandOption],
    examples: [(line: String, meaning: String)], notes: [String], description: [String]
  ) {
    (self.name, self.summary, self.operands) = (name, summary, operands)
    self.options = options + CommandOption.common
    (self.examples, self.notes, self.description) = (examples, notes, description)
  }

  /// The options of `--help`, which most people need.
  package var usualOptions: [CommandOption] {
    let names: [CommandOption.Name] =
      switch name {
      case .hsend:
        [
          .device, .ceiling, .level, .input, .output, .protocol, .pair, .secretFile, .confirm,
          .listDevices,
        ]
      case .hrecv:
        [
          .device, .output, .pair, .secretFile, .answer, .exec, .once, .json, .explain, .doctor,
        ]
      case .htone:
        [.device, .output, .level, .for, .wave, .sweep, .live, .ceiling, .picture, .listDevices]
      }
    return options.filter { names.contains($0.name) || $0.name == .helpAll }
  }

  /// Files that it reads or writes without an option, with their purpose.
  package var files: [(path: String, meaning: String)] {
    [
      (
        "~/.config/handshake/config.json",
        "lasting settings, which options override: device, captureDevice, ceiling, "
          + "deviceCeilings, floor, protocol, rung, level, answerSecondsPerHour, secret, secrets, "
          + "messagesOnly. With a secret in it nobody else may read it: chmod 600. Where "
          + "XDG_CONFIG_HOME names another folder, the file lies in its subfolder handshake."
      ),
      (
        "~/.config/handshake/rooms/NAME",
        "the key that --pair agreed on for the room NAME, which nobody else may read"
      ),
    ]
  }
}

extension CommandOption {
  /// The last options, which every program has.
  fileprivate static let common = [
    CommandOption(.listDevices, help: "print the ALSA devices, and end"),
    CommandOption(.help, help: "print the usual options, and end"),
    CommandOption(.helpAll, help: "print all options, notes and exit statuses, and end"),
    CommandOption(.version, help: "print the version, and end"),
  ]
}
