import HandShakeTestKit
import Testing

/// Files and streams that are missing, damaged or full.
@Suite struct FileTests {
  static let refused: [(line: String, sentence: String, status: Int32)] = [
    (
      "hrecv --input none.wav", hrecv(Texts.noFile("'none.wav'")), 4
    ),
    (
      "hrecv --input .", hrecv(Texts.isDirectory("'.'")), 4
    ),
    ("touch a.wav; hrecv --input a.wav", hrecv(Texts.recordingEmpty("'a.wav'")), 4),
    ("hrecv --input -", hrecv(Texts.recordingEmpty("the stream")), 4),
    (
      "echo no sound in here >a.wav; hrecv --input a.wav",
      hrecv(Texts.unknownFormat("'a.wav'")), 4
    ),
    (
      "hsend --protocol classic --output b.wav hi; head -c 30 b.wav >a.wav; hrecv --input a.wav",
      hrecv(Texts.headerCutOff("'a.wav'")), 4
    ),
    (
      "hsend --protocol classic --output b.wav hi; head -c 44 b.wav >a.wav; hrecv --input a.wav",
      hrecv(Texts.holdsNone("'a.wav'", "81837")), 4
    ),
    (
      "hsend --protocol classic --output /dev/full hi",
      hsend(Texts.noSpace("'/dev/full'")), 4
    ),
    (
      "hsend --protocol classic --output none/a.wav hi",
      hsend(Texts.noFolderOfPath("'none/'")),
      4
    ),
    (
      "mkdir b; touch b/f; cd b; hsend --protocol classic --output f/a.wav hi",
      hsend(Texts.cannotBeOpened("'f/a.wav'", "not a directory")), 4
    ),
    (
      "hsend --protocol classic --output /proc/a.wav hi",
      hsend(Texts.cannotBeOpened("'/proc/a.wav'", "no such file or directory")), 4
    ),
    (
      "hsend --protocol classic --output a.flac --rate 768k hi",
      hsend(
        Texts.optionCannotBe(
          "'a.flac'", "written (flac does not support this sample rate)",
          "a name that ends in .wav, or --rate 48000")), 4
    ),
    (
      "hsend --protocol classic --output b.flac hi; head -c 30 b.flac >a.flac; "
        + "hrecv --input a.flac",
      hrecv(Texts.damaged("'a.flac'", "file contains data in an unimplemented format")), 4
    ),
    (
      "hsend --protocol classic --output . hi",
      hsend(Texts.isDirectory("'.'")), 4
    ),
    (
      "hsend --protocol classic --output - hi >/dev/full",
      hsend(Texts.noSpace("the stream")), 4
    ),
    (
      "hsend --protocol classic --output a.wav <&-",
      hsend(
        Texts.optionCannotBe(
          "standard input", "read (bad file descriptor)", "the text as an argument, hsend \"hello\""
        )), 4
    ),
    (
      "hsend --help >/dev/full",
      hsend(Texts.outputLost("no space left on device")), 4
    ),
    (
      "hsend --protocol classic --output a.wav hi; hrecv --input a.wav >/dev/full",
      hrecv(Texts.outputLost("no space left on device")), 4
    ),
    (
      "hsend --protocol ./none.json hi",
      hsend(Texts.protocolFileUnreadable("'./none.json'", "there is no such file")), 4
    ),
    (
      "printf '{\n\"name\": NaN\n}' >a.json; hsend --protocol ./a.json hi",
      hsend(Texts.protocolFileBroken("'./a.json'", "not valid JSON from line 2 on")), 4
    ),
    (
      "echo '[]' >a.json; hsend --protocol ./a.json hi",
      hsend(Texts.protocolFileBroken("'./a.json'", "not a JSON object")), 4
    ),
    (
      "head -c 96000 /dev/zero | hrecv --input - --raw s16,48000,1",
      hrecv(Texts.noMessageSilence("in the stream (1.0 s)")), 1
    ),
    (
      "head -c 96000 /dev/zero | hrecv --input - --raw s16,8000,1",
      hrecv(Texts.recordingRateTooLow("the stream", "8000 Hz", "4000 Hz")), 4
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String, status: Int32) throws {
    let outcome = try Shell.run(line)
    #expect(outcome == Outcome(output: "", errors: sentence + "\n", status: status))
  }

  @Test func aFailedWriteLeavesTheOldFile() throws {
    let outcome = try Shell.run(
      "echo old >a.wav; hsend --protocol classic --output a.wav é; cat a.wav; ls -A")
    #expect(outcome.output == "old\na.wav\n")
  }

  @Test func aHeaderThatSaysLessThanThereIs() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --output a.wav hi
      { head -c 40 a.wav; printf '\\x0a\\0\\0\\0'; tail -c +45 a.wav; } >b.wav
      hrecv --input b.wav
      cat b.wav | hrecv --input -
      """)
    let note = Texts.headerNotCompleted("5", "81837") + "\n"
    #expect(
      outcome
        == Outcome(
          output: "hi\nhi\n", errors: hrecv("'b.wav'\(note)") + hrecv("the stream\(note)"),
          status: 0))
  }

  @Test func damageInsideAFLACFile() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --output a.flac hi
      head -c 500 /dev/zero | dd of=a.flac bs=1000 seek=20 conv=notrunc status=none
      hrecv --input a.flac
      """)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(hrecv(Texts.promises("'a.flac'", "81837"))))
    #expect(outcome.errors.contains(Texts.cutOffOrDamaged + "\n"))
    #expect(outcome.status == 1)
  }

  @Test func anInterruptedWriteLeavesNothing() throws {
    let outcome = try Shell.run(
      "timeout --preserve-status -s INT 0.5 hsend --repeat 9000 --output a.wav hi; "
        + "status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: "", status: 130))
  }

  @Test func aRecordingThatIsCutOffAfterTheMessage() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --repeat 2 --output a.wav hi
      truncate -s -20000 a.wav
      hrecv --input a.wav
      """)
    #expect(outcome.output == "hi\n")
    #expect(outcome.errors.contains(hrecv(Texts.refusedAt("a classic frame"))))
    #expect(outcome.errors.contains(Texts.cutOffOrDamaged + "\n"))
    #expect(outcome.status == 0)
  }

  @Test func rateThatHoldsSomePlacements() throws {
    let outcome = try Shell.run(
      "hsend --protocol classic --ceiling 17k --rate 36k --output a.wav low && hrecv --input a.wav")
    #expect(
      outcome
        == Outcome(
          output: "low\n",
          errors: hrecv(Texts.recordingRateLow("'a.wav'", "36000 Hz", "18000 Hz")) + "\n", status: 0
        ))
  }
}
