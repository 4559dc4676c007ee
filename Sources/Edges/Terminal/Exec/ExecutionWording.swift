@preconcurrency import Glibc
import HandShakeExecution
import HandShakeFiles

/// Why a program could not be started for messages, and the next thing to try.
extension ExecutedProgramError {
  /// The failure as a sentence. The caller must still escape it.
  var wording: String {
    switch self {
    case .missing(let path) where path.contains("/"):
      "there is no program \(quoted(path)): check the path with ls"
    case .missing(let name):
      "there is no program \(quoted(name)) in PATH: give its path, as in --exec ./\(name)"
    case .isDirectory(let path):
      "\(quoted(path)) is a directory: give the path of a program in it"
    case .notExecutable(let path):
      "\(quoted(path)) may not be executed: try chmod +x \(typed(path)), or give another program"
    }
  }
}

extension ExecutionOutcome {
  /// The note if a program prints more than is shown.
  static let cutSentence = "hrecv: the program prints more than 64 KiB: the rest is left out"

  /// The sentence for the user, nil if the program ended with status 0.
  ///
  /// - Parameter program: the program that ran or could not be started.
  func sentence(of program: ExecutedProgram) -> String? {
    let path = quoted(program.path)
    let sentence: String
    switch end {
    case .exited(0): return nil
    case .exited(let status):
      sentence = "\(path) failed with status \(status): start it by hand to see why"
    case .killed(let signal):
      sentence =
        "\(path) was ended by signal \(signal) (\(String(cString: strsignal(signal)).lowercased()))"
        + ": start it by hand to see why"
    case .timedOut:
      sentence =
        "\(path) had not ended after \(duration(program.timeoutSeconds)) and was stopped: make it "
        + "quicker, or give --exec-timeout \(decimals(ceil(2 * program.timeoutSeconds), 0))"
    case .notStarted(let code):
      sentence = "\(path) could not be started (\(systemText(code))): start it by hand to see why"
    case .dropped:
      sentence =
        "\(path) was not started for a message, since \(ProgramQueue.mostWaiting) others wait: "
        + "send fewer, or make it quicker"
    case .interrupted:
      sentence = "\(path) was stopped, or not started, since hrecv was interrupted: send again"
    }
    return VisibleText.escaping(sentence)
  }
}
