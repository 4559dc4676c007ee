/// One option in the table: the source for parsing, `--help`, manual pages and completions.
package struct CommandOption: Sendable {
  /// The options; the raw value is the long name without dashes.
  package enum Name: String, Sendable {
    case `protocol`, all, ceiling, floor, channels, device, output, input, raw, rate, level
    case `repeat`, every, rung, snr, robust, fast, length
    case once, timeout, json, explain, doctor, probe, save, picture
    case keepFailures = "keep-failures"
    case format, `for`, loop, wave, phase, amplitude, fade, a4, sweep, step, rest, live, capture
    case pitches
    case fadeLength = "fade-length"
    case showMap = "show-map"
    case showConfig = "show-config"
    case listDevices = "list-devices"
    case listProtocols = "list-protocols"
    case dryRun = "dry-run"
    case timestamps, null, quiet
    case secret, room, unsealed, wifi, exec
    case secretFile = "secret-file"
    case newSecret = "new-secret"
    case alsoUnsealed = "also-unsealed"
    case maxAge = "max-age"
    case execArgument = "exec-argument"
    case execTimeout = "exec-timeout"
    case execUnauthenticated = "exec-unauthenticated"
    case confirm, answer, distance
    case pair, forget
    case listRooms = "list-rooms"
    case printDigits = "print-digits"
    case acceptBy = "accept-by"
    case mayStartPrograms = "may-start-programs"
    case help, version
    case helpAll = "help-all"

    /// The name as the user types it.
    package var flag: String { "--" + rawValue }

    /// The letter of the short form; nil if it has no short form.
    package var letter: Character? {
      switch self {
      case .protocol: "p"
      case .device: "d"
      case .output: "o"
      case .input: "i"
      case .help: "h"
      case .version: "V"
      default: nil
      }
    }

    /// All forms of the option, the name first.
    package var flags: [String] { [flag] + (letter.map { ["-\($0)"] } ?? []) }
  }

  /// The completions that a shell offers for the value.
  package enum Offer: Sendable, Equatable {
    case files, folders
    /// The output of that program's `--list-devices`.
    case devices(listedBy: CommandName)
    /// The built-in protocols, and files.
    case protocols
    case words([String])
  }

  /// The option's identity.
  package var name: Name
  /// The placeholder of the value in help; nil if it takes no value.
  package var placeholder: String?
  /// The placeholder in help of the operand that the option adds; nil if it does not change the
  /// operands.
  package var operand: String?
  /// Whether the value may be missing. A value then follows an equals sign.
  package var isValueOptional = false
  /// Whether every value counts. Of other repeated options, the last value counts.
  package var isRepeatable = false
  /// The completions of the value; nil without completions.
  package var offer: Offer?
  /// The help text, lower case, without a full stop.
  package var help: String

  /// An option with this name; `placeholder` if it takes a value.
  package init(
    _ name: Name, _ placeholder: String? = nil, isValueOptional: Bool = false,
    isRepeatable: Bool = false, operand: String? = nil, offer: Offer? = nil, help: String
  ) {
    (self.name, self.placeholder, self.isValueOptional) = (name, placeholder, isValueOptional)
    (self.isRepeatable, self.operand, self.offer, self.help) = (isRepeatable, operand, offer, help)
  }

  /// Whether the value is required.
  package var needsValue: Bool { placeholder != nil && !isValueOptional }

  /// The value or operand in help: ` PCM`, `[=S]`, ` [NAME]`; empty if it takes no value.
  package var shownValue: String {
    if let operand { return " [\(operand)]" }
    return placeholder.map { isValueOptional ? "[=\($0)]" : " " + $0 } ?? ""
  }
}

/// The programs of the table.
package enum CommandName: String, Sendable, CaseIterable {
  /// Plays or writes a text.
  case hsend
  /// Listens to a device or reads a recording.
  case hrecv
  /// Plays or writes tones.
  case htone

  /// Whether it plays sound.
  package var makesSound: Bool { self != .hrecv }
}
