import Foundation
import HandShakeTestKit
import Testing

/// What `htone` refuses: one sentence with the next thing to type, status 2, and no file.
@Suite struct ToneUsageTests {
  private static let unknown =
    Texts.neitherFrequencyNorPitch
  private static let unplayable =
    Texts.unplayableFrequency
  private static let length = Texts.optionCannotBe(
    "", "played", "seconds from 0.001 to 86400, as A4:0.2")

  static let refused: [(line: String, sentence: String)] = [
    ("", Texts.nothingToPlay),
    ("0", "'0'" + unplayable),
    ("-5", "'-5'" + unplayable),
    ("-- -5", "'-5'" + unplayable),
    ("1e9", "'1e9'" + unplayable),
    ("nan", "'nan'" + unknown),
    ("H4", "'H4'" + unknown),
    ("440 'A 4'", "'A 4'" + unknown),
    ("midi:128", "'midi:128'" + unknown),
    ("$'a\\e[2J'", "'a\\x1b[2J'" + unknown),
    ("$'\\xff'", "'\\xff'" + unknown),
    ("A4:0", "the length in 'A4:0'" + length),
    ("A4:604800", "the length in 'A4:604800'" + length),
    ("A4:nan", "the length in 'A4:nan'" + length),
    ("midi:69:1:1", "the length in 'midi:69:1:1'" + length),
    ("440 -:-1", "the length in '-:-1'" + length),
    ("440 --for 0", Texts.optionCannotBe("--for", "'0'", "seconds from 0.001 to 86400")),
    ("440 --for 604800", Texts.optionCannotBe("--for", "'604800'", "seconds from 0.001 to 86400")),
    ("440 --for -1", Texts.optionCannotBe("--for", "'-1'", "seconds from 0.001 to 86400")),
    (
      "24k",
      Texts.aboveHalfTheFilesRate("24000 Hz", "24000 Hz")
    ),
    (
      "--sweep 14k-30k",
      Texts.aboveHalfTheFilesRate("30000 Hz", "24000 Hz")
    ),
    (
      "--sweep 14k",
      Texts.optionCannotBe("--sweep", "'14k'", "two different frequencies above 0, as 14k-22k")
    ),
    ("--sweep 1k-2k 440", Texts.doesNotBelong("'440'", "htone")),
    (
      "--sweep 1k-2k --step 0",
      Texts.optionCannotBe(
        "--step", "'0'", "hertz above 0, at most 1000 and not below 0.2 in this sweep")
    ),
    ("440 --step 5", Texts.optionNeeds("--step", "--sweep")),
    ("440 --once --loop", Texts.exclude("--once", "--loop")),
    ("440 --loop", Texts.exclude("--loop", "--output to a file")),
    (
      "440 --amplitude 1.1",
      Texts.optionCannotBe("--amplitude", "'1.1'", "a peak above 0 and at most 1, such as 0.5")
    ),
    (
      "440 --level 1",
      Texts.optionCannotBe("--level", "'1'", "decibels relative to full scale, from -120 to 0")
    ),
    ("440 --level -6 --amplitude 1", Texts.exclude("--amplitude", "--level")),
    ("440 --wave square", Texts.optionCannotBe("--wave", "'square'", "sine or cosine")),
    ("440 --fade-length 11", Texts.optionCannotBe("--fade-length", "'11'", "seconds from 0 to 10")),
    ("440 --format s17", Texts.optionCannotBe("--format", "'s17'", "s16 or s24 or float")),
    (
      "A4 --a4 0",
      Texts.optionCannotBe("--a4", "'0'", "a frequency in hertz from 100 to 2000, such as 442")
    ),
    ("440 --json", Texts.optionNeeds("--json", "--pitches")),
    ("--live", Texts.exclude("--live", "--output")),
    ("--ceiling", Texts.exclude("--ceiling", "--output")),
    ("440 --capture hw:1", Texts.optionNeeds("--capture", "--ceiling")),
    ("440 --picture a.png", Texts.optionNeeds("--picture", "--ceiling")),
    ("--live --pitches", Texts.exclude("--pitches", "--live")),
    ("--ceiling --live", Texts.exclude("--live", "--ceiling")),
    ("--pitches 440", Texts.doesNotBelong("'440'", "htone")),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String) throws {
    let outcome = try Shell.run("htone --output a.wav \(line); status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: htone(sentence) + "\n", status: 2))
  }

  @Test func everyFadeHasItsNameInTheHelp() throws {
    let refusal = try Shell.run("htone --fade nope 440").errors
    let names = refusal.split(separator: "one of ")[1].split(separator: ", ")
    #expect(names.count == 20)
    for name in names {
      let word = name.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(
        try Shell.run("htone --fade \(word) --for 0.1 --output a.wav 440").status == 0, "\(word)")
    }
  }

  @Test func manyNotes() throws {
    let notes = try Shell.run(
      "htone --for 0.01 --output a.wav $(yes 440 | head -200); stat -c %s a.wav")
    #expect(notes == Outcome(output: "\(44 + 2 * 200 * 480)\n", errors: "", status: 0))
    let tooMany = try Shell.run("htone --output a.wav $(yes 440 | head -10001); ls -A")
    #expect(
      tooMany.errors == htone(Texts.tooManyNotes("10001", "10000")) + "\n")
    #expect(tooMany.output == "")
  }

  @Test func longerThanAFile() throws {
    let outcome = try Shell.run("htone --for 86400 --output a.wav 440; status=$?; ls; exit $status")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: htone(Texts.tooManySamples("4147200000", "'a.wav'")) + "\n", status: 4))
  }

  @Test func noDevice() throws {
    let outcome = try Shell.run("htone --device nope 440")
    #expect(
      outcome.errors
        == htone(Texts.noDeviceToSend("'nope'", "htone")) + "\n")
    #expect(outcome.status == 3)
  }

  @Test func pitches() throws {
    let text = try Shell.run("htone --pitches").output.split(separator: "\n")
    #expect(text.count == 128)
    #expect(text[69] == " 69  A4     440.000 Hz" && text[85] == " 85  C#6   1108.731 Hz")
    let json = try Shell.run("htone --pitches --json --a4 442").output.split(separator: "\n")
    #expect(json.count == 128)
    #expect(json[69] == "{\"schema\":1,\"midi\":69,\"name\":\"A4\",\"hertz\":442.0}")
  }
}
