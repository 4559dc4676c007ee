import Testing

@testable import HandShakeCommandLine

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain é 漢 🙂", "plain é 漢 🙂"),
    ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
    ("\u{1b}[2J\u{07}", "\\x1b[2J\\x07"),
    ("\u{7f}\u{9b}2J", "\\x7f\\u{9b}2J"),
    ("a\u{202e}b\u{2028}", "a\\u{202e}b\\u{2028}"),
  ])
  func escapes(text: String, shown: String) {
    #expect(VisibleText.escaping(text) == shown)
    #expect(VisibleText.escaping(text.utf8) == shown)
  }

  @Test func invalidBytes() {
    #expect(VisibleText.escaping([0x41, 0xff, 0xc3, 0x42, 0xe2, 0x82]) == "A\\xff\\xc3B\\xe2\\x82")
    #expect(VisibleText.escaping([0xed, 0xa0, 0x80]) == "\\xed\\xa0\\x80")
  }

  @Test(arguments: [(0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (9.999, 2, "10.00")])
  func decimalDigits(value: Double, digits: Int, text: String) {
    #expect(decimals(value, digits) == text)
  }
}
