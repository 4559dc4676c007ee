import Foundation
import HandShakeTestKit
import Testing

/// What people type: short options, several words, recordings without an option, and what was
/// meant.
@Suite struct TypingTests {
  @Test func lettersForOptions() throws {
    #expect(
      try Shell.run("hsend -p classic -o a.wav hi && hrecv -i a.wav -p classic")
        == Outcome(output: "hi\n", errors: "", status: 0))
    #expect(try Shell.run("hsend -pclassic -oa.wav hi && hrecv -ia.wav").output == "hi\n")
    for program in ["hsend", "hrecv", "htone"] {
      #expect(try Shell.run("\(program) -h") == Shell.run("\(program) --help"))
      #expect(try Shell.run("\(program) -V") == Shell.run("\(program) --version"))
      #expect(
        try Shell.run("\(program) -d nonsense 440").errors.contains("audio device 'nonsense'")
          == (program != "hrecv"))
    }
    #expect(try Shell.run("htone -o a.wav 440; ls").output == "a.wav\n")
    #expect(
      try Shell.run("hsend hi -o").errors
        == hsend(Texts.optionNeedsValue("--output", "--output FILE|-")) + "\n")
  }

  @Test func severalWordsAreOneText() throws {
    #expect(
      try Shell.run("hsend -o a.wav hello world - 'and  more' && hrecv a.wav")
        == Outcome(output: "hello world - and  more\n", errors: "", status: 0))
  }

  static let explained: [(line: String, sentence: String)] = [
    ("hsend --ouput a.wav hi", hsend(Texts.noOptionBut("--ouput", "--output"))),
    ("hrecv --time-out 3", hrecv(Texts.noOptionBut("--time-out", "--timeout"))),
    ("hsend -version", hsend(Texts.noOptionBut("-version", "--version"))),
    (
      "hsend -hello",
      hsend(Texts.noOptionButText("-hello", "-hello"))
    ),
    ("hsend --protocol hpo hi", hsend(Texts.noProtocolBut("'hpo'", "hop"))),
    (
      "hsend -5",
      hsend(Texts.noOptionButText("-5", "-5"))
    ),
    (
      "hsend '-5 degrees'",
      hsend(Texts.noOptionButText("-5 degrees", "'-5 degrees'"))
    ),
    (
      "hsend --rung 3 hi",
      hsend(Texts.onePace("hop"))
    ),
    (
      "hsend --output x.mp3 hi",
      hsend(Texts.optionBadName("--output", "'x.mp3'"))
    ),
    (
      "htone --output a/x.WMA 440",
      htone(Texts.optionBadName("--output", "'a/x.WMA'"))
    ),
    (
      "hrecv --device x a.wav",
      hrecv(Texts.exclude("--device", "a recording"))
    ),
    (
      "hrecv --picture a.png a.wav b.wav",
      hrecv(Texts.exclude("--picture", "several recordings"))
    ),
    ("hrecv --json --null", hrecv(Texts.exclude("--json", "--null"))),
  ]

  @Test(arguments: explained)
  func isExplained(line: String, sentence: String) throws {
    let outcome = try Shell.run(line + "; status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: sentence + "\n", status: 2))
  }

  @Test func whatWasExplainedWorks() throws {
    #expect(try Shell.run("hsend -o a.wav -- '-5 degrees' && hrecv a.wav").output == "-5 degrees\n")
  }

  @Test(arguments: ["A.WAV", "a.flac", "a.oga", "a.aif", "plain", ".hidden"])
  func endingsThatAreWritten(name: String) throws {
    #expect(try Shell.run("hsend -o \(name) hi && hrecv \(name)").output == "hi\n")
  }

  /// A value of the configuration that cannot be used, by its field.
  @Test(arguments: [
    (
      #"{"protocol": "hopp"}"#, "hsend hi", "protocol",
      Texts.noProtocolBut("'hopp'", "hop"), 2
    ),
    (
      #"{"protocol": "burst", "rung": 12}"#, "hsend hi", "rung",
      Texts.rungNotSent("burst", "12", "0 to 11, of which the lowest is the most robust"),
      2
    ),
    (
      #"{"deviceCeilings": {"default": 9000}}"#, "hsend hi", "deviceCeilings.default",
      Texts.nothingUnderCeiling("hop", "9000 Hz", "14023 to 16977 Hz", "17000"), 2
    ),
    (
      #"{"device": "nonsense"}"#, "htone 440", "device",
      Texts.noDeviceToSend("'nonsense'", "htone"), 3
    ),
    (
      #"{"captureDevice": "nonsense"}"#, "hrecv", "captureDevice",
      Texts.noDeviceToReceive("'nonsense'"), 3
    ),
    (
      #"{"captureDevice": "nonsense"}"#, "hsend --confirm hi", "captureDevice",
      Texts.noAnswerHeard(
        Texts.noDevice("'nonsense'")
      ), 3
    ),
    (
      #"{"captureDevice": "nonsense"}"#, "hsend --distance", "captureDevice",
      Texts.noAnswerHeard(
        Texts.noDevice("'nonsense'")
      ), 3
    ),
  ])
  func theConfigurationIsNamed(
    json: String, line: String, field: String, sentence: String, status: Int
  ) throws {
    let outcome = try Shell.run(
      "mkdir -p .config/handshake; echo '\(json)' >.config/handshake/config.json; \(line)")
    #expect(outcome.errors.hasPrefix(Texts.fieldInConfiguration("\(line.prefix(5)): \(field)")))
    #expect(outcome.errors.hasSuffix("/.config/handshake/config.json': \(sentence)\n"))
    #expect(outcome.status == Int32(status))
  }

  @Test func fieldsThatWereMeant() throws {
    let outcome = try Shell.run(
      "mkdir -p .config/handshake; echo '{\"protocl\": \"hop\"}' >.config/handshake/config.json; "
        + "hsend hi")
    #expect(
      outcome.errors.contains(Texts.unknownFieldBut("protocol")))
    #expect(outcome.status == 4)
  }

  @Test func severalRecordings() throws {
    let send = "hsend -o a.wav one; hsend -o 'b c.flac' two; head -c 96044 /dev/zero >silence.raw; "
    #expect(
      try Shell.run(send + "hrecv a.wav") == Outcome(output: "one\n", errors: "", status: 0))
    #expect(
      try Shell.run(send + "hrecv --input a.wav 'b c.flac'")
        == Outcome(output: "a.wav: one\nb c.flac: two\n", errors: "", status: 0))
    #expect(
      try Shell.run(
        send + "hrecv none.wav a.wav 'b c.flac' --null | tr '\\0' '|'; exit ${PIPESTATUS[0]}")
        == Outcome(
          output: "a.wav: one|b c.flac: two|",
          errors: hrecv(Texts.noFile("'none.wav'")) + "\n", status: 4))
    #expect(
      try Shell.run(
        send + "hsend -o - gone | head -c 9000 >cut.wav; hrecv a.wav cut.wav 2>/dev/null")
        == Outcome(output: "a.wav: one\n", errors: "", status: 0))
    #expect(
      try Shell.run(send + "hrecv --raw s16,48000,1 silence.raw silence.raw")
        == Outcome(
          output: "",
          errors: String(
            repeating:
              hrecv(Texts.noMessageSilence("in 'silence.raw' (1.0 s)")) + "\n",
            count: 2), status: 1))
    #expect(try Shell.run(send + "hrecv --once a.wav 'b c.flac'").output == "a.wav: one\n")
    #expect(try Shell.run(send + "hrecv - <a.wav").output == "one\n")
    let inputs = try Shell.run(
      send + "hrecv --json a.wav 'b c.flac' | grep -o '\"input\":\"[^\"]*\"'")
    #expect(inputs.output == "\"input\":\"a.wav\"\n\"input\":\"b c.flac\"\n")
  }

  @Test func protocolsAreListed() throws {
    let listed = try Shell.run("hsend --list-protocols")
    #expect(listed == (try Shell.run("hrecv --list-protocols")))
    #expect(listed.status == 0)
    let rows = listed.output.split(separator: "\n")
    // A terminal of usual width wraps none of them.
    #expect(rows.filter { $0.count > 80 } == [])
    for (start, seconds, ratio) in [
      ("hop ", "1.16 s", "-20 dB"), ("burst ", "0.20 s", "-5 dB"),
      ("burst --rung 0 ", "0.54 s", "-13 dB"), ("classic ", "2.62 s", "-21 dB"),
    ] {
      let row = try #require(rows.first { $0.hasPrefix(start) })
      #expect(row.contains(" \(seconds) ") && row.contains(" \(ratio) "), "\(row)")
    }
    let names = try Shell.run(
      "hsend --list-protocols | tail -n +2 | cut -d ' ' -f 1 | sort -u | while read -r name; do "
        + "hsend --dry-run --protocol $name hi >/dev/null 2>said || "
        + "grep -v 'give --length N' said; done")
    #expect(names.output == "")
  }

  /// Who has no Swift is told so before anything is installed or built.
  @Test(arguments: [
    ("parts/packaging/stage", "/usr .", "parts/packaging/build"), ("demo", "hello", "demo"),
  ])
  func buildingWantsSwift(tool: String, arguments: String, says: String) throws {
    let outcome = try Shell.run(
      """
      mkdir bin; ln -s /usr/bin/{realpath,dirname} bin
      PATH=$PWD/bin '\(Shell.tools)/\(tool)' \(arguments); status=$?
      rm -r bin; ls -A; exit $status
      """)
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "tools/\(says): there is no swift in PATH: install Swift 6.3 or later "
            + "(https://swift.org/install), and try again\n", status: 1))
  }

  @Test func aDryRunPlaysNothing() throws {
    let outcome = try Shell.run(
      """
      hsend --dry-run hello
      hsend --dry-run --output a.wav --protocol classic --ceiling 18 --repeat 3 hello | head -1
      hsend --dry-run --protocol burst "$(seq 1 900)" | head -2
      hsend --dry-run --protocol classic é
      ls -A
      """)
    #expect(
      outcome.output
        == """
        0.7 s on air by hop, 17023 to 19977 Hz
        who hears it at 1 m, about  children     at 30     at 40     at 50   reaches
        17023 to 19977 Hz               89%       39%        4%        0%
        --ceiling 18480                100%       93%       43%        1%   up to 2 times as far
        --ceiling 16980                100%      100%       96%       26%   up to 4 times as far

        """
        + "3 times 1.9 s on air by classic, 14036 to 16964 Hz\n"
        + "6.3 s on air by burst, 16490 to 19990 Hz\n--robust takes 23 s, --fast 4 s\n")
    #expect(outcome.errors.hasPrefix(hsend(Texts.notInAlphabetOf("'é' (U+00E9)", "1"))))
  }

  /// What telephones and browsers record, which is converted by the line that the error gives.
  @Test(
    .enabled(if: testsEverything, "ffmpeg is installed for tools/test everything alone"),
    arguments: [
      ("memo 1.m4a", ""), ("a.webm", "-c:a libopus"), ("a.3gp", "-c:a aac"), ("-a.mp4", ""),
    ])
  func whatFFmpegConverts(name: String, options: String) throws {
    let outcome = try Shell.run(
      """
      hsend -o sent.wav --ceiling 17k hello
      ffmpeg -v error -i sent.wav \(options) -b:a 160k './\(name)' </dev/null || exit 99
      hrecv -- '\(name)' 2>said && exit 98
      cat said; rm sent.wav
      eval "$(sed 's/.*convert it with //' said)" </dev/null 2>/dev/null || exit 97
      hrecv ./*.wav
      """)
    #expect(
      outcome.output.hasPrefix(hrecv(Texts.unreadFormat("'\(name)'"))))
    #expect(outcome.output.contains("hello\n"), "\(outcome)")
    #expect(outcome.status == 0)
  }
}
