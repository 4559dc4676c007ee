/// The output of a program, as lines.
struct ProgramOutput {
  /// The most bytes of output. The rest is dropped, so that one message cannot fill a journal.
  static let mostBytes = 1 << 16

  private var line: [UInt8] = []
  private var byteCount = 0
  /// Whether it printed more than the limit.
  private(set) var isCut = false

  /// Takes the next bytes. Gives the completed lines, and the cut if the limit is exceeded.
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

  /// The last line, if it has no newline. Afterwards the buffer is empty.
  mutating func finish() -> [ExecutionEvent] {
    defer { line = [] }
    return line.isEmpty ? [] : [.printed([line])]
  }
}
