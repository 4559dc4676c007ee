@preconcurrency import Glibc
import HandShakeExecution
import HandShakeTerminal

/// The decision whether both devices show the same digits, by the person at the terminal or the
/// program of `--accept-by`.
struct Acceptance {
  private let command: CommandName
  private let program: ProgramQueue?
  private var typed: [UInt8] = []
  private var isAsking = false

  private static let question = "are they the same? type y or n: "

  /// Whether there is a terminal for the question.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal }

  /// Asks about `digits` of a pairing for `room`.
  init(_ digits: Int, _ request: PairingRequest) {
    command = request.command
    guard let acceptor = request.acceptor else {
      program = nil
      isAsking = true
      // Discard earlier input: it does not answer this question.
      tcflush(STDIN_FILENO, TCIFLUSH)
      let shown = Self.words(digits, between: " ")
      StandardStream.error.write("compare the digits on both devices: \(shown)\n".utf8)
      StandardStream.error.write(Self.question.utf8)
      return
    }
    let program = ProgramQueue(acceptor)
    program.enqueue(
      ExecutedMessage(.digits(Self.words(digits)), room: request.room, protocolName: ""))
    self.program = program
  }

  /// Six digits in two groups of three.
  static func words(_ digits: Int, between: String = "") -> String {
    let text = String(1_000_000 + digits).dropFirst()
    return text.prefix(3) + between + text.suffix(3)
  }

  /// The answer since the last call; nil without an answer. The end of standard input is a no.
  mutating func take() -> Bool? {
    program.map(answer) ?? answer()
  }

  /// Ends the line of an unanswered question.
  mutating func end() {
    if isAsking { StandardStream.error.write("\n".utf8) }
    isAsking = false
  }

  private func answer(of program: ProgramQueue) -> Bool? {
    for event in program.take() {
      switch event {
      case .printed(let lines):
        for line in lines { StandardStream.error.write((VisibleText.escaping(line) + "\n").utf8) }
      case .cut: break
      case .ended(let outcome): return outcome.isSuccess
      }
    }
    return nil
  }

  private mutating func answer() -> Bool? {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR ? nil : false }
    typed += bytes[..<count]
    guard let end = typed.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: typed[..<end], as: UTF8.self).lowercased()
    typed = []
    switch line.filter({ $0 != " " }) {
    case "y", "yes":
      isAsking = false
      return true
    case "n", "no":
      isAsking = false
      return false
    default:
      StandardStream.error.write(Self.question.utf8)
      return nil
    }
  }
}
