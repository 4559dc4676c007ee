import Foundation
import HandShakeTestKit
import Testing

/// `hsend --pair` and `hrecv --pair`: the built programs, live, with two homes on one machine.
@Suite(.serialized, .waiting) struct PairingTests {
  /// Two homes, and programs that accept and refuse digits.
  private static let start = """
    mkdir A B; printf "#!/bin/sh\\nread digits; echo \\$digits >accepted\\n" >yes
    printf "#!/bin/sh\\nexit 1\\n" >no; chmod +x yes no
    at() { XDG_CONFIG_HOME=$PWD/$1 "${@:2}"; }

    """

  private func live(_ script: String, seconds: Int = 120) throws -> Outcome {
    try Shell.run("'\(Shell.loop)' bash -c '" + Self.start + script + "'", seconds: seconds)
  }

  @Test func twoDevicesAgreeAndUseTheSecret() throws {
    let outcome = try live(
      """
      at B hrecv --pair laptop --print-digits --accept-by ./yes >digits 2>notes & other=$!
      at A hsend --quiet --pair board --accept-by ./yes --may-start-programs; echo "hsend $?"
      wait $other; echo "hrecv $?"
      cmp digits accepted && grep -c -x "[0-9]\\{6\\}" digits
      cmp A/handshake/rooms/board B/handshake/rooms/laptop && stat -c %a A/handshake/rooms/board
      at A hsend --list-rooms >here; at B hrecv --list-rooms >there
      [ "$(cut -d " " -f 3- here)" = "$(cut -d " " -f 3- there)" ] && cut -d " " -f 5- here
      at A hsend --quiet --room board --output a.wav hello
      at B hrecv --quiet a.wav; at B hrecv --quiet --exec cat a.wav; echo "exec $?"
      at A hsend --forget board; at A hsend --forget board; echo "again $?"
      at A hsend --list-rooms
      cat notes >&2
      """)
    #expect(
      outcome.output == """
        hsend 0
        hrecv 0
        1
        600
        paired, messages only
        hello
        exec 2
        again 2

        """, "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.pairedAs + "'laptop'\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.forgot("board")), "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.notPairedRoom("board")), "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.noRooms), "\(outcome.errors)")
  }

  @Test func bothAllowPrograms() throws {
    let outcome = try live(
      """
      at B hrecv --pair --accept-by ./yes --may-start-programs 2>notes & other=$!
      at A hsend --quiet --pair --accept-by ./yes --may-start-programs; wait $other
      at A hsend --quiet --output a.wav hello; at B hrecv --quiet --exec cat a.wav 2>&1
      """)
    #expect(outcome.output.contains("hello\nhello"), "\(outcome)")
  }

  /// One side refuses: both end the same way, keep nothing, and leave an older secret alone.
  @Test func whoRefusesKeepsNothing() throws {
    let outcome = try live(
      """
      mkdir -p A/handshake/rooms; head -c 33 /dev/zero >A/handshake/rooms/paired
      chmod 600 A/handshake/rooms/paired
      at B hrecv --pair --accept-by ./no 2>notes & other=$!
      at A hsend --pair --accept-by ./yes; echo "hsend $?"
      wait $other; echo "hrecv $?"; ls -A A/handshake/rooms B/handshake/rooms
      cmp -n 33 /dev/zero A/handshake/rooms/paired && echo older; cat notes >&2
      """)
    #expect(
      outcome.output == """
        hsend 5
        hrecv 5
        A/handshake/rooms:
        paired

        B/handshake/rooms:
        older

        """, "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.refusedHere), "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.otherGaveUp), "\(outcome.errors)")
  }

  /// The disk takes no key: that is known before anybody accepts, and neither side keeps one.
  @Test func aKeyThatCannotBeKeptIsNotAccepted() throws {
    let outcome = try live(
      """
      at B hrecv --pair --accept-by ./yes 2>notes & other=$!
      wait_until captures
      at A hsend --pair --accept-by ./yes 2>said & this=$!
      wait_until plays; mkdir -p A/handshake; touch A/handshake/rooms
      wait $this; echo "hsend $?"; wait $other; echo "hrecv $?"; ls -A B/handshake/rooms
      cat said notes >&2
      """)
    #expect(outcome.output == "hsend 4\nhrecv 5\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("cannot be written (not a directory)"), "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.otherGaveUp), "\(outcome.errors)")
  }

  /// The folder of the keys goes after this side has accepted: it says that the other side has kept
  /// the secret.
  @Test func aKeyThatIsLostAtTheEnd() throws {
    let outcome = try live(
      """
      printf "#!/bin/sh\\nrm -r A/handshake/rooms\\n" >lose; chmod +x lose
      at B hrecv --quiet --pair --accept-by ./yes & other=$!
      at A hsend --pair --accept-by ./lose; echo "hsend $?"; wait $other; echo "hrecv $?"
      ls B/handshake/rooms
      """)
    #expect(outcome.output == "hsend 4\nhrecv 0\npaired\n", "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.otherHasKept), "\(outcome.errors)")
  }

  /// A person at a terminal answers; what is no answer is asked again.
  @Test func aPersonAccepts() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "'\(Shell.loop)' bash -c '" + Self.start + """
        at B hrecv --pair --print-digits --accept-by ./yes >digits 2>/dev/null & other=$!
        at A hsend --pair; echo "hsend $?"; wait $other; echo "hrecv $? $(cat digits)"
        '
        """)
    #expect(terminal.shows(Texts.areTheyTheSame, within: 60))
    terminal.type("what\n")
    #expect(
      terminal.becomes {
        terminal.written.components(separatedBy: Texts.areTheyTheSame).count == 3
      })
    terminal.type("Y\n")
    #expect(terminal.becomes(within: 60) { terminal.written.contains("hrecv 0 ") })
    #expect(try terminal.wait() == 0)
    #expect(terminal.written.contains("hsend 0"), "\(terminal.written)")
    let digits = try #require(terminal.written.firstMatch(of: /hrecv 0 (\d{3})(\d{3})/))
    #expect(terminal.written.contains("on both devices: \(digits.1) \(digits.2)"))
  }

  @Test func badUse() throws {
    let outcome = try Shell.run(
      Self.start + """
        hsend --pair; echo $?; hrecv --pair </dev/null; echo $?
        hsend --pair a/b --accept-by ./yes; echo $?; hsend --pair "" --accept-by ./yes; echo $?
        hsend --pair $(printf %300s | tr " " x) --accept-by ./yes 2>/dev/null; echo $?
        hsend --pair a b --accept-by ./yes; echo $?; hsend --pair --accept-by ./none; echo $?
        hsend --pair --json --accept-by ./yes; echo $?; hsend --print-digits hello; echo $?
        hrecv --pair --once --accept-by ./yes; echo $?
        mkdir -p .config/handshake
        echo '{"secrets": {"lab": "seven quiet otters fold maps"}}' >.config/handshake/config.json
        chmod 600 .config/handshake/config.json
        hsend --pair lab --accept-by ./yes; echo $?; hrecv --forget lab; echo $?
        hsend --list-rooms
        """)
    let statuses = "2\n2\n2\n2\n2\n2\n4\n2\n2\n2\n2\n2\n"
    #expect(outcome.output.hasPrefix(statuses + "lab  "), "\(outcome)")
    #expect(outcome.output.hasSuffix("  configuration, may start programs\n"), "\(outcome)")
    for text in [
      Texts.nobodyCanCompare, Texts.noRoomCalled("a/b"), Texts.noRoomCalled(""),
      Texts.configuredRoom("lab"),
    ] { #expect(outcome.errors.contains(text), "\(outcome.errors)") }
  }

  /// Nobody is there: each program says so and ends.
  @Test func nobodyIsThere() throws {
    let outcome = try live(
      "at B hrecv --pair --timeout 1 --accept-by ./yes; echo $?", seconds: 30)
    #expect(outcome.output == "5\n", "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.nobodyBegan + "1 s"), "\(outcome.errors)")
  }

  /// Without anybody who answers the first end gives up after three runs of its tries.
  @Test(.enabled(if: testsEverything)) func nobodyAnswers() throws {
    let outcome = try live("at A hsend --pair --accept-by ./yes; echo $?", seconds: 400)
    #expect(outcome.output == "5\n", "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.noDeviceAnswered), "\(outcome.errors)")
  }
}
