import HandShakeTestKit
import Testing

/// Devices that are not there, and signals.
@Suite(.waiting) struct DeviceTests {
  @Test func missingDevice() throws {
    #expect(
      try Shell.run("hsend --device nonsense hi")
        == Outcome(
          output: "",
          errors: hsend(Texts.noDeviceToSend("'nonsense'", "hsend")) + "\n", status: 3))
    #expect(
      try Shell.run("hrecv --device hw:7")
        == Outcome(
          output: "",
          errors: hrecv(Texts.noDeviceToReceive("'hw:7'")) + "\n", status: 3))
  }

  /// A pipe that stays open and silent.
  private let silentPipe = "mkfifo pipe; exec 3<>pipe; "

  @Test(arguments: ["INT", "TERM"])
  func interruptEndsASilentPipe(signal: String) throws {
    let outcome = try Shell.run(
      silentPipe + "timeout --preserve-status -s \(signal) 0.5 hrecv --input - <&3")
    #expect(outcome == Outcome(output: "", errors: "", status: 130))
  }

  @Test func interruptEndsAWaitForText() throws {
    let outcome = try Shell.run(
      silentPipe + "timeout --preserve-status -s INT 0.5 hsend --output a.wav <&3; "
        + "status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "pipe\n", errors: "", status: 130))
  }

  @Test func interruptEndsAWaitForAProtocol() throws {
    let outcome = try Shell.run(
      "mkfifo pipe; timeout --preserve-status -s INT 0.5 hsend --protocol ./pipe --output a.wav hi")
    #expect(outcome == Outcome(output: "", errors: "", status: 130))
  }

  @Test(arguments: ["INT", "TERM", "HUP"])
  func interruptEndsAnEndlessSender(signal: String) throws {
    let outcome = try Shell.run(
      "timeout --preserve-status -s \(signal) 0.5 hsend --every 2 --output - x >/dev/null")
    #expect(outcome == Outcome(output: "", errors: "", status: 130))
  }

  @Test func whoIgnoresHangUpsGoesOn() throws {
    let outcome = try Shell.run(
      """
      trap '' HUP; mkfifo pipe; hsend --every 2 --output - x >pipe & exec 3<pipe
      head -c 44 <&3 >start; kill -HUP $!
      # More than the pipe holds.
      head -c 1000000 <&3 | wc -c; kill -INT $!; wait $!
      """)
    #expect(outcome == Outcome(output: "1000000\n", errors: "", status: 130))
  }

  @Test func interruptAfterAMessageIsSuccess() throws {
    let outcome = try Shell.run(
      """
      mkfifo pipe; exec 3<>pipe
      hrecv --input - --raw s16,48000,1 <&3 >heard & listener=$!
      hsend --output - hi | tail -c +45 >&3
      head -c 48000 /dev/zero >&3
      wait_until grep hi heard; kill -INT $listener; wait $listener
      status=$?; cat heard; exit $status
      """)
    #expect(outcome.output == "hi\n")
    #expect(outcome.status == 0)
  }

  @Test func timeIsUp() throws {
    let outcome = try Shell.run(silentPipe + "hrecv --timeout 0.3 --input - <&3")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: hrecv(Texts.noMessageNearer("within 0.3 s")) + "\n", status: 1))
  }
}
