import Foundation
import Testing

/// What `htone` refuses: one sentence with the next thing to type, status 2, and no file.
@Suite struct ToneUsageTests {
  private static let unknown =
    " is neither a frequency nor a pitch: give one such as 440, 18k, A4, C#6, Bb3 or midi:69, "
    + "or - for a rest"
  private static let unplayable =
    " is no frequency that can be played: give hertz above 0, such as 440 or 18k"
  private static let length = " cannot be played: give seconds from 0.001 to 86400, as A4:0.2"

  static let refused: [(line: String, sentence: String)] = [
    ("", "there is nothing to play: give a frequency or a pitch, as in htone 440 or htone A4"),
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
    ("440 --for 0", "--for cannot be '0': give seconds from 0.001 to 86400"),
    ("440 --for 604800", "--for cannot be '604800': give seconds from 0.001 to 86400"),
    ("440 --for -1", "--for cannot be '-1': give seconds from 0.001 to 86400"),
    (
      "24k",
      "24000 Hz is not below 24000 Hz, half the rate of the file: give a lower frequency, "
        + "or a higher --rate"
    ),
    (
      "--sweep 14k-30k",
      "30000 Hz is not below 24000 Hz, half the rate of the file: give a lower frequency, "
        + "or a higher --rate"
    ),
    (
      "--sweep 14k",
      "--sweep cannot be '14k': give two different frequencies above 0, as 14k-22k"
    ),
    ("--sweep 1k-2k 440", "'440' does not belong here: see htone --help"),
    (
      "--sweep 1k-2k --step 0",
      "--step cannot be '0': give hertz above 0, at most 1000 and not below 0.2 in this sweep"
    ),
    ("440 --step 5", "--step means nothing alone: add --sweep"),
    ("440 --once --loop", "--once and --loop exclude each other: leave one out"),
    ("440 --loop", "--loop and --output to a file exclude each other: leave one out"),
    (
      "440 --amplitude 1.1",
      "--amplitude cannot be '1.1': give a peak above 0 and at most 1, such as 0.5"
    ),
    (
      "440 --level 1", "--level cannot be '1': give decibels relative to full scale, from -120 to 0"
    ),
    ("440 --level -6 --amplitude 1", "--amplitude and --level exclude each other: leave one out"),
    ("440 --wave square", "--wave cannot be 'square': give sine or cosine"),
    ("440 --fade-length 11", "--fade-length cannot be '11': give seconds from 0 to 10"),
    ("440 --format s17", "--format cannot be 's17': give s16 or s24 or float"),
    ("A4 --a4 0", "--a4 cannot be '0': give a frequency in hertz from 100 to 2000, such as 442"),
    ("440 --json", "--json means nothing alone: add --pitches"),
    ("--live", "--live and --output exclude each other: leave one out"),
    ("--ceiling", "--ceiling and --output exclude each other: leave one out"),
    ("440 --capture hw:1", "--capture means nothing alone: add --ceiling"),
    ("440 --picture a.png", "--picture means nothing alone: add --ceiling"),
    ("--live --pitches", "--pitches and --live exclude each other: leave one out"),
    ("--ceiling --live", "--live and --ceiling exclude each other: leave one out"),
    ("--pitches 440", "'440' does not belong here: see htone --help"),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String) throws {
    let outcome = try Shell.run("htone --output a.wav \(line); status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: "htone: \(sentence)\n", status: 2))
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
      tooMany.errors == "htone: 10001 notes are more than 10000: play them in several parts\n")
    #expect(tooMany.output == "")
  }

  @Test func longerThanAFile() throws {
    let outcome = try Shell.run("htone --for 86400 --output a.wav 440; status=$?; ls; exit $status")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "htone: 4147200000 samples are more than 'a.wav' can hold: make it shorter, or "
            + "write a .flac file\n", status: 4))
  }

  @Test func noDevice() throws {
    let outcome = try Shell.run("htone --device nope 440")
    #expect(
      outcome.errors
        == "htone: there is no audio device 'nope' (no such file or directory): choose one from "
        + "htone --list-devices, or use a file with --output FILE\n")
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
