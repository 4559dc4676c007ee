import AudioFile
import Catalog

/// What the user asked `hrecv` to do.
public struct ReceiveOptions: Sendable {
  /// Where the sound comes from.
  public enum Source: Sendable {
    /// The ALSA device of this name.
    case device(String)
    /// The recording at this path, `-` for standard input; `raw` where it has no header.
    case recording(path: String, raw: RawFormat?)
  }

  /// Whether to list devices instead of listening.
  public var listsDevices = false
  /// Names or paths of the protocols to listen for, empty for those that are heard untold.
  public var protocolNames: [String] = []
  /// Whether to listen for every protocol, audible ones too.
  public var listensForAll = false
  /// Where to listen.
  public var source = Source.device("default")
  /// Whether to end after the first message.
  public var once = false
  /// The folder for files that come, nil where they are not kept.
  public var outputFolder: String?
  /// When to end, nil for at the end of the input.
  public var timeoutSeconds: Double?

  /// The options of a command line that `OptionsParser` took apart, and what counts beside them;
  /// throws usage failures.
  public init(
    _ parsed: ParsedOptions, _ configuration: Configuration = Configuration()
  ) throws(CommandFailure) {
    listsDevices = parsed.has(.listDevices)
    protocolNames = parsed.values[.protocol] ?? []
    if protocolNames.contains("") {
      throw .missingValue(option: CommandOption.Name.protocol.flag, placeholder: "NAME|FILE")
    }
    listensForAll = parsed.has(.all)
    try parsed.refuseBoth(.all, .protocol)
    try parsed.refuseBoth(.device, .input)
    try parsed.require(.input, by: .raw)
    if let device = try parsed.word(.device) ?? configuration.captureDevice {
      source = .device(device)
    }
    if let path = try parsed.word(.input) {
      source = .recording(path: path, raw: try Self.rawFormat(parsed))
    }
    outputFolder = try parsed.word(.output)
    once = parsed.has(.once)
    timeoutSeconds = try parsed.quantity(
      .timeout, read: Quantity.seconds, allowed: 0.001...31_536_000,
      expected: "seconds, more than 0, such as 30")
    if let first = parsed.operands.first { throw .unexpectedOperand(first) }
  }
}

extension ReceiveOptions {
  /// The value of `--raw`, nil where it was not given.
  private static func rawFormat(_ parsed: ParsedOptions) throws(CommandFailure) -> RawFormat? {
    guard let text = try parsed.word(.raw) else { return nil }
    do {
      return try RawFormat(parsing: text)
    } catch {
      throw .badValue(
        option: CommandOption.Name.raw.flag, value: text,
        expected: "format, rate and channels such as s16,48000,1; the formats are "
          + SampleEncoding.allCases.map(\.rawValue).joined(separator: ", "))
    }
  }
}
