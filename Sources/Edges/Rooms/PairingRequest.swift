import HandShake
import HandShakeConfiguration
import HandShakeExecution
import HandShakeSealing
import HandShakeTerminal

/// The options of `--pair`.
package struct PairingRequest {
  /// The program that pairs; `hsend` is the first end, `hrecv` the second.
  let command: CommandName
  /// The room that the secret is for.
  let room: String
  /// The device that hears the other end.
  let captureDevice: Setting<String>
  let channels: [Int]?
  /// The device that plays to the other end.
  let device: Setting<String>
  let ceilingHertz: Setting<Double?>
  let levelDecibels: Double
  /// How long to wait for the other device to begin, in seconds.
  let waitSeconds: Double
  /// Whether to print the digits on standard output.
  let printsDigits: Bool
  /// The program that accepts the digits; nil for the person at the terminal.
  let acceptor: ExecutedProgram?
  let mayStartPrograms: Bool

  /// The usual wait of a second end without `--timeout`.
  private static let usualWaitSeconds = 120.0
  private static let usualRoom = "paired"
  /// The run ends if the digits are not accepted in this time.
  private static let decisionSeconds = 60.0

  /// The options of `hsend --pair`.
  package init(
    _ parsed: ParsedOptions, _ options: SendOptions, captureDevice: Setting<String>
  ) throws(CommandFailure) {
    try self.init(
      parsed, .hsend, captureDevice: captureDevice, channels: nil, device: options.device,
      ceilingHertz: options.ceilingHertz, levelDecibels: options.levelDecibels.value,
      waitSeconds: .infinity)
  }

  /// The options of `hrecv --pair`, which plays by the loudspeaker of `answer`.
  package init(
    _ parsed: ParsedOptions, _ options: ReceiveOptions, _ answer: AnswerOptions
  ) throws(CommandFailure) {
    try self.init(
      parsed, .hrecv, captureDevice: options.device, channels: options.channels,
      device: answer.device, ceilingHertz: answer.ceilingHertz,
      levelDecibels: answer.levelDecibels,
      waitSeconds: options.timeoutSeconds ?? Self.usualWaitSeconds)
  }

  private init(
    _ parsed: ParsedOptions, _ command: CommandName, captureDevice: Setting<String>,
    channels: [Int]?, device: Setting<String>, ceilingHertz: Setting<Double?>,
    levelDecibels: Double, waitSeconds: Double
  ) throws(CommandFailure) {
    (self.command, self.captureDevice, self.channels) = (command, captureDevice, channels)
    (self.device, self.ceilingHertz, self.levelDecibels) = (device, ceilingHertz, levelDecibels)
    self.waitSeconds = waitSeconds
    if parsed.operands.count > 1 { throw .unexpectedOperand(parsed.operands[1]) }
    let name = parsed.operands.first ?? Array(Self.usualRoom.utf8)
    guard let room = String(validating: name, as: UTF8.self), PairedRoom.canBeCalled(room) else {
      throw .room(.badName(name))
    }
    self.room = room
    printsDigits = parsed.has(.printDigits)
    mayStartPrograms = parsed.has(.mayStartPrograms)
    if let program = try parsed.word(.acceptBy) {
      do throws(ExecutedProgramError) {
        acceptor = try ExecutedProgram(program, timeoutSeconds: Self.decisionSeconds)
      } catch {
        throw .executedProgram(error)
      }
    } else {
      guard Acceptance.canAsk else { throw .room(.nobodyToAsk) }
      acceptor = nil
    }
  }

  /// Throws if the configuration cannot take the secret. Gives whether it replaces the secret of an
  /// earlier pairing.
  func replacesOlder(in configuration: Configuration) throws(CommandFailure) -> Bool {
    if configuration.secrets[room] != nil { throw .room(.configured(room)) }
    if configuration.pairedRooms.contains(where: { $0.name == room }) { return true }
    let count =
      configuration.secrets.count + configuration.pairedRooms.count
      + (configuration.secret == nil ? 0 : 1)
    guard count < Keyring.mostRooms else {
      throw .tooManySecrets(count: count + 1, limit: Keyring.mostRooms)
    }
    return false
  }

  /// Opens the microphone.
  func open() throws(CommandFailure) -> SoundInput {
    do throws(CommandFailure) {
      return try SoundInput(.device(captureDevice.value), channels: channels)
    } catch {
      throw captureDevice.blamed(for: error)
    }
  }
}
