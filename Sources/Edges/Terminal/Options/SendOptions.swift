import HandShake
import HandShakeConfiguration
import HandShakeModem
import HandShakeNotes

/// The task and the settings of `hsend`.
package struct SendOptions: Sendable, Equatable {
  /// The source of the text.
  package enum TextSource: Sendable, Equatable {
    /// The bytes of the operand.
    case argument([UInt8])
    /// Standard input without one newline at its end.
    case standardInput
    /// The file at this path, without a text.
    case file(String)
    /// A Wi-Fi network of this name. The password comes from the terminal or standard input.
    case wifi(name: String)
  }

  /// The task to run instead of sending, if any.
  package enum Task: Sendable, Equatable {
    case send, probe
    case distance(DistanceRequest)
    case showMap, showConfiguration, listDevices, listProtocols
    /// Make a secret; `saves` if it is to be kept.
    case newSecret(saves: Bool)
    /// Agree on a secret with another device. `captureDevice` hears that device.
    case pair(captureDevice: Setting<String>)
    case listRooms
    /// Remove the secret of this room.
    case forget(String)
  }

  /// The task of this run.
  package var task = Task.send
  /// A protocol's name or the path of its file.
  package var protocolName: Setting<String>
  /// The loudspeaker's ceiling, nil if it is not declared.
  package var ceilingHertz: Setting<Double?>
  /// The device to play to if there is no output file.
  package var device: Setting<String>
  /// The file to write instead of playing, `-` for standard output, nil to play.
  package var outputPath: String?
  /// Sampling rate of a written file.
  package var fileRateHertz = 48_000.0
  /// Peak level relative to full scale, at most 0.
  package var levelDecibels: Setting<Double>
  /// How often the text is sent, nil for no end.
  package var repeatCount: Int? = 1
  /// Seconds between the starts of two transmissions, nil for no fixed interval.
  package var everySeconds: Double?
  /// The rung of a burst, nil for the choice of the protocol.
  package var rung: Setting<Int>?
  /// How robust or fast a burst is, if the command line says so without a rung.
  package var statedPace: TransmissionPace?
  /// Bytes of a message without markers, nil for a message of variable length.
  package var messageLength: Int?
  /// Whether to report only how long the transmission would take.
  package var isDryRun = false
  /// The source of the text.
  package var text = TextSource.standardInput
  /// The source of the secret that seals the message, if there is a secret.
  package var secret: SecretSource
  /// Whether the message goes in clear even if there are secrets.
  package var isUnsealed = false
  /// How to wait for a receipt, nil if no receipt is wanted.
  package var confirmation: Confirmation?
  /// The lowest tone of retries in lower placements, in hertz.
  package var floorHertz: Setting<Double>
  /// Whether to print events as JSON.
  package var printsJSON = false

  /// Takes the options of a command line that `OptionsParser` parsed, and completes them by the
  /// configuration. Throws usage failures.
  package init(
    _ parsed: ParsedOptions, _ configuration: Configuration = Configuration()
  ) throws(CommandFailure) {
    let tasks: [(CommandOption.Name, Task)] = [
      (.listDevices, .listDevices), (.listProtocols, .listProtocols), (.showMap, .showMap),
      (.showConfig, .showConfiguration), (.probe, .probe),
      (.newSecret, .newSecret(saves: parsed.has(.save))), (.listRooms, .listRooms),
      (.forget, .forget(try parsed.word(.forget) ?? "")),
    ]
    task = try parsed.choice(of: tasks) ?? .send
    try parsed.refuse(.probe, beside: .input, .dryRun)
    printsJSON = parsed.has(.json)
    for (name, _) in tasks where name != .probe { try parsed.refuseBoth(name, .json) }
    isDryRun = parsed.has(.dryRun)
    try parsed.require(.newSecret, by: .save)
    secret = try SecretSource(parsed, configuration)
    isUnsealed = parsed.has(.unsealed)
    try parsed.refuse(.unsealed, beside: .secret, .secretFile, .room)
    protocolName = try Self.protocolName(parsed, configuration)
    try parsed.refuseBoth(.device, .output)
    device = try parsed.device(.device, configuration.device, "device")
    outputPath = try parsed.recordingPath()
    // With --dry-run, standard output carries only events.
    if printsJSON, outputPath == "-", !isDryRun { throw .soundAmongEvents }
    ceilingHertz = try Self.ceiling(
      parsed, configuration, device: outputPath == nil ? device.value : nil)
    levelDecibels = Setting(
      option: try parsed.levelDecibels(), configured: configuration.levelDecibels,
      field: "level", builtIn: Tone.baseLevelDecibels)
    floorHertz = Setting(
      option: try parsed.quantity(
        .floor, read: Quantity.ceilingHertz, allowed: 1...1_000_000,
        expected: "a frequency in hertz such as 15500 or 15.5k"),
      configured: configuration.floorHertz, field: "floor", builtIn: Outgoing.usualFloorHertz)
    if task == .send || task == .probe { try parsed.require(.output, by: .rate) }
    fileRateHertz = try parsed.fileRateHertz() ?? fileRateHertz
    everySeconds = try parsed.quantity(
      .every, read: Quantity.seconds, allowed: 0.001...86_400,
      expected: "seconds, more than 0 and at most 86400")
    repeatCount = try parsed.count(
      .repeat, allowed: 1...1_000_000, expected: "a whole number from 1 to 1000000")
    if repeatCount == nil, everySeconds == nil { repeatCount = 1 }
    try takePace(parsed, configuration)
    try takeConfirmation(parsed, configuration)
    try takeDistance(parsed, configuration)
    try parsed.refuseBesidePairing(.device, .ceiling, .level)
    if parsed.has(.pair) { task = .pair(captureDevice: captureDevice(configuration)) }
    messageLength = try parsed.messageLength()
    // The reader of an endless pipe can stop it, but an endless file would fill the disk.
    if let path = outputPath, path != "-", repeatCount == nil {
      throw .optionNeeds("\(CommandOption.Name.every.flag) to a file", needed: "--repeat N")
    }
    try takeText(parsed)
  }

  private mutating func takeConfirmation(
    _ parsed: ParsedOptions, _ configuration: Configuration
  ) throws(CommandFailure) {
    try parsed.require(.confirm, by: .floor)
    guard parsed.has(.confirm) else { return }
    try parsed.refuse(
      .confirm, beside: .output, .repeat, .every, .length, .robust, .fast, .probe, .dryRun)
    confirmation = Confirmation(
      captureDevice: captureDevice(configuration),
      waitSeconds: try Self.waitSeconds(.confirm, parsed))
  }

  private mutating func takeDistance(
    _ parsed: ParsedOptions, _ configuration: Configuration
  ) throws(CommandFailure) {
    guard parsed.has(.distance) else { return }
    try parsed.refuse(
      .distance, beside: .confirm, .protocol, .input, .output, .repeat, .every, .length, .robust,
      .fast,
      .rung, .snr, .wifi, .secret, .secretFile, .room, .probe, .dryRun)
    // Tasks that only show something come before these checks.
    guard task == .send else { return }
    task = .distance(
      DistanceRequest(
        captureDevice: captureDevice(configuration),
        waitSeconds: try Self.waitSeconds(.distance, parsed)))
  }

  /// The microphone of the chosen loudspeaker, unless the configuration names another microphone.
  private func captureDevice(_ configuration: Configuration) -> Setting<String> {
    Setting(
      option: nil, configured: configuration.captureDevice, field: "captureDevice",
      builtIn: device.origin == .option ? device.value : "default")
  }

  /// Seconds to listen after each try.
  private static func waitSeconds(
    _ option: CommandOption.Name, _ parsed: ParsedOptions
  ) throws(CommandFailure) -> Double {
    let usual = 5.0
    if parsed.value(option) == "" { return usual }
    return try parsed.quantity(
      option, read: Quantity.seconds, allowed: 1...60, expected: "seconds from 1 to 60") ?? usual
  }

  private mutating func takePace(
    _ parsed: ParsedOptions, _ configuration: Configuration
  ) throws(CommandFailure) {
    try parsed.refuse(.rung, beside: .snr, .robust, .fast)
    try parsed.refuse(.snr, beside: .robust, .fast)
    try parsed.refuseBoth(.robust, .fast)
    let stated = try parsed.count(
      .rung, allowed: 0...Ladder.highestRung,
      expected: Self.rungs(of: protocolName.value))
    statedPace =
      try parsed.quantity(
        .snr, read: Quantity.decibels, allowed: -30...80, expected: "decibels, from -30 to 80"
      ).map { .signalToNoiseDecibels($0) }
      ?? (parsed.has(.robust) ? .robust : parsed.has(.fast) ? .fast : nil)
    if let stated {
      rung = Setting(value: stated, origin: .option)
    } else if statedPace == nil, protocolName.isConfigured, let configured = configuration.rung {
      // The configured rung belongs to the configured protocol only.
      rung = Setting(value: configured, origin: .configuration(field: "rung"))
    }
  }

  private mutating func takeText(_ parsed: ParsedOptions) throws(CommandFailure) {
    let operands = parsed.operands
    guard task == .send else {
      // The operand of `--pair` is a room.
      if parsed.has(.pair) { return }
      if let first = operands.first { throw .unexpectedOperand(first) }
      return
    }
    try parsed.refuseBoth(.input, .wifi)
    if let name = try parsed.word(.wifi) {
      guard operands.isEmpty else {
        throw .conflictingOptions(CommandOption.Name.wifi.flag, "a text")
      }
      text = .wifi(name: name)
      return
    }
    if let path = try parsed.word(.input) {
      guard operands.isEmpty else {
        throw .conflictingOptions(CommandOption.Name.input.flag, "a text")
      }
      guard path != "-" else {
        throw .badValue(
          option: CommandOption.Name.input.flag, value: path,
          expected: "the path of a file, whose name goes with it")
      }
      text = .file(path)
      return
    }
    if operands.isEmpty || operands == [Array("-".utf8)] { return }
    text = .argument(Array(operands.joined(separator: [UInt8(ascii: " ")])))
  }

  /// The rungs of the protocol of this name, in words.
  private static func rungs(of name: String) -> String {
    let rungs = (try? ProtocolCatalog.find(name))?.ladder?.steps.map(\.rung) ?? []
    return rungs.isEmpty
      ? "a whole number, and a protocol that has rungs, as --protocol burst"
      : numberList(rungs) + ", of which the lowest is the most robust"
  }
}

/// Values that an option, the configuration or the program may set.
extension SendOptions {
  private static func protocolName(
    _ parsed: ParsedOptions, _ configuration: Configuration
  ) throws(CommandFailure) -> Setting<String> {
    var configured = configuration.protocolName
    var builtIn = "hop"
    // Only classic has a frequency for each character, and only bursts carry files.
    if parsed.has(.showMap) {
      configured = nil
      builtIn = "classic"
    } else if parsed.has(.input) {
      let bursts = ProtocolCatalog.builtIn.filter(\.carriesFiles)
      if !bursts.contains(where: { $0.name == configured }) { configured = nil }
      builtIn = "burst"
    }
    return Setting(
      option: try parsed.word(.protocol), configured: configured, field: "protocol",
      builtIn: builtIn)
  }

  private static func ceiling(
    _ parsed: ParsedOptions, _ configuration: Configuration, device: String?
  ) throws(CommandFailure) -> Setting<Double?> {
    let stated = try parsed.quantity(
      .ceiling, read: Quantity.ceilingHertz, allowed: 1...1_000_000,
      expected: "a frequency in hertz such as 18500 or 18.5k")
    // The ceiling of a device comes before the general ceiling.
    let own = device.flatMap { name in
      configuration.deviceCeilingsHertz[name].map { _ in "deviceCeilings.\(name)" }
    }
    return Setting(
      option: stated.map { .some($0) },
      configured: configuration.ceilingHertz(ofDevice: device).map { .some($0) },
      field: own ?? "ceiling", builtIn: nil)
  }

  /// The choice between robust and fast, for a protocol that has this choice.
  var pace: TransmissionPace { rung.map { .rung($0.value) } ?? statedPace ?? .automatic }
}
