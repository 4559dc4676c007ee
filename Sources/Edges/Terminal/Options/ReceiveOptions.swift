import HandShakeAudioFile
import HandShakeConfiguration
import HandShakeFeed
import HandShakeSealing

/// The task and the settings of `hrecv`.
package struct ReceiveOptions: Sendable {
  /// The source of the sound.
  package enum Source: Sendable {
    /// The ALSA device of this name.
    case device(String)
    /// The recording at this path, `-` for standard input; `raw` if it has no header.
    case recording(path: String, raw: RawFormat?)
  }

  /// The task to run.
  package enum Task: Sendable, Equatable {
    case receive, listDevices, listProtocols, examine
    /// Explain each frame of a recording.
    case explain
    /// Wait for a probe; `saves` if the recommendation is to be kept.
    case probe(saves: Bool)
    /// Agree on a secret with another device.
    case pair(AnswerOptions)
    case listRooms
    /// Remove the secret of this room.
    case forget(String)
  }

  /// The task of this run.
  package var task = Task.receive
  /// Names or paths of the protocols to listen for, empty for every near-ultrasonic one.
  package var protocolNames: [String] = []
  /// Whether to listen for every protocol, the audible protocols too.
  package var listensForAll = false
  /// Bytes of ggwave messages of fixed length, nil for messages of variable length.
  package var messageLength: Int?
  /// The sources in their order: one device, or one or several recordings.
  package var sources: [Source]
  /// The first source. Every task but `receive` has only this source.
  package var source: Source { sources[0] }
  /// The device to listen to if there is no recording.
  package let device: Setting<String>
  /// The channels to use, from 0 in rising order; nil for all channels.
  package var channels: [Int]?
  /// Whether to end after the first message.
  package var once = false
  /// Whether to print events as JSON.
  package var printsJSON = false
  /// Whether each message is printed with its time.
  package var printsTimes = false
  /// The byte after each message.
  package var terminator = UInt8(ascii: "\n")
  /// The folder for the sound of frames that fail, nil if it is not kept.
  package var failuresFolder: String?
  /// The folder for received files, nil if they are not kept.
  package var outputFolder: String?
  /// The picture of the received sound, nil for no picture.
  package var picture: PictureFile?
  /// The source of the secrets that open sealed messages.
  package var secret: SecretSource
  /// Whether messages in clear are printed too if there are secrets.
  package var alsoUnsealed = false
  /// The greatest age of sealed messages, nil for the usual limits.
  package var greatestAge: SealedAge?
  /// The program to start for each message, nil for no program.
  package var execution: Execution?
  /// How to answer senders, nil for no answers.
  package var answer: AnswerOptions?
  /// Seconds until the end of listening, nil for the end of the input.
  package var timeoutSeconds: Double?

  /// Takes the options of a command line that `OptionsParser` parsed, and completes them by the
  /// configuration. Throws usage failures.
  package init(
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
    try parsed.refuse(.json, beside: .timestamps, .null)
    try parsed.refuse(
      .explain, beside: .device, .input, .output, .json, .once, .keepFailures, .picture)
    secret = try SecretSource(parsed, configuration)
    alsoUnsealed = parsed.has(.alsoUnsealed)
    greatestAge = try Self.greatestAge(parsed)
    execution = try Execution(
      parsed,
      messagesOnly: configuration.messagesOnly
        + configuration.pairedRooms.filter { !$0.mayStartPrograms }.map(\.name))
    device = try parsed.device(.device, configuration.captureDevice, "captureDevice")
    if parsed.has(.answer) {
      try parsed.refuse(.answer, beside: .input, .explain, .doctor, .probe)
      if !parsed.operands.isEmpty {
        throw .conflictingOptions(CommandOption.Name.answer.flag, "a recording")
      }
      answer = try AnswerOptions(parsed, configuration, captureDevice: device)
    }
    sources = [.device(device.value)]
    channels = try Self.channels(parsed)
    outputFolder = try parsed.word(.output)
    picture = try parsed.picture()
    failuresFolder = try parsed.word(.keepFailures)
    printsJSON = parsed.has(.json)
    printsTimes = parsed.has(.timestamps)
    if parsed.has(.null) { terminator = 0 }
    once = parsed.has(.once)
    try takeTask(parsed)
    if parsed.has(.pair) {
      task = .pair(try AnswerOptions(parsed, configuration, captureDevice: device))
    }
    timeoutSeconds = try parsed.quantity(
      .timeout, read: Quantity.seconds, allowed: 0.001...31_536_000,
      expected: "seconds, more than 0 and at most 31536000, such as 30")
    try takeRecordings(parsed)
  }
}

/// The settings of `--exec` and its related options.
package struct Execution: Sendable, Equatable {
  /// The program's name or path.
  var program: String
  var arguments: [String]
  var timeoutSeconds: Double
  /// Whether the program is started for unauthenticated messages.
  var isUnauthenticated: Bool
  /// The rooms whose messages do not start a program.
  var messagesOnly: [String]

  /// The settings of a command line, nil if it has no `--exec`.
  init?(_ parsed: ParsedOptions, messagesOnly: [String]) throws(CommandFailure) {
    self.messagesOnly = messagesOnly
    for name in [CommandOption.Name.execArgument, .execTimeout, .execUnauthenticated] {
      try parsed.require(.exec, by: name)
    }
    try parsed.refuse(.exec, beside: .explain, .doctor, .probe)
    guard let program = try parsed.word(.exec) else { return nil }
    self.program = program
    arguments = parsed.values[.execArgument] ?? []
    timeoutSeconds =
      try parsed.quantity(
        .execTimeout, read: Quantity.seconds, allowed: 0.1...86_400,
        expected: "seconds from 0.1 to 86400, such as 30") ?? 30
    isUnauthenticated = parsed.has(.execUnauthenticated)
  }
}

extension ReceiveOptions {
  private static func greatestAge(_ parsed: ParsedOptions) throws(CommandFailure) -> SealedAge? {
    if parsed.value(.maxAge) == "any" { return .any }
    return try parsed.quantity(
      .maxAge, read: Quantity.seconds, allowed: 1...250_000_000,
      expected: "seconds from 1 to 250000000, such as 600, or any"
    ).map { .seconds($0) }
  }

  private mutating func takeTask(_ parsed: ParsedOptions) throws(CommandFailure) {
    let tasks: [(CommandOption.Name, Task)] = [
      (.listDevices, .listDevices), (.listProtocols, .listProtocols), (.doctor, .examine),
      (.probe, .probe(saves: parsed.has(.save))), (.explain, .explain),
      (.listRooms, .listRooms), (.forget, .forget(try parsed.word(.forget) ?? "")),
    ]
    task = try parsed.choice(of: tasks) ?? .receive
    try parsed.refuseBesidePairing(.device, .channels, .timeout)
    for task in [CommandOption.Name.doctor, .probe] {
      try parsed.refuse(task, beside: .once, .output, .json, .keepFailures)
    }
    try parsed.refuseBoth(.doctor, .picture)
    try parsed.require(.probe, by: .save)
  }

  /// Takes recordings as operands. The task `receive` takes several recordings.
  private mutating func takeRecordings(_ parsed: ParsedOptions) throws(CommandFailure) {
    // The operand of `--pair` is a room.
    if parsed.has(.pair) { return }
    let named = try parsed.word(parsed.has(.explain) ? .explain : .input)
    let paths =
      (named.map { [$0] } ?? []) + parsed.operands.map { String(decoding: $0, as: UTF8.self) }
    let mostOperands: Int
    switch task {
    case .receive: mostOperands = .max
    case .examine, .probe: mostOperands = named == nil ? 1 : 0
    case .explain, .listDevices, .listProtocols, .pair, .listRooms, .forget: mostOperands = 0
    }
    if parsed.operands.count > mostOperands {
      throw .unexpectedOperand(parsed.operands[mostOperands])
    }
    if parsed.has(.device), !paths.isEmpty {
      throw .conflictingOptions(CommandOption.Name.device.flag, "a recording")
    }
    if picture != nil, paths.count > 1 {
      throw .conflictingOptions(CommandOption.Name.picture.flag, "several recordings")
    }
    let raw = try Self.rawFormat(parsed)
    if raw != nil, paths.isEmpty { try parsed.require(.input, by: .raw) }
    if !paths.isEmpty { sources = paths.map { .recording(path: $0, raw: raw) } }
  }

  /// The text around the messages of a source.
  func messageFormat(of source: Source) -> MessageFormat {
    var format = MessageFormat(terminator: terminator)
    switch source {
    case .device:
      if printsTimes { format.time = .ofDay }
    case .recording(let path, _):
      if printsTimes { format.time = .inRecording }
      if sources.count > 1 { format.label = path }
    }
    return format
  }

  /// Opens the source. If the configuration names the device, a failure names that field.
  func open(_ source: Source) throws(CommandFailure) -> SoundInput {
    do throws(CommandFailure) {
      return try SoundInput(source, channels: channels)
    } catch {
      if case .device = source { throw device.blamed(for: error) }
      throw error
    }
  }

  /// The value of `--channels`, nil if it was not given.
  private static func channels(_ parsed: ParsedOptions) throws(CommandFailure) -> [Int]? {
    guard let text = try parsed.word(.channels) else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let channels = Set(numbers.map { $0 - 1 })
    guard channels.count == numbers.count, channels.count <= ChannelFeed.mostChannels,
      channels.allSatisfy({ RecordingLimits.channelCount.contains($0 + 1) })
    else {
      throw .badValue(
        option: CommandOption.Name.channels.flag, value: text,
        expected: "one to eight different numbers of channels, from 1 to 64, such as 1,2")
    }
    return channels.sorted()
  }

  /// The value of `--raw`, nil if it was not given.
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
