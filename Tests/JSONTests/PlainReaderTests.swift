import Glibc
import Testing

@testable import HandShakeJSON

/// The reader of the page takes and refuses what Jansson does.
@Suite struct PlainReaderTests {
  private func expectAlike(_ bytes: [UInt8]) {
    let jansson = Result { () throws(JSONValue.SyntaxError) in try JSONValue(jansson: bytes) }
    let plain = Result { () throws(JSONValue.SyntaxError) in try PlainReader.value(of: bytes) }
    switch (jansson, plain) {
    case (.success(let expected), .success(let found)): #expect(found == expected)
    case (.failure, .failure): break
    default: Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(jansson), \(plain)")
    }
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "{}x", "{} \n", "[1,]", "5", "\"a\"", "[NaN]", "[1e999]", "[-0]", "[-0.0]",
    "[01]", "[1.]", "[.5]", "[1e]", "[1e+]", "[1E-2]", "[1.25e+2]",
    "[0.1, 2.675, 1e-7, 123456.789]",
    "[9223372036854775807]", "[9223372036854775808]", "[-9223372036854775808]", "[--1]", "[+1]",
    "{'a': 1}", "{\"a\": 1, \"a\": 2}", "{\"a\" 1}", "{\"a\": }", "{a: 1}", "{\"a\\u0000\": 1}",
    "[\"\\u0000\"]", "[\"\\ud83e\\udd8a\"]", "[\"\\ud83e\"]", "[\"\\udd8a\"]", "[\"\\ud83ex\"]",
    "[\"\\ud83e\\u0041\"]", "[\"\\u00g0\"]", "[\"\\x\"]", "[\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"]",
    "[\"\u{1}\"]", "[\"\u{7f}\"]", "[\"a", "[true, false, null]", "[tru]", "[True]", "[truex]",
    "[1 2]", "[[[]]]", "\u{feff}[]", "[\"zwölf 🦊\"]", "[\"\\uFFFF\"]", "[1,\n\n", "\0", "[]\0",
    "[4\0]", "[4\0",
  ])
  func alike(text: String) { expectAlike(Array(text.utf8)) }

  @Test func depthAndBytesThatAreNoText() {
    for depth in [100, 2_047, 2_048, 2_049, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      expectAlike(Array(text.utf8))
    }
    let faults: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ]
    for bytes in faults {
      expectAlike(Array("[\"".utf8) + bytes + Array("\"]".utf8))
    }
  }

  /// Every protocol file, and each with one of its bytes changed, left out or doubled.
  @Test func protocolFiles() throws {
    var random = SystemRandomNumberGenerator()
    for name in ["hop", "burst", "classic", "ggwave-audible-fast"] {
      let bytes = try contents("Protocols/\(name).json")
      expectAlike(bytes)
      for _ in 0..<300 {
        var changed = bytes
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed[place] = .random(in: 0 ... .max, using: &random)
        case 1: changed.remove(at: place)
        default: changed.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        }
        expectAlike(changed)
      }
    }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let file = try #require(fopen(root + "/" + path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
