import HandShakeTestKit
import Testing

/// What people see while something goes on: who is told what, on a terminal and elsewhere.
@Suite(.waiting) struct SeeingTests {
  /// The outcome of `script` in an ALSA loop of its own; what the programs say goes to the file
  /// `notes`.
  private func live(_ script: String) throws -> Outcome {
    try Shell.run(
      """
      cat >script <<'END'
      \(script)
      END
      '\(Shell.loop)' bash script 2>/dev/null; status=$?; cat notes >&2; exit $status
      """)
  }

  @Test func whoListensAndWhoHasSent() throws {
    let outcome = try live(
      """
      hrecv --once --timeout 20 2>notes & wait_until listens
      hsend hello 2>sent; wait; cat sent >>notes
      """)
    #expect(outcome.output == "hello\n")
    #expect(outcome.errors.hasPrefix(hrecv(Texts.listening("default")) + "\n"))
    #expect(outcome.errors.hasSuffix(hsend(Texts.sentIn("0.7 s")) + "\n"))
  }

  @Test func quietSaysNothing() throws {
    let outcome = try live(
      """
      hrecv --quiet --once --timeout 20 2>notes & wait_until captures
      hsend --quiet hello 2>>notes; wait
      hrecv --quiet --timeout 0.3 2>>notes
      """)
    #expect(
      outcome
        == Outcome(
          output: "hello\n",
          errors: hrecv(Texts.noMessageSilence("within 0.3 s")) + "\n",
          status: 1))
  }

  @Test func timesOfMessages() throws {
    let outcome = try live(
      """
      hrecv --timestamps --once --timeout 20 2>notes & wait_until listens
      hsend hello 2>/dev/null; wait
      hsend -o a.wav hello; { head -c 96000 /dev/zero; tail -c +45 a.wav; } >a.raw
      hrecv --timestamps --raw s16,48000,1 a.raw
      """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z hello/) != nil)
    #expect(lines.last?.wholeMatch(of: /1\.0\d hello/) != nil)
  }

  @Test func messagesMayEndWithNUL() throws {
    #expect(
      try Shell.run("hsend -o a.wav $'two\\nlines'; hrecv --null a.wav | od -An -c | tr -d ' \\n'")
        .output
        == #"two\nlines\0"#)
  }

  /// Silence for those who went or interrupted, and the status that a shell gives such programs.
  @Test(arguments: [
    "hsend --output - hello | head -c 9", "htone --output - 440:9 | head -c 9",
    "hrecv --json a.wav | head -n 1", "hrecv a.wav | true",
  ])
  func whoGoesIsToldNothing(line: String) throws {
    let outcome = try Shell.run("hsend -o a.wav hi; \(line) >/dev/null; exit ${PIPESTATUS[0]}")
    #expect(outcome == Outcome(output: "", errors: "", status: 141))
  }

  @Test func whoHasHeardOneMayGo() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --output a.wav --repeat 3 --every 3 hi
      mkfifo gone
      { head -c 400000 a.wav; read -r <gone; tail -c +400001 a.wav; } | hrecv - |
        { head -n 1; exec </dev/null; echo >gone; }
      exit ${PIPESTATUS[1]}
      """)
    #expect(outcome == Outcome(output: "hi\n", errors: "", status: 0))
  }

  /// Copies that carry no number are messages of their own.
  @Test(arguments: [
    ("hop", 1), ("hop-quick", 1), ("burst", 1), ("classic", 2),
    ("ggwave-ultrasound-fastest", 2),
  ])
  func copies(name: String, count: Int) throws {
    for every in ["", "--every 6"] {
      let outcome = try Shell.run(
        "hsend -p \(name) --repeat 2 \(every) -o a.wav hello; hrecv a.wav")
      #expect(outcome.output == String(repeating: "hello\n", count: count), "\(every)")
    }
  }

  @Test func longTextsAreAnnounced() throws {
    let outcome = try live(
      "hsend -p classic \"$(printf '%01500d' 7)\" 2>notes & wait_until grep takes notes; "
        + "kill -INT $!; wait $!")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: hsend(Texts.takesLong("1 min 53 s", "2.8 s")) + "\n",
          status: 130))
    // A file is written at once, whatever it lasts.
    #expect(
      try Shell.run("hsend -p classic -o a.wav \"$(printf '%01500d' 7)\"")
        == Outcome(output: "", errors: "", status: 0))
  }

  @Test func sendersShowHowFarTheyAre() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("'\(Shell.loop)' hsend -p classic --repeat 2 --every 4 hello 2>&1")
    #expect(terminal.shows("sending 50 %: hel"))
    #expect(terminal.shows("1 of 2, next in 2 s"))
    #expect(terminal.shows(Texts.sentIn("5.9 s")))
    #expect(try terminal.wait() == 0)
    #expect(!terminal.written.contains("2 of 2"))
  }

  @Test func doctorsShowHowFarTheyAre() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("'\(Shell.loop)' hrecv --doctor --timeout 2")
    #expect(terminal.shows("\r\u{1b}[Klistening for 2 s more"))
    #expect(terminal.shows("\r\u{1b}[Klistening for 1 s more\r\u{1b}[K"))
    #expect(try terminal.wait() == 1)
  }

  @Test func receiversShowHowFarTheyAre() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "hsend -o a.wav \"$(seq 1 60)\"; hrecv a.wav; echo quiet; hrecv --quiet a.wav >heard; "
        + "echo end")
    #expect(terminal.shows("receiving hop for "))
    #expect(terminal.shows("58\\n59\\n60"))
    #expect(try terminal.wait() == 0)
    #expect((40..<70).contains { terminal.written.contains("\r\u{1b}[K\($0) % ") })
    #expect(terminal.written.hasSuffix("quiet\r\nend\r\n"))
  }

  /// Whatever the recording, where its length can be known; a header may be cut off or not know.
  @Test(arguments: [
    "hrecv a.ogg", "hrecv a.flac", "hrecv --raw s16,48000 a.raw", "hrecv cut.wav",
    "hrecv unknown.wav", "hrecv - <a.ogg",
  ])
  func receiversTellPercent(line: String) throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      """
      for ending in ogg flac wav; do hsend -o a.$ending "$(seq 1 60)"; done
      tail -c +45 a.wav >a.raw
      head -c 500000 a.wav >cut.wav; cat a.wav | cat >unknown.wav
      printf '\\377\\377\\377\\377' | dd of=unknown.wav bs=1 seek=40 conv=notrunc 2>/dev/null
      \(line); echo end
      """)
    #expect(terminal.shows("end\r\n", within: 30))
    let told = terminal.written.matches(of: #/\e\[K(\d+) % /#).compactMap { Int($0.output.1) }
    #expect(told == told.sorted() && told.contains { (40..<60).contains($0) }, "\(told)")
    #expect((told.last ?? 0) > 90, "\(told)")
  }

  @Test func receiversTellSecondsOfPipes() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "hsend -o a.wav \"$(seq 1 60)\"; tail -c +45 a.wav | hrecv --raw s16,48000 -; echo end")
    #expect(terminal.shows("end\r\n", within: 30))
    let told = terminal.written.matches(of: #/\e\[K(\d+) s /#).compactMap { Int($0.output.1) }
    #expect(told == told.sorted() && Set([0, 1, 2, 3]).isSubset(of: told), "\(told)")
  }
}
