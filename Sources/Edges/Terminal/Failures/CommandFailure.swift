import Glibc
import HandShakeAudioDevice
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeDiagnosis
import HandShakeExecution
import HandShakeFiles
import HandShakeModem
import HandShakeSealing

/// Every reason to end a program early, as facts. Only `FailureWording` words them.
package enum CommandFailure: Error {
  // MARK: The command line

  /// The option does not exist.
  case unknownOption(String, known: [String])
  /// An abbreviation of several options.
  case ambiguousOption(String, candidates: [String])
  /// An option that needs a value has no value.
  case missingValue(option: String, placeholder: String)
  /// An option that takes no value has a value.
  case unexpectedValue(option: String)
  /// A value that cannot be read, or is outside the allowed range.
  case badValue(option: String, value: String, expected: String)
  /// Two options that cannot be used together.
  case conflictingOptions(String, String)
  /// An option that requires another option.
  case optionNeeds(String, needed: String)
  /// An operand where no operand is allowed.
  case unexpectedOperand([UInt8])
  /// A failure that a value of this field of the configuration file caused.
  indirect case configured(field: String, CommandFailure)

  // MARK: What is to be sent

  /// This protocol cannot send the text.
  case text(TransmitterError, protocolName: String)
  /// Standard input is longer than any protocol can send.
  case endlessInput(limit: Int)
  /// The protocol could not be found or read.
  case catalog(CatalogError)
  /// The configuration file could not be read or written.
  case configuration(CatalogError)
  /// There is no home directory for a configuration.
  case noHome
  /// No placement is below the ceiling.
  case ceilingTooLow(ceilingHertz: Double, protocolName: String, lowest: Placement?)
  /// The stated ceiling is above half the sampling rate.
  case ceilingAboveHalfRate(ceilingHertz: Double, rateHertz: Double)
  /// No placement fits below half the sampling rate.
  case rateTooLow(rateHertz: Double, protocolName: String, lowest: Placement?)
  /// The protocol does not map each character to a frequency.
  case noCharacterMap(protocolName: String)
  /// The protocol has no messages of fixed length.
  case noFixedLength(protocolName: String)
  /// One transmission lasts longer than the interval between two transmissions.
  case everyTooShort(everySeconds: Double, transmissionSeconds: Double)

  // MARK: Secrets

  /// The secret from this source is not valid.
  case secret(SecretError, source: String)
  /// There are more secrets than a receiver tries.
  case tooManySecrets(count: Int, limit: Int)
  /// There is no secret of this room, or no room was named and there are several secrets.
  case unknownRoom(String?, known: [String])
  /// The file with the secret could not be read.
  case secretFile(path: String, errno: Int32)
  /// Every user may read the file with the secret.
  case readableSecret(path: String)
  /// The configuration at this path already holds a secret.
  case secretThere(path: String)
  /// A Wi-Fi password would be sent in clear.
  case passwordInClear
  /// A Wi-Fi network cannot have this password or name.
  case badWiFi(what: String, sizes: ClosedRange<Int>)

  /// The program of `--exec` cannot be started.
  case executedProgram(ExecutedProgramError)
  /// Without a secret, every sender could start the program of `--exec`.
  case executionInClear
  /// The program of `--exec` failed.
  case executionFailed
  /// No receiver confirmed the transmission.
  case notConfirmed(NotConfirmed)
  /// No station answered the distance measurement.
  case notMeasured(attempts: Int, noiseDecibels: Double?, captureName: String)

  /// A failure of another module.
  case module(any ModuleFailure)

  // MARK: Files and streams

  /// A recording could not be read or written.
  case recording(AudioFileError)
  /// The input's rate is too low for the tones of every protocol.
  case inputRateTooLow(name: String, rateHertz: Double, neededHertz: Double, isDevice: Bool)
  /// The input has no channel of this number, counted from 0.
  case noChannel(Int, name: String, channelCount: Int)
  /// The sampling rate cannot be converted to a rate that the receiver takes.
  case unusableRate(rateHertz: Double)
  /// Standard output cannot carry both sound and events.
  case soundAmongEvents
  /// A recording cannot be written to a terminal.
  case recordingToTerminal
  /// A file could not be read for sending, or kept after it arrived.
  case file(FilesError)
  /// A picture could not be written.
  case pictureFile(AudioFileError)
  /// Cairo could not draw a picture; `detail` is its message.
  case undrawable(detail: String)
  /// Standard input could not be read.
  case standardInput(errno: Int32)
  /// Standard output could not be written.
  case standardOutput(errno: Int32)

  // MARK: Devices

  /// The audio device failed.
  case device(AudioDeviceError)
  /// The device that hears or plays answers failed.
  case answerDevice(AudioDeviceError)
  /// There is no device to list.
  case noDevices

  // MARK: Ends without an error

  /// The input ended without a message.
  case nothingReceived(NothingReceived)
  /// A received file could not be kept. This was reported at the time, and listening went on.
  case fileLost
  /// SIGINT or SIGTERM.
  case interrupted
  /// Some of several recordings failed. This was reported at the time.
  case alreadyTold(ExitStatus)

  /// No probe, or only a part of a probe, came in so many seconds of this input.
  case noProbe(ProbeListener.Absence, name: String, seconds: Double)
  /// No protocol is safe by the measurements of a probe.
  case nothingSafe
  /// A probe has no room under this ceiling.
  case probeCeilingTooLow(ceilingHertz: Double, leastHertz: Double)
  /// A probe has no room below half this rate.
  case probeRateTooLow(rateHertz: Double)
  /// The input that `--doctor` examined can bring no message.
  case inputUnusable(name: String)

  /// Why `hrecv` ended without a message.
  package enum NothingReceived: Sendable {
    /// The recording of this name ended.
    case recordingEnded(name: String, seconds: Double, Clue?)
    /// Files arrived, and there was no folder for them. `name` is the input, if there are several.
    case noFileKept(name: String?)
    /// The time limit ended.
    case timedOut(seconds: Double, Clue?)
    /// A signal came.
    case interrupted(seconds: Double, Clue?)
  }

  /// The exit status of the program.
  package var exitStatus: ExitStatus {
    switch self {
    case .unknownOption, .ambiguousOption, .missingValue, .unexpectedValue, .badValue,
      .conflictingOptions, .optionNeeds, .unexpectedOperand, .text, .endlessInput,
      .ceilingTooLow, .ceilingAboveHalfRate, .rateTooLow, .noCharacterMap, .noFixedLength,
      .everyTooShort, .probeCeilingTooLow, .probeRateTooLow, .recordingToTerminal,
      .soundAmongEvents, .secret, .tooManySecrets, .unknownRoom, .passwordInClear, .badWiFi,
      .executionInClear, .noChannel:
      .usage
    case .configured(_, let failure): failure.exitStatus
    case .alreadyTold(let status): status
    case .catalog(.unknownName): .usage
    case .standardOutput(EPIPE), .recording(.closedPipe): .readerGone
    case .inputRateTooLow(_, _, _, isDevice: true): .device
    case .nothingReceived(.interrupted), .device(.cancelled), .answerDevice(.cancelled),
      .recording(.interrupted),
      .pictureFile(.interrupted):
      .interrupted
    case .catalog, .configuration, .noHome, .recording, .file, .inputRateTooLow, .unusableRate,
      .pictureFile, .undrawable, .standardInput, .standardOutput, .secretFile, .readableSecret,
      .secretThere, .executedProgram, .fileLost:
      .file
    case .device, .answerDevice, .noDevices: .device
    case .module(let failure): failure.exitStatus
    case .nothingReceived, .inputUnusable, .noProbe, .nothingSafe: .nothingReceived
    case .executionFailed: .programFailed
    case .notConfirmed, .notMeasured: .notConfirmed
    case .interrupted: .interrupted
    }
  }
}

/// A failure of a module above this one.
package protocol ModuleFailure: Error {
  /// A sentence with the fault and the next thing to try.
  var wording: String { get }
  /// The exit status of the program.
  var exitStatus: ExitStatus { get }
}
