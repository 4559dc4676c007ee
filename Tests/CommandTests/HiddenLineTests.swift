import Foundation
import Glibc
import HandShakeTestKit
import Testing

/// The question for a password, stopped by Ctrl-Z and continued by `fg`.
@Suite(.waiting) struct HiddenLineTests {
  private static let question = "password of 'home' (empty for none): "

  @Test(arguments: ["\u{1a}", ""]) func passwordAfterAStop(key: String) throws {
    let terminal = try PseudoTerminal()
    // As an interactive shell does, stty has the terminal as it was before the program goes on.
    try terminal.start(
      """
      set -m; export HANDSHAKE_SECRET='\(SecretShell.words)'
      hsend --wifi home --output a.wav & fg >/dev/null
      stty -a | grep -o -w -e '-\\{0,1\\}echo' >mode; stty echo; echo stopped; read -r
      fg >/dev/null; status=$?
      stty -a | grep -o -w -e '-\\{0,1\\}echo' >>mode
      hrecv a.wav 2>/dev/null; cat mode; exit $status
      """)
    #expect(terminal.shows(Self.question))
    if key.isEmpty { kill(try sender(of: terminal), SIGSTOP) } else { terminal.type(key) }
    #expect(terminal.shows("stopped"))
    terminal.type("\n")
    let isAskedAgain = (0..<500).contains { _ in
      _ = terminal.shows("\u{0}", within: 0)
      return terminal.written.components(separatedBy: Self.question).count == 3
    }
    #expect(isAskedAgain, "\(terminal.written)")
    terminal.type("pass phrase\n")
    #expect(try terminal.wait() == 0)
    let lines = terminal.written.replacing("\r\n", with: "\n")
    #expect(lines.components(separatedBy: "pass phrase").count == 2, "\(lines)")
    #expect(lines.hasSuffix("WIFI:T:WPA;S:home;P:pass phrase;;\necho\necho\n"), "\(lines)")
  }

  /// The process of hsend, a child of the shell of the terminal.
  private func sender(of terminal: PseudoTerminal) throws -> pid_t {
    let found = try Shell.run("pgrep -P \(terminal.child) -x hsend")
    return try #require(pid_t(found.output.dropLast()))
  }
}
