import HandShakeTestKit
import Testing

/// What is sealed comes back by the same secret, as a text or a file, once and whole.
@Suite struct SealedTransferTests {
  @Test(arguments: extent(["hop", "hop-quick", "hop-deep", "burst"], usually: ["hop", "burst"]))
  func shortTexts(name: String) throws {
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)hsend --protocol \(name) --output a.flac 'hello, wörld'
      hrecv a.flac
      hrecv --json a.flac | grep -c '"sealed":true'
      hrecv --all --also-unsealed a.flac
      unset HANDSHAKE_SECRET
      hrecv --all --json a.flac 2>/dev/null |
        grep -o -e '"cause":"[a-zA-Z]*"' -e '"stage":"seal"' -e 'hello'
      hrecv a.flac 2>/dev/null; echo $?
      """)
    #expect(
      outcome.output
        == "hello, wörld\n1\nhello, wörld\n\"cause\":\"noSecret\"\n\"stage\":\"seal\"\n1\n")
    #expect(outcome.errors == "")
  }

  @Test(arguments: extent(["hop", "burst", "hop-quick", "hop-deep"], usually: ["hop", "burst"]))
  func longTexts(name: String) throws {
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)text=$(for number in {1..200}; do printf '%04d ' $number; done)
      echo ${#text}
      hsend --protocol \(name) --output a.flac "$text" 2>/dev/null
      [ "$(hrecv a.flac)" = "$text" ] && hrecv --json a.flac | grep -c '"sealed":true'
      """, seconds: 120)
    // Among a minute of its tones another start may seem to be, and is refused.
    #expect(outcome.output == "1000\n1\n", "\(outcome.errors)")
  }

  @Test(arguments: extent([1, 255, 256, 20_000], usually: [256])) func files(byteCount: Int) throws
  {
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)head -c \(byteCount) /dev/urandom >'a note'
      mkdir kept refused
      hsend --input 'a note' --output a.flac && hrecv a.flac --output kept --json 2>/dev/null |
        grep -o -e '"sealed":[a-z]*' -e '"name":"[a-z ]*"' -e '"room":[a-z]*' \
          -e '"ageSeconds":[a-z]*'
      cmp 'a note' 'kept/a note' && ls kept
      HANDSHAKE_SECRET='\(SecretShell.others)' hrecv a.flac --output refused 2>/dev/null
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
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)text=$(printf 'a few words %.0s' {1..30})
      for text in \(extent("hello \"$text\"", usually: "hello")); do
        hsend --protocol \(name) --repeat 3 --output a.flac "$text"
        hrecv a.flac | wc -l
        hsend --protocol \(name) --repeat 3 --every 60 --output a.flac "$text"
        hrecv a.flac | wc -l
      done
      """, seconds: 120)
    #expect(
      outcome == Outcome(output: extent("1\n1\n1\n1\n", usually: "1\n1\n"), errors: "", status: 0))
  }

  /// Two thirds of the first copy are missing, or of a long text by hop, each part of which comes
  /// twice before the next, the first second.
  @Test(
    arguments: [
      ("hop", "hello"), ("hop", "long"), ("burst", "hello"), ("burst", "long"), ("burst", "file"),
    ].sample)
  func lateListeners(name: String, what: String) throws {
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)text=hello
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
    let outcome = try SecretShell.run(
      #"""
      \#(SecretShell.export)hsend --rate 44100 --output a.wav hello; hrecv a.wav
      hsend --rate 44100 --protocol burst --output - hello | hrecv --input -
      hsend --output b.wav hello
      tail -c +45 b.wav | perl -e 'local $/; $_ = <STDIN>; s/(..)/\0\0$1/gs; print' |
        hrecv --raw s16,48000,2 --input -
      """#)
    #expect(outcome == Outcome(output: "hello\nhello\nhello\n", errors: "", status: 0))
  }

  /// The longest text that goes in the time that is promised: 2.2 s.
  @Test func airTime() throws {
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)(hsend --dry-run 'sixteen letters!'
      hsend --dry-run --unsealed 'sixteen letters!'
      hsend --dry-run --repeat 3 'sixteen letters!') | grep air
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
}
