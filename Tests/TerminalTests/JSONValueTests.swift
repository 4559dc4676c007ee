import Foundation
import Testing

@testable import Terminal

@Suite struct JSONValueTests {
  @Test func whatIsNotFiniteIsNull() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(JSONValue.number(value).line == "null\n")
      #expect(JSONValue.rounded(value, 2) == .null)
    }
    #expect(JSONValue.rounded(nil, 2) == .null)
    #expect(JSONValue.rounded(1e308, 4).line.hasPrefix("1e+308"))
  }

  @Test func numbersAreRounded() {
    #expect(JSONValue.rounded(1.23456, 2).line == "1.23\n")
    #expect(JSONValue.rounded(-0.1, 1).line == "-0.1\n")
    #expect(JSONValue.integer(-7).line == "-7\n")
  }

  /// Whatever a text holds, a line is ASCII and comes back the same.
  @Test func textsComeBack() throws {
    let texts = [
      "", "plain", "a\"b\\c/d", "\u{0}\u{1}\u{7f}\u{85}\n\r\t", "zwölf 🦊 \u{202e}\u{2028}",
      "\u{10FFFF}",
    ]
    for text in texts {
      let line = JSONValue.object(["t": .string(text)]).line
      #expect(line.utf8.dropLast().allSatisfy { (0x20..<0x7f).contains($0) })
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(object == ["t": text])
    }
  }

  @Test func bytesThatAreNoTextAreBase64() {
    #expect(JSONValue.bytes([0xff, 0x00]) == ["text": .null, "base64": .string("/wA=")])
    #expect(JSONValue.bytes([]) == ["text": .string(""), "base64": .null])
  }
}
