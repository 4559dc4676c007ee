import CHandShakeWidth
@preconcurrency import Glibc

/// The width of text on a terminal: Chinese, Japanese and Korean letters and emoji take two
/// columns, combining accents take no column.
package enum Columns {
  /// The tables of Unicode, independent of the user's locale: output is UTF-8.
  private nonisolated(unsafe) static let unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// The columns of `text`, which has no control characters.
  package static func count(_ text: some StringProtocol) -> Int { width(text.unicodeScalars) }

  /// The longest end of `text` that fits in `columns`.
  package static func suffix<Text: StringProtocol>(
    of text: Text, fitting columns: Int
  ) -> Text.SubSequence {
    var room = columns
    var start = text.endIndex
    while start > text.startIndex {
      let before = text.index(before: start)
      room -= width(text[before].unicodeScalars)
      if room < 0 { break }
      start = before
    }
    return text[start...]
  }

  private static func width(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    guard !scalars.allSatisfy(\.isASCII) else { return scalars.reduce(0) { count, _ in count + 1 } }
    let before = uselocale(unicode)
    defer { uselocale(before) }
    return scalars.reduce(0) { columns, scalar in
      // On some terminals the emoji selector makes a character a column wider. wcwidth(3) does not
      // know newer characters, which may be wide.
      if scalar == "\u{fe0f}" { return columns + 1 }
      let width = Int(wcwidth(wchar_t(truncatingIfNeeded: scalar.value)))
      return columns + (width < 0 ? 2 : width)
    }
  }
}
