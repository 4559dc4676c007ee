import HandShakeTestKit
import Testing

/// `hrecv --picture` through the built program.
@Suite(.waiting) struct PictureTests {
  static let refused: [(line: String, sentence: String, status: Int32)] = [
    (
      "hrecv --picture a.jpg --input none.wav",
      Texts.optionCannotBe("--picture", "'a.jpg'", "a path that ends in .png or .svg"), 2
    ),
    (
      "hrecv --picture .png --input none.wav",
      Texts.optionCannotBe("--picture", "'.png'", "a path that ends in .png or .svg"), 2
    ),
    (
      "hrecv --picture a.png --doctor",
      Texts.exclude("--doctor", "--picture"), 2
    ),
    (
      "hrecv --picture a.png --explain b.wav",
      Texts.exclude("--explain", "--picture"), 2
    ),
    ("hrecv --picture= --input none.wav", Texts.optionNeedsValue("--picture", "--picture FILE"), 2),
    // The path is tried before anything is heard, or even the input looked for.
    (
      "hrecv --picture none/a.png --input none.wav",
      Texts.noFolderOfPath("'none/'"), 4
    ),
    (
      "mkdir a.svg; hrecv --picture a.svg --input none.wav; status=$?; rmdir a.svg; exit $status",
      Texts.isDirectory("'a.svg'"), 4
    ),
    (
      "hrecv --picture /proc/a.png --input none.wav",
      Texts.cannotBeOpened("'/proc/a.png'", "no such file or directory"), 4
    ),
    (
      "hrecv --picture a.png --input none.wav",
      Texts.noFile("'none.wav'"),
      4
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String, status: Int32) throws {
    let outcome = try Shell.run("{ \(line); }; status=$?; ls -A; exit $status")
    #expect(outcome == Outcome(output: "", errors: hrecv(sentence) + "\n", status: status))
  }

  @Test func aPictureOfARecordingAtAnOddRate() throws {
    let outcome = try Shell.run(
      """
      hsend --output a.wav --rate 44.1k 'in <the> picture'
      hrecv --input a.wav --picture a.PNG && hrecv --input a.wav --picture a.svg
      head -c 8 a.PNG | od -A n -t x1
      grep -c '<svg ' a.svg
      grep -o '<title>.*dB.*</title>' a.svg | sed 's/\\(above \\)*[0-9.]* dB/N dB/'
      ls -A
      """)
    #expect(
      outcome
        == Outcome(
          output: """
            in <the> picture
            in <the> picture
             89 50 4e 47 0d 0a 1a 0a
            1
            <title>hop 0.00 s N dB: in &lt;the&gt; picture</title>
            a.PNG
            a.svg
            a.wav

            """, errors: "", status: 0))
  }

  /// A file of several blocks counts as one, beside a text.
  @Test func theTitleCountsTextsAndFiles() throws {
    let outcome = try Shell.run(
      """
      head -c 20000 /dev/urandom >file; mkdir kept
      hsend --input file --output a.raw.wav; hsend hello --output b.wav
      { tail -c +45 a.raw.wav; head -c 96000 /dev/zero; tail -c +45 b.wav; } |
        hrecv --input - --raw s16,48000,1 --output kept --picture a.svg 2>/dev/null
      grep -o '<title>.* s: [^<]*</title>' a.svg | head -1 | sed 's/[0-9.]* s:/N s:/'
      """)
    #expect(outcome.output == "hello\n<title>the stream, N s: 1 text, 1 file</title>\n")
  }

  /// The band that is drawn is the band that is used, half a kilohertz around, whatever else is
  /// listened for: the box of a frame lies in the middle and leaves that much.
  @Test(arguments: [
    ("", ""), ("", "--all"), ("--ceiling 18000", ""), ("--ceiling 18000", "--all"),
    ("-p ggwave-audible-fastest", "--all"), ("-p burst-cable", "--all"),
  ])
  func theBandIsThatOfTheFrame(sending: String, listening: String) throws {
    let outcome = try Shell.run(
      """
      hsend \(sending) --output a.wav hello
      hrecv \(listening) --json --picture a.svg a.wav | grep '"event":"message"' |
        sed 's/.*"highestHertz":\\([0-9.]*\\).*"lowestHertz":\\([0-9.]*\\).*/\\1 \\2/'
      grep -c '<rect.*<title>' a.svg
      grep hello a.svg | sed 's/.* y="\\([0-9.]*\\)".* height="\\([0-9.]*\\)".*/\\1 \\2/'
      """)
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").map { Double($0) }
    }
    try #require(rows.map(\.count) == [2, 1, 2], "\(outcome)")
    let numbers = rows.joined().compactMap { $0 }
    try #require(numbers.count == 5 && numbers[2] == 1, "\(outcome)")
    // Of a single frame the spectrum has 726 pixels from the 48th on; a bin of it is 9 pixels.
    let hertz = numbers[0] - numbers[1]
    #expect(abs(numbers[4] - 726 * hertz / (hertz + 1000)) < 10, "\(outcome)")
    #expect(abs(numbers[3] + numbers[4] / 2 - (48 + 726 / 2)) < 10, "\(outcome)")
  }

  @Test func withoutAMessageThereIsAPictureToo() throws {
    let outcome = try Shell.run(
      """
      head -c 960000 /dev/urandom | hrecv --input - --raw s16,48000,1 --picture a.svg
      status=$?; tail -1 a.svg; exit $status
      """)
    #expect(outcome.output == "</svg>\n")
    #expect(outcome.status == 1)
  }

  @Test func aFullDisk() throws {
    let outcome = try Shell.run(
      """
      hsend --output a.wav hi; ln -s /dev/full a.png
      hrecv --input a.wav --picture a.png
      """)
    #expect(
      outcome
        == Outcome(
          output: "hi\n",
          errors: hrecv(Texts.noSpace("'a.png'")) + "\n",
          status: 4))
    let unheard = try Shell.run(
      """
      ln -s /dev/full a.png
      head -c 96000 /dev/zero | hrecv --input - --raw s16,48000,1 --picture a.png
      """)
    #expect(
      unheard
        == Outcome(
          output: "",
          errors: """
            \(hrecv(Texts.noMessageSilence("in the stream (1.0 s)")))
            \(hrecv(Texts.noSpace("'a.png'")))

            """, status: 4))
  }

  @Test func aPictureThatFailsLeavesTheOldOne() throws {
    let outcome = try Shell.run(
      """
      hsend --output a.wav hi; echo old >a.png
      (ulimit -f 1; trap '' XFSZ; hrecv --input a.wav --picture a.png)
      status=$?; cat a.png; ls -A; exit $status
      """)
    #expect(
      outcome
        == Outcome(
          output: "hi\nold\na.png\na.wav\n",
          errors: hrecv(Texts.noSpace("'a.png'")) + "\n",
          status: 4))
  }

  @Test func anInterruptDrawsWhatWasHeard() throws {
    let outcome = try Shell.run(
      """
      mkfifo pipe; hrecv --input pipe --raw s16,48000,1 --picture a.png 2>notes & listener=$!
      exec 3>pipe; head -c 96000 /dev/zero >&3; wait_until waits $listener
      kill -INT $listener; wait $listener; status=$?
      head -c 4 a.png | tail -c 3; tail -c 8 a.png | head -c 4; echo
      ls -A; cat notes >&2; exit $status
      """)
    #expect(
      outcome
        == Outcome(
          output: "PNGIEND\na.png\nnotes\npipe\n",
          errors: hrecv(Texts.noMessageCame(in: "1 s", Texts.digitalSilence)) + "\n",
          status: 130))
  }
}
