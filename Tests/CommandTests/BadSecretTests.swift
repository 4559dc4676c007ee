import TestKit
import Testing

/// Secrets that are none, wherever they stand, are refused with a sentence and a status, and not quoted.
@Suite struct BadSecretTests {
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
      lines, ["hsend", "hrecv", "hsend"].map { "\($0): the secret of --secret-file '" })
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
            hsend: the secret of --secret is no UTF-8 text: make one by hsend --new-secret
            hsend: the secret of HANDSHAKE_SECRET is no UTF-8 text: make one by hsend --new-secret
            hsend: the secret of --secret is empty: make one by hsend --new-secret

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
    let outcome = try SecretShell.run(
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
      "{\"secret\": \"\(SecretShell.words)\"}", "644",
      "' holds a secret and can be read by others: type chmod 600 '"
    ),
    (
      "{\"secrets\": {\"a\": \"\(SecretShell.words)\"}}", "640",
      "' holds a secret and can be read by others: type"
    ),
    ("{\"secret\": 1234567890123456}", "600", "hrecv: secret in the configuration '"),
    (
      "{\"secret\": {\"a\": \"\(SecretShell.words)\"}}", "600",
      "' must be a string: correct it there"
    ),
    ("{\"secrets\": \"\(SecretShell.words)\"}", "600", "' must be an object: correct it there"),
    (
      "{\"secrets\": {\"a\": [\"\(SecretShell.words)\"]}}", "600",
      "hrecv: secrets.a in the configuration '"
    ),
    (
      "{\"secret\": \"\(SecretShell.words)}", "600",
      "' is not valid JSON: correct it there, or remove it"
    ),
    (
      "{\"secret\": \(SecretShell.words)}", "600",
      "' is not valid JSON: correct it there, or remove it"
    ),
    (
      "{\"secret\": \"\(SecretShell.words)\" \"level\": -3}", "600",
      "' is not valid JSON: correct it there, or"
    ),
    (
      "{\n\"secret\": \"\(SecretShell.words)\"\n\"level\": -3}", "600",
      "' is not valid JSON from line 3 on: correct"
    ),
    (
      "{\"secret\": \"\(SecretShell.words)\\u0000\"}", "600",
      "' must not contain control characters: correct it"
    ),
    ("{\"secret\": \"\"}", "600", "' must have 1 to 4096 characters: correct it there"),
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
}
