/// What a program prints, as lines.
struct ProgramOutput {
  /// Bytes that are told; what follows is dropped, so that one message cannot fill a journal.
  static let mostBytes = 1 << 16

  private var line: [UInt8] = []
  private var byteCount = 0
  /// Whether it printed more than is told.
  private(set) var isCut = false

  /// Takes the next bytes; gives the lines that they complete, and the cut where they are too many.
  mutating func push(_ bytes: some Collection<UInt8>) -> [ExecutionEvent] {
    if isCut { return [] }
    let taken = bytes.prefix(Self.mostBytes - byteCount)
    byteCount += taken.count
    line += taken
    var lines = line.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    line = Array(lines.removeLast())
    let whole = lines.isEmpty ? [] : [ExecutionEvent.printed(lines.map(Array.init))]
    isCut = taken.count < bytes.count
    return whole + (isCut ? finish() + [.cut] : [])
  }

  /// The last line, where it has no newline; then nothing is left.
  mutating func finish() -> [ExecutionEvent] {
    defer { line = [] }
    return line.isEmpty ? [] : [.printed([line])]
  }
}
