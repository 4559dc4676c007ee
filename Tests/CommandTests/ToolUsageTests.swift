import Foundation
import HandShakeTestKit
import Testing

/// What tools say of how they are called, and while they work.
@Suite struct ToolUsageTests {
  @Test(arguments: [
    ("--frobnicate", "there is no option '--frobnicate'"), ("here", "unexpected argument 'here'"),
    ("--prefix", "--prefix needs a folder"),
  ])
  func installSaysWhatIsWrong(argument: String, says: String) throws {
    let outcome = try Shell.run("'\(Shell.tools)/install' \(argument)")
    #expect(
      outcome
        == Outcome(
          output: "", errors: Texts.installUsage(says) + "\n", status: 2))
  }

  @Test func helloWantsTheLibrary() throws {
    let outcome = try Shell.run("python3 '\(Shell.tools)/examples/hello.py'")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "usage: hello.py LIBRARY [TEXT], as in hello.py "
            + ".build/release/libHandShakeC.so\n", status: 2))
  }

  /// SwiftPM's own progress, which `--quiet` would keep back.
  @Test func aBuildIsNotSilent() throws {
    let outcome = try Shell.run(
      """
      mkdir bin
      cat >bin/swift <<'PROGRAM'
      #!/bin/bash
      case " $* " in
        *" --show-bin-path "*) echo /built ;;
        *" --quiet "*) ;;
        *) echo '[1/2] Compiling' ;;
      esac
      PROGRAM
      chmod +x bin/swift
      PATH=$PWD/bin:$PATH '\(Shell.tools)/parts/packaging/build' hsend
      """)
    #expect(outcome.output == "/built\n")
    #expect(outcome.errors.hasPrefix("tools/parts/packaging/build: building hsend "))
    #expect(outcome.errors.hasSuffix("\n[1/2] Compiling\n"))
    #expect(outcome.status == 0)
  }
}
