import HandShakeTestKit
import Testing

/// What is wrong on the command line: one sentence with the next thing to type, status 2.
@Suite struct UsageTests {
  static let refused: [(line: String, sentence: String)] = [
    ("hsend --nope hi", hsend(Texts.noOption("--nope", "hsend"))),
    (
      "hsend -x hi",
      hsend(Texts.noOptionButText("-x", "-x"))
    ),
    (
      "hsend --r 3 hi",
      hsend(Texts.ambiguousOption("--r", "--rate, --repeat, --rung, --robust, --room"))
    ),
    ("hsend hi --rate", hsend(Texts.optionNeedsValue("--rate", "--rate HZ"))),
    ("hsend --device= hi", hsend(Texts.optionNeedsValue("--device", "--device PCM"))),
    (
      "hsend --show-map=1 hi",
      hsend(Texts.optionTakesNoValue("--show-map"))
    ),
    (
      "hsend --device a --output b hi",
      hsend(Texts.exclude("--device", "--output"))
    ),
    ("hsend --rate 48000 hi", hsend(Texts.optionNeeds("--rate", "--output"))),
    (
      "hsend --every 5 --output a.wav hi",
      hsend(Texts.optionNeeds("--every to a file", "--repeat N"))
    ),
    ("hsend --show-map hi", hsend(Texts.doesNotBelong("'hi'", "hsend"))),
    (
      "hsend --repeat 0 hi",
      hsend(Texts.optionCannotBe("--repeat", "'0'", "a whole number from 1 to 1000000"))
    ),
    (
      "hsend --level 3 hi",
      hsend(
        Texts.optionCannotBe("--level", "'3'", "decibels relative to full scale, from -120 to 0"))
    ),
    (
      "hsend --every -1 hi",
      hsend(Texts.optionCannotBe("--every", "'-1'", "seconds, more than 0 and at most 86400"))
    ),
    (
      "hsend --confirm --output a.wav hi",
      hsend(Texts.exclude("--confirm", "--output"))
    ),
    (
      "hsend --confirm --repeat 3 hi",
      hsend(Texts.exclude("--confirm", "--repeat"))
    ),
    (
      "hsend --confirm --every 5 hi",
      hsend(Texts.exclude("--confirm", "--every"))
    ),
    (
      "hsend --confirm --length 4 hi",
      hsend(Texts.exclude("--confirm", "--length"))
    ),
    (
      "hsend --confirm --robust hi",
      hsend(Texts.exclude("--confirm", "--robust"))
    ),
    (
      "hsend --confirm --probe",
      hsend(Texts.exclude("--confirm", "--probe"))
    ),
    (
      "hsend --confirm --dry-run hi",
      hsend(Texts.exclude("--confirm", "--dry-run"))
    ),
    ("hsend --json --output - hi", hsend(Texts.soundAmongEvents)),
    ("hsend --json --probe --output -", hsend(Texts.soundAmongEvents)),
    ("hsend --json --list-devices", hsend(Texts.exclude("--list-devices", "--json"))),
    ("hsend --show-config --json", hsend(Texts.exclude("--show-config", "--json"))),
    (
      "hsend --confirm=0 hi",
      hsend(Texts.optionCannotBe("--confirm", "'0'", "seconds from 1 to 60"))
    ),
    (
      "hsend --confirm=61 hi",
      hsend(Texts.optionCannotBe("--confirm", "'61'", "seconds from 1 to 60"))
    ),
    (
      "hsend --confirm --protocol classic hi",
      hsend(Texts.noAnswers("classic"))
    ),
    ("hrecv --answer=9", hrecv(Texts.optionCannotBe("--answer", "'9'", "a slot from 0 to 7"))),
    ("hrecv --answer a.wav", hrecv(Texts.exclude("--answer", "a recording"))),
    (
      "hrecv --answer --input a.wav",
      hrecv(Texts.exclude("--answer", "--input"))
    ),
    ("hrecv --answer --doctor", hrecv(Texts.exclude("--answer", "--doctor"))),
    ("hrecv --answer --probe", hrecv(Texts.exclude("--answer", "--probe"))),
    ("hrecv --list-devices hi", hrecv(Texts.doesNotBelong("'hi'", "hrecv"))),
    ("hrecv --doctor x $'a\\e[2Jb'", hrecv(Texts.doesNotBelong("'a\\x1b[2Jb'", "hrecv"))),
    ("hrecv --raw s16,48000,1", hrecv(Texts.optionNeeds("--raw", "--input"))),
    (
      "hrecv --all --protocol classic",
      hrecv(Texts.exclude("--all", "--protocol"))
    ),
    (
      "hrecv --timeout nan",
      hrecv(
        Texts.optionCannotBe(
          "--timeout", "'nan'", "seconds, more than 0 and at most 31536000, such as 30"))
    ),
    (
      "hrecv --input a --raw s17,48000,1",
      hrecv(
        Texts.optionCannotBe(
          "--raw", "'s17,48000,1'",
          "format, rate and channels such as s16,48000,1; the formats are s8, u8, s16, s24, s32, "
            + "f32, f64"))
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String) throws {
    let outcome = try Shell.run(line)
    #expect(outcome == Outcome(output: "", errors: sentence + "\n", status: 2))
  }

  @Test(arguments: ["0", "-5", "nan", "inf", "0x4000", "18,5k", "k", "", "1e300"])
  func ceilingIsANumber(value: String) throws {
    let outcome = try Shell.run("hsend --output a.wav --ceiling '\(value)' hi")
    #expect(
      outcome.errors
        == hsend(
          Texts.optionCannotBe(
            "--ceiling", "'\(value)'", "a frequency in hertz such as 18500 or 18.5k")) + "\n")
    #expect(outcome.status == 2)
  }

  @Test(arguments: ["18500", "18.5k", "18.5kHz", "18500Hz", "1.85e4", "18.5"])
  func ceilingFormsAgree(value: String) throws {
    let outcome = try Shell.run("hsend --show-map --ceiling \(value)")
    #expect(outcome == (try Shell.run("hsend --show-map --ceiling 18500")))
    #expect(outcome.status == 0)
  }

  @Test func ceilingBelowEveryPlacement() throws {
    let outcome = try Shell.run("hsend --output a.wav --ceiling 12k hi; ls -A")
    #expect(
      outcome.errors
        == hsend(Texts.nothingUnderCeiling("hop", "12000 Hz", "14023 to 16977 Hz", "17000")) + "\n")
    #expect(outcome.output == "")
  }

  @Test func ceilingAboveHalfTheRate() throws {
    let outcome = try Shell.run("hsend --output a.wav --ceiling 30k hi")
    #expect(
      outcome.errors
        == hsend(Texts.ceilingAboveHalfRate("30000 Hz", "24000 Hz", "48000 Hz", "24000")) + "\n")
    #expect(outcome.status == 2)
  }

  @Test func rateThatHoldsNothing() throws {
    let outcome = try Shell.run("hsend --output a.wav --rate 8k hi; echo $?; ls -A")
    #expect(outcome.output == "2\n")
    #expect(outcome.errors.hasPrefix(hsend(Texts.rateHolds("8000 Hz", "4000 Hz"))))
  }

  @Test func unknownProtocol() throws {
    let outcome = try Shell.run("hsend --protocol clasic hi")
    #expect(
      outcome.errors
        == hsend(Texts.noProtocolBut("'clasic'", "classic")) + "\n")
    #expect(outcome.status == 2)
    #expect(
      try Shell.run("hrecv --protocol morse").errors
        == hrecv(Texts.noProtocol("'morse'", "hrecv")) + "\n")
    #expect(try Shell.run("hrecv --protocol clasic").status == 2)
  }

  @Test func rungs() throws {
    #expect(
      try Shell.run("hsend --rung 3 --output a.wav hi; ls -A").errors
        == hsend(Texts.onePace("hop")) + "\n")
    #expect(
      try Shell.run("hsend --protocol burst --rung 13 hi").errors
        == hsend(
          Texts.optionCannotBe("--rung", "'13'", "0 to 11, of which the lowest is the most robust"))
        + "\n")
    #expect(
      try Shell.run("hsend --protocol burst-max --rung 1 --output a.wav hi").errors
        == hsend(
          Texts.rungNotSent("burst-max", "1", "3 to 10, of which the lowest is the most robust"))
        + "\n"
    )

    for option in ["--rung 12", "--rung -1", "--rung x", "--snr x", "--snr 81", "--rung 1 --snr 2"]
    {
      let outcome = try Shell.run("hsend --protocol burst \(option) --output a.wav hi")
      #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(option)")
    }
    for option in ["--rung 0", "--snr 10", "--snr -3dB", ""] {
      #expect(try Shell.run("hsend --protocol burst \(option) --output a.wav hi").status == 0)
    }
    #expect(try Shell.run("hsend --protocol burst-cable --output a.wav hi").status == 0)
  }

  @Test(arguments: ["hsend", "hrecv", "htone"])
  func helpAndVersion(program: String) throws {
    let help = try Shell.run("\(program) --help-all --nonsense || \(program) --help-all")
    #expect(help.output.hasPrefix("usage: \(program) [OPTION]..."))
    #expect(help.output.contains("loudness: ") == (program != "hrecv"))
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("5 not confirmed") == (program != "htone"))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(
      try Shell.run("\(program) --vers")
        == Outcome(output: "\(program) 1.0.0\n", errors: "", status: 0))
  }
}
