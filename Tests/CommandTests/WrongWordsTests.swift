import HandShakeTestKit
import Testing

/// What the programs advise can be typed as it stands, and agrees with what happened.
@Suite(.waiting) struct WrongWordsTests {
  static let told: [(script: String, sentence: String)] = [
    (
      "printf 'seven quiet otters fold maps' >\"it's\"; chmod 644 \"it's\"; "
        + "hsend --secret-file \"it's\" -o a.wav hi",
      hsend(Texts.secretReadableByOthers("'it's'", typed: #"'it'\''s'"#))
    ),
    (
      "hrecv --list-devices --explain a.wav",
      hrecv(Texts.exclude("--list-devices", "--explain"))
    ),
    (
      "hrecv --list-protocols --doctor a.wav",
      hrecv(Texts.exclude("--list-protocols", "--doctor"))
    ),
    (
      "hrecv --timeout 99999999999",
      hrecv(
        Texts.optionCannotBe(
          "--timeout", "'99999999999'", "seconds, more than 0 and at most 31536000, such as 30"))
    ),
    (
      "hrecv --exec cat --exec-timeout 100000",
      hrecv(
        Texts.optionCannotBe(
          "--exec-timeout", "'100000'", "seconds from 0.1 to 86400, such as 30"))
    ),
    (
      "hrecv --max-age 300000000",
      hrecv(
        Texts.optionCannotBe(
          "--max-age", "'300000000'", "seconds from 1 to 250000000, such as 600, or any"))
    ),
    (
      "hsend -o a.wav hi; hrecv a.wav >/dev/full",
      hrecv(Texts.outputLost("no space left on device"))
    ),
  ]

  @Test(arguments: told)
  func sentence(example: (script: String, sentence: String)) throws {
    let outcome = try Shell.run(example.script)
    #expect(outcome.errors + outcome.output == example.sentence + "\n")
  }

  /// The command that is advised for what was kept finds it, whatever the folder is called.
  @Test func advisedCommandsRun() throws {
    let outcome = try Shell.run(
      """
      hsend -o a.wav hello; head -c 40000 a.wav >cut.wav
      hrecv --keep-failures "it's" cut.wav 2>notes
      eval "$(sed -n 's/.* \\(hrecv --explain\\)/\\1/p' notes)" | grep -c '^  cause    cut off'
      """)
    #expect(outcome == Outcome(output: "1\n", errors: "", status: 0))
  }

  /// A file's name moves no cursor.
  @Test func namesOfExplainedFilesAreEscaped() throws {
    let outcome = try Shell.run(
      "hsend -o a.wav hi; cp a.wav $'x\\e[31my.wav'; head -c 9000 a.wav >$'x\\ez.wav'; "
        + "hrecv --explain $'x\\e[31my.wav'; hrecv --explain $'x\\ez.wav'")
    #expect(outcome.output.hasPrefix("'x\\x1b[31my.wav': "))
    #expect(outcome.output.contains("\n'x\\x1bz.wav' promises "))
    #expect(!outcome.output.contains("\u{1b}"))
  }

  /// What follows a dot is an ending only where a format could be called so.
  @Test(arguments: ["take.2026-01-31", "take.1", "take.of day", "a.b/take"])
  func namesThatEndInADate(name: String) throws {
    let outcome = try Shell.run(
      "mkdir a.b; hsend -o '\(name)' hi && hrecv '\(name)' && head -c 4 '\(name)'")
    #expect(outcome == Outcome(output: "hi\nRIFF", errors: "", status: 0))
  }

  @Test(arguments: ["take.mp3", "take.txt", "take.2026.m4a"])
  func namesThatEndInAFormat(name: String) throws {
    let outcome = try Shell.run("hsend -o '\(name)' hi")
    #expect(
      outcome.errors
        == hsend(Texts.optionBadName("--output", "'\(name)'")) + "\n"
    )
  }

  /// The folder for files is made as that of failures is, and nothing above it.
  @Test func foldersAreMade() throws {
    let outcome = try Shell.run(
      """
      echo text >sent; hsend -i sent -o a.wav
      hrecv --output kept a.wav 2>/dev/null; cat kept/sent; stat -c %a kept
      hrecv --output no/kept a.wav
      """)
    #expect(outcome.output == "text\n700\n")
    #expect(
      outcome.errors
        == hrecv(Texts.noFolder("'no/kept'")) + "\n")
  }

  private static let refused = Texts.refusedAt("a hop frame") + "0.00 s, "

  /// Of several recordings whatever is said names the one that it is about.
  @Test func everySentenceNamesItsRecording() throws {
    let outcome = try Shell.run(
      """
      hsend -o a.wav hello; head -c 40000 a.wav >cut.wav; echo text >sent; hsend -i sent -o file.wav
      hrecv cut.wav file.wav 2>notes; cat notes; echo one:; hrecv cut.wav 2>&1
      """)
    let parts = outcome.output.split(separator: "one:\n")
    let several = try #require(parts.first).split(separator: "\n")
    #expect(several.count == 5)
    #expect(several.allSatisfy { $0.contains("cut.wav") || $0.contains("file.wav") })
    #expect(several.first?.hasPrefix(hrecv("cut.wav: " + Self.refused)) == true)
    #expect(parts.last?.hasPrefix(hrecv(Self.refused)) == true)
  }

  /// Whoever lets a stranger measure the distance is told that the loudspeaker sounds for that.
  @Test func answeredMeasurementsAreTold() throws {
    let outcome = try Shell.run(
      """
      cat >script <<'END'
      hrecv --answer --json >events 2>notes & listener=$!
      wait_until listens
      hsend --distance 2>/dev/null & sender=$!
      until grep -q ranged events || ! kill -0 $sender; do sleep 0.02; done
      kill $sender $listener; wait $listener
      END
      '\(Shell.loop)' bash script >/dev/null 2>&1; cat notes
      """)
    #expect(
      outcome.output.contains("\nhrecv: answering a sender that measures the distance\n"),
      "\(outcome.output)")
  }

  /// The line that is written over and over fits the terminal, however wide its letters are.
  @Test func wideLettersFit() throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 24)
    try terminal.start("'\(Shell.loop)' hsend $(printf '\\346\\274\\242%.0s' {1..60}) 2>&1")
    #expect(try terminal.wait() == 0)
    let lines = terminal.written.components(separatedBy: "\r\u{1b}[K").filter { $0.contains("漢") }
    let widths = lines.map { $0.unicodeScalars.reduce(0) { $0 + ($1 == "漢" ? 2 : 1) } }
    #expect(widths.contains(39) || widths.contains(38), "\(widths)")
    #expect(widths.allSatisfy { $0 < 40 }, "\(widths)")
  }
}
