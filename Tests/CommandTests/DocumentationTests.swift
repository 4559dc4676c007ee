import Foundation
import HandShakeTestKit
import Testing

/// What `tools/test readme` refuses to run, since a reader would type it among files of their own.
@Suite struct DocumentationTests {
  private static let advice = Texts.destructiveCommand

  @Test(arguments: [
    "rm -r .config", "mkdir a && rm -r a b", "mkdir -p a; rm -rf a", "rm note.txt",
    "mkdir a; rm a/../b", "htone C#6; rm a.wav", "sudo rm -rf /usr/local", "ls | xargs rm",
    "mv a.wav b.wav", "cp a.wav b.wav",
    "dd if=a of=/dev/sda", "sudo mkfs.ext4 /dev/sda1", "find . -delete", "date > ~/.bashrc",
    "echo a >/etc/hosts", "date > .profile", #"date > "$HOME/note""#,
  ])
  func destructionIsRefused(command: String) throws {
    for language in ["sh", "console", ""] {
      let typed = language == "console" ? "$ " + command : command
      let outcome = try Shell.run(
        """
        cat >page.md <<'PAGE'
        ```sh
        touch ran
        mkdir a b
        ```
        ```\(language)
        \(typed)
        ```
        PAGE
        '\(Shell.tools)/parts/test-readme' page.md; status=$?
        ls; exit $status
        """)
      #expect(outcome.status == 1)
      #expect(outcome.output == "page.md\n")
      #expect(outcome.errors.hasSuffix("page.md: '\(command)' \(Self.advice)\n"), "\(outcome)")
    }
  }

  /// The commands run in a folder of the page's own, and each block in a home of its own.
  @Test func blocksRunApart() throws {
    let outcome = try Shell.run(
      """
      cat >page.md <<'PAGE'
      ```console
      $ mkdir received && date > received/note && rm -r received
      $ mkdir -p ~/.config && touch ~/.config/kept note.txt
      ```
      ```console
      $ ls -A ~; ls
      note.txt
      ```
      PAGE
      HANDSHAKE_IN_LOOP=1 '\(Shell.tools)/parts/test-readme' page.md >said; status=$?
      ls -A; exit $status
      """)
    #expect(outcome == Outcome(output: "page.md\nsaid\n", errors: "", status: 0))
  }
}
