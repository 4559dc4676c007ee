import Foundation
import Testing

/// Devices of the private ALSA loop: interrupted, gone, listed. That texts come back live is tested
/// on the release build by `tools/test-loop`.
@Suite(.serialized) struct LiveTests {
  /// The outcome of `script` in a loop of its own. What the programs say goes to the file `notes`:
  /// the loop itself may mourn its daemon.
  private func run(_ script: String) throws -> Outcome {
    try Shell.run(
      """
      cat >script <<'END'
      \(script)
      END
      '\(Shell.loop)' bash script 2>/dev/null; status=$?; cat notes >&2; exit $status
      """)
  }

  @Test(arguments: [
    "hsend 'a text that takes long enough to send'", "hrecv", "htone --loop 440",
    "htone --ceiling",
  ])
  func interrupt(program: String) throws {
    let outcome = try run("\(program) 2>notes & sleep 1; kill -INT $!; wait $!")
    let name = program.prefix(5)
    #expect(outcome == Outcome(output: "", errors: "\(name): interrupted\n", status: 130))
  }

  @Test(arguments: [
    "hsend 'a text that takes long enough to send'", "hrecv", "htone --loop 440",
    "htone --ceiling",
  ])
  func vanishedDevice(program: String) throws {
    let outcome = try run("\(program) 2>notes & sleep 1; kill -KILL $LOOP_PID; wait $!")
    let name = program.prefix(5)
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "\(name): the audio device 'default' is gone (input/output error): plug it in or "
            + "start its sound server, then run \(name) again\n", status: 3))
  }

  @Test func unusableDevices() throws {
    #expect(
      try run("hsend --device plug8 hi 2>notes")
        == Outcome(
          output: "",
          errors: "hsend: the audio device 'plug8' runs at 8000 Hz, too low for near-ultrasound: "
            + "choose another from hsend --list-devices\n", status: 3))
    #expect(
      try run("hrecv --device alaw 2>notes")
        == Outcome(
          output: "",
          errors: "hrecv: the audio device 'alaw' offers no sample format that can be used (it has "
            + "A_LAW): try --device plug:alaw\n", status: 3))
    // What was advised works.
    #expect(try run("hrecv --device plug:alaw --timeout 0.5 2>notes").status == 1)
  }

  @Test(arguments: ["hsend", "hrecv", "htone"])
  func listsDevices(program: String) throws {
    let outcome = try run("\(program) --list-devices 2>notes")
    #expect(outcome.output.contains("\nloop ") || outcome.output.hasPrefix("loop "))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func listeningEndsInTime() throws {
    let outcome = try run("hrecv --timeout 0.5 2>notes")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "hrecv: no message within 0.5 s: raise --timeout, or move nearer\n", status: 1))
  }
}
