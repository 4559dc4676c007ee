import HandShakeFiles
import HandShakeJSON
import Testing

@testable import HandShakeTerminal

@Suite struct EventValuesTests {
  @Test func numbersAreRounded() {
    #expect(JSONValue.rounded(1.23456, 2).line == "1.23\n")
    #expect(JSONValue.rounded(-0.1, 1).line == "-0.1\n")
    #expect(JSONValue.rounded(1e308, 4).line.hasPrefix("1e+308"))
  }

  @Test func whatIsNotFiniteIsNull() {
    #expect(JSONValue.rounded(.nan, 2) == .null)
    #expect(JSONValue.rounded(.infinity, 2) == .null)
    #expect(JSONValue.rounded(nil, 2) == .null)
  }

  @Test func bytesThatAreNoTextAreBase64() {
    #expect(JSONValue.bytes([0xff, 0x00]) == ["text": .null, "base64": .string("/wA=")])
    #expect(JSONValue.bytes([]) == ["text": .string(""), "base64": .null])
  }

  @Test func theTimeIsOfISO8601() throws {
    let format = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/
    #expect(WallClock.text.wholeMatch(of: format) != nil)
  }
}
