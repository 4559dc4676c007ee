import CHandShakeArguments
@preconcurrency import Glibc
import HandShakeModem

/// What every program does around its work: signals, `--help` and `--version`, and the one sentence
/// and exit status of whatever ends it early.
package enum Program {
  /// Runs `work` on the command line of this process and ends the process.
  package static func run(
    _ command: Command, _ work: (ParsedOptions) throws(CommandFailure) -> Void
  ) -> Never {
    leaveCrashesToTheSystem()
    Interruption.install(graceSeconds: command.graceSeconds)
    do throws(CommandFailure) {
      let parsed = try OptionsParser.parse(arguments(), of: command)
      SecretSource.hideOption(parsed)
      StandardStream.beQuiet(parsed.has(.quiet))
      if parsed.has(.help) {
        try print(HelpText.text(for: command, columns: HelpText.usualColumns))
      } else if parsed.has(.version) {
        try print("\(command.name.rawValue) \(handShakeVersion)\n")
      } else {
        try work(parsed)
      }
    } catch {
      complain(error, as: command.name)
      exit(error.exitStatus.rawValue)
    }
    exit(ExitStatus.done.rawValue)
  }

  /// Takes back the handlers that Swift installs where `SWIFT_BACKTRACE` asks for them: they print registers and
  /// memory, in which there may be a secret.
  private static func leaveCrashesToTheSystem() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      let former = signal(number, SIG_DFL)
      // Those of a job in the background stay ignored.
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Prints a whole text on standard output.
  package static func print(_ text: String) throws(CommandFailure) {
    if let code = StandardStream.output.write(text.utf8) { throw .standardOutput(errno: code) }
  }

  /// One line on standard error that is no failure, with the program's name before it.
  package static func say(_ sentence: String, as command: CommandName) {
    if !StandardStream.isQuiet { write(sentence, command) }
  }

  /// Why the program ends; whoever interrupted it, or went without reading on, knows, but not why nothing came
  /// until then.
  static func complain(_ failure: CommandFailure, as command: CommandName) {
    switch (failure, failure.exitStatus) {
    case (.nothingReceived, _): write(failure.sentence(for: command), command)
    case (.alreadyTold, _), (_, .interrupted), (_, .readerGone): break
    default: write(failure.sentence(for: command), command)
    }
  }

  private static func write(_ sentence: String, _ command: CommandName) {
    StandardStream.error.write("\(command.rawValue): \(sentence)\n".utf8)
  }

  /// The words after the program's name as they were given: they need not be UTF-8.
  private static func arguments() -> [[UInt8]] {
    guard let words = arguments_vector() else { return [] }
    return (1..<max(1, Int(arguments_count()))).compactMap { index in
      words[index].map { word in
        UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
      }
    }
  }
}
