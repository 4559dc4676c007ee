/// One option as the table holds it: everything that parsing, `--help`, man pages and completions
/// say about it.
package struct CommandOption: Sendable {
  /// The options by meaning; the raw value is the long name without dashes.
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

    /// The same as one letter after a dash, nil where there is none.
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

    /// All that the user may type for it, the name first.
    package var flags: [String] { [flag] + (letter.map { ["-\($0)"] } ?? []) }
  }

  /// What a shell offers for the value while it is typed.
  package enum Offer: Sendable, Equatable {
    case files, folders
    /// What that program prints for `--list-devices`.
    case devices(listedBy: CommandName)
    /// The built-in protocols, and files.
    case protocols
    case words([String])
  }

  /// The option's identity.
  package var name: Name
  /// What stands for the value in help, nil where the option takes none.
  package var placeholder: String?
  /// What stands for the operand in help that the program takes beside it; nil where it changes
  /// nothing about operands.
  package var operand: String?
  /// Whether it means something without a value too, which then follows an equals sign.
  package var isValueOptional = false
  /// Whether every value counts; of other options given twice, the last one does.
  package var isRepeatable = false
  /// What a shell offers for the value, nil where it can know nothing.
  package var offer: Offer?
  /// What it does, lower case, without a full stop.
  package var help: String

  /// An option of this name; `placeholder` where it takes a value.
  package init(
    _ name: Name, _ placeholder: String? = nil, isValueOptional: Bool = false,
    isRepeatable: Bool = false, operand: String? = nil, offer: Offer? = nil, help: String
  ) {
    (self.name, self.placeholder, self.isValueOptional) = (name, placeholder, isValueOptional)
    (self.isRepeatable, self.operand, self.offer, self.help) = (isRepeatable, operand, offer, help)
  }

  /// Whether it needs a value.
  package var needsValue: Bool { placeholder != nil && !isValueOptional }

  /// How help shows its value or operand: ` PCM`, `[=S]`, ` [NAME]`; nothing where it takes none.
  package var shownValue: String {
    if let operand { return " [\(operand)]" }
    return placeholder.map { isValueOptional ? "[=\($0)]" : " " + $0 } ?? ""
  }
}

/// The programs whose options the table describes.
package enum CommandName: String, Sendable, CaseIterable {
  /// Plays or writes a text.
  case hsend
  /// Listens to a device or reads a recording.
  case hrecv
  /// Plays or writes tones.
  case htone

  /// Whether it makes sound, rather than hearing it.
  package var makesSound: Bool { self != .hrecv }
}
