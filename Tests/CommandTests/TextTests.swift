import Foundation
import HandShakeTestKit
import Testing

/// Texts on their way through both programs, and those that `hsend` refuses.
@Suite struct TextTests {
  /// Sends the standard output of `script`, receives it, and gives what `hrecv` printed.
  private func echo(_ script: String, options: String = "") throws -> Outcome {
    try Shell.run("\(script) | hsend --output a.wav \(options) && hrecv --input a.wav")
  }

  @Test func comesBack() throws {
    #expect(
      try Shell.run("hsend --output a.wav 'hello, world' && hrecv --input a.wav")
        == Outcome(output: "hello, world\n", errors: "", status: 0))
  }

  @Test func dashDashAllowsALeadingDash() throws {
    #expect(
      try Shell.run("hsend --protocol classic --output a.wav -- -x && hrecv --input a.wav").output
        == "-x\n")
  }

  @Test func dropsOneTrailingNewline() throws {
    #expect(try echo("printf 'hi\\n'").output == "hi\n")
    #expect(try echo("printf 'hi\\n\\n'").output == "hi\n\n")
    #expect(try echo("printf 'hi'", options: "-").output == "hi\n")
  }

  @Test func throughAPipeAtAnotherRate() throws {
    let line =
      "hsend --protocol classic --output - --rate 44100 --level -40 'to a pipe' | hrecv --input -"
    #expect(try Shell.run(line) == Outcome(output: "to a pipe\n", errors: "", status: 0))
  }

  @Test func repeatsAndOnce() throws {
    let send = "hsend --protocol classic --output a.wav --repeat 2 --every 2 ab && "
    #expect(try Shell.run(send + "hrecv --input a.wav").output == "ab\nab\n")
    #expect(try Shell.run(send + "hrecv --once --input a.wav").output == "ab\n")
  }

  @Test func everyTooShort() throws {
    let outcome = try Shell.run(
      "hsend --protocol classic --output a.wav --repeat 2 --every 0.5 ab; ls -A")
    #expect(outcome.errors.hasPrefix(hsend(Texts.oneTransmissionLasts)))
    #expect(outcome.output == "")
  }

  @Test func namesTheChannelsThatCount() throws {
    let encoded = try Shell.run(
      "hsend --protocol classic --output - stereo | tail -c +45 | base64 -w 0"
    ).output
    let mono = [UInt8](try #require(Data(base64Encoded: encoded)))
    // Channel 1 is silent.
    var stereo: [UInt8] = []
    for index in stride(from: 0, to: mono.count, by: 2) {
      stereo += [0, 0, mono[index], mono[index + 1]]
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("handshake-\(UUID().uuidString).raw")
    try Data(stereo).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try Shell.run(
      """
      hrecv --input '\(file.path)' --raw s16,48000,2
      cat '\(file.path)' | hrecv --input - --raw s16,48000,2
      hrecv --explain '\(file.path)' --raw s16,48000,2 | grep -o 'channel.*'
      """)
    #expect(
      outcome == Outcome(output: "stereo\nstereo\nchannel 2 of 2\n", errors: "", status: 0))
  }

  static let refused: [(line: String, sentence: String)] = [
    (
      "hsend --protocol classic --output a.wav ''",
      Texts.noText
    ),
    (
      "hsend --protocol classic --output a.wav",
      Texts.noText
    ),
    (
      "hsend --protocol classic --output a.wav café",
      Texts.notInAlphabet("'é' (U+00E9)", "4", "classic")
    ),
    (
      "printf 'a\\0b' | hsend --protocol classic --output a.wav",
      Texts.notInAlphabet("U+0000", "2", "classic")
    ),
    (
      "printf 'ab\\xff' | hsend --protocol classic --output a.wav",
      Texts.textNotUTF8("2")
    ),
    (
      "head -c 1000000 /dev/zero | tr '\\0' a | hsend --protocol classic --output a.wav",
      Texts.textTooLong("1000000", "classic", "10000")
    ),
    (
      "yes | hsend --protocol classic --output a.wav",
      Texts.inputGoesOn("4194304")
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String) throws {
    let outcome = try Shell.run(line + "; status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: hsend(sentence) + "\n", status: 2))
  }

  @Test func aBadTextIsFoundBeforeTheDevice() throws {
    #expect(try Shell.run("hsend --device nonsense ''").status == 2)
  }

  @Test func messagesAreEscapedOnATerminal() throws {
    let outcome = try Shell.run(
      "printf 'a\\nb' | hsend --protocol classic --output a.wav && "
        + "script -qec 'hrecv --input a.wav' /dev/null")
    #expect(outcome.output.contains("a\\nb\r\n"))
    #expect(outcome.status == 0)
  }
}
