import Testing

/// Files and streams that are missing, damaged or full.
@Suite struct FileTests {
  static let refused: [(line: String, sentence: String, status: Int32)] = [
    (
      "hrecv --input none.wav", "hrecv: there is no file 'none.wav': check the path with ls", 4
    ),
    (
      "hrecv --input .", "hrecv: '.' is a directory: give the path of a file in it", 4
    ),
    ("touch a.wav; hrecv --input a.wav", "hrecv: 'a.wav' is empty: record again", 4),
    ("hrecv --input -", "hrecv: the stream is empty: record again", 4),
    (
      "echo no sound in here >a.wav; hrecv --input a.wav",
      "hrecv: 'a.wav' is no recording in a known format: give a WAV, FLAC or OGG file, "
        + "or describe headerless samples with --raw s16,48000,1", 4
    ),
    (
      "hsend --protocol classic --output b.wav hi; head -c 30 b.wav >a.wav; hrecv --input a.wav",
      "hrecv: 'a.wav' ends inside its header: record or copy it again", 4
    ),
    (
      "hsend --protocol classic --output b.wav hi; head -c 44 b.wav >a.wav; hrecv --input a.wav",
      "hrecv: 'a.wav' promises 81837 samples and holds none: record or copy it again", 4
    ),
    (
      "hsend --protocol classic --output /dev/full hi",
      "hsend: no space is left for '/dev/full': free some, or choose another path", 4
    ),
    (
      "hsend --protocol classic --output none/a.wav hi",
      "hsend: there is no folder 'none/': make it with mkdir, or give another path",
      4
    ),
    (
      "mkdir b; touch b/f; cd b; hsend --protocol classic --output f/a.wav hi",
      "hsend: 'f/a.wav' cannot be opened (not a directory): choose another path", 4
    ),
    (
      "hsend --protocol classic --output /proc/a.wav hi",
      "hsend: '/proc/a.wav' cannot be opened (no such file or directory): choose another path", 4
    ),
    (
      "hsend --protocol classic --output a.flac --rate 768k hi",
      "hsend: 'a.flac' cannot be written (flac does not support this sample rate): give a name "
        + "that ends in .wav, or --rate 48000", 4
    ),
    (
      "hsend --protocol classic --output b.flac hi; head -c 30 b.flac >a.flac; hrecv --input a.flac",
      "hrecv: 'a.flac' is damaged (file contains data in an unimplemented format): record or copy "
        + "it again", 4
    ),
    (
      "hsend --protocol classic --output . hi",
      "hsend: '.' is a directory: give the path of a file in it", 4
    ),
    (
      "hsend --protocol classic --output - hi >/dev/full",
      "hsend: no space is left for the stream: free some, or choose another path", 4
    ),
    (
      "hsend --protocol classic --output a.wav <&-",
      "hsend: standard input cannot be read (bad file descriptor): give the text as an argument, "
        + "hsend \"hello\"", 4
    ),
    (
      "hsend --help >/dev/full",
      "hsend: standard output cannot be written (no space left on device): what was to be printed "
        + "is lost, so start again with a reader that stays", 4
    ),
    (
      "hsend --protocol classic --output a.wav hi; hrecv --input a.wav >/dev/full",
      "hrecv: standard output cannot be written (no space left on device): what was to be printed "
        + "is lost, so start again with a reader that stays", 4
    ),
    (
      "hsend --protocol ./none.json hi",
      "hsend: the protocol file './none.json' cannot be read (there is no such file): "
        + "check the path with ls -l", 4
    ),
    (
      "printf '{\n\"name\": NaN\n}' >a.json; hsend --protocol ./a.json hi",
      "hsend: the protocol file './a.json' is not valid JSON from line 2 on: correct it there", 4
    ),
    (
      "echo '[]' >a.json; hsend --protocol ./a.json hi",
      "hsend: the protocol file './a.json' is not a JSON object: correct it there", 4
    ),
    (
      "head -c 96000 /dev/zero | hrecv --input - --raw s16,48000,1",
      "hrecv: no message in the stream (1.0 s): it is digital silence, so ask hrecv --doctor", 1
    ),
    (
      "head -c 96000 /dev/zero | hrecv --input - --raw s16,8000,1",
      "hrecv: the stream has a rate of 8000 Hz and holds nothing above 4000 Hz, too little for "
        + "any protocol: record at 48000 Hz or more", 4
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
    let note = " promises 5 samples and holds 81837: its header was never completed\n"
    #expect(
      outcome
        == Outcome(
          output: "hi\nhi\n", errors: "hrecv: 'b.wav'\(note)hrecv: the stream\(note)", status: 0))
  }

  @Test func damageInsideAFLACFile() throws {
    let outcome = try Shell.run(
      """
      hsend --protocol classic --output a.flac hi
      head -c 500 /dev/zero | dd of=a.flac bs=1000 seek=20 conv=notrunc status=none
      hrecv --input a.flac
      """)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("hrecv: 'a.flac' promises 81837 samples and holds "))
    #expect(outcome.errors.contains(": it is cut off or damaged\n"))
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
    #expect(outcome.errors.contains("hrecv: refused a classic frame at "))
    #expect(outcome.errors.contains(": it is cut off or damaged\n"))
    #expect(outcome.status == 0)
  }

  @Test func rateThatHoldsSomePlacements() throws {
    let outcome = try Shell.run(
      "hsend --protocol classic --ceiling 17k --rate 36k --output a.wav low && hrecv --input a.wav")
    #expect(
      outcome
        == Outcome(
          output: "low\n",
          errors: "hrecv: 'a.wav' has 36000 Hz and holds nothing above 18000 Hz: what was sent "
            + "higher cannot be heard in it\n", status: 0))
  }
}
