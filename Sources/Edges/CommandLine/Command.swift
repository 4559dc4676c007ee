/// A program as its help, its manual page and its completions describe it.
package struct Command: Sendable {
  /// What it is called.
  package var name: CommandName
  /// What it does, one line.
  package var summary: String
  /// The operands in the usage line.
  package var operands: String
  /// Whether its operands are paths.
  package var takesFiles = false
  /// Whether operands may begin with a dash and a sign of numbers, as rests do: those are no
  /// options.
  package var takesNumbersWithDash = false
  /// How long after an interrupt it may take to end.
  package var graceSeconds = 0.15
  /// Its options, in the order of `--help`.
  package var options: [CommandOption]
  /// Command lines that work, with what each does.
  package var examples: [(line: String, meaning: String)]
  /// Notes that belong to no option, a paragraph each.
  package var notes: [String]
  /// What the man page says first, a paragraph each.
  package var description: [String]

  /// A program of this description, with those options that every program has.
  package init(
    _ name: CommandName, _ summary: String, operands: String, options: [CommandOption],
    examples: [(line: String, meaning: String)], notes: [String], description: [String]
  ) {
    (self.name, self.summary, self.operands) = (name, summary, operands)
    self.options = options + CommandOption.common
    (self.examples, self.notes, self.description) = (examples, notes, description)
  }

  /// The options that most people need: those of `--help`.
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

  /// Files that it reads or writes unasked, with what they are for.
  package var files: [(path: String, meaning: String)] {
    [
      (
        "~/.config/handshake/config.json",
        "lasting settings, which options override: device, captureDevice, "
          + "ceiling, deviceCeilings, floor, protocol, rung, level, answerSecondsPerHour, secret, secrets, messagesOnly. "
          + "With a secret in it nobody else may read it: chmod 600. Where XDG_CONFIG_HOME names another "
          + "folder, the file lies in its subfolder handshake."
      ),
      (
        "~/.config/handshake/rooms/NAME",
        "the key that --pair agreed on for the room NAME, which nobody else may read"
      ),
    ]
  }
}

extension CommandOption {
  /// What every program has, at the end.
  fileprivate static let common = [
    CommandOption(.listDevices, help: "print the ALSA devices, and end"),
    CommandOption(.help, help: "print the usual options, and end"),
    CommandOption(.helpAll, help: "print all options, notes and exit statuses, and end"),
    CommandOption(.version, help: "print the version, and end"),
  ]
}
