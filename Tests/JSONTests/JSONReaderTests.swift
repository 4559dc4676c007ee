import HandShakeJSON
import Testing

@Suite struct JSONReaderTests {
  @Test(arguments: [
    JSONValue.object([:]), .array([]),
    .object([
      "list": .array([.integer(1), .number(1.5), .truth(false), .null]),
      "text": .string("zwölf\0🦊\n"),
      "inner": .object(["": .string("")]),
    ]),
  ])
  func whatIsWrittenIsRead(value: JSONValue) throws {
    #expect(try JSONValue(bytes: Array(value.line.utf8)) == value)
    #expect(try JSONValue(bytes: Array(value.page.utf8)) == value)
  }

  @Test func wholeNumbersWithAPointAreNoIntegers() throws {
    #expect(
      try JSONValue(bytes: Array("[1, 1.0, 1e2]".utf8))
        == .array([.integer(1), .number(1), .number(100)]))
    #expect(JSONValue.integer(3).double == 3)
    #expect(JSONValue.truth(true).double == nil)
  }

  @Test(arguments: [
    ("", 1), ("{", 1), ("{}x", 1), ("[1,]", 1), ("5", 1), ("[NaN]", 1), ("[1e999]", 1),
    ("[99999999999999999999]", 1), ("{'a': 1}", 1), ("[\"\u{1}\"]", 1), ("{\n\"a\": nan\n}", 2),
    ("[1,\n\n", 3), ("\0\0", 1),
  ])
  func whatIsNoneSaysWhere(text: String, line: Int) {
    #expect {
      _ = try JSONValue(bytes: Array(text.utf8))
    } throws: {
      ($0 as? JSONValue.SyntaxError)?.line == line
    }
  }

  @Test func bytesThatAreNoText() {
    #expect(throws: JSONValue.SyntaxError.self) {
      try JSONValue(bytes: [0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d])
    }
  }

  /// As deep as it reads, and deeper than any stack.
  @Test func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONValue(bytes: nested(2_048))
    #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(bytes: nested(100_000)) }
  }
}
