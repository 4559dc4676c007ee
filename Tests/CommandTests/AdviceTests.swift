import HandShakeTestKit
import Testing

/// What `hrecv` advises where nothing came: what agrees with what was found.
@Suite struct AdviceTests {
  static let unheard: [(testDescription: String, script: String, advice: String)] = [
    (
      "cut off at the end", "hsend -o a.wav hello; head -c 40000 a.wav >cut.wav",
      Texts.letTheSenderEnd
    ),
    (
      "cut off at the start",
      "hsend -o a.wav 'hello, world'; { head -c 44 a.wav; tail -c +40001 a.wav; } >cut.wav",
      Texts.unreadableSound("from 17.2 to 19.6 kHz") + Texts.soAskTheDoctor
    ),
    (
      "audible", "hsend -p ggwave-audible-fast -o cut.wav hello",
      Texts.nothingAbove("3.5 kHz")
    ),
    (
      "wide", "hsend -p burst-cable -o cut.wav hello",
      Texts.onlyNearUltrasonic
    ),
    (
      "music", "htone -o cut.wav 440:1 550:1",
      Texts.onlyNearUltrasonic
    ),
    (
      "silence", "hsend -o a.wav hello; { head -c 44 a.wav; head -c 64000 /dev/zero; } >cut.wav",
      Texts.digitalSilence
    ),
  ]

  @Test(arguments: unheard)
  func advice(example: (testDescription: String, script: String, advice: String)) throws {
    let outcome = try Shell.run(example.script + "; hrecv cut.wav 2>errors; tail -n 1 errors")
    #expect(outcome.output.hasPrefix(hrecv(Texts.noMessageIn("'cut.wav'"))))
    #expect(outcome.output.hasSuffix("s): \(example.advice)\n"), "\(outcome.output)")
    // The same wherever it is asked for.
    let explained = try Shell.run(example.script + "; hrecv --explain cut.wav")
    #expect(explained.output.contains("\n  next     \(example.advice)\n"))
  }

  /// What was advised brings the message.
  @Test(arguments: ["ggwave-audible-fast", "burst-cable"])
  func allBrings(name: String) throws {
    #expect(
      try Shell.run("hsend -p \(name) -o a.wav hello; hrecv --all a.wav")
        == Outcome(output: "hello\n", errors: "", status: 0))
  }

  /// No figure beyond what can be measured is told.
  @Test func figuresCanBeMeasured() throws {
    for name in ["hop", "classic", "burst", "ggwave-ultrasound-fast"] {
      let outcome = try Shell.run(
        """
        hsend -p \(name) -o a.wav "$(seq 1 20)"; head -c 40000 a.wav >cut.wav
        hrecv --explain a.wav; hrecv --explain cut.wav; hrecv cut.wav 2>&1
        """)
      let figures = outcome.output.matches(of: /([0-9.]+) dB[ ,)]/).compactMap { Double($0.1) }
      #expect(!figures.isEmpty && figures.allSatisfy { $0 <= 60 }, "\(outcome.output)")
    }
  }
}
