import HandShakeTestKit
import Testing

/// ggwave's protocols through both programs.
@Suite struct GGWaveTests {
  @Test func ultrasoundIsHeardUnasked() throws {
    let line =
      "hsend --protocol ggwave-ultrasound-fastest --output a.wav hello && hrecv --input a.wav"
    #expect(try Shell.run(line) == Outcome(output: "hello\n", errors: "", status: 0))
  }

  @Test func audibleOnesAreHeardByNameOrPattern() throws {
    let send = "hsend --protocol ggwave-audible-fastest --rate 44100 --output a.wav hello && "
    for options in ["--protocol ggwave-audible-fastest", "--protocol 'ggwave-audible-*'", "--all"] {
      #expect(try Shell.run(send + "hrecv \(options) --input a.wav").output == "hello\n")
    }
    #expect(try Shell.run(send + "hrecv --input a.wav").output == "")
  }

  @Test func fixedLengthsAreAgreedUpon() throws {
    let name = "--protocol ggwave-dual-fastest --length 8"
    #expect(
      try Shell.run("hsend \(name) --output a.wav hello && hrecv \(name) --input a.wav").output
        == "hello\n")
  }

  @Test func bytesAreSentAsTheyAre() throws {
    let outcome = try Shell.run(
      """
      printf 'a\\xff\\0b\\n' | hsend --protocol ggwave-ultrasound-fastest --output a.wav
      hrecv --input a.wav | od -An -tx1
      """)
    #expect(outcome.output == " 61 ff 00 62 0a\n")
  }

  static let refused: [(line: String, sentence: String)] = [
    (
      "hsend --protocol ggwave-audible-fast --output a.wav ''",
      Texts.noText
    ),
    (
      "head -c 141 /dev/zero | hsend --protocol ggwave-audible-fast --output a.wav",
      Texts.textTooLong("141", "ggwave-audible-fast", "140")
    ),
    (
      "head -c 10000 /dev/zero | hsend --protocol ggwave-audible-fast --output a.wav",
      Texts.textTooLong("10000", "ggwave-audible-fast", "140")
    ),
    (
      "hsend --protocol ggwave-dual-fast --length 4 --output a.wav hello",
      Texts.textTooLong("5", "ggwave-dual-fast", "4")
    ),
    (
      "hsend --protocol ggwave-dual-fast --length 65 --output a.wav hello",
      Texts.optionCannotBe("--length", "'65'", "a whole number of bytes from 1 to 64")
    ),
    (
      "hsend --protocol hop --length 4 --output a.wav hi",
      Texts.anyLength("hop")
    ),
    (
      "hsend --ceiling 18.5k --protocol ggwave-ultrasound-fast --output a.wav hi",
      Texts.nothingUnderCeiling("ggwave-ultrasound-fast", "18500 Hz", "15000 to 19453 Hz", "19500")
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String) throws {
    let outcome = try Shell.run(line + "; status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: hsend(sentence) + "\n", status: 2))
  }

  @Test func aFixedLengthNeedsAProtocol() throws {
    #expect(
      try Shell.run("hrecv --length 5 --input /dev/null").errors
        == hrecv(Texts.optionNeeds("--length", "--protocol")) + "\n")
  }

  /// A message whose start was missed: the end shows whose the distortion was that a start was
  /// found in, 60 dB below in another band.
  @Test func aMessageWithoutAStartIsNoOther() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol ggwave-dual-normal --output a.wav wvolnfbqgwngrxattfcwlkoz
      tail -c +$((45 + 2 * 28800)) a.wav | hrecv --all --raw s16,48000,1 --input -; echo $?
      """)
    #expect(outcome.output == "1\n")
    #expect(outcome.errors.hasPrefix(hrecv(Texts.noMessageAnywhere)), "\(outcome)")
  }
}
