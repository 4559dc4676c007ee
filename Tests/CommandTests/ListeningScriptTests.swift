import HandShakeTestKit
import Testing

/// How scripts wait for `hrecv`, which `tools/demo` does before it plays.
@Suite struct ListeningScriptTests {
  /// A listener that takes a second to open its device.
  @Test func aSlowDeviceIsWaitedFor() throws {
    let outcome = try Shell.run(
      #"""
      set -euo pipefail
      . '\#(Shell.tools)/parts/listening'
      mkfifo never
      cat >slow <<'PROGRAM'
      echo "the device opens" >&2
      read -r -t 1 <>never || true
      echo opened >>order
      echo "\#(hrecv(Texts.listening("default")))" >&2
      read -r text <>air
      echo "$text"
      echo "ends" >&2
      exit 3
      PROGRAM
      mkfifo air
      exec 9<>air
      listen heard bash slow 2>notes
      echo sent >>order
      echo hello >&9
      status=0; wait "$listener" || status=$?
      cat order heard
      head -n 2 notes
      exit "$status"
      """#)
    #expect(
      outcome
        == Outcome(
          output: "opened\nsent\nhello\nthe device opens\n"
            + hrecv(Texts.listening("default")) + "\n",
          errors: "", status: 3))
  }

  @Test func whatCannotListenEndsTheScript() throws {
    let outcome = try Shell.run(
      """
      set -euo pipefail
      . '\(Shell.tools)/parts/listening'
      listen heard hrecv --device hw:9
      echo "nobody listens"
      """)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("hrecv: "))
    #expect(outcome.status == 3)
  }
}
