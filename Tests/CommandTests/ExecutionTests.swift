import HandShakeTestKit
import Testing

/// `hrecv --exec`: what starts a program, and what doesn't.
@Suite(.waiting) struct ExecutionTests {
  /// The outcome of `script` in a folder with a secret, a message sealed with it, and a program
  /// that notes what it is given.
  private func run(_ script: String) throws -> Outcome {
    try SecretShell.run(
      """
      umask 077
      export XDG_STATE_HOME=$PWD/state
      echo 'four words nobody guesses' >secret
      hsend --secret-file secret --output sealed.wav 'gate 7' || exit 90
      hsend --output clear.wav 'gate 8' || exit 91
      printf '#!/bin/sh\\n{ cat; echo "|$HANDSHAKE_KIND|$HANDSHAKE_PROTOCOL|$*"; } >>log\\n\
      exit ${STATUS:-0}\\n' >note
      chmod +x note
      \(script)
      """)
  }

  @Test func textsGoToTheProgram() throws {
    let outcome = try run(
      """
      hrecv --secret-file secret --exec ./note --exec-argument 'two words' \
      --exec-argument '$(x)' sealed.wav
      cat log
      """)
    #expect(outcome.output == "gate 7\ngate 7|text|hop|two words $(x)\n")
    #expect(outcome.errors.isEmpty && outcome.status == 0)
  }

  @Test func whatCameInClearStartsNothing() throws {
    let outcome = try run(
      """
      hrecv --secret-file secret --also-unsealed --exec ./note clear.wav; echo $?
      ls log
      hrecv --exec ./note clear.wav; echo $?
      hrecv --exec ./note --exec-unauthenticated clear.wav; echo $?
      cat log
      """)
    #expect(outcome.output == "gate 8\n0\n2\ngate 8\n0\ngate 8|text|hop|\n")
    #expect(
      outcome.errors.contains(
        hrecv(Texts.programUnsafe)))
  }

  /// A recording starts nothing a second time, in another run either, and nothing where that cannot
  /// be remembered.
  @Test func recordingsStartNothingAgain() throws {
    let outcome = try run(
      """
      for k in 1 2; do hrecv --secret-file secret --exec ./note sealed.wav; echo $?; done
      grep -c gate log
      rm -r state; echo >state
      hrecv --secret-file secret --exec ./note sealed.wav; echo $?
      grep -c gate log
      """)
    #expect(outcome.output == "gate 7\n0\n1\n1\n4\n1\n")
    #expect(outcome.errors.contains("it was received before"))
  }

  @Test func programsThatFailAreTold() throws {
    let outcome = try run(
      """
      STATUS=3 hrecv --once --secret-file secret --exec ./note sealed.wav; echo $?
      rm -r state
      STATUS=3 hrecv --secret-file secret --exec ./note sealed.wav; echo $?
      rm -r state
      hrecv --json --once --secret-file secret --exec ./note sealed.wav | grep executed
      hrecv --secret-file secret --exec ./missing sealed.wav; echo $?
      hrecv --secret-file secret --exec ./secret sealed.wav; echo $?
      """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "gate 7" && lines.dropFirst().first == "6")
    #expect(lines.contains { $0.contains("\"end\":\"exited\"") && $0.contains("\"status\":0") })
    #expect(lines.suffix(2) == ["4", "4"])
    #expect(outcome.errors.contains("missing") && outcome.errors.contains("secret"))
  }

  /// The child knows nothing of the secret.
  @Test func theProgramDoesNotKnowTheSecret() throws {
    let outcome = try run(
      """
      printf '#!/bin/sh\\ntr "\\\\000" "\\\\n" </proc/self/environ\\n\
      ls /proc/self/fd | wc -l\\n' >look
      chmod +x look
      HANDSHAKE_SECRET='four words nobody guesses' hrecv --exec ./look sealed.wav
      """)
    #expect(outcome.output == "gate 7\n" && outcome.status == 0)
    #expect(!outcome.errors.contains("guesses") && !outcome.errors.contains("HANDSHAKE_SECRET"))
    #expect(outcome.errors.contains("HANDSHAKE_KIND=text"))
  }

  /// An interrupt ends the program, too.
  @Test func interruptsEndTheProgram() throws {
    let outcome = try run(
      """
      printf '#!/bin/sh\\necho $$ >pid\\nexec sleep 30\\n' >wait
      chmod +x wait
      hrecv --secret-file secret --exec ./wait sealed.wav & receiver=$!
      wait_until test -s pid
      kill -INT $receiver; wait $receiver; echo $?
      wait_until gone $(cat pid); echo $?
      """)
    #expect(outcome.output.hasSuffix("0\n0\n"), "\(outcome)")
  }

  /// A secret that is marked so lets its messages through, and starts nothing.
  @Test func aSecretMayBeForMessagesOnly() throws {
    let outcome = try run(
      """
      export XDG_CONFIG_HOME=$PWD/config; mkdir -p config/handshake
      cat >config/handshake/config.json <<'END'
      {"secrets": {"door": "four words nobody guesses", "sensor": "five words nobody knows either"},
       "messagesOnly": ["sensor"]}
      END
      hsend --room sensor --output sensor.wav 21.5; hsend --room door --output door.wav open
      hrecv --exec ./note sensor.wav; hrecv --exec ./note door.wav; cat log
      echo '{"secrets": {"a": "five words nobody knows either"}, "messagesOnly": ["a"]}' \
      >config/handshake/config.json
      hrecv --exec ./note sensor.wav; echo $?
      echo '{"secret": "four words nobody guesses", "messagesOnly": ["a"]}' \
      >config/handshake/config.json
      hrecv sensor.wav; echo $?
      """)
    #expect(outcome.output == "21.5\nopen\nopen|text|hop|\n2\n4\n")
    #expect(outcome.errors.contains(Texts.messagesOnly("'sensor'")), "\(outcome.errors)")
    #expect(outcome.errors.contains(Texts.programUnsafe))
    #expect(outcome.errors.contains(Texts.mustBeARoom))
  }
}
