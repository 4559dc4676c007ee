import HandShakeTestKit
import Testing

/// `--keep-failures` and `--explain`.
@Suite struct FailureTests {
  /// A recording that ends inside its message.
  private static let cut =
    "hsend --protocol classic --output a.wav 'hello, world, how are you'; "
    + "head -c 150000 a.wav >cut.wav 2>/dev/null; "

  @Test func soundAndFiguresAreKept() throws {
    let outcome = try Shell.run(
      Self.cut + """
        hrecv --input cut.wav --keep-failures d 2>notes
        echo $?
        stat -c %a d d/*
        ls d | sed 's/-[0-9][0-9TZ.-]*/-TIME/'
        grep -c '"stage":"cutOff"' d/*.json
        hrecv --explain d/*.flac | grep -c '^  cause    cut off$'
        """)
    #expect(
      outcome
        == Outcome(
          output:
            "1\n700\n600\n600\nhandshake-failure-TIMEflac\nhandshake-failure-TIMEjson\n1\n1\n",
          errors: "", status: 0))
  }

  @Test func theNewestFiftyAreKept() throws {
    let outcome = try Shell.run(
      Self.cut + """
        mkdir d; touch d/mine.flac d/handshake.json
        for n in {10..69}; do touch d/handshake-failure-20000101T0000$n.000Z-0001.{flac,json}; done
        hrecv --input cut.wav --keep-failures d/ 2>/dev/null
        ls d/*.json | wc -l; ls d/*.flac | wc -l; ls d | head -n 2 | tail -n 1; ls d/mine.flac
        """)
    #expect(
      outcome.output == "51\n51\nhandshake-failure-20000101T000021.000Z-0001.json\nd/mine.flac\n"
        || outcome.output
          == "51\n51\nhandshake-failure-20000101T000021.000Z-0001.flac\nd/mine.flac\n"
    )
  }

  /// No file may become larger than 8 kB: as where the disk is full.
  @Test func aFullDiskIsSaidAndListeningGoesOn() throws {
    let outcome = try Shell.run(
      Self.cut + """
        hsend --output b.wav 'still here'
        { tail -c +45 cut.wav; head -c 300000 /dev/zero; tail -c +45 b.wav; } >both
        trap '' XFSZ; ulimit -f 8
        hrecv --input both --raw s16,48000,1 --keep-failures d 2>notes; echo $?
        ls -A d; grep 'not kept' notes
        """)
    #expect(
      outcome.output == "still here\n0\n" + hrecv(Texts.failureNotKept("'d'")) + "\n")
  }

  static let refused: [(line: String, sentence: String, status: Int32)] = [
    (
      "hrecv --keep-failures a/b --timeout 1",
      hrecv(Texts.noFolder("'a/b'")), 4
    ),
    (
      "touch f; hrecv --keep-failures f --timeout 1",
      hrecv(Texts.notFolder("'f'")), 4
    ),
    ("hrecv --explain none.wav", hrecv(Texts.noFile("'none.wav'")), 4),
    (
      "hrecv --explain a --json", hrecv(Texts.exclude("--explain", "--json")), 2
    ),
    (
      "hrecv --explain a --device b",
      hrecv(Texts.exclude("--explain", "--device")), 2
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String, status: Int32) throws {
    let outcome = try Shell.run(line)
    #expect(outcome == Outcome(output: "", errors: sentence + "\n", status: status))
  }

  @Test func aMessageIsExplained() throws {
    let outcome = try Shell.run(
      "hsend --protocol classic --output a.wav 'hello'; hrecv --explain a.wav --protocol classic")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "'a.wav': 1.90 s at 48000 Hz, channel 1 of 1")
    #expect(lines.contains { $0.hasPrefix("classic in 17036 to 19964 Hz, from 0.0") })
    #expect(lines.contains { $0.hasPrefix("  start    found, signal to noise ") })
    #expect(lines.contains { $0.hasPrefix("  header   read, the frame lasts 1.") })
    #expect(lines.contains("  code     read, 0 symbols repaired"))
    #expect(lines.contains("  check    holds: the text 'hello'"))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func nothingIsExplained() throws {
    let outcome = try Shell.run(
      "head -c 300000 /dev/zero | hrecv --explain - --raw s16,48000,1")
    #expect(
      outcome
        == Outcome(
          output: """
            the stream: 3.13 s at 48000 Hz, channel 1 of 1
            peak -120.0 dB of full scale, reached in 0 % of its tenths of a second; -120.0 dB from \
            13.3 to 20.7 kHz

              start    none found
              next     it is digital silence, so ask hrecv --doctor

            """, errors: "", status: 0))
  }
}
