/// What a program prints, as lines that do nothing to a terminal but show.
struct ProgramOutput {
  /// Bytes of which are shown; what follows is dropped, so that one message cannot fill a journal.
  static let mostBytes = 1 << 16

  private var line: [UInt8] = []
  private var byteCount = 0
  private var isCut = false

  /// Takes the next bytes; gives the lines that they complete, each with its newline.
  mutating func push(_ bytes: some Collection<UInt8>) -> String {
    if isCut { return "" }
    let taken = bytes.prefix(Self.mostBytes - byteCount)
    byteCount += taken.count
    line += taken
    var text = ""
    if let end = line.lastIndex(of: UInt8(ascii: "\n")) {
      for whole in line[..<end].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      {
        text += VisibleText.escaping(whole) + "\n"
      }
      line.removeFirst(end + 1)
    }
    if taken.count < bytes.count {
      text += finish() + "hrecv: the program prints more than 64 KiB: the rest is left out\n"
      isCut = true
    }
    return text
  }

  /// The last line, where it has no newline, with one; then nothing is left.
  mutating func finish() -> String {
    defer { line = [] }
    return line.isEmpty ? "" : VisibleText.escaping(line) + "\n"
  }
}
