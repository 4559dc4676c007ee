import Testing

@testable import HandShakeModem

@Suite struct FileNameTests {
  static let names: [(sent: String, kept: String)] = [
    ("a.txt", "a.txt"), ("Grüße 世界.jpg", "Grüße 世界.jpg"), ("", "file"), (".", "file"),
    ("..", "file"), ("/", "file"), ("a/", "file"), ("../../etc/passwd", "passwd"),
    ("/etc/passwd", "passwd"), (".bashrc", "bashrc"), ("...a", "a"), ("a\u{0}b", "a_b"),
    ("a\nb\u{1b}[2J", "a_b_[2J"), ("a\u{7f}\u{85}\u{9f}", "a___"), ("c:\\x\\y", "c:_x_y"),
    ("abc\u{202e}gpj.exe", "abc_gpj.exe"), ("-rf", "_rf"), (".-rf", "_rf"), ("a b", "a b"),
    ("a\u{2028}b", "a_b"), ("a\u{e0041}", "a_"), ("~", "~"), ("*", "*"),
  ]

  @Test(arguments: names) func isMadeSafe(sent: String, kept: String) {
    let safe = FileName.safe(Array(sent.utf8))
    #expect(String(decoding: safe, as: UTF8.self) == kept)
    #expect(FileName.safe(safe) == safe)
  }

  @Test func bytesThatAreNoText() {
    #expect(FileName.safe([0xFF, 0x61, 0xC3]) == Array("_a_".utf8))
    #expect(FileName.safe([0xC0, 0xAF, 0x61]).contains(UInt8(ascii: "/")) == false)
  }

  @Test func longNamesKeepTheirExtension() {
    let long = String(repeating: "n", count: 300)
    #expect(FileName.safe(Array((long + ".txt").utf8)) == Array((long.prefix(251) + ".txt").utf8))
    #expect(FileName.safe(Array(long.utf8)).count == 255)
    let wide = FileName.safe(Array((String(repeating: "界", count: 100) + ".txt").utf8))
    #expect(wide == Array((String(repeating: "界", count: 83) + ".txt").utf8))
    let dotted = FileName.safe(Array(("a." + long).utf8))
    #expect(dotted.count == 255)
    for name in [wide, dotted, FileName.safe(Array(long.utf8))] {
      #expect(FileName.safe(name) == name)
      #expect(FileName.numbered(name, 10_000).count <= 255)
      #expect(String(validating: FileName.numbered(name, 12), as: UTF8.self) != nil)
    }
  }

  @Test func numbers() {
    for (name, numbered) in [
      ("a.txt", "a-2.txt"), ("a", "a-2"), ("a.tar.gz", "a.tar-2.gz"), ("a.", "a-2."),
    ] {
      #expect(FileName.numbered(Array(name.utf8), 2) == Array(numbered.utf8))
    }
  }

  @Test func filesRoundTrip() throws {
    let digest = [UInt8](repeating: 7, count: 32)
    for count in [0, 1, 1000] {
      let file = try #require(
        CarriedFile(
          name: Array("../a\u{7}.txt".utf8), digest: digest,
          bytes: [UInt8](repeating: 65, count: count)))
      #expect(file.name == Array("a_.txt".utf8))
      #expect(CarriedFile(packed: file.packed) == file)
      #expect(CarriedFile(packed: file.packed.dropLast(count + 1)) == nil)
    }
    #expect(CarriedFile(name: [65], digest: [], bytes: []) == nil)
    #expect(CarriedFile(packed: []) == nil)
    #expect(CarriedFile(packed: [0] + digest + [1, 2]) == nil)
    #expect(CarriedFile(packed: [255, 65] + digest) == nil)
    // A stranger's name is made safe on arrival.
    let rude = CarriedFile(packed: [3] + Array("..\u{0}".utf8) + digest)
    #expect(rude?.name == Array("_".utf8))
  }
}
