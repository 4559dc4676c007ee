/// What the programs end with; scripts rely on it.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Sent, or at least one message received.
  case done = 0
  /// The input ended or the time was up without a message.
  case nothingReceived = 1
  /// The command line, the text or the chosen protocol cannot work.
  case usage = 2
  /// The audio device is missing, refused, or gone.
  case device = 3
  /// A file could not be read or written.
  case file = 4
  /// Nobody confirmed that it came, or both devices did not agree.
  case notConfirmed = 5
  /// The program that was started for the message of `--once` failed.
  case programFailed = 6
  /// SIGINT or SIGTERM before there was a result.
  case interrupted = 130
  /// What was printed or written has no reader any more, before there was a result: as a shell
  /// tells SIGPIPE.
  case readerGone = 141

  /// Those that a program can end with.
  package static func statuses(of command: CommandName) -> [ExitStatus] {
    allCases.filter { status in
      switch status {
      case .done, .usage, .device, .file, .interrupted, .readerGone: true
      case .nothingReceived: command != .hsend
      case .notConfirmed: command != .htone
      case .programFailed: command == .hrecv
      }
    }
  }

  /// What it says, in a few words.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .nothingReceived: "nothing received"
    case .usage: "wrong usage"
    case .device: "audio device"
    case .file: "file"
    case .notConfirmed: "not confirmed, or not paired"
    case .programFailed: "the program of --exec failed"
    case .interrupted: "interrupted"
    case .readerGone: "the reader of the output is gone"
    }
  }
}
