import HandShakeTestKit
import Testing

/// Programs that are stopped and continued, as by Ctrl-Z and fg, for longer than a device may be
/// silent.
@Suite(.waiting) struct StoppedTests {
  private static let stopsSeconds = ["0.5", "3.5"]

  private static let sent = hsend(Texts.sentInSome)
  private static let begunAgain = hsend(Texts.stoppedAndBegunAgain) + "\n"
  private static let measuredInVain = htone(Texts.stoppedMeasuring)

  /// `pause PID`: stops a process, and continues it.
  private static func pause(seconds: String) -> String {
    """
    pause() {
      kill -STOP $1; wait_until grep -q '^State:.T' /proc/$1/status; sleep \(seconds); kill -CONT $1
    }

    """
  }

  private func run(seconds: String, _ script: String) throws -> Outcome {
    try Shell.run(
      "cat >script <<'END'\n" + Self.pause(seconds: seconds) + script
        + "\nEND\n'\(Shell.loop)' bash script 2>log")
  }

  @Test(arguments: stopsSeconds) func aListenerListensOn(seconds: String) throws {
    let outcome = try run(
      seconds: seconds,
      """
      hrecv --once --timeout 30 2>notes & listener=$!
      wait_until grep -q listening notes; pause $listener; hsend --quiet hello
      wait $listener; status=$?; cat notes >&2; exit $status
      """)
    #expect(outcome.output == "hello\n" && outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: stopsSeconds) func aSenderBeginsAgain(seconds: String) throws {
    let outcome = try run(
      seconds: seconds,
      """
      hrecv --json --once --timeout 30 >events 2>/dev/null & listener=$!
      wait_until grep -q started events
      hsend 'a text that takes long enough to send' 2>notes & sender=$!
      wait_until grep -q detected events; pause $sender
      wait $sender; echo "hsend $?"; wait $listener; echo "hrecv $?"
      grep -o '"text":"[a-z ]\\+"' events; cat notes
      """)
    let expected =
      "hsend 0\nhrecv 0\n\"text\":\"a text that takes long enough to send\"\n" + Self.begunAgain
      + Self.sent
    #expect(outcome.output.hasPrefix(expected), "\(outcome)")
    #expect(outcome.output.dropFirst(expected.count).filter(\.isNewline).count == 1)
  }

  /// What sounds in the pause between two messages is nothing that could be lost.
  @Test func aSenderBetweenTwoMessages() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      """
      printf 'echo $$ >pid; exec hsend --every 6 --repeat 2 hello' >script
      exec '\(Shell.loop)' bash script
      """)
    #expect(terminal.shows("1 of 2, next in 4 s"))
    try pause(terminal)
    #expect(try terminal.wait() == 0)
    #expect(!terminal.written.contains("begins again"), "\(terminal.written)")
  }

  @Test func aMeasurementIsNotTrusted() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "printf 'echo $$ >pid; exec htone --ceiling' >script; exec '\(Shell.loop)' bash script")
    #expect(terminal.shows("sweeping: 2"))
    try pause(terminal)
    #expect(try terminal.wait() == 1)
    #expect(terminal.written.contains(Self.measuredInVain), "\(terminal.written)")
    #expect(!terminal.written.contains("saved in"))
  }

  private func pause(_ terminal: PseudoTerminal) throws {
    let outcome = try Shell.run(
      Self.pause(seconds: "3.5") + "pause $(cat '\(terminal.directory)/pid')")
    #expect(outcome.status == 0, "\(outcome)")
  }
}
