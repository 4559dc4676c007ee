import Foundation
import HandShakeTestKit
import Testing

/// Link tests through the built programs.
@Suite(.waiting) struct ProbeTests {
  private static let advice = """
    recommended, with 96 dB to spare:
      hsend --protocol burst --rung 11 --ceiling 20000 --level -3 "hello"

    """

  @Test func throughAFile() throws {
    let outcome = try Shell.run("hsend --probe --output p.wav; hrecv --probe --input p.wav")
    #expect(outcome.output.hasPrefix(Texts.sineArrives))
    #expect(outcome.output.contains("\n  14.0      0    0    0    0    0 "))
    #expect(outcome.output.hasSuffix(Self.advice))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func savedAndThenUsed() throws {
    let outcome = try Shell.run(
      """
      export XDG_CONFIG_HOME=$PWD/config
      hsend --probe --level -13 --output - | hrecv --probe --save --input - | tail -1
      cat config/handshake/config.json
      hsend --show-config | grep -v device
      """)
    #expect(outcome.output.hasPrefix("saved in "))
    #expect(
      outcome.output.contains(
        """
        {
          "ceiling": 20000,
          "level": -13,
          "protocol": "burst",
          "rung": 11
        }
        """))
    #expect(outcome.output.contains("burst"))
    #expect(outcome.status == 0)
  }

  @Test(arguments: [44_100, 96_000])
  func otherRates(rate: Int) throws {
    let outcome = try Shell.run(
      "hsend --probe --rate \(rate) --output p.flac; hrecv --probe --input p.flac")
    #expect(outcome.output.contains("hsend --protocol burst --rung 11 --ceiling 20000"))
    // Half the lower rate holds nothing above 21 kHz.
    #expect(outcome.output.contains("\n  21.5      0") == (rate == 96_000))
    #expect(outcome.status == 0)
  }

  @Test func aCeiling() throws {
    let outcome = try Shell.run(
      "hsend --probe --ceiling 18.5k --output p.wav; hrecv --probe --input p.wav")
    #expect(outcome.output.contains("--ceiling 18500 --level -3"))
    #expect(
      try Shell.run("hsend --probe --ceiling 15k --output p.wav; ls -A")
        == Outcome(
          output: "",
          errors: hsend(Texts.noProtocolUnderCeiling("15000 Hz")) + "\n", status: 0
        )
    )
    #expect(try Shell.run("hsend --probe --ceiling 15k --output p.wav").status == 2)
    #expect(try Shell.run("hsend --probe --rate 22050 --output p.wav").status == 2)
  }

  @Test func cutOff() throws {
    #expect(
      try Shell.run(
        "hsend --probe --output p.wav; head -c 450000 p.wav | tail -c +45 >part; "
          + "hrecv --probe --input part --raw s16,48000,1")
        == Outcome(
          output: "",
          errors:
            hrecv(Texts.probeCutOff("4.7 s of 'part'")) + "\n",
          status: 1))
  }

  @Test func nothingThere() throws {
    let outcome = try Shell.run("hsend --output a.wav hello; hrecv --probe --input a.wav")
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix(hrecv(Texts.noProbe("0.7 s of 'a.wav'"))))
    #expect(
      outcome.errors.hasSuffix(
        Texts.playProbe + "\n"))
    #expect(outcome.status == 1)
  }

  @Test func clipped() throws {
    // 12 dB too loud for 16 bits.
    let outcome = try Shell.run(
      """
      hsend --probe --output - | tail -c +45 | od -An -v -t d2 -w2 | awk '
        { v = 4 * $1; v = v > 32767 ? 32767 : v < -32768 ? -32768 : v; if (v < 0) v += 65536
          printf "%02x%02x\\n", v % 256, int(v / 256) }' | xxd -r -p |
        hrecv --probe --input - --raw s16,48000,1
      """)
    #expect(outcome.output.contains("too loud"))
    #expect(outcome.output.contains(Texts.clippedHere))
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ("hsend --probe hello", Texts.doesNotBelong("'hello'", "hsend")),
    ("hsend --probe --input f", Texts.exclude("--probe", "--input")),
    ("hrecv --save", Texts.optionNeeds("--save", "--probe")),
    ("hrecv --probe --json", Texts.exclude("--probe", "--json")),
    ("hrecv --probe --doctor", Texts.exclude("--doctor", "--probe")),
  ])
  func misuse(line: String, sentence: String) throws {
    let outcome = try Shell.run(line)
    #expect(outcome.errors == "\(line.prefix(5)): \(sentence)\n")
    #expect(outcome.status == 2)
  }

  @Test func live() throws {
    let loop = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("tools/alsa-loop").path
    let outcome = try Shell.run(
      """
      cat >script <<'END'
      hrecv --probe --timeout 20 --picture p.svg >report 2>notes & listener=$!
      wait_until captures; hsend --probe --level -6
      wait $listener
      END
      '\(loop)' bash script 2>/dev/null; status=$?; cat report; head -c 5 p.svg; cat notes >&2
      exit $status
      """)
    #expect(outcome.output.contains("sent at     -6 dB\n"))
    // On a busy machine the loop drops sound, which looks like motion: no burst then.
    #expect(outcome.output.contains("recommended, with "))
    #expect(outcome.output.contains(" --ceiling 20000 --level -6 \"hello\"\n"))
    #expect(outcome.output.hasSuffix("<?xml"))
    #expect(outcome.status == 0)
  }
}
