import Foundation
import HandShakeTestKit
import Testing

/// What others on the machine see of a secret while the programs run, and what a listener refuses
/// that hears a recording of somebody's message.
@Suite(.waiting) struct SecretProcessTests {
  private static let words = SecretShell.words

  /// Runs `line` in the background until it waits for the pipe `out` or `in`, and gives what `look`
  /// says of it, whose process is `$pid`.
  private func look(_ line: String, _ look: String, seconds: Int = 30) throws -> Outcome {
    try Shell.run(
      """
      export SWIFT_BACKTRACE=enable=no
      umask 077; printf %s '\(Self.words)' >file; mkfifo in out
      \(line) & pid=$!
      # As long as nobody reads the rest, it waits.
      case '\(line.contains(">out") ? "out" : "in")' in
        out) exec 5<out; head -c 44 <&5 >/dev/null ;;
        in) exec 5>in; head -c 200000 /dev/zero >&5 ;;
      esac
      wait_until waits $pid
      \(look)
      exec 5>&-; kill -KILL $pid 2>/dev/null; wait $pid 2>/dev/null
      """, seconds: seconds)
  }

  private static let sending = "hsend --rate 192000 --output - 'a text that fills a pipe' >out"
  private static let hearing = "hrecv --raw s16,48000,1 --input in"

  /// Neither the command line nor the environment shows it, to whomever may look.
  @Test(
    arguments: [sending, hearing],
    ["--secret '\(words)'", "--secret-file file", "--secret='\(words)'", ""].sample)
  func listings(line: String, way: String) throws {
    let program = way.isEmpty ? "HANDSHAKE_SECRET='\(Self.words)' \(line)" : line
    let outcome = try look(
      program.replacing("hsend", with: "hsend \(way)").replacing("hrecv", with: "hrecv \(way)"),
      """
      cat /proc/$pid/cmdline /proc/$pid/environ | tr '\\0' '\\n' >seen
      grep -c -a -e '--raw' -e 'a text' seen
      grep -c -a -e otters -e quiet -e 'HANDSHAKE_SECRET=.' seen
      """)
    #expect(outcome.output == "1\n0\n", "\(outcome)")
  }

  /// No core is written, and what no secret was given to writes one, if the system does.
  @Test func cores() throws {
    let script = """
      ulimit -c unlimited 2>/dev/null
      kill -SEGV $pid; wait $pid 2>status; ls | grep -c '^core'
      """
    for program in [
      "HANDSHAKE_SECRET='\(Self.words)' \(Self.hearing)",
      "HANDSHAKE_SECRET='\(Self.words)' \(Self.sending)",
      // Before anything was derived: it waits for its text.
      "HANDSHAKE_SECRET='\(Self.words)' hsend --output a.wav <in",
    ] {
      let outcome = try look("ulimit -c unlimited 2>/dev/null; \(program)", script)
      #expect(outcome.output == "0\n", "\(outcome)")
    }
  }

  /// A fifth of the memory that a derivation takes is all that there is without a secret, and with
  /// one nothing is left of what it took.
  @Test(arguments: [sending, hearing]) func memory(line: String) throws {
    let peak = "sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB$/\\1/p' /proc/$pid/status"
    let without = try look(line, peak)
    let with = try look("HANDSHAKE_SECRET='\(Self.words)' \(line)", peak)
    #expect(try #require(Int(without.output.dropLast())) < 40 << 10, "\(without)")
    #expect(64 << 10..<110 << 10 ~= (try #require(Int(with.output.dropLast()))), "\(with)")
  }

  /// Neither events nor kept failures nor any line that is said shows a secret, or what was sealed.
  @Test func whatIsWritten() throws {
    let outcome = try Shell.run(
      """
      export HANDSHAKE_SECRET='\(Self.words)'
      hsend --output a.wav 'the sealed text'; hsend --unsealed --output b.wav hello
      {
        hsend --show-config
        hsend --protocol classic --output c.wav hi
        hrecv --json --keep-failures kept b.wav
        hrecv --doctor b.wav; hrecv --explain b.wav
        export HANDSHAKE_SECRET='\(SecretShell.others)'
        hrecv --json --keep-failures kept a.wav; hrecv a.wav; hrecv --explain a.wav
        HANDSHAKE_SECRET='short words' hrecv a.wav
        unset HANDSHAKE_SECRET
        hrecv --json --keep-failures kept a.wav; hrecv --picture a.svg a.wav
      } >written 2>&1
      ls kept | grep -c json
      grep -c '"event":"failed"' written
      grep -r -a -l -e otters -e quiet -e geese -e 'short words' -e 'sealed text' .
      """)
    #expect(outcome == Outcome(output: "3\n3\n", errors: "", status: 1))
  }

  // MARK: Live

  /// What others recorded and play again is refused, and what comes from clocks that are apart.
  @Test(.enabled(if: testsEverything, "it lasts 20 s")) func recordingsOfOthers() throws {
    let library = try FaultLibrary.clock.path()
    let outcome = try Shell.run(
      """
      export HANDSHAKE_SECRET='\(Self.words)'; now=$(date +%s)
      at() { LD_PRELOAD='\(library)' CLOCK_STANDS=$((now + $1)) "${@:2}"; }
      at -9 hsend --output fresh.wav fresh
      at -700 hsend --output old.wav old
      at -500 hsend --output recent.wav recent
      at 700 hsend --output early.wav early
      at 500 hsend --output soon.wav soon
      echo hi >file; at -7200 hsend --input file --output file.wav
      echo ho >old; at -90000 hsend --input old --output oldfile.wav
      cat >script <<'END'
      hrecv --json --output kept --timeout 25 >events 2>notes & listener=$!
      wait_until listens
      ended() {
        [ $(grep -c -e '"event":"message"' -e '"event":"failed"' -e '"event":"file"' events) \
          -ge $1 ]
      }
      blocks() { grep -c '"event":"blocks"' events; }
      more() { [ $(blocks) -gt $1 ]; }
      for name in fresh fresh old recent early soon file; do
        aplay -q $name.wav 2>/dev/null; wait_until ended $((++count))
      done
      # A file that is there already comes again: its blocks are told, and nothing more.
      before=$(blocks); aplay -q file.wav 2>/dev/null; wait_until more $before
      for name in oldfile fresh; do
        aplay -q $name.wav 2>/dev/null; wait_until ended $((++count))
      done
      hsend --unsealed 'in clear' 2>/dev/null; wait_until ended $((++count))
      kill -INT $listener; wait $listener
      END
      mkdir kept; '\(Shell.loop)' bash script 2>/dev/null; echo $?
      grep -o -e '"cause":"[a-zA-Z]*"' -e '"text":"[a-z ]\\{1,\\}"' -e '"name":"[a-z]*"' events
      ls kept
      grep '"text":"recent"' events | grep -o '"ageSeconds":5[01][0-9]' | cut -c-14
      """)
    #expect(
      outcome.output == """
        0
        "text":"fresh"
        "cause":"replayed"
        "cause":"tooOld"
        "text":"recent"
        "cause":"tooOld"
        "text":"soon"
        "name":"file"
        "cause":"tooOld"
        "cause":"replayed"
        "cause":"notSealed"
        file
        "ageSeconds":5

        """)
  }

  /// The password is asked for on the terminal and not shown, and the terminal is as before.
  @Test func aPasswordIsNotShown() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    try terminal.start(
      "export HANDSHAKE_SECRET='\(Self.words)'; hsend --wifi home --output a.wav; "
        + "hrecv a.wav | tr : /")
    #expect(terminal.shows("password of 'home'"))
    // Until it hides what is typed, it throws away what was typed before.
    #expect(terminal.becomes { terminal.mode != before })
    terminal.type("pass phrase\n")
    #expect(terminal.shows("WIFI/T/WPA;S/home;P/pass phrase;;"))
    #expect(try terminal.wait() == 0)
    #expect(terminal.written.components(separatedBy: "phrase").count == 2)
    #expect(terminal.mode == before)

    let other = try PseudoTerminal()
    try other.start("hsend --wifi home --output a.wav")
    #expect(try other.wait() == 2)
    #expect(
      !other.written.contains("password of") && other.written.contains("everybody in the room"))

    let ended = try PseudoTerminal()
    try ended.start("HANDSHAKE_SECRET='\(Self.words)' hsend --wifi home --output a.wav")
    #expect(ended.shows("password of"))
    #expect(ended.becomes { ended.mode != before })
    ended.type("pass\u{3}")
    #expect(try ended.wait() == 130)
    #expect(ended.mode == before && !ended.written.contains("pass\r"))
  }
}
