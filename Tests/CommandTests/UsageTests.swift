import Testing

/// What is wrong on the command line: one sentence with the next thing to type, status 2.
@Suite struct UsageTests {
  static let refused: [(line: String, sentence: String)] = [
    ("hsend --nope hi", "hsend: there is no option --nope: see hsend --help"),
    (
      "hsend -x hi",
      "hsend: there is no option -x: see hsend --help, or send it as a text with hsend -- -x"
    ),
    (
      "hsend --r 3 hi",
      "hsend: --r could be any of --rate, --repeat, --rung, --repair, --room: type more of it"
    ),
    ("hsend hi --rate", "hsend: --rate needs a value: --rate HZ"),
    ("hsend --device= hi", "hsend: --device needs a value: --device PCM"),
    (
      "hsend --show-map=1 hi",
      "hsend: --show-map takes no value: leave out the = and what follows"
    ),
    (
      "hsend --device a --output b hi",
      "hsend: --device and --output exclude each other: leave one out"
    ),
    ("hsend --rate 48000 hi", "hsend: --rate means nothing alone: add --output"),
    (
      "hsend --every 5 --output a.wav hi",
      "hsend: --every to a file means nothing alone: add --repeat N"
    ),
    ("hsend --show-map hi", "hsend: 'hi' does not belong here: see hsend --help"),
    (
      "hsend --repeat 0 hi",
      "hsend: --repeat cannot be '0': give a whole number from 1 to 1000000"
    ),
    (
      "hsend --level 3 hi",
      "hsend: --level cannot be '3': give decibels relative to full scale, from -120 to 0"
    ),
    (
      "hsend --every -1 hi",
      "hsend: --every cannot be '-1': give seconds, more than 0 and at most 86400"
    ),
    (
      "hsend --confirm --output a.wav hi",
      "hsend: --confirm and --output exclude each other: leave one out"
    ),
    (
      "hsend --confirm --repeat 3 hi",
      "hsend: --confirm and --repeat exclude each other: leave one out"
    ),
    (
      "hsend --confirm --every 5 hi",
      "hsend: --confirm and --every exclude each other: leave one out"
    ),
    (
      "hsend --confirm --length 4 hi",
      "hsend: --confirm and --length exclude each other: leave one out"
    ),
    (
      "hsend --confirm --repair 20% hi",
      "hsend: --confirm and --repair exclude each other: leave one out"
    ),
    (
      "hsend --confirm --probe",
      "hsend: --confirm and --probe exclude each other: leave one out"
    ),
    (
      "hsend --confirm --dry-run hi",
      "hsend: --confirm and --dry-run exclude each other: leave one out"
    ),
    ("hsend --json hi", "hsend: --json means nothing alone: add --confirm"),
    ("hsend --confirm=0 hi", "hsend: --confirm cannot be '0': give seconds from 1 to 60"),
    ("hsend --confirm=61 hi", "hsend: --confirm cannot be '61': give seconds from 1 to 60"),
    (
      "hsend --confirm --protocol classic hi",
      "hsend: classic has no answers: give --protocol hop or burst, or leave --confirm out"
    ),
    ("hrecv --answer=9", "hrecv: --answer cannot be '9': give a slot from 0 to 7"),
    ("hrecv --answer a.wav", "hrecv: --answer and a recording exclude each other: leave one out"),
    (
      "hrecv --answer --input a.wav",
      "hrecv: --answer and --input exclude each other: leave one out"
    ),
    ("hrecv --answer --doctor", "hrecv: --answer and --doctor exclude each other: leave one out"),
    ("hrecv --answer --probe", "hrecv: --answer and --probe exclude each other: leave one out"),
    ("hrecv --list-devices hi", "hrecv: 'hi' does not belong here: see hrecv --help"),
    ("hrecv --doctor x $'a\\e[2Jb'", "hrecv: 'a\\x1b[2Jb' does not belong here: see hrecv --help"),
    ("hrecv --raw s16,48000,1", "hrecv: --raw means nothing alone: add --input"),
    (
      "hrecv --all --protocol classic",
      "hrecv: --all and --protocol exclude each other: leave one out"
    ),
    (
      "hrecv --timeout nan",
      "hrecv: --timeout cannot be 'nan': give seconds, more than 0, such as 30"
    ),
    (
      "hrecv --input a --raw s17,48000,1",
      "hrecv: --raw cannot be 's17,48000,1': give format, rate and channels such as s16,48000,1; "
        + "the formats are s8, u8, s16, s24, s32, f32, f64"
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
        == "hsend: --ceiling cannot be '\(value)': "
        + "give a frequency in hertz such as 18500 or 18.5k\n")
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
        == "hsend: nothing of hop fits under the ceiling of 12000 Hz: its lowest placement is "
        + "14023 to 16977 Hz, so give --ceiling 17000 or more, if the loudspeaker plays that\n")
    #expect(outcome.output == "")
  }

  @Test func ceilingAboveHalfTheRate() throws {
    let outcome = try Shell.run("hsend --output a.wav --ceiling 30k hi")
    #expect(
      outcome.errors
        == "hsend: a ceiling of 30000 Hz is above 24000 Hz, all that a rate of 48000 Hz holds: "
        + "give --ceiling 24000 or less, or a higher rate\n")
    #expect(outcome.status == 2)
  }

  @Test func rateThatHoldsNothing() throws {
    let outcome = try Shell.run("hsend --output a.wav --rate 8k hi; echo $?; ls -A")
    #expect(outcome.output == "2\n")
    #expect(outcome.errors.hasPrefix("hsend: a rate of 8000 Hz holds nothing above 4000 Hz"))
  }

  @Test func unknownProtocol() throws {
    let outcome = try Shell.run("hsend --protocol clasic hi")
    #expect(
      outcome.errors
        == "hsend: there is no protocol 'clasic': did you mean classic?\n")
    #expect(outcome.status == 2)
    #expect(
      try Shell.run("hrecv --protocol morse").errors
        == "hrecv: there is no protocol 'morse': choose one from hrecv --list-protocols, or give the "
        + "path of a file, as ./morse.json\n")
    #expect(try Shell.run("hrecv --protocol clasic").status == 2)
  }

  @Test func rungs() throws {
    #expect(
      try Shell.run("hsend --rung 3 --output a.wav hi; ls -A").errors
        == "hsend: hop has one pace only: leave --rung and --snr out, or give --protocol burst\n")
    #expect(
      try Shell.run("hsend --protocol burst-qpsk --rung 5 --output a.wav hi; ls -A").errors
        == "hsend: burst-qpsk does not send at rung 5: give --rung 3\n")
    #expect(
      try Shell.run("hsend --protocol burst --rung 12 hi").errors
        == "hsend: --rung cannot be '12': give 0 to 9, of which the lowest is the most robust\n")
    #expect(
      try Shell.run("hsend --protocol burst-max --rung 1 --output a.wav hi").errors
        == "hsend: burst-max does not send at rung 1: give --rung 3 to 9, of which the lowest is the most robust\n"
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
    let help = try Shell.run("\(program) --help --nonsense || \(program) --help")
    #expect(help.output.hasPrefix("usage: \(program) [OPTION]..."))
    #expect(help.output.contains("loudness: ") == (program != "hrecv"))
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("5 not confirmed"))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(
      try Shell.run("\(program) --vers")
        == Outcome(output: "\(program) 0.1.0\n", errors: "", status: 0))
  }
}
