/// What a `ProgramQueue` tells.
package enum ExecutionEvent: Equatable, Sendable {
  /// The program printed these lines, without their newlines, to standard output or standard error.
  case printed([[UInt8]])
  /// It printed more than is told.
  case cut
  /// A message is done with; each that was handed over comes here once.
  case ended(ExecutionOutcome)
}

/// What became of a message for which a program was to be started.
package struct ExecutionOutcome: Equatable, Sendable {
  /// How it ended.
  package enum End: Equatable, Sendable {
    /// By itself, with this status.
    case exited(status: Int32)
    /// By a signal of this number.
    case killed(signal: Int32)
    /// It was ended, for it ran longer than it may.
    case timedOut
    /// It could not be started, for the reason of this `errno`.
    case notStarted(errno: Int32)
    /// It was not started, since so many others wait.
    case dropped
    /// It was not started, or was ended, since this program was interrupted.
    case interrupted
  }

  /// The message.
  package let message: ExecutedMessage
  /// How it ended.
  package let end: End
  /// How long it ran.
  package let seconds: Double

  /// The end of `message`.
  package init(message: ExecutedMessage, end: End, seconds: Double) {
    (self.message, self.end, self.seconds) = (message, end, seconds)
  }

  /// Whether the program ran and ended with status 0.
  package var isSuccess: Bool { end == .exited(status: 0) }
}
