import Glibc
import HandShakeAudioDevice
import HandShakeAudioFile
import HandShakeCatalog
import HandShakeDiagnosis
import HandShakeExecution
import HandShakeFiles
import HandShakeModem
import HandShakeSealing

/// Everything that can end a program early: the facts, worded in `FailureWording` alone.
package enum CommandFailure: Error {
  // MARK: The command line

  /// No such option.
  case unknownOption(String, known: [String])
  /// An abbreviation of several options.
  case ambiguousOption(String, candidates: [String])
  /// An option that needs a value came without.
  case missingValue(option: String, placeholder: String)
  /// An option that takes no value came with one.
  case unexpectedValue(option: String)
  /// A value that cannot be read, or lies outside what makes sense.
  case badValue(option: String, value: String, expected: String)
  /// Two options that cannot be used together.
  case conflictingOptions(String, String)
  /// An option that means something only beside another.
  case optionNeeds(String, needed: String)
  /// An operand where none belongs.
  case unexpectedOperand([UInt8])
  /// What a value of this field of the configuration file brought about.
  indirect case configured(field: String, CommandFailure)

  // MARK: What is to be sent

  /// The text cannot be sent by this protocol.
  case text(TransmitterError, protocolName: String)
  /// Standard input went on beyond what any protocol sends.
  case endlessInput(limit: Int)
  /// The protocol could not be found or read.
  case catalog(CatalogError)
  /// The configuration file could not be read or written.
  case configuration(CatalogError)
  /// There is no home directory to keep a configuration in.
  case noHome
  /// No placement lies under the ceiling.
  case ceilingTooLow(ceilingHertz: Double, protocolName: String, lowest: Placement?)
  /// The stated ceiling is above what the sampling rate holds.
  case ceilingAboveHalfRate(ceilingHertz: Double, rateHertz: Double)
  /// No placement fits below half the sampling rate.
  case rateTooLow(rateHertz: Double, protocolName: String, lowest: Placement?)
  /// The protocol has no characters with a frequency each.
  case noCharacterMap(protocolName: String)
  /// The protocol has no messages of fixed length.
  case noFixedLength(protocolName: String)
  /// One transmission lasts longer than the time from one to the next.
  case everyTooShort(everySeconds: Double, transmissionSeconds: Double)

  // MARK: Secrets

  /// The secret from this source is no good.
  case secret(SecretError, source: String)
  /// There are more secrets than are tried.
  case tooManySecrets(count: Int, limit: Int)
  /// There is no secret of this room; where none was named, several to choose from.
  case unknownRoom(String?, known: [String])
  /// The file with the secret could not be read.
  case secretFile(path: String, errno: Int32)
  /// Everybody may read the file with the secret.
  case readableSecret(path: String)
  /// The configuration at this path holds a secret already.
  case secretThere(path: String)
  /// A Wi-Fi password would be sent in clear.
  case passwordInClear
  /// The password or the name is none that a Wi-Fi network has.
  case badWiFi(what: String, sizes: ClosedRange<Int>)

  /// The program of `--exec` cannot be started.
  case executedProgram(ExecutedProgramError)
  /// The program of `--exec` would be started by whoever sends.
  case executionInClear
  /// The program of `--exec` failed.
  case executionFailed
  /// Nobody confirmed that what was sent came.
  case notConfirmed(NotConfirmed)
  /// Nobody answered who could be measured.
  case notMeasured(attempts: Int, noiseDecibels: Double?, captureName: String)

  /// What another module does failed.
  case module(any ModuleFailure)

  // MARK: Files and streams

  /// A recording could not be read or written.
  case recording(AudioFileError)
  /// The input's rate is too low for the tones of every protocol.
  case inputRateTooLow(name: String, rateHertz: Double, neededHertz: Double, isDevice: Bool)
  /// The input has fewer channels than that of a number from 0.
  case noChannel(Int, name: String, channelCount: Int)
  /// The sampling rate cannot be turned into one that the receiver takes.
  case unusableRate(rateHertz: Double)
  /// Sound and events were to be written to standard output.
  case soundAmongEvents
  /// A recording was to be written to a terminal.
  case recordingToTerminal
  /// A file could not be read for sending, or kept when it came.
  case file(FilesError)
  /// A picture could not be written.
  case pictureFile(AudioFileError)
  /// A picture could not be drawn, for what Cairo says.
  case undrawable(detail: String)
  /// Standard input could not be read.
  case standardInput(errno: Int32)
  /// Standard output could not be written.
  case standardOutput(errno: Int32)

  // MARK: Devices

  /// The audio device failed.
  case device(AudioDeviceError)
  /// The device failed that answers are heard or played by.
  case answerDevice(AudioDeviceError)
  /// There is no device to list.
  case noDevices

  // MARK: Ends without an error

  /// The input ended without a message.
  case nothingReceived(NothingReceived)
  /// A file that came could not be kept, as was said when it happened; listening went on.
  case fileLost
  /// SIGINT or SIGTERM.
  case interrupted
  /// Some of several recordings could not be received from, as was said when it happened.
  case alreadyTold(ExitStatus)

  /// No probe came, or not all of one, in so many seconds of the input of this name.
  case noProbe(ProbeListener.Absence, name: String, seconds: Double)
  /// What a probe showed lets no protocol through safely.
  case nothingSafe
  /// A probe has no room under this ceiling.
  case probeCeilingTooLow(ceilingHertz: Double, leastHertz: Double)
  /// A probe has no room below half this rate.
  case probeRateTooLow(rateHertz: Double)
  /// What `--doctor` examined brings no message.
  case inputUnusable(name: String)

  /// Why `hrecv` ended without a message.
  package enum NothingReceived: Sendable {
    /// The recording of this name ended.
    case recordingEnded(name: String, seconds: Double, Clue?)
    /// Files came, from the input of this name where there are several, and no folder was given for them.
    case noFileKept(name: String?)
    /// The time was up.
    case timedOut(seconds: Double, Clue?)
    /// A signal came.
    case interrupted(seconds: Double, Clue?)
  }

  /// What the program ends with.
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
  /// What happened and what to try, in a sentence.
  var wording: String { get }
  /// What the program ends with.
  var exitStatus: ExitStatus { get }
}
