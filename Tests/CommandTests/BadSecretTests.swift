import HandShakeTestKit
import Testing

/// Secrets that are none, wherever they stand, are refused with a sentence and a status, and not
/// quoted.
@Suite struct BadSecretTests {
  /// What a secret may not be, by a shell's expression.
  static let badSecrets: [(make: String, sentence: String)] = [
    (
      "printf abc",
      Texts.secretTooShort("3")
    ),
    ("printf ''", Texts.secretEmpty),
    ("printf ' \\t \\n\\n'", Texts.secretEmpty),
    ("printf 'abcdefgh\\0ijklmnop'", Texts.secretWithNUL),
    ("printf 'abcdefgh\\377ijklmnop'", Texts.secretNoText),
    ("printf 'babad-babad-babad-babad-babac'", Texts.secretLooksMade),
    ("printf 'AAAA-BBBB-CCCC-DDDD'", Texts.secretLooksMade),
    (
      "head -c 1025 /dev/zero | tr '\\0' a",
      Texts.secretTooLong("1024")
    ),
    (
      "head -c 1000000 /dev/zero | tr '\\0' a",
      Texts.secretTooLong("1024")
    ),
  ]

  @Test(arguments: badSecrets) func secretsThatAreNone(make: String, sentence: String) throws {
    let outcome = try SecretShell.run(
      """
      umask 077; \(make) >file
      hsend --output a.wav --secret-file file hi; echo $?; hrecv --secret-file file a.wav; echo $?
      \(make) | hsend --output a.wav --secret-file /dev/stdin hi; echo $?; ls
      """)
    #expect(outcome.output == "2\n2\n2\nfile\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    for (line, head) in zip(
      lines, ["hsend", "hrecv", "hsend"].map { "\($0): " + Texts.secretOfFile })
    {
      #expect(line.hasPrefix(head) && line.contains("' " + sentence), "\(line)")
    }
  }

  /// By an option and the variable, which hold no NUL.
  @Test func bytesThatAreNoText() throws {
    let outcome = try SecretShell.run(
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
            \(hsend(Texts.secret(of: "--secret", Texts.secretNoText)))
            \(hsend(Texts.secret(of: "HANDSHAKE_SECRET", Texts.secretNoText)))
            \(hsend(Texts.secret(of: "--secret", Texts.secretEmpty)))

            """, status: 0))
  }

  @Test func filesThatCannotBeRead() throws {
    let outcome = try SecretShell.run(
      """
      mkdir folder; printf '%s' '\(SecretShell.words)' >file; chmod 644 file
      for file in missing folder file; do hsend --secret-file $file --output a.wav hi; echo $?; done
      hsend --secret-file file --secret '\(SecretShell.words)' --output a.wav hi; echo $?
      hsend --secret-file file --unsealed --output a.wav hi; echo $?
      hsend --secret-file; echo $?; ls
      """)
    #expect(outcome.output == "4\n4\n4\n2\n2\n2\nfile\nfolder\n")
    #expect(
      outcome.errors == """
        \(hsend(Texts.secretUnreadable("'missing'", "no such file or directory")))
        \(hsend(Texts.secretUnreadable("'folder'", "is a directory")))
        \(hsend(Texts.secretReadableByOthers("'file'", typed: "file")))
        \(hsend(Texts.exclude("--secret", "--secret-file")))
        \(hsend(Texts.exclude("--unsealed", "--secret-file")))
        \(hsend(Texts.optionNeedsValue("--secret-file", "--secret-file FILE")))

        """)
  }

  /// Nobody writes the pipe: Ctrl-C and the end of the time end the wait.
  @Test func aPipeThatNobodyWrites() throws {
    let outcome = try SecretShell.run(
      """
      hsend --output a.wav hi; mkfifo pipe
      for program in 'hsend --output b.wav' hrecv; do
        $program --secret-file pipe a.wav & wait_until waits $!; kill -INT $!; wait $!; echo $?
        # Opened and not written.
        exec 5<>pipe
        $program --secret-file pipe a.wav & wait_until waits $!; kill -INT $!; wait $!; echo $?
        exec 5>&-
      done
      hrecv --timeout 0.5 --secret-file pipe a.wav; echo $?
      exec 5<>pipe; hrecv --timeout 0.5 --secret-file pipe a.wav; echo $?
      """, seconds: 30)
    #expect(outcome.output == "130\n130\n130\n130\n1\n1\n")
    #expect(
      outcome.errors
        == String(
          repeating: hrecv(Texts.noMessageNearer("within 0.5 s")) + "\n", count: 2))
  }

  /// Nothing of a secret stands in what is said of the file that it is in.
  @Test(arguments: [
    (
      "{\"secret\": \"\(SecretShell.words)\"}", "644",
      Texts.configurationReadable
    ),
    (
      "{\"secrets\": {\"a\": \"\(SecretShell.words)\"}}", "640",
      Texts.configurationReadableByOthers
    ),
    ("{\"secret\": 1234567890123456}", "600", hrecv(Texts.configurationSecret)),
    (
      "{\"secret\": {\"a\": \"\(SecretShell.words)\"}}", "600",
      Texts.fieldMust("be a string")
    ),
    ("{\"secrets\": \"\(SecretShell.words)\"}", "600", Texts.fieldMust("be an object")),
    (
      "{\"secrets\": {\"a\": [\"\(SecretShell.words)\"]}}", "600",
      hrecv(Texts.configurationSecretsOf("a"))
    ),
    (
      "{\"secret\": \"\(SecretShell.words)}", "600",
      Texts.notJSON
    ),
    (
      "{\"secret\": \(SecretShell.words)}", "600",
      Texts.notJSON
    ),
    (
      "{\"secret\": \"\(SecretShell.words)\" \"level\": -3}", "600",
      Texts.notJSONHere
    ),
    (
      "{\n\"secret\": \"\(SecretShell.words)\"\n\"level\": -3}", "600",
      Texts.notJSONFromLine("3")
    ),
    (
      "{\"secret\": \"\(SecretShell.words)\\u0000\"}", "600",
      Texts.fieldMustBe("not contain control characters")
    ),
    ("{\"secret\": \"\"}", "600", Texts.fieldMust("have 1 to 4096 characters")),
  ])
  func configurationsThatAreNone(json: String, mode: String, sentence: String) throws {
    let outcome = try SecretShell.run(
      SecretShell.configuration(json, mode: mode)
        + "hsend --unsealed --output a.wav hi; echo $?; hrecv a.wav")
    #expect(outcome.output == "4\n" && outcome.status == 4)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.last?.contains(sentence) == true, "\(outcome.errors)")
    for word in SecretShell.words.split(separator: " ").map(String.init) + ["123456"] {
      #expect(!outcome.errors.contains(word), "\(outcome.errors)")
    }
  }

  @Test func configuredSecretsThatAreNone() throws {
    let outcome = try SecretShell.run(
      SecretShell.configuration("{\"secret\": \"short\"}") + "hsend --output a.wav hi; echo $?\n"
        + SecretShell.configuration("{\"secrets\": {\"the attic\": \"short\"}}")
        + "hsend --output a.wav hi; echo $?; ls")
    let tooShort = Texts.secretTooShort("5")
    #expect(
      outcome
        == Outcome(
          output: "2\n2\n",
          errors: """
            \(hsend(Texts.secret(of: "the configuration", tooShort)))
            \(hsend(Texts.secret(of: "the configuration, for 'the attic',", tooShort)))

            """, status: 0))
  }
}
