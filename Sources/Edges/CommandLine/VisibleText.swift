/// Text that cannot control a terminal: text from the air or the command line is not trusted.
package enum VisibleText {
  /// `bytes` as UTF-8. Invalid bytes, and characters that could hide or reorder the text, become
  /// escapes: `\n`, `\x1b`, `\u{202e}`, `\xff`.
  package static func escaping(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    var rest = Array(bytes)[...]
    var scalars: [Unicode.Scalar] = []
    while let first = rest.first {
      if let scalar = leadingScalar(rest) {
        scalars.append(scalar)
        rest = rest.dropFirst(String(scalar).utf8.count)
      } else {
        text += escaping(scalars) + hexadecimal(first)
        scalars = []
        rest = rest.dropFirst()
      }
    }
    return text + escaping(scalars)
  }

  /// `escaping` for valid Unicode text.
  package static func escaping(_ text: String) -> String { escaping(Array(text.unicodeScalars)) }

  /// `escaping` of at most 60 bytes, for a name in a sentence.
  package static func quoting(_ bytes: [UInt8]) -> String {
    bytes.count <= 60 ? escaping(bytes) : escaping(bytes.prefix(57)) + "..."
  }

  /// Escapes controls and line separators (UAX #44: Cc, Zl, Zp), unclosed directions, and invisible
  /// characters (`Default_Ignorable_Code_Point`) that are not beside a visible one. Keeps joiners,
  /// selectors and flags. The page's `texts.js` has the same rule;
  /// `Tests/Vectors/visible-text.json` tests both.
  private static func escaping(_ scalars: [Unicode.Scalar]) -> String {
    let closed = closedDirections(in: scalars)
    var text = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let flagLength = subdivisionFlagLength(scalars[index...])
      let shown = flagLength > 0 ? flagLength : 1
      if flagLength > 0 || closed.contains(index) || isHarmless(index, of: scalars) {
        text.append(contentsOf: scalars[index..<index + shown])
      } else {
        text.append(contentsOf: escape(scalars[index]).unicodeScalars)
      }
      index += shown
    }
    return String(text)
  }

  private static func isHarmless(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    default: break
    }
    guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
    switch scalar {
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{E0000}"..."\u{E007F}": return false
    default: break
    }
    return (index > 0 && isVisible(scalars[index - 1]))
      || (index + 1 < scalars.count && isVisible(scalars[index + 1]))
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .control
  }

  /// The length of a flag at the start of `scalars`, such as England's, which consists of invisible
  /// tags (UTS #51, C.1.1); 0 without a flag.
  private static func subdivisionFlagLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    guard scalars.first == "\u{1F3F4}" else { return 0 }
    let tags = scalars.dropFirst().prefix(8).prefix {
      "\u{E0030}"..."\u{E0039}" ~= $0 || "\u{E0061}"..."\u{E007A}" ~= $0
    }
    let end = scalars.dropFirst(1 + tags.count).first
    return 3...7 ~= tags.count && end == "\u{E007F}" ? tags.count + 2 : 0
  }

  /// The positions of embeddings and isolates that end in their line, and of their ends (UAX #9:
  /// BD9, BD11). Overrides are excluded: they can show letters in any order.
  private static func closedDirections(in scalars: [Unicode.Scalar]) -> Set<Int> {
    var closed: Set<Int> = []
    var open: [(index: Int, end: Unicode.Scalar, isOverride: Bool)] = []
    var isolateCount = 0
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\u{202A}", "\u{202B}": open.append((index, "\u{202C}", false))
      case "\u{202D}", "\u{202E}": open.append((index, "\u{202C}", true))
      case "\u{2066}", "\u{2067}", "\u{2068}":
        open.append((index, "\u{2069}", false))
        isolateCount += 1
      case "\u{202C}", "\u{2069}":
        if scalar == "\u{2069}", isolateCount > 0 {
          isolateCount -= 1
          while open.last?.end != scalar { open.removeLast() }
        }
        guard open.last?.end == scalar, let start = open.popLast(), !start.isOverride else { break }
        closed.formUnion([start.index, index])
      case "\n", "\r", "\u{1C}"..."\u{1E}", "\u{85}", "\u{2029}":
        open = []
        isolateCount = 0
      default: break
      }
    }
    return closed
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\0"..<" ", "\u{7f}": hexadecimal(UInt8(scalar.value))
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The first scalar of UTF-8 `bytes`; nil if they begin with invalid UTF-8.
  private static func leadingScalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 where length <= bytes.count {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self) {
        return text.unicodeScalars.first
      }
    }
    return nil
  }
}
