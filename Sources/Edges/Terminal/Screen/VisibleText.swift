/// Text that does nothing to a terminal but show: what comes from the air or the command line is
/// not trusted.
public enum VisibleText {
  /// `bytes` as UTF-8, with control characters, marks that reorder a line, and invalid bytes as
  /// escapes: `\n`, `\x1b`, `\u{202e}`, `\xff`.
  public static func escaping(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = leadingScalar(rest) {
        text += escaping(scalar)
        rest = rest.dropFirst(String(scalar).utf8.count)
      } else {
        text += hexadecimal(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// `escaping` for text that is known to be Unicode.
  public static func escaping(_ text: String) -> String {
    text.unicodeScalars.map { escaping($0) }.joined()
  }

  /// `escaping` of at most 60 bytes, for naming something in a sentence.
  static func quoting(_ bytes: [UInt8]) -> String {
    bytes.count <= 60 ? escaping(bytes) : escaping(bytes.prefix(57)) + "..."
  }

  private static func escaping(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    case "\0"..<" ", "\u{7f}": return hexadecimal(UInt8(scalar.value))
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: break
    default: if !scalar.properties.isBidiControl { return String(scalar) }
    }
    return "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The scalar whose UTF-8 `bytes` begin with, nil where they begin with none.
  private static func leadingScalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 where length <= bytes.count {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self) {
        return text.unicodeScalars.first
      }
    }
    return nil
  }
}
