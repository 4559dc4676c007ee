import Modem

/// What the user asked `hsend` to do.
public struct SendOptions: Sendable, Equatable {
  /// Where the sound goes.
  public enum Target: Sendable, Equatable {
    /// The ALSA device of this name.
    case device(String)
    /// The file at this path, `-` for standard output.
    case file(String)
  }

  /// Where the text comes from.
  public enum TextSource: Sendable, Equatable {
    /// The operand's bytes.
    case argument([UInt8])
    /// Standard input, less one newline at its end.
    case standardInput
    /// No text, but the file at this path.
    case file(String)
  }

  /// What to do instead of sending, if anything.
  public enum Task: Sendable, Equatable {
    case send, showMap, listDevices
  }

  /// What to do.
  public var task = Task.send
  /// A protocol's name or the path of its file.
  public var protocolName = "hop"
  /// The loudspeaker's ceiling as the user stated it, nil where nothing declares one.
  public var statedCeilingHertz: Double?
  /// Where to send to.
  public var target = Target.device("default")
  /// Sampling rate of a file.
  public var fileRateHertz = 48_000.0
  /// Peak level relative to full scale, at most 0.
  public var levelDecibels = 0.0
  /// How often the text is sent, nil for without end.
  public var repeatCount: Int? = 1
  /// Seconds from the start of one transmission to the start of the next, nil for one after the
  /// other.
  public var everySeconds: Double?
  /// How to choose between robust and fast.
  public var pace = TransmissionPace.automatic
  /// Repair blocks for so many hundredths of the message's blocks.
  public var repairPercent = 0
  /// Bytes of a message that goes without markers, nil for one of any length.
  public var messageLength: Int?
  /// What to send.
  public var text = TextSource.standardInput

  /// The ceiling that counts where the user states none.
  public static let defaultCeilingHertz = 20_000.0

  /// The options of a command line that `OptionsParser` took apart; throws usage failures.
  public init(_ parsed: ParsedOptions) throws(CommandFailure) {
    try parsed.refuseBoth(.listDevices, .showMap)
    if parsed.has(.listDevices) { task = .listDevices }
    if parsed.has(.showMap) { task = .showMap }
    // Only in classic does a character have a frequency.
    if task == .showMap { protocolName = "classic" }
    // Only bursts carry files.
    if parsed.has(.input) { protocolName = "burst" }
    if let name = try parsed.word(.protocol) { protocolName = name }
    statedCeilingHertz = try parsed.quantity(
      .ceiling, read: Quantity.hertz, allowed: 1...1_000_000,
      expected: "a frequency in hertz such as 18500 or 18.5k")
    try parsed.refuseBoth(.device, .output)
    if let device = try parsed.word(.device) { target = .device(device) }
    if let path = try parsed.word(.output) { target = .file(path) }
    if task == .send { try parsed.require(.output, by: .rate) }
    if let rate = try parsed.quantity(
      .rate, read: Quantity.hertz, allowed: 8_000...768_000,
      expected: "a sampling rate from 8000 to 768000 such as 48000")
    {
      fileRateHertz = rate.rounded()
    }
    if let level = try parsed.quantity(
      .level, read: Quantity.decibels, allowed: -120...0,
      expected: "decibels relative to full scale, from -120 to 0")
    {
      levelDecibels = level
    }
    everySeconds = try parsed.quantity(
      .every, read: Quantity.seconds, allowed: 0.001...86_400,
      expected: "seconds, more than 0 and at most 86400")
    repeatCount = try parsed.count(
      .repeat, allowed: 1...1_000_000, expected: "a whole number from 1 to 1000000")
    if repeatCount == nil, everySeconds == nil { repeatCount = 1 }
    try takePace(parsed)
    messageLength = try parsed.messageLength()
    // A pipe can be written for ever and read meanwhile; a file would only fill the disk.
    if case .file(let path) = target, path != "-", repeatCount == nil {
      throw .optionNeeds("\(CommandOption.Name.every.flag) to a file", needed: "--repeat N")
    }
    try takeText(parsed)
  }

  private mutating func takePace(_ parsed: ParsedOptions) throws(CommandFailure) {
    try parsed.refuseBoth(.rung, .snr)
    if let rung = try parsed.count(
      .rung, allowed: 0...BurstParameters.highestRung,
      expected: "a whole number from 0, the most robust, to \(BurstParameters.highestRung)")
    {
      pace = .rung(rung)
    }
    if let snr = try parsed.quantity(
      .snr, read: Quantity.decibels, allowed: -30...80,
      expected: "decibels, from -30 to 80")
    {
      pace = .snrDecibels(snr)
    }
    if let percent = try parsed.quantity(
      .repair, read: Quantity.percent, allowed: 0...100,
      expected: "a share of the blocks from 0% to 100%, such as 20%")
    {
      repairPercent = Int(percent.rounded(.up))
    }
  }

  private mutating func takeText(_ parsed: ParsedOptions) throws(CommandFailure) {
    let operands = parsed.operands
    guard task == .send else {
      if let first = operands.first { throw .unexpectedOperand(first) }
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
    guard operands.count <= 1 else { throw .severalTexts(count: operands.count) }
    if let operand = operands.first, operand != Array("-".utf8) { text = .argument(operand) }
  }
}
