import HandShakeTestKit
import Testing

/// `--help`, and what the terminal can show.
@Suite(.waiting) struct HelpTests {
  private static let programs = ["hsend", "hrecv", "htone"]

  /// 80 columns where nothing says otherwise.
  @Test(arguments: programs, [("", 80), ("COLUMNS=60", 60), ("COLUMNS=0", 80), ("COLUMNS=x", 80)])
  func helpFits(program: String, setting: (variable: String, columns: Int)) throws {
    let outcome = try Shell.run("\(setting.variable) \(program) --help-all")
    let widths = outcome.output.split(separator: "\n").map(\.count)
    #expect(widths.allSatisfy { $0 <= setting.columns })
    #expect((widths.max() ?? 0) > setting.columns - 10)
  }

  /// The first screen has the usual options alone, and names the option that prints the others.
  @Test(arguments: programs) func theFirstScreen(program: String) throws {
    let lines = try Shell.run("\(program) --help").output.split(separator: "\n")
    #expect(lines.count <= 40, "\(lines.count) lines")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.count { $0.prefixMatch(of: #/  (-\w, |    )--/#) != nil } == 11)
    #expect(lines.contains { $0.hasPrefix("      --help-all  ") })
  }

  @Test func helpFitsTheTerminal() throws {
    let terminal = try PseudoTerminal(columns: 64, rows: 24)
    try terminal.start("hsend --help")
    #expect(try terminal.wait() == 0)
    let widths = terminal.written.split(separator: "\r\n").map(\.count)
    #expect(widths.allSatisfy { $0 <= 64 } && (widths.max() ?? 0) > 54)
  }

  /// Every program lists the statuses that it can end with, and no others.
  @Test(arguments: [
    ("hsend", [0, 2, 3, 4, 5, 130, 141]), ("hrecv", [0, 1, 2, 3, 4, 5, 6, 130, 141]),
    ("htone", [0, 1, 2, 3, 4, 130, 141]),
  ])
  func statuses(program: String, listed: [Int]) throws {
    let help = try Shell.run("COLUMNS=1000 \(program) --help-all").output
    let line = try #require(help.split(separator: "\n").last { $0.hasPrefix("exit status: ") })
    let numbers = line.dropFirst(13).split(separator: ", ").map { $0.prefix { $0.isNumber } }
    #expect(numbers.compactMap { Int($0) } == listed)
  }

  /// A terminal that knows no escapes gets none; others do.
  @Test(arguments: [("dumb", false), ("xterm", true)])
  func escapes(name: String, expected: Bool) throws {
    let terminal = try PseudoTerminal()
    try terminal.start("export TERM=\(name); hsend -o a.wav \"$(seq 1 60)\"; hrecv a.wav")
    #expect(try terminal.wait() == 0)
    #expect(terminal.written.contains("59\\n60"))
    #expect(terminal.written.contains("\u{1b}") == expected)
  }

  @Test func keysNeedAScreen() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("TERM=dumb htone --live")
    #expect(try terminal.wait() == 2)
    #expect(
      terminal.written == htone(Texts.liveNeedsTerminal) + "\r\n")
  }
}
