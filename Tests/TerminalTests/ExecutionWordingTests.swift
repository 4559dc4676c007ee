import Glibc
import HandShakeExecution
import HandShakeTestKit
import Testing

@testable import HandShakeTerminal

@Suite struct ExecutionWordingTests {
  @Test func refusals() {
    let expected: [(ExecutedProgramError, String)] = [
      (.missing("/nowhere/run"), Texts.noProgram("'/nowhere/run'")),
      (.missing("no-such-run"), Texts.noProgramInPath("'no-such-run'", "./no-such-run")),
      (.missing(""), Texts.noProgramInPath("''", "./")),
      (.isDirectory("/folder"), Texts.programIsDirectory("'/folder'")),
      (
        .notExecutable("/folder/plain"),
        Texts.programMayNotBeExecuted("'/folder/plain'", "/folder/plain")
      ),
      (.notExecutable("/dev/null"), Texts.programMayNotBeExecuted("'/dev/null'", "/dev/null")),
    ]
    for (error, wording) in expected { #expect(error.wording == wording) }
    #expect(ExecutionOutcome.cutSentence == hrecv(Texts.programPrintsTooMuch))
  }

  @Test func sentences() throws {
    let program = try ExecutedProgram("/bin/sh")
    func sentence(_ end: ExecutionOutcome.End) -> String? {
      ExecutionOutcome(
        message: ExecutedMessage(.text([]), protocolName: "hop"), end: end, seconds: 1
      ).sentence(of: program)
    }
    #expect(sentence(.exited(status: 0)) == nil)
    #expect(
      sentence(.exited(status: 3))
        == Texts.programFailed("'/bin/sh'", "3"))
    #expect(
      sentence(.killed(signal: SIGKILL))
        == Texts.programKilled("'/bin/sh'", "9 (killed)"))
    #expect(
      sentence(.timedOut)
        == Texts.programTooSlow("'/bin/sh'", "30 s", "60"))
    #expect(
      sentence(.notStarted(errno: ENOEXEC))
        == Texts.programNotStarted("'/bin/sh'", "exec format error"))
    #expect(
      sentence(.dropped)
        == Texts.programDropped("'/bin/sh'", "16"))
    #expect(
      sentence(.interrupted)
        == Texts.programInterrupted("'/bin/sh'"))
  }
}
