import TestKit
import Testing

/// Secrets on recordings: what is sealed comes back by the same secret, and everything else is refused with
/// a sentence and a status.
@Suite struct SecretTests {
  /// A passphrase of one's own, and another.
  static let words = "seven quiet otters fold maps"
  static let others = "nine loud geese lose letters"

  /// `hsend` and `hrecv` of a script use this secret.
  private static let export = "export HANDSHAKE_SECRET='\(words)'\n"

  static func configuration(_ json: String, mode: String = "600") -> String {
    """
    mkdir -p .config/handshake
    printf '%s' '\(json)' >.config/handshake/config.json
    chmod \(mode) .config/handshake/config.json

    """
  }

  /// The outcome of `script`. Keys are derived as by everybody where everything is tested, otherwise at the least
  /// cost: that of `SecretProcessTests` is the real one.
  static func run(_ script: String, seconds: Int = 60) throws -> Outcome {
    if testsEverything { return try Shell.run(script, seconds: seconds) }
    let library = try FaultLibrary.lightDerivation.path()
    return try Shell.run("export LD_PRELOAD='\(library)'\n" + script, seconds: seconds)
  }

  // MARK: Round trips

  @Test(arguments: extent(["hop", "hop-quick", "hop-deep", "burst"], usually: ["hop", "burst"]))
  func shortTexts(name: String) throws {
    let outcome = try Self.run(
      """
      \(Self.export)hsend --protocol \(name) --output a.flac 'hello, wörld'
      hrecv a.flac
      hrecv --json a.flac | grep -c '"sealed":true'
      hrecv --all --also-unsealed a.flac
      unset HANDSHAKE_SECRET
      hrecv --all --json a.flac 2>/dev/null | grep -o -e '"cause":"[a-zA-Z]*"' -e '"stage":"seal"' -e 'hello'
      hrecv a.flac 2>/dev/null; echo $?
      """)
    #expect(
      outcome.output
        == "hello, wörld\n1\nhello, wörld\n\"cause\":\"noSecret\"\n\"stage\":\"seal\"\n1\n")
    #expect(outcome.errors == "")
  }

  @Test(arguments: extent(["hop", "burst", "hop-quick", "hop-deep"], usually: ["hop", "burst"]))
  func longTexts(name: String) throws {
    let outcome = try Self.run(
      """
      \(Self.export)text=$(for number in {1..200}; do printf '%04d ' $number; done)
      echo ${#text}
      hsend --protocol \(name) --output a.flac "$text" 2>/dev/null
      [ "$(hrecv a.flac)" = "$text" ] && hrecv --json a.flac | grep -c '"sealed":true'
      """, seconds: 120)
    #expect(outcome == Outcome(output: "1000\n1\n", errors: "", status: 0))
  }

  @Test(arguments: extent([1, 255, 256, 20_000], usually: [256])) func files(byteCount: Int) throws
  {
    let outcome = try Self.run(
      """
      \(Self.export)head -c \(byteCount) /dev/urandom >'a note'
      mkdir kept refused
      hsend --input 'a note' --output a.flac && hrecv a.flac --output kept --json 2>/dev/null |
        grep -o -e '"sealed":[a-z]*' -e '"name":"[a-z ]*"' -e '"room":[a-z]*' -e '"ageSeconds":[a-z]*'
      cmp 'a note' 'kept/a note' && ls kept
      HANDSHAKE_SECRET='\(Self.others)' hrecv a.flac --output refused 2>/dev/null
      echo $?; ls refused
      """)
    #expect(
      outcome
        == Outcome(
          output:
            "\"ageSeconds\":null\n\"name\":\"a note\"\n\"room\":null\n\"sealed\":true\na note\n1\n",
          errors: "", status: 0))
  }

  @Test(arguments: extent(["hop", "hop-quick", "burst"], usually: ["hop"]))
  func repeatedOnes(name: String) throws {
    let outcome = try Self.run(
      """
      \(Self.export)text=$(printf 'a few words %.0s' {1..30})
      for text in hello "$text"; do
        hsend --protocol \(name) --repeat 3 --output a.flac "$text"
        hrecv a.flac | wc -l
        hsend --protocol \(name) --repeat 3 --every 60 --output a.flac "$text"
        hrecv a.flac | wc -l
      done
      """, seconds: 120)
    #expect(outcome == Outcome(output: "1\n1\n1\n1\n", errors: "", status: 0))
  }

  /// Two thirds of the first copy are missing, or of a long text by hop, each part of which comes twice before the
  /// next, the first second.
  @Test(
    arguments: [
      ("hop", "hello"), ("hop", "long"), ("burst", "hello"), ("burst", "long"), ("burst", "file"),
    ].sample)
  func lateListeners(name: String, what: String) throws {
    let outcome = try Self.run(
      """
      \(Self.export)text=hello
      [ \(what) = hello ] || text=$(for number in {1..200}; do printf '%04d ' $number; done)
      [ \(what) != file ] || { printf %s "$text" >file; set -- --input file; }
      [ \(what) = file ] || set -- "$text"
      hsend --protocol \(name) --output once.wav "$@"
      hsend --protocol \(name) --repeat 2 --output twice.wav "$@"
      missing=$(($(stat -c %s once.wav) * 2 / 3 / 2 * 2))
      [ \(name)\(what) != hoplong ] || missing=96000
      mkdir kept
      tail -c +$((45 + missing)) twice.wav |
        hrecv --raw s16,48000,1 --input - --output kept --quiet --null | tr -d '\\0' >out
      [ \(what) = file ] && mv kept/file out
      [ "$(cat out)" = "$text" ] && echo whole
      """, seconds: 120)
    #expect(outcome == Outcome(output: "whole\n", errors: "", status: 0))
  }

  @Test func otherRatesAndChannels() throws {
    let outcome = try Self.run(
      #"""
      \#(Self.export)hsend --rate 44100 --output a.wav hello; hrecv a.wav
      hsend --rate 44100 --protocol burst --output - hello | hrecv --input -
      hsend --output b.wav hello
      tail -c +45 b.wav | perl -e 'local $/; $_ = <STDIN>; s/(..)/\0\0$1/gs; print' |
        hrecv --raw s16,48000,2 --input -
      """#)
    #expect(outcome == Outcome(output: "hello\nhello\nhello\n", errors: "", status: 0))
  }

  /// The longest text that goes in the time that is promised: 2.2 s.
  @Test func airTime() throws {
    let outcome = try Self.run(
      """
      \(Self.export)hsend --dry-run 'sixteen letters!'; hsend --dry-run --unsealed 'sixteen letters!'
      hsend --dry-run --repeat 3 'sixteen letters!'
      """)
    #expect(
      outcome
        == Outcome(
          output: """
            2.1 s on air by hop, 17023 to 19977 Hz
            1.2 s on air by hop, 17023 to 19977 Hz
            3 times 2.4 s on air by hop, 17023 to 19977 Hz

            """, errors: "", status: 0))
  }

  // MARK: Where the secret comes from

  @Test func everyWayToGiveIt() throws {
    let outcome = try Self.run(
      """
      secret='\(Self.words)'
      hsend --secret "$secret" --output a.wav hello || exit
      umask 077; printf %s "$secret" >file; printf '  %s \\t\\r\\n' "$secret" >blanks; mkfifo pipe
      hrecv --secret "$secret" a.wav
      hrecv --secret="$secret" a.wav
      hrecv --secret-file file a.wav
      hrecv --secret-file blanks a.wav
      hrecv --secret-file <(echo "$secret") a.wav
      hrecv --secret-file /dev/fd/7 a.wav 7<file
      (sleep 0.3; printf '%s' "${secret:0:9}"; sleep 0.3; printf '%s' "${secret:9}") >pipe &
      hrecv --secret-file pipe a.wav
      HANDSHAKE_SECRET="$secret" hrecv a.wav
      \(Self.configuration("{\"secret\": \"\(Self.words)\"}"))
      hrecv a.wav
      # What is nearer to the command comes first.
      HANDSHAKE_SECRET='\(Self.others)' hrecv --secret-file file a.wav
      HANDSHAKE_SECRET='\(Self.others)' hrecv a.wav 2>/dev/null; echo $?
      # An empty variable is none.
      HANDSHAKE_SECRET= hrecv a.wav
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == String(repeating: "hello\n", count: 10) + "1\nhello\n"
        && outcome.status == 0)
  }

  @Test(.enabled(if: testsEverything, "sixteen secrets take seconds")) func rooms() throws {
    let rooms = (1...16).map { "\"room \($0)\": \"\(Self.words) \($0)\"" }.joined(separator: ", ")
    let outcome = try Self.run(
      """
      \(Self.configuration("{\"secrets\": {\(rooms)}}"))
      for room in 1 9 16; do
        hsend --room "room $room" --output $room.wav "from $room"
        hrecv --json $room.wav | grep -o -e '"room":"[a-z 0-9]*"' -e '"text":"[a-z 0-9]*"'
      done
      hsend --output a.wav hello; echo $?
      hsend --room attic --output a.wav hello; echo $?
      hsend --room 'room 3' --secret '\(Self.words)' --output a.wav hello; echo $?
      HANDSHAKE_SECRET='\(Self.others)' hsend --room 'room 3' --output a.wav hello
      hrecv a.wav
      hsend --show-config | grep -c '^secret room [0-9]*  *[a-z]*  '
      """, seconds: 120)
    #expect(
      outcome.output == """
        "room":"room 1"
        "text":"from 1"
        "room":"room 9"
        "text":"from 9"
        "room":"room 16"
        "text":"from 16"
        2
        2
        2
        hello
        16

        """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    #expect(
      lines[0].hasPrefix("hsend: the configuration has several secrets: say which by --room ")
        && lines[0].contains("room 16"))
    #expect(
      lines[1].hasPrefix("hsend: the configuration has no secret for 'attic': give --room ")
        && lines[1].contains("room 16"))
    #expect(lines[2] == "hsend: --room and --secret exclude each other: leave one out")
    // One of seventeen is refused before any is derived.
    let many = rooms + ", \"room 17\": \"\(Self.words) 17\""
    let refused = try Self.run(
      Self.configuration("{\"secrets\": {\(many)}}")
        + "hsend --unsealed --output a.wav hi; hrecv a.wav")
    #expect(
      refused
        == Outcome(
          output: "",
          errors: "hrecv: the configuration has 17 secrets and 16 are tried: remove some\n",
          status: 2))
  }

  /// A lone secret needs no name to send with.
  @Test func aRoomAlone() throws {
    let outcome = try Self.run(
      """
      \(Self.configuration("{\"secrets\": {\"home\": \"\(Self.words)\"}}"))
      hsend --output a.wav hello; hrecv --json a.wav | grep -o '"room":"home"'
      \(Self.configuration("{\"secret\": \"\(Self.others)\", \"secrets\": {\"home\": \"\(Self.words)\"}}"))
      hsend --output b.wav hello; hrecv a.wav b.wav
      hrecv --json b.wav | grep -o '"room":null'
      """)
    #expect(
      outcome
        == Outcome(
          output: "\"room\":\"home\"\na.wav: hello\nb.wav: hello\n\"room\":null\n", errors: "",
          status: 0))
  }

  @Test func newSecrets() throws {
    let outcome = try Self.run(
      #"""
      words=$(hsend --new-secret 2>note); code=$(grep -o '[0-9A-Z-]\{19\}' note)
      [[ $words =~ ^([a-z]{5}-){4}[a-z]{5}$ ]] && echo words
      [[ $code =~ ^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$ ]] && echo code
      [ "$(cat note)" = "hsend: or $code, which is the same" ] && echo note
      [ "$words" != "$(hsend --new-secret 2>/dev/null)" ] && echo another
      hsend --secret "$words" --output a.wav hello
      hrecv --secret "$code" a.wav
      hrecv --secret "${code,,}" a.wav
      hrecv --secret "${words//-/ }" a.wav
      hrecv --secret " ${words^^} " a.wav
      # Two neighbours change places.
      hrecv --secret "${words:1:1}${words:0:1}${words:2}" a.wav; echo $?
      hrecv --secret "${code:1:1}${code:0:1}${code:2}" a.wav 2>&1 | grep -c mistyped
      """#)
    #expect(
      outcome.output == "words\ncode\nnote\nanother\nhello\nhello\nhello\nhello\n2\n0\n")
    #expect(
      outcome.errors
        == "hrecv: the secret of --secret looks like one of hsend --new-secret and has a "
        + "typing error: compare it with the original\n")
  }

  @Test func aNewSecretIsKept() throws {
    let outcome = try Self.run(
      """
      hsend --new-secret --save >words 2>notes; echo $?
      cd .config/handshake; stat -c %a config.json; cd ../..
      grep -c "\\"secret\\": *\\"$(cat words)\\"" .config/handshake/config.json
      hsend --output a.wav hello; hrecv --secret "$(cat words)" a.wav
      cp .config/handshake/config.json before
      hsend --new-secret --save >again; echo $?; cat again; cmp before .config/handshake/config.json
      \(Self.configuration("{\"protocol\": \"burst\", \"level\": -6, \"secrets\": {\"lab\": \"\(Self.others)\"}}"))
      hsend --new-secret --save --quiet >/dev/null; stat -c %a .config/handshake/config.json
      tr -d ' \\n' <.config/handshake/config.json | sed 's/"secret":"[^"]*"/SECRET/'
      echo; \(Self.configuration("{\"protocol\": \"burst\"}", mode: "644"))
      hsend --new-secret --save --quiet >/dev/null; stat -c %a .config/handshake/config.json
      hsend --save; echo $?; hsend --new-secret hello; echo $?
      """)
    #expect(
      outcome.output == """
        0
        600
        1
        hello
        4
        600
        {"level":-6,"protocol":"burst",SECRET,"secrets":{"lab":"\(Self.others.filter { $0 != " " })"}}
        600
        2
        2

        """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    #expect(lines[0].hasPrefix("hsend: the configuration '"))
    #expect(
      lines[0].hasSuffix(
        "/.config/handshake/config.json' holds a secret already: remove it there first, or leave --save out"
      ))
    #expect(lines[1] == "hsend: --save means nothing alone: add --new-secret")
    #expect(lines[2] == "hsend: 'hello' does not belong here: see hsend --help")
  }

  /// What is shown of a secret are five letters, equal on both sides.
  @Test func fingerprints() throws {
    let outcome = try Self.run(
      """
      umask 077; printf '%s\\n' '\(Self.words)' >file
      hsend --secret-file file --show-config | sed -n 's/^secret *\\([a-z]\\{5\\}\\)  .*--secret-file .file.$/\\1/p' >one
      HANDSHAKE_SECRET='\(Self.words)' hsend --show-config |
        sed -n 's/^secret *\\([a-z]\\{5\\}\\)  .*HANDSHAKE_SECRET$/\\1/p' >two
      cmp one two && wc -c <one
      """)
    #expect(outcome == Outcome(output: "6\n", errors: "", status: 0))
  }

  /// Nothing that a room is called moves the cursor.
  @Test func namesThatWouldEscape() throws {
    let outcome = try Self.run(
      Self.configuration(#"{"secrets": {"a\u001b[2J": "\#(Self.words)"}}"#)
        + "hsend --show-config; hsend --room b --output a.wav hi 2>&1")
    #expect(outcome.output.contains("/.config/handshake/config.json\n"))
    #expect(outcome.output.contains("secret a") && !outcome.output.contains("\u{1b}"))
    #expect(outcome.status == 2)
  }

  // MARK: What is let through

  @Test func unsealedOnes() throws {
    let outcome = try Self.run(
      """
      \(Self.export)hsend --unsealed --output clear.wav in clear; hsend --output sealed.wav sealed
      hsend --unsealed --protocol classic --output classic.wav classic
      head -c 300 /dev/urandom >file; hsend --unsealed --input file --output file.wav; mkdir kept
      hrecv clear.wav; echo $?
      hrecv --also-unsealed clear.wav sealed.wav classic.wav
      hrecv --json clear.wav | grep -o -e '"cause":"notSealed"' -e 'in clear'
      hrecv --json --also-unsealed clear.wav |
        grep -o -e '"sealed":[a-z]*' -e '"room":[a-z]*' -e '"sealedTime":[a-z]*' -e '"ageSeconds":[a-z]*'
      hrecv --json classic.wav | grep -c -e '"event":"progress"' -e '"text":"classic"'
      hrecv --output kept file.wav 2>/dev/null; echo $?; ls kept
      hrecv --also-unsealed --output kept file.wav 2>/dev/null; cmp file kept/file && echo file
      env -u HANDSHAKE_SECRET hrecv clear.wav
      """)
    #expect(
      outcome.output == """
        1
        clear.wav: in clear
        sealed.wav: sealed
        classic.wav: classic
        "cause":"notSealed"
        "ageSeconds":null
        "room":null
        "sealed":false
        "sealedTime":null
        0
        1
        file
        in clear

        """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count >= 2)
    #expect(
      lines[0].hasPrefix(
        "hrecv: refused a hop frame at 0.00 s, because it is not sealed, and only sealed "))
    #expect(
      lines[1]
        == "hrecv: no message in 'clear.wav' (0.8 s): give the sender the secret, or allow it by "
        + "--also-unsealed")
  }

  @Test(arguments: ["classic", "ggwave-ultrasound-fast", "ggwave-audible-normal"])
  func protocolsThatCannotSeal(name: String) throws {
    let outcome = try Self.run(
      Self.export + "hsend --protocol \(name) --output a.wav hi; echo $?; ls\n"
        + "hsend --protocol \(name) --unsealed --output a.wav hi; hrecv --all --also-unsealed a.wav"
    )
    #expect(outcome.output == "2\nhi\n")
    #expect(
      outcome.errors.hasPrefix("hsend: \(name) ")
        && outcome.errors.split(separator: "\n").count == 1,
      "\(outcome.errors)")
  }

  @Test func withoutASecretAndWithAnother() throws {
    let outcome = try Self.run(
      """
      HANDSHAKE_SECRET='\(Self.words)' hsend --output a.wav hello
      hrecv a.wav; echo $?
      HANDSHAKE_SECRET='\(Self.others)' hrecv a.wav; echo $?
      HANDSHAKE_SECRET='\(Self.words)' hrecv --explain a.wav | grep -o "the text 'hello'"
      hrecv --explain a.wav | grep -c -e 'it is sealed, and no secret is set'
      HANDSHAKE_SECRET='\(Self.others)' hrecv --explain a.wav | grep -c 'it is sealed with another secret'
      HANDSHAKE_SECRET='\(Self.words)' hrecv --doctor a.wav >doctor; echo $?
      hrecv --doctor a.wav >doctor; echo $?; grep -c hello doctor
      """)
    #expect(outcome.output == "1\n1\nthe text 'hello'\n2\n2\n0\n0\n0\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(outcome.errors)")
    #expect(lines[0].contains(", because it is sealed, and no secret is set ("))
    #expect(lines[1].hasSuffix(": give the sender's secret by --secret-file, or HANDSHAKE_SECRET"))
    #expect(lines[2].contains(", because it is sealed with another secret ("))
    #expect(
      lines[3].hasSuffix(": compare the fingerprints that hsend --show-config prints on both sides")
    )
  }

  // MARK: Clocks

  /// Recordings are read whatever their age, unless one is given; clocks that were never set, or went past
  /// what the eighths of seconds hold, end no program.
  @Test func clocks() throws {
    let library = try FaultLibrary.clock.path()
    let outcome = try Self.run(
      """
      \(Self.export)export LD_PRELOAD="$LD_PRELOAD:"'\(library)'
      at() { CLOCK_STANDS=$1 "${@:2}"; }
      now=1800000000
      at $now hsend --output a.wav hello
      at $((now + 86400)) hrecv a.wav
      at $((now + 60)) hrecv --max-age 60 a.wav
      at $((now + 61)) hrecv --max-age 60 a.wav; echo $?
      at $((now + 3600)) hrecv --max-age any a.wav
      at $((now - 599)) hrecv --max-age 60 a.wav
      at $((now - 601)) hrecv --max-age 60 a.wav; echo $?
      at $((now - 601)) hrecv a.wav
      at $((now + 5)) hrecv --json a.wav | grep -o -e '"sealedTime":"[^"]*"' -e '"ageSeconds":[a-z]*'
      for clock in 0 4294967296 4300000000; do
        at $clock hsend --output b.wav "at $clock" 2>notes; wc -l <notes
        at $clock hrecv --json b.wav | grep -o -e '"sealedTime":"[^"]*"' -e '"text":"[^"]*"'
        at $clock hrecv --json --max-age 60 a.wav 2>/dev/null | grep -o '"cause":"tooOld"'
        at $clock hrecv a.wav
      done
      """)
    #expect(
      outcome.output == """
        hello
        hello
        1
        hello
        hello
        1
        hello
        "ageSeconds":null
        "sealedTime":"2027-01-15T08:00:00Z"
        1
        "sealedTime":"1970-01-01T00:00:00Z"
        "text":"at 0"
        "cause":"tooOld"
        hello
        0
        "sealedTime":"2106-02-07T06:28:16Z"
        "text":"at 4294967296"
        "cause":"tooOld"
        hello
        0
        "sealedTime":"2106-04-06T12:26:40Z"
        "text":"at 4300000000"
        "cause":"tooOld"
        hello

        """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(outcome.errors)")
    #expect(
      lines[0].contains("because it was sealed 1 min 1 s ago: a recording, or a wrong clock ("))
    #expect(lines[1].hasSuffix(": set the clocks, or allow it by --max-age"))
    #expect(
      lines[2].contains(
        "because it was sealed 10 min 1 s from now: a recording, or a wrong clock ("))
  }

  @Test(arguments: ["0", "-1", "600 years", "nan", "ANY", ""]) func agesThatAreNone(age: String)
    throws
  {
    let outcome = try Self.run("hrecv --max-age '\(age)' a.wav")
    #expect(outcome.errors.hasPrefix("hrecv: --max-age "), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.status == 2)
  }

  // MARK: Bad input

  /// What a secret may not be, by a shell's expression.
  static let badSecrets: [(make: String, sentence: String)] = [
    (
      "printf abc",
      "has 3 characters, and fewer than 12 are guessed: make one by hsend --new-secret"
    ),
    ("printf ''", "is empty: make one by hsend --new-secret"),
    ("printf ' \\t \\n\\n'", "is empty: make one by hsend --new-secret"),
    ("printf 'abcdefgh\\0ijklmnop'", "holds a NUL character: make one by hsend --new-secret"),
    ("printf 'abcdefgh\\377ijklmnop'", "is no UTF-8 text: make one by hsend --new-secret"),
    ("printf 'babad-babad-babad-babad-babac'", "looks like one of hsend --new-secret and has"),
    ("printf 'AAAA-BBBB-CCCC-DDDD'", "looks like one of hsend --new-secret and has"),
    (
      "head -c 1025 /dev/zero | tr '\\0' a",
      "is longer than 1024 bytes: make one by hsend --new-secret"
    ),
    (
      "head -c 1000000 /dev/zero | tr '\\0' a",
      "is longer than 1024 bytes: make one by hsend --new-secret"
    ),
  ]

  @Test(arguments: badSecrets) func secretsThatAreNone(make: String, sentence: String) throws {
    let outcome = try Self.run(
      """
      umask 077; \(make) >file
      hsend --output a.wav --secret-file file hi; echo $?; hrecv --secret-file file a.wav; echo $?
      \(make) | hsend --output a.wav --secret-file /dev/stdin hi; echo $?; ls
      """)
    #expect(outcome.output == "2\n2\n2\nfile\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    for (line, head) in zip(
      lines, ["hsend", "hrecv", "hsend"].map { "\($0): the secret of --secret-file '" })
    {
      #expect(line.hasPrefix(head) && line.contains("' " + sentence), "\(line)")
    }
  }

  /// By an option and the variable, which hold no NUL.
  @Test func bytesThatAreNoText() throws {
    let outcome = try Self.run(
      #"""
      secret=$(printf 'abcdefgh\377ijklmnop')
      hsend --secret "$secret" --output a.wav hi; echo $?
      HANDSHAKE_SECRET="$secret" hsend --output a.wav hi; echo $?
      hsend --secret "" --output a.wav hi; echo $?; ls
      """#)
    #expect(
      outcome
        == Outcome(
          output: "2\n2\n2\n",
          errors: """
            hsend: the secret of --secret is no UTF-8 text: make one by hsend --new-secret
            hsend: the secret of HANDSHAKE_SECRET is no UTF-8 text: make one by hsend --new-secret
            hsend: the secret of --secret is empty: make one by hsend --new-secret

            """, status: 0))
  }

  @Test func filesThatCannotBeRead() throws {
    let outcome = try Self.run(
      """
      mkdir folder; printf '%s' '\(Self.words)' >file; chmod 644 file
      for file in missing folder file; do hsend --secret-file $file --output a.wav hi; echo $?; done
      hsend --secret-file file --secret '\(Self.words)' --output a.wav hi; echo $?
      hsend --secret-file file --unsealed --output a.wav hi; echo $?
      hsend --secret-file; echo $?; ls
      """)
    #expect(outcome.output == "4\n4\n4\n2\n2\n2\nfile\nfolder\n")
    #expect(
      outcome.errors == """
        hsend: the secret in 'missing' cannot be read (no such file or directory): check the path with ls -l
        hsend: the secret in 'folder' cannot be read (is a directory): check the path with ls -l
        hsend: the secret in 'file' can be read by everybody: type chmod 600 'file'
        hsend: --secret and --secret-file exclude each other: leave one out
        hsend: --unsealed and --secret-file exclude each other: leave one out
        hsend: --secret-file needs a value: --secret-file FILE

        """)
  }

  /// Nobody writes the pipe: Ctrl-C and the end of the time end the wait.
  @Test func aPipeThatNobodyWrites() throws {
    let outcome = try Self.run(
      """
      hsend --output a.wav hi; mkfifo pipe
      for program in 'hsend --output b.wav' hrecv; do
        $program --secret-file pipe a.wav & sleep 0.5; kill -INT $!; wait $!; echo $?
        # Opened and not written.
        exec 5<>pipe; $program --secret-file pipe a.wav & sleep 0.5; kill -INT $!; wait $!; echo $?
        exec 5>&-
      done
      hrecv --timeout 0.5 --secret-file pipe a.wav; echo $?
      exec 5<>pipe; hrecv --timeout 0.5 --secret-file pipe a.wav; echo $?
      """, seconds: 30)
    #expect(outcome.output == "130\n130\n130\n130\n1\n1\n")
    #expect(
      outcome.errors
        == String(
          repeating: "hrecv: no message within 0.5 s: raise --timeout, or move nearer\n", count: 2))
  }

  /// Nothing of a secret stands in what is said of the file that it is in.
  @Test(arguments: [
    (
      "{\"secret\": \"\(words)\"}", "644",
      "' holds a secret and can be read by others: type chmod 600 '"
    ),
    (
      "{\"secrets\": {\"a\": \"\(words)\"}}", "640",
      "' holds a secret and can be read by others: type"
    ),
    ("{\"secret\": 1234567890123456}", "600", "hrecv: secret in the configuration '"),
    ("{\"secret\": {\"a\": \"\(words)\"}}", "600", "' must be a string: correct it there"),
    ("{\"secrets\": \"\(words)\"}", "600", "' must be an object: correct it there"),
    ("{\"secrets\": {\"a\": [\"\(words)\"]}}", "600", "hrecv: secrets.a in the configuration '"),
    ("{\"secret\": \"\(words)}", "600", "' is not valid JSON: correct it there, or remove it"),
    ("{\"secret\": \(words)}", "600", "' is not valid JSON: correct it there, or remove it"),
    (
      "{\"secret\": \"\(words)\" \"level\": -3}", "600", "' is not valid JSON: correct it there, or"
    ),
    (
      "{\n\"secret\": \"\(words)\"\n\"level\": -3}", "600",
      "' is not valid JSON from line 3 on: correct"
    ),
    (
      "{\"secret\": \"\(words)\\u0000\"}", "600",
      "' must not contain control characters: correct it"
    ),
    ("{\"secret\": \"\"}", "600", "' must have 1 to 4096 characters: correct it there"),
  ])
  func configurationsThatAreNone(json: String, mode: String, sentence: String) throws {
    let outcome = try Self.run(
      Self.configuration(json, mode: mode)
        + "hsend --unsealed --output a.wav hi; echo $?; hrecv a.wav")
    #expect(outcome.output == "4\n" && outcome.status == 4)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.last?.contains(sentence) == true, "\(outcome.errors)")
    for word in Self.words.split(separator: " ").map(String.init) + ["123456"] {
      #expect(!outcome.errors.contains(word), "\(outcome.errors)")
    }
  }

  @Test func configuredSecretsThatAreNone() throws {
    let outcome = try Self.run(
      Self.configuration("{\"secret\": \"short\"}") + "hsend --output a.wav hi; echo $?\n"
        + Self.configuration("{\"secrets\": {\"the attic\": \"short\"}}")
        + "hsend --output a.wav hi; echo $?; ls")
    #expect(
      outcome
        == Outcome(
          output: "2\n2\n",
          errors: """
            hsend: the secret of the configuration has 5 characters, and fewer than 12 are guessed: make \
            one by hsend --new-secret
            hsend: the secret of the configuration, for 'the attic', has 5 characters, and fewer than 12 \
            are guessed: make one by hsend --new-secret

            """, status: 0))
  }

  // MARK: Wi-Fi

  @Test func networks() throws {
    let outcome = try Self.run(
      #"""
      \#(Self.export)
      printf 'pass;wo:rd,\\"\nmore' | hsend --wifi 'My "Net"; 5:G' --output a.wav; hrecv a.wav
      printf 'pass phrase\r\n' | hsend --wifi home --output a.wav; hrecv a.wav
      printf '\n' | hsend --wifi open --output a.wav; hrecv a.wav
      unset HANDSHAKE_SECRET
      printf 'pass phrase' | hsend --wifi home --unsealed --output b.wav; hrecv b.wav
      printf 'pass phrase' | hsend --wifi home --output c.wav; echo $?
      export HANDSHAKE_SECRET='\#(Self.words)'
      for password in 1234567 1234567890123456789012345678901234567890123456789012345678901234; do
        printf $password | hsend --wifi home --output c.wav; echo $?
      done
      for name in '' 123456789012345678901234567890123; do
        printf 'pass phrase' | hsend --wifi "$name" --output c.wav; echo $?
      done
      hsend --wifi home hello --output c.wav; echo $?
      hsend --wifi home --input a.wav --output c.wav; echo $?; ls c.wav
      """#)
    #expect(
      outcome.output == #"""
        WIFI:T:WPA;S:My \"Net\"\; 5\:G;P:pass\;wo\:rd\,\\\";;
        WIFI:T:WPA;S:home;P:pass phrase;;
        WIFI:T:nopass;S:open;;
        WIFI:T:WPA;S:home;P:pass phrase;;
        2
        2
        2
        2
        2
        2
        2

        """#)
    #expect(!outcome.errors.contains("123456") && !outcome.errors.contains("phrase"))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 8, "\(outcome.errors)")
    #expect(
      lines[0]
        == "hsend: everybody in the room would hear the password: give --secret-file FILE, or "
        + "--unsealed if that is what you want")
    #expect(lines[1] == "hsend: the password of a Wi-Fi network has 8 to 63 bytes: type it again")
  }
}
