import Files
@preconcurrency import Glibc
import Modem
import Sealing

/// `hrecv --exec`: starts a program for each message that may start one, and remembers between runs which did.
struct MessageExecution {
  private let isUnauthenticated: Bool
  private let memory: ReplayFile
  private var queue: ProgramQueue
  /// Whether the last program that ended did so as it should.
  private(set) var hasSucceeded = true

  /// What `--exec` asks for; `source` is what is listened to.
  ///
  /// Throws `executedProgram`, and `executionInClear` where there is no secret and none is waived.
  init(
    _ execution: Execution, _ source: ReceiveOptions.Source, hasSecret: Bool
  ) throws(CommandFailure) {
    guard hasSecret || execution.isUnauthenticated else { throw .executionInClear }
    do {
      queue = ProgramQueue(
        try ExecutedProgram(
          execution.program, arguments: execution.arguments,
          timeoutSeconds: execution.timeoutSeconds))
    } catch {
      throw .executedProgram(error)
    }
    isUnauthenticated = execution.isUnauthenticated
    let name =
      switch source {
      case .device(let pcm): pcm
      case .recording: "recording"
      }
    memory = ReplayFile(
      folder: try Self.stateFolder() + "/handshake/seen",
      name: String(name.map { $0 == "/" ? "_" : $0 }))
  }

  /// Where the XDG Base Directory Specification has what is kept between runs.
  private static func stateFolder() throws(CommandFailure) -> String {
    if let folder = getenv("XDG_STATE_HOME"), folder.pointee == CChar(UInt8(ascii: "/")) {
      return String(cString: folder)
    }
    guard let home = getenv("HOME"), home.pointee == CChar(UInt8(ascii: "/")) else {
      throw .noHome
    }
    return String(cString: home) + "/.local/state"
  }

  /// The messages that came in earlier runs; throws `file`.
  func seen() throws(CommandFailure) -> ReplayMemory {
    do {
      return try memory.read()
    } catch {
      throw .file(error)
    }
  }

  /// Starts the program for what an event brings, at once or when its turn comes; `seen` holds the message
  /// already, and `keptPath` is where a file was kept. Throws `file` where that cannot be remembered.
  mutating func take(
    _ event: ReceiverEvent, keptPath: String?, seen: ReplayMemory
  ) throws(CommandFailure) {
    let (message, seal): (ExecutedMessage, Seal?)
    switch event {
    case .message(let received):
      seal = received.seal
      message = Self.message(.text(received.bytes), received.frame, received.seal)
    case .file(let received):
      guard let keptPath else { return }
      seal = received.seal
      message = Self.message(
        .file(
          path: keptPath, name: String(decoding: received.file.name, as: UTF8.self),
          sha256: EventObject.hexadecimal(received.file.digest)),
        received.frame, received.seal)
    case .level, .detected, .progress, .blocks, .sealed, .receipt, .ranging, .repeated, .failed:
      return
    }
    guard seal != nil || isUnauthenticated else { return }
    if seal != nil {
      // Before it starts: whatever happens then, a recording of the message starts nothing.
      do {
        try memory.write(seen)
      } catch {
        throw .file(error)
      }
    }
    queue.enqueue(message)
  }

  private static func message(
    _ content: ExecutedMessage.Content, _ frame: Frame, _ seal: Seal?
  ) -> ExecutedMessage {
    ExecutedMessage(
      content, room: seal?.room, sealedSeconds: seal.map { Int($0.unixSeconds) },
      protocolName: frame.protocolName, snrDecibels: frame.signalToNoiseDecibels)
  }

  /// Sees to the programs, without waiting, and tells what they did.
  mutating func proceed(_ reporter: inout EventReporter) throws(CommandFailure) {
    try tell(queue.proceed(), &reporter)
  }

  /// Waits for the programs that still run or wait to run.
  mutating func finish(_ reporter: inout EventReporter) throws(CommandFailure) {
    while let events = queue.next() { try tell(events, &reporter) }
  }

  private mutating func tell(
    _ events: [ExecutionEvent], _ reporter: inout EventReporter
  ) throws(CommandFailure) {
    for event in events {
      switch event {
      case .printed(let lines): reporter.passOn(lines)
      case .ended(let outcome):
        hasSucceeded = outcome.isSuccess
        if let sentence = outcome.sentence(of: queue.program) { reporter.note(sentence) }
        try reporter.emit(EventObject.executed(outcome, program: queue.program))
      }
    }
  }
}
