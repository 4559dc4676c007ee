import HandShakeTestKit
import Testing

/// What a receiver with a secret lets through: sealed by which secret, how long ago, and unsealed.
@Suite struct SealedAdmissionTests {
  @Test func unsealedOnes() throws {
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)hsend --unsealed --output clear.wav in clear
      hsend --output sealed.wav sealed
      hsend --unsealed --protocol classic --output classic.wav classic
      head -c 300 /dev/urandom >file; hsend --unsealed --input file --output file.wav; mkdir kept
      hrecv clear.wav; echo $?
      hrecv --also-unsealed clear.wav sealed.wav classic.wav
      hrecv --json clear.wav | grep -o -e '"cause":"notSealed"' -e 'in clear'
      hrecv --json --also-unsealed clear.wav |
        grep -o -e '"sealed":[a-z]*' -e '"room":[a-z]*' -e '"sealedTime":[a-z]*' \
          -e '"ageSeconds":[a-z]*'
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
        hrecv(Texts.refusedUnsealed("a hop frame at 0.00 s"))))
    #expect(
      lines[1]
        == hrecv(Texts.noMessageUnsealed("in 'clear.wav' (0.8 s)")))
  }

  @Test(arguments: ["classic", "ggwave-ultrasound-fast", "ggwave-audible-normal"])
  func protocolsThatCannotSeal(name: String) throws {
    let outcome = try SecretShell.run(
      SecretShell.export + "hsend --protocol \(name) --output a.wav hi; echo $?; ls\n"
        + "hsend --protocol \(name) --unsealed --output a.wav hi; hrecv --all --also-unsealed a.wav"
    )
    #expect(outcome.output == "2\nhi\n")
    #expect(
      outcome.errors.hasPrefix(hsend("\(name) "))
        && outcome.errors.split(separator: "\n").count == 1,
      "\(outcome.errors)")
  }

  @Test func withoutASecretAndWithAnother() throws {
    let outcome = try SecretShell.run(
      """
      HANDSHAKE_SECRET='\(SecretShell.words)' hsend --output a.wav hello
      hrecv a.wav; echo $?
      HANDSHAKE_SECRET='\(SecretShell.others)' hrecv a.wav; echo $?
      HANDSHAKE_SECRET='\(SecretShell.words)' hrecv --explain a.wav | grep -o "the text 'hello'"
      hrecv --explain a.wav | grep -c -e 'it is sealed, and no secret is set'
      HANDSHAKE_SECRET='\(SecretShell.others)' hrecv --explain a.wav |
        grep -c 'it is sealed with another secret'
      HANDSHAKE_SECRET='\(SecretShell.words)' hrecv --doctor a.wav >doctor; echo $?
      hrecv --doctor a.wav >doctor; echo $?; grep -c hello doctor
      """)
    #expect(outcome.output == "1\n1\nthe text 'hello'\n2\n2\n0\n0\n0\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(outcome.errors)")
    #expect(lines[0].contains(Texts.noSecretSet))
    #expect(lines[1].hasSuffix(Texts.giveSendersSecret))
    #expect(lines[2].contains(Texts.anotherSecret))
    #expect(
      lines[3].hasSuffix(Texts.compareFingerprints)
    )
  }

  // MARK: Clocks

  /// Recordings are read whatever their age, unless one is given; clocks that were never set, or
  /// went past what the eighths of seconds hold, end no program.
  @Test func clocks() throws {
    let library = try FaultLibrary.clock.path()
    let outcome = try SecretShell.run(
      """
      \(SecretShell.export)export LD_PRELOAD="$LD_PRELOAD:"'\(library)'
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
      at $((now + 5)) hrecv --json a.wav |
        grep -o -e '"sealedTime":"[^"]*"' -e '"ageSeconds":[a-z]*'
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
      lines[0].contains(Texts.sealedAgo("1 min 1 s")))
    #expect(lines[1].hasSuffix(Texts.setTheClocks))
    #expect(
      lines[2].contains(
        Texts.sealedAhead("10 min 1 s")))
  }

  @Test(arguments: ["0", "-1", "600 years", "nan", "ANY", ""]) func agesThatAreNone(age: String)
    throws
  {
    let outcome = try SecretShell.run("hrecv --max-age '\(age)' a.wav")
    #expect(outcome.errors.hasPrefix(hrecv("--max-age ")), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.status == 2)
  }
}
