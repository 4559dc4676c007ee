import Glibc
import HandShake
import HandShakeConfiguration
import HandShakeExecution
import HandShakeFiles
import HandShakeModem
import HandShakeSealing

/// `hrecv --exec`: starts a program for each permitted message, and remembers it between runs.
struct MessageExecution {
  private let isUnauthenticated: Bool
  private let messagesOnly: [String]
  /// The messages for which any listener of this user started a program.
  private let started: SharedMemory
  private let queue: ProgramQueue
  /// Whether the last program that ended was successful.
  private(set) var hasSucceeded = true

  /// Prepares the program of `--exec`.
  ///
  /// Throws `executedProgram`. Throws `executionInClear` if a required secret is missing.
  init(
    _ execution: Execution, _ keyring: Keyring?
  ) throws(CommandFailure) {
    messagesOnly = execution.messagesOnly
    let mayStart = keyring?.rooms.contains { room in
      room.name.map { !execution.messagesOnly.contains($0) } ?? true
    }
    guard mayStart ?? false || execution.isUnauthenticated else { throw .executionInClear }
    do {
      queue = ProgramQueue(
        try ExecutedProgram(
          execution.program, arguments: execution.arguments,
          timeoutSeconds: execution.timeoutSeconds))
    } catch {
      throw .executedProgram(error)
    }
    isUnauthenticated = execution.isUnauthenticated
    started = try AcceptedMessages.memory("started")
  }

  /// Starts the program for an event, now or later. `keptPath` is the path of the kept file. If
  /// another listener started a program for the same message, or a start cannot be remembered,
  /// nothing starts. This is reported, and the message is not answered.
  mutating func take(
    _ event: ReceiverEvent, keptPath: String?, _ station: inout Station,
    _ reporter: inout EventReporter
  ) {
    let (message, frame, seal): (ExecutedMessage, Frame, Seal?)
    switch event {
    case .message(let received):
      (frame, seal) = (received.frame, received.seal)
      message = Self.message(.text(received.bytes), received.frame, received.seal)
    case .file(let received):
      guard let keptPath else { return }
      (frame, seal) = (received.frame, received.seal)
      message = Self.message(
        .file(
          path: keptPath, name: String(decoding: received.file.name, as: UTF8.self),
          sha256: EventObject.hexadecimal(received.file.digest)),
        received.frame, received.seal)
    default: return
    }
    guard seal != nil || isUnauthenticated else { return }
    if let room = seal?.room, messagesOnly.contains(room) {
      return reporter.note("the secret of \(quoted(room)) is for messages only, and starts nothing")
    }
    if let seal {
      // Remembered before the start, so that nothing ever starts a second program for this message.
      do throws(FilesError) {
        let admission = try started.admit(seal.number, endingAt: SealedClock.seconds)
        guard admission == .new else {
          station.settle(frameNumber: frame.number, nil)
          reporter.note("another listener of yours started a program for this message")
          return
        }
      } catch {
        station.settle(frameNumber: frame.number, nil)
        return reporter.note(CommandFailure.file(error).sentence(for: .hrecv))
      }
    }
    queue.enqueue(message)
    // After an interrupt, the program has this time to end by itself.
    Interruption.allowTime(seconds: ProgramQueue.longestStopSeconds)
  }

  private static func message(
    _ content: ExecutedMessage.Content, _ frame: Frame, _ seal: Seal?
  ) -> ExecutedMessage {
    ExecutedMessage(
      content, room: seal?.room, sealedSeconds: seal.map { Int($0.unixSeconds) },
      protocolName: frame.protocolName,
      signalToNoise: decimals(frame.signalToNoiseDecibels, 1))
  }

  /// Reports the results of the programs until now.
  mutating func proceed(_ reporter: inout EventReporter) throws(CommandFailure) {
    for event in queue.take() {
      switch event {
      case .printed(let lines): reporter.passOn(lines.map(VisibleText.escaping))
      case .cut: reporter.passOn([ExecutionOutcome.cutSentence])
      case .ended(let outcome):
        hasSucceeded = outcome.isSuccess
        if let sentence = outcome.sentence(of: queue.program) { reporter.note(sentence) }
        try reporter.emit(EventObject.executed(outcome, program: queue.program))
      }
    }
  }

  /// Waits for the programs that run or wait to run. An interrupt, earlier or now, ends them.
  mutating func finish(_ reporter: inout EventReporter) throws(CommandFailure) {
    while !queue.isIdle {
      if Interruption.isRequested { queue.stop() }
      try proceed(&reporter)
      usleep(5000)
    }
  }
}
