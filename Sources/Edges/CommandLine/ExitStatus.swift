/// The exit statuses of the programs; scripts rely on them.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The message was sent, or at least one was received.
  case done = 0
  /// The input or the time limit ended without a message.
  case nothingReceived = 1
  /// The command line, the text or the chosen protocol is unusable.
  case usage = 2
  /// The audio device is missing, refused, or disconnected.
  case device = 3
  /// A file could not be read or written.
  case file = 4
  /// No receipt confirmed the message, or the two devices did not agree.
  case notConfirmed = 5
  /// The program started for the message of `--once` failed.
  case programFailed = 6
  /// SIGINT or SIGTERM before a result.
  case interrupted = 130
  /// The reader of the output closed it before a result; the status of SIGPIPE in a shell.
  case readerGone = 141

  /// The exit statuses of a program.
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

  /// The meaning in a few words.
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
