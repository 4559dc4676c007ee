import Foundation
import HandShakeTestKit
import Testing

/// Files on their way through both programs.
@Suite struct CarriedFileTests {
  /// A file of 9000 bytes in `a.bin`, and a folder `in`.
  private static let setUp = "mkdir in; seq 3000 | head -c 9000 >a.bin\n"

  private static let options = [
    "", "--protocol burst-cable", "--protocol burst-max --robust", "--snr 10",
  ]

  @Test(arguments: extent(options, usually: Array(options[..<2])))
  func comesBack(options: String) throws {
    let listened = options.contains("cable") ? "--all" : ""
    let outcome = try Shell.run(
      Self.setUp + """
        hsend --input a.bin --output a.wav \(options) || exit
        hrecv --input a.wav \(listened) --output in || exit
        cmp a.bin in/a.bin && ls -A in && stat -c %a in/a.bin
        """)
    #expect(
      outcome
        == Outcome(
          output: "a.bin\n600\n",
          errors: hrecv(Texts.fileReceived("'a.bin'", "9000", "'in/a.bin'")) + "\n", status: 0))
  }

  @Test func emptyFilesAndExistingNames() throws {
    let outcome = try Shell.run(
      """
      mkdir in; echo mine >in/a.txt; touch a.txt
      hsend --input a.txt --output a.wav
      hrecv --input a.wav --output in/
      hrecv --input a.wav --output in
      ls -s in; cat in/a.txt
      """)
    #expect(outcome.output == "total 4\n0 a-2.txt\n0 a-3.txt\n4 a.txt\nmine\n")
    #expect(
      outcome.errors
        == hrecv(Texts.fileReceived("'a.txt'", "0", "'in/a-2.txt'")) + "\n"
        + hrecv(Texts.fileReceived("'a.txt'", "0", "'in/a-3.txt'")) + "\n")
  }

  @Test func withoutAFolderItIsTold() throws {
    let outcome = try Shell.run(
      "echo hi >a.txt; hsend --input a.txt --output a.wav; hrecv --input a.wav; echo $?; ls -A")
    #expect(
      outcome
        == Outcome(
          output: "1\na.txt\na.wav\n",
          errors: hrecv(Texts.fileNotKept("'a.txt'", "3")) + "\n" + hrecv(Texts.noFileKept) + "\n",
          status: 0))
  }

  /// What the sender's name would do to a terminal or a path, it does not do.
  @Test func strangeNames() throws {
    let outcome = try Shell.run(
      """
      mkdir -p in d; cd d
      for name in $'a\\e[2Jb' .hidden -rf; do echo hi >"./$name"; hsend --input "./$name" \
      --output ../a.wav; hrecv --input ../a.wav --output ../in; done
      ls -A ../in
      """)
    #expect(outcome.output == "_rf\na_[2Jb\nhidden\n")
    let told = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("hsend") }
    let names = [("'a\\x1b[2Jb'", "'a_[2Jb'"), ("'.hidden'", "'hidden'"), ("'-rf'", "'_rf'")]
    #expect(told.map(String.init) == names.map { hsend(Texts.sentUnderName($0.0, $0.1)) })
    #expect(outcome.status == 0)
  }

  @Test func aFolderWithLinks() throws {
    let outcome = try Shell.run(
      """
      mkdir in; echo mine >target; ln -s ../target in/a.txt; ln -s /dev/null in/a-2.txt
      echo theirs >a.txt; hsend --input a.txt --output a.wav; hrecv --input a.wav --output in
      cat target; ls -A in; cat in/a-3.txt
      """)
    #expect(outcome.output == "mine\na-2.txt\na-3.txt\na.txt\ntheirs\n")
  }

  static let refused: [(line: String, sentence: String, status: Int32)] = [
    (
      "hsend --input none --output a.wav",
      hsend(Texts.noFile("'none'")), 4
    ),
    (
      "hsend --input . --output a.wav",
      hsend(Texts.isDirectory("'.'")), 4
    ),
    (
      "mkfifo p; hsend --input p --output a.wav",
      hsend(Texts.notRegularFile("'p'")), 4
    ),
    (
      "hsend --input /dev/zero --output a.wav",
      hsend(Texts.notRegularFile("'/dev/zero'")), 4
    ),
    (
      "hsend --input - --output a.wav",
      hsend(Texts.optionCannotBe("--input", "'-'", "the path of a file, whose name goes with it")),
      2
    ),
    (
      "hsend --input '' --output a.wav", hsend(Texts.optionNeedsValue("--input", "--input FILE")), 2
    ),
    (
      "head -c 1048577 /dev/zero >a; hsend --input a --output a.wav",
      hsend(Texts.fileTooLarge("'a'", "1048577", "1048576")), 4
    ),
    (
      "hsend --input /proc/self/status --output a.wav",
      hsend(Texts.fileChanged("'/proc/self/status'")), 4
    ),
    (
      "hsend --input $(printf 'n%.0s' {1..300}) --output a.wav",
      hsend(Texts.readingFailed("'\(String(repeating: "n", count: 300))'", "file name too long")), 4
    ),
    (
      "echo hi >a; hsend --input a --output a.wav hi",
      hsend(Texts.exclude("--input", "a text")), 2
    ),
    (
      "echo hi >a; hsend --protocol hop --input a --output a.wav",
      hsend(Texts.textsOnly("hop")), 2
    ),
    (
      "hsend --protocol classic --input none --output a.wav",
      hsend(Texts.textsOnly("classic")), 2
    ),
    (
      "hsend --robust --output a.wav hi",
      hsend(Texts.onePace("hop")), 2
    ),
    (
      "hsend --protocol burst --fast --snr 10 --output a.wav hi",
      hsend(Texts.exclude("--snr", "--fast")), 2
    ),
    (
      "hrecv --output no/folder",
      hrecv(Texts.noFolder("'no/folder'")), 4
    ),
    (
      "touch a; hrecv --output a", hrecv(Texts.notFolder("'a'")), 4
    ),
    (
      "echo hi >a; hsend --input a --output a.wav; hrecv --input a.wav --output /proc/self/fd",
      hrecv(Texts.noFolder("'/proc/self/fd'")) + "\n" + hrecv(Texts.fileLost), 4
    ),
  ]

  @Test(arguments: refused)
  func isRefused(line: String, sentence: String, status: Int32) throws {
    let outcome = try Shell.run(line)
    #expect(outcome == Outcome(output: "", errors: sentence + "\n", status: status))
  }

  /// Nobody may read it, not even where the tests run as root.
  @Test func unreadable() throws {
    let outcome = try Shell.run(
      """
      echo hi >a; chmod 000 a; mkdir in; chmod 555 in; chmod 777 .
      as_nobody() {
        if [ $(id -u) = 0 ]; then setpriv --reuid 65534 --clear-groups "$@"; else "$@"; fi
      }
      as_nobody "$(command -v hsend)" --input a --output b.wav
      echo $?
      as_nobody "$(command -v hrecv)" --output in
      echo $?
      """)
    #expect(outcome.output == "4\n4\n")
    #expect(
      outcome.errors
        == hsend(Texts.mayNotBeRead("'a'")) + "\n" + hrecv(Texts.mayNotBeWritten("'in'")) + "\n")
  }

  /// A full disk, made by a limit on the size of files.
  @Test func aFileThatDoesNotFit() throws {
    let outcome = try Shell.run(
      Self.setUp + """
        hsend --input a.bin --output a.wav
        (ulimit -f 4; trap '' XFSZ; hrecv --input a.wav --output in; echo $?); ls -A in
        """)
    #expect(outcome.output == "4\n")
    #expect(
      outcome.errors
        == hrecv(Texts.writingFailed("'in'", "file too large")) + "\n" + hrecv(Texts.fileLost)
        + "\n")
  }

  /// Listening goes on after a full disk, and its end tells of the loss.
  @Test func whatComesAfterAFileThatDoesNotFit() throws {
    let outcome = try Shell.run(
      Self.setUp + """
        hsend --input a.bin --output a.wav; hsend --output b.wav hello
        { tail -c +45 a.wav; tail -c +45 b.wav; } >c.raw
        (ulimit -f 4; trap '' XFSZ; hrecv --raw s16,48000,1 c.raw --output in; echo $?); ls -A in
        """)
    #expect(outcome.output == "hello\n4\n")
    #expect(
      outcome.errors == hrecv(Texts.writingFailed("'in'", "file too large")) + "\n"
        + hrecv(Texts.fileLost)
        + "\n")
  }

  /// A sender that stops half-way: nothing is kept, and what came is named.
  @Test func cutOff() throws {
    let outcome = try Shell.run(
      Self.setUp + """
        hsend --input a.bin --output a.wav; truncate -s 600000 a.wav
        hrecv --input a.wav --output in; echo $?; ls -A in
        """)
    #expect(outcome.output == "1\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix(hrecv(Texts.refused("a burst message at 0.00 s"))) == true)
    #expect(lines.first?.contains(" of 36 blocks came, and ") == true)
    #expect(lines.last?.hasPrefix(hrecv(Texts.noMessage("in 'a.wav' (6.2 s)"))) == true)
  }

  /// Who comes late collects from a sender that loops; who has all of it is not told again.
  @Test func comingLate() throws {
    let outcome = try Shell.run(
      Self.setUp + """
        hsend --input a.bin --repeat 2 --output - | tail -c +600001 >late.raw
        hrecv --input late.raw --raw s16,48000,1 --output in && cmp a.bin in/a.bin && ls -A in
        hsend --input a.bin --repeat \(extent(3, usually: 2)) --output b.wav
        hrecv --input b.wav --output in; ls -A in
        """)
    #expect(outcome.output == "a.bin\na-2.bin\na.bin\n")
    let told = outcome.errors.split(separator: "\n").filter { $0.hasPrefix(hrecv(Texts.received)) }
    #expect(told.count == 2, "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  /// Repair blocks stand in for silenced ones; without them what lacks is named.
  @Test func silencedBlocks() throws {
    let silence = "dd if=/dev/zero of=a.wav bs=96000 seek=2 count=1 conv=notrunc status=none\n"
    let repaired = try Shell.run(
      Self.setUp + "hsend --input a.bin --robust --output a.wav\n" + silence
        + "hrecv --input a.wav --output in && cmp a.bin in/a.bin")
    #expect(repaired.status == 0 && repaired.errors.contains("received 'a.bin'"))
    let lost = try Shell.run(
      Self.setUp + "hsend --input a.bin --output a.wav\n" + silence
        + "hrecv --input a.wav --output in; ls -A in")
    #expect(lost.output == "")
    #expect(lost.errors.contains(" of 36 blocks came, and "))
  }

  /// Texts too long for a frame, whose loss is named in the same way.
  @Test func longTexts() throws {
    let outcome = try Shell.run(
      """
      seq 1 1500 >text
      hsend --protocol burst --robust --output a.wav <text; hrecv --input a.wav | cmp - text
      hsend --protocol burst --output b.wav <text; truncate -s 400000 b.wav; hrecv --input b.wav
      """)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(" of 25 blocks came, and "), "\(outcome.errors)")
    #expect(outcome.status == 1)
  }

  @Test func progressOnATerminal() throws {
    let outcome = try Shell.run(
      Self.setUp + """
        hsend --input a.bin --output a.wav
        script -qec 'hrecv --input a.wav --output in' /dev/null | tr '\\r' '\\n' | \
        grep -ao '[0-9]* of 36 blocks' | sort -n | uniq | wc -l
        """)
    #expect(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 5)
  }
}
