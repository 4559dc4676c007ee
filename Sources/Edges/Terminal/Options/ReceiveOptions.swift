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

  /// What to do with the sound.
  public enum Task: Sendable, Equatable {
    case receive, listDevices, examine
    /// Say what became of the frames of a recording.
    case explain
    /// Wait for a probe; `saves` where what it recommends is to be kept.
    case probe(saves: Bool)
  }

  /// What to do.
  public var task = Task.receive
  /// Names or paths of the protocols to listen for, empty for every near-ultrasonic one.
  public var protocolNames: [String] = []
  /// Whether to listen for every protocol, audible ones too.
  public var listensForAll = false
  /// Bytes of ggwave messages of fixed length, nil for messages of any length.
  public var messageLength: Int?
  /// Where to listen.
  public var source = Source.device("default")
  /// Whether to end after the first message.
  public var once = false
  /// Whether to print events as JSON.
  public var printsJSON = false
  /// The folder for the sound of frames that fail, nil where it is not kept.
  public var failuresFolder: String?
  /// The folder for files that come, nil where they are not kept.
  public var outputFolder: String?
  /// The picture of what is heard, nil where none is wanted.
  public var picture: PictureFile?
  /// Seconds after which to end, nil to listen to the end of the input.
  public var timeoutSeconds: Double?

  /// The options of a command line that `OptionsParser` took apart, completed by the configuration;
  /// throws usage failures.
  public init(
    _ parsed: ParsedOptions, _ configuration: Configuration = Configuration()
  ) throws(CommandFailure) {
    protocolNames = parsed.values[.protocol] ?? []
    if protocolNames.contains("") {
      throw .missingValue(option: CommandOption.Name.protocol.flag, placeholder: "NAME|FILE")
    }
    listensForAll = parsed.has(.all)
    try parsed.refuseBoth(.all, .protocol)
    messageLength = try parsed.messageLength()
    try parsed.require(.protocol, by: .length)
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
    }
    outputFolder = try parsed.word(.output)
    picture = try parsed.word(.picture).map { path throws(CommandFailure) in
      try PictureFile(option: path)
    }
    failuresFolder = try parsed.word(.keepFailures)
    printsJSON = parsed.has(.json)
    once = parsed.has(.once)
    try takeTask(parsed)
    timeoutSeconds = try parsed.quantity(
      .timeout, read: Quantity.seconds, allowed: 0.001...31_536_000,
      expected: "seconds, more than 0, such as 30")
    if let first = parsed.operands.first { throw .unexpectedOperand(first) }
  }
}

extension ReceiveOptions {
  private mutating func takeTask(_ parsed: ParsedOptions) throws(CommandFailure) {
    for task in [CommandOption.Name.doctor, .probe] {
      for name in [CommandOption.Name.once, .output, .listDevices, .explain, .json, .keepFailures] {
        try parsed.refuseBoth(task, name)
      }
    }
    for name in [CommandOption.Name.probe, .picture] { try parsed.refuseBoth(.doctor, name) }
    try parsed.require(.probe, by: .save)
    if parsed.has(.listDevices) { task = .listDevices }
    if parsed.has(.doctor) { task = .examine }
    if parsed.has(.explain) { task = .explain }
    if parsed.has(.probe) { task = .probe(saves: parsed.has(.save)) }
  }

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
