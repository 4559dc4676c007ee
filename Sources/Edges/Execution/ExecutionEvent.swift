/// An event of a `ProgramQueue`.
package enum ExecutionEvent: Equatable, Sendable {
  /// The program printed these lines, without their newlines, to standard output or standard error.
  case printed([[UInt8]])
  /// It printed more than the limit.
  case cut
  /// The end of a message. Each enqueued message ends exactly once.
  case ended(ExecutionOutcome)
}

/// The result for a message.
package struct ExecutionOutcome: Equatable, Sendable {
  /// How its program ended.
  package enum End: Equatable, Sendable {
    /// By itself, with this status.
    case exited(status: Int32)
    /// By a signal of this number.
    case killed(signal: Int32)
    /// It exceeded its timeout and was ended.
    case timedOut
    /// It could not be started, for the reason of this `errno`.
    case notStarted(errno: Int32)
    /// It was not started, because too many messages wait.
    case dropped
    /// It was not started, or was ended, because this program was interrupted.
    case interrupted
  }

  /// The message.
  package let message: ExecutedMessage
  /// How its program ended.
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
