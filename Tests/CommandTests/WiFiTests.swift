import HandShakeTestKit
import Testing

/// A Wi-Fi network as a text, and what is none.
@Suite struct WiFiTests {
  @Test func networks() throws {
    let outcome = try SecretShell.run(
      #"""
      \#(SecretShell.export)
      printf 'pass;wo:rd,\\"\nmore' | hsend --wifi 'My "Net"; 5:G' --output a.wav; hrecv a.wav
      printf 'pass phrase\r\n' | hsend --wifi home --output a.wav; hrecv a.wav
      printf '\n' | hsend --wifi open --output a.wav; hrecv a.wav
      unset HANDSHAKE_SECRET
      printf 'pass phrase' | hsend --wifi home --unsealed --output b.wav; hrecv b.wav
      printf 'pass phrase' | hsend --wifi home --output c.wav; echo $?
      export HANDSHAKE_SECRET='\#(SecretShell.words)'
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
        == hsend(Texts.passwordHeard))
    #expect(lines[1] == hsend(Texts.passwordLength))
  }
}
