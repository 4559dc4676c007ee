import HandShakeTestKit
import Testing

/// Every way to give a secret, to make one and to see which it is.
@Suite struct SecretSourceTests {
  @Test func everyWayToGiveIt() throws {
    let outcome = try SecretShell.run(
      """
      secret='\(SecretShell.words)'
      hsend --secret "$secret" --output a.wav hello || exit
      umask 077; printf %s "$secret" >file; printf '  %s \\t\\r\\n' "$secret" >blanks; mkfifo pipe
      hrecv --secret "$secret" a.wav
      hrecv --secret="$secret" a.wav
      hrecv --secret-file file a.wav
      hrecv --secret-file blanks a.wav
      hrecv --secret-file <(echo "$secret") a.wav
      hrecv --secret-file /dev/fd/7 a.wav 7<file
      hrecv --secret-file pipe a.wav & exec 8>pipe; wait_until waits $!
      printf %s "${secret:0:9}" >&8
      wait_until waits $!; printf %s "${secret:9}" >&8; exec 8>&-; wait $!
      HANDSHAKE_SECRET="$secret" hrecv a.wav
      \(SecretShell.configuration("{\"secret\": \"\(SecretShell.words)\"}"))
      hrecv a.wav
      # What is nearer to the command comes first.
      HANDSHAKE_SECRET='\(SecretShell.others)' hrecv --secret-file file a.wav
      HANDSHAKE_SECRET='\(SecretShell.others)' hrecv a.wav 2>/dev/null; echo $?
      # An empty variable is none.
      HANDSHAKE_SECRET= hrecv a.wav
      """)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == String(repeating: "hello\n", count: 10) + "1\nhello\n"
        && outcome.status == 0)
  }

  @Test(.enabled(if: testsEverything, "sixteen secrets take seconds")) func rooms() throws {
    let rooms = (1...16).map { "\"room \($0)\": \"\(SecretShell.words) \($0)\"" }.joined(
      separator: ", ")
    let outcome = try SecretShell.run(
      """
      \(SecretShell.configuration("{\"secrets\": {\(rooms)}}"))
      for room in 1 9 16; do
        hsend --room "room $room" --output $room.wav "from $room"
        hrecv --json $room.wav | grep -o -e '"room":"[a-z 0-9]*"' -e '"text":"[a-z 0-9]*"'
      done
      hsend --output a.wav hello; echo $?
      hsend --room attic --output a.wav hello; echo $?
      hsend --room 'room 3' --secret '\(SecretShell.words)' --output a.wav hello; echo $?
      HANDSHAKE_SECRET='\(SecretShell.others)' hsend --room 'room 3' --output a.wav hello
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
      lines[0].hasPrefix(hsend(Texts.severalSecrets))
        && lines[0].contains("room 16"))
    #expect(
      lines[1].hasPrefix(hsend(Texts.noSecretFor("'attic'")))
        && lines[1].contains("room 16"))
    #expect(lines[2] == hsend(Texts.exclude("--room", "--secret")))
    // One of seventeen is refused before any is derived.
    let many = rooms + ", \"room 17\": \"\(SecretShell.words) 17\""
    let refused = try SecretShell.run(
      SecretShell.configuration("{\"secrets\": {\(many)}}")
        + "hsend --unsealed --output a.wav hi; hrecv a.wav")
    #expect(
      refused
        == Outcome(
          output: "",
          errors: hrecv(Texts.tooManySecrets("17", "16")) + "\n",
          status: 2))
  }

  /// A lone secret needs no name to send with.
  @Test func aRoomAlone() throws {
    let home = "\"secrets\": {\"home\": \"\(SecretShell.words)\"}"
    let outcome = try SecretShell.run(
      """
      \(SecretShell.configuration("{\(home)}"))
      hsend --output a.wav hello; hrecv --json a.wav | grep -o '"room":"home"'
      \(SecretShell.configuration("{\"secret\": \"\(SecretShell.others)\", \(home)}"))
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
    let outcome = try SecretShell.run(
      #"""
      words=$(hsend --new-secret 2>note); code=$(grep -o '[0-9A-Z-]\{19\}' note)
      [[ $words =~ ^([a-z]{5}-){4}[a-z]{5}$ ]] && echo words
      [[ $code =~ ^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$ ]] && echo code
      [ "$(cat note)" = "\#(hsend(Texts.sameSecret("$code")))" ] && echo note
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
        == hrecv(Texts.secretMistyped("--secret")) + "\n")
  }

  @Test func aNewSecretIsKept() throws {
    let lab = "\"secrets\": {\"lab\": \"\(SecretShell.others)\"}"
    let outcome = try SecretShell.run(
      """
      hsend --new-secret --save >words 2>notes; echo $?
      cd .config/handshake; stat -c %a config.json; cd ../..
      grep -c "\\"secret\\": *\\"$(cat words)\\"" .config/handshake/config.json
      hsend --output a.wav hello; hrecv --secret "$(cat words)" a.wav
      cp .config/handshake/config.json before
      hsend --new-secret --save >again; echo $?; cat again; cmp before .config/handshake/config.json
      \(SecretShell.configuration("{\"protocol\": \"burst\", \"level\": -6, \(lab)}"))
      hsend --new-secret --save --quiet >/dev/null; stat -c %a .config/handshake/config.json
      tr -d ' \\n' <.config/handshake/config.json | sed 's/"secret":"[^"]*"/SECRET/'
      echo; \(SecretShell.configuration("{\"protocol\": \"burst\"}", mode: "644"))
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
        {"level":-6,"protocol":"burst",SECRET,\
        "secrets":{"lab":"\(SecretShell.others.filter { $0 != " " })"}}
        600
        2
        2

        """)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    #expect(lines[0].hasPrefix(hsend(Texts.configurationHere)))
    #expect(
      lines[0].hasSuffix(
        Texts.secretAlready
      ))
    #expect(lines[1] == hsend(Texts.optionNeeds("--save", "--new-secret")))
    #expect(lines[2] == hsend(Texts.doesNotBelong("'hello'", "hsend")))
  }

  /// What is shown of a secret are five letters, equal on both sides.
  @Test func fingerprints() throws {
    let outcome = try SecretShell.run(
      """
      umask 077; printf '%s\\n' '\(SecretShell.words)' >file
      hsend --secret-file file --show-config |
        sed -n 's/^secret *\\([a-z]\\{5\\}\\)  .*--secret-file .file.$/\\1/p' >one
      HANDSHAKE_SECRET='\(SecretShell.words)' hsend --show-config |
        sed -n 's/^secret *\\([a-z]\\{5\\}\\)  .*HANDSHAKE_SECRET$/\\1/p' >two
      cmp one two && wc -c <one
      """)
    #expect(outcome == Outcome(output: "6\n", errors: "", status: 0))
  }

  /// Nothing that a room is called moves the cursor.
  @Test func namesThatWouldEscape() throws {
    let outcome = try SecretShell.run(
      SecretShell.configuration(#"{"secrets": {"a\u001b[2J": "\#(SecretShell.words)"}}"#)
        + "hsend --show-config; hsend --room b --output a.wav hi 2>&1")
    #expect(outcome.output.contains("/.config/handshake/config.json\n"))
    #expect(outcome.output.contains("secret a") && !outcome.output.contains("\u{1b}"))
    #expect(outcome.status == 2)
  }
}
