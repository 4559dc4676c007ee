import Testing

@testable import HandShakeCommandLine

/// How much room text takes on a terminal.
@Suite struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("hello", 5), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("ﾊﾝ", 2), ("😀", 2),
    ("\u{2764}\u{fe0f}", 2), ("🇩🇪", 2), ("ab漢", 4),
  ])
  func columns(text: String, count: Int) {
    #expect(Columns.count(text) == count)
  }

  @Test(arguments: [
    ("hello", 3, "llo"), ("hello", 9, "hello"), ("a漢字", 4, "漢字"), ("a漢字", 3, "字"), ("漢", 1, ""),
    ("ae\u{301}", 1, "e\u{301}"), ("abc", 0, ""),
  ])
  func ends(text: String, columns: Int, end: String) {
    #expect(Columns.suffix(of: text, fitting: columns) == end)
  }
}
