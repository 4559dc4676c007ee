import Foundation
import HandShakeJSON
import Testing

@Suite struct JSONWriterTests {
  @Test func whatIsNotFiniteIsNull() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(JSONValue.number(value).line == "null\n")
    }
  }

  @Test(arguments: [
    (JSONValue.integer(-7), "-7"), (.number(-0.1), "-0.1"), (.number(440), "440"),
    (.number(1e308), "1e+308"), (.truth(true), "true"), (.array([]), "[]"), (.object([:]), "{}"),
    (.object(["b": .array([.null, .integer(1)]), "a": .string("x")]), #"{"a":"x","b":[null,1]}"#),
  ])
  func lines(value: JSONValue, line: String) {
    #expect(value.line == line + "\n")
  }

  @Test func pages() {
    let value = JSONValue.object(["b": .array([.integer(1), .integer(2)]), "a": .object([:])])
    #expect(
      value.page == """
        {
          "a": {},
          "b": [
            1,
            2
          ]
        }

        """)
  }

  /// Whatever a text holds, a line is ASCII and comes back the same.
  @Test(arguments: [
    "", "plain", "a\"b\\c/d", "\u{0}\u{1}\u{7f}\u{85}\n\r\t", "zwölf 🦊 \u{202e}\u{2028}",
    "\u{10FFFF}",
  ])
  func textsComeBack(text: String) throws {
    let line = JSONValue.object(["t": .string(text)]).line
    #expect(line.utf8.dropLast().allSatisfy { (0x20..<0x7f).contains($0) })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(object == ["t": text])
  }
}
