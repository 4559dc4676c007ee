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
  /// Whether to examine the input instead of receiving from it.
  public var examines = false
  /// Names or paths of the protocols to listen for, empty for those that are heard untold.
  public var protocolNames: [String] = []
  /// Whether to listen for every protocol, audible ones too.
  public var listensForAll = false
  /// Where to listen.
  public var source = Source.device("default")
  /// Whether to end after the first message.
  public var once = false
  /// Whether to print events as JSON.
  public var printsJSON = false
  /// Whether to explain the recording instead of printing what it holds.
  public var explains = false
  /// The folder for the sound of frames that fail, nil where it is not kept.
  public var failuresFolder: String?
  /// The folder for files that come, nil where they are not kept.
  public var outputFolder: String?
  /// The picture of what is heard, nil where none is wanted.
  public var picture: PictureFile?
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
    if !parsed.has(.explain) { try parsed.require(.input, by: .raw) }
    for other in [
      CommandOption.Name.device, .input, .output, .json, .once, .keepFailures, .picture,
    ] {
      try parsed.refuseBoth(.explain, other)
    }
    if let device = try parsed.word(.device) ?? configuration.captureDevice {
      source = .device(device)
    }
    if let path = try parsed.word(.input) {
      source = .recording(path: path, raw: try Self.rawFormat(parsed))
    }
    if let path = try parsed.word(.explain) {
      source = .recording(path: path, raw: try Self.rawFormat(parsed))
      explains = true
    }
    outputFolder = try parsed.word(.output)
    picture = try parsed.word(.picture).map { path throws(CommandFailure) in
      try PictureFile(option: path)
    }
    failuresFolder = try parsed.word(.keepFailures)
    printsJSON = parsed.has(.json)
    once = parsed.has(.once)
    examines = parsed.has(.doctor)
    for name in [CommandOption.Name.once, .output, .listDevices, .picture] {
      try parsed.refuseBoth(.doctor, name)
    }
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
