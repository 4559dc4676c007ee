import CHandShakeArguments
@preconcurrency import Glibc

/// The common part of every program: signals, `--help` and `--version`, and the error sentence and
/// exit status of an early end.
package enum Program {
  /// Runs `work` on the command line of this process and ends the process.
  package static func run<Failure: ProgramFailure>(
    _ command: Command, version: String,
    _ work: (ParsedCommandLine<Failure>) throws(Failure) -> Void
  ) -> Never {
    leaveCrashesToTheSystem()
    Interruption.install(graceSeconds: command.graceSeconds)
    do throws(Failure) {
      let parsed = try CommandLineParser<Failure>.parse(arguments(), of: command)
      hide(parsed.values[.secret] ?? [])
      StandardStream.beQuiet(parsed.has(.quiet))
      if parsed.has(.help) || parsed.has(.helpAll) {
        let text = HelpText.text(
          for: command, isWhole: parsed.has(.helpAll), columns: HelpText.usualColumns)
        try print(text) { code in Failure.standardOutput(errno: code) }
      } else if parsed.has(.version) {
        try print("\(command.name.rawValue) \(version)\n") { Failure.standardOutput(errno: $0) }
      } else {
        try work(parsed)
      }
    } catch {
      complain(error, as: command.name)
      exit(error.exitStatus.rawValue)
    }
    exit(ExitStatus.done.rawValue)
  }

  /// Removes the handlers that Swift installs if `SWIFT_BACKTRACE` asks for them. They print
  /// registers and memory, which may contain a secret.
  private static func leaveCrashesToTheSystem() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      let former = signal(number, SIG_DFL)
      // A background job keeps them ignored.
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Prints a whole text on standard output; `failure` makes the error of an `errno`.
  package static func print<Failure: Error>(
    _ text: String, failure: (Int32) -> Failure
  ) throws(Failure) {
    if let code = StandardStream.output.write(text.utf8) { throw failure(code) }
  }

  /// Prints a line on standard error that is not a failure, after the program's name.
  package static func say(_ sentence: String, as command: CommandName) {
    if !StandardStream.isQuiet { write(sentence, command) }
  }

  /// Prints why the program ends, unless the user knows it.
  package static func complain(_ failure: some ProgramFailure, as command: CommandName) {
    if !failure.isKnown { write(failure.sentence(for: command), command) }
  }

  private static func write(_ sentence: String, _ command: CommandName) {
    StandardStream.error.write("\(command.rawValue): \(sentence)\n".utf8)
  }

  /// The bytes of the arguments after the program's name: they may be invalid UTF-8.
  private static func arguments() -> [[UInt8]] {
    guard let words = arguments_vector() else { return [] }
    return (1..<max(1, Int(arguments_count()))).compactMap { index in
      words[index].map { word in
        UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
      }
    }
  }

  /// Overwrites `values` of an option in the command line, which every user can list.
  private static func hide(_ values: [String]) {
    guard let arguments = arguments_vector() else { return }
    for value in values where !value.isEmpty {
      for index in 1..<max(1, Int(arguments_count())) {
        guard let word = arguments[index] else { continue }
        // `--secret WORDS` or `--secret=WORDS`; invalid UTF-8 is compared as read.
        let starts = [word, strchr(word, Int32(UInt8(ascii: "="))).map { $0 + 1 }]
        for case let start? in starts where String(cString: start) == value {
          memset(start, Int32(UInt8(ascii: "*")), strlen(start))
        }
      }
    }
  }
}
