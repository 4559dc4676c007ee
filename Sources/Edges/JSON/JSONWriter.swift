/// Writes values as valid JSON. Numbers that are not finite become null. The text is ASCII without
/// control characters, so it is safe on a terminal. (Jansson would write 0.1 with 17 digits.)
extension JSONValue {
  /// The value on one line, its keys in alphabetical order, ending with a newline.
  package var line: String { text(indent: nil) + "\n" }

  /// The value with an entry a line, for people to read and edit.
  package var page: String { text(indent: "") + "\n" }

  /// The value; `indent` precedes each line after the first. Nil writes a single line.
  private func text(indent: String?) -> String {
    let inner = indent.map { $0 + "  " }
    switch self {
    case .null: return "null"
    case .truth(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .number(let value): return Self.text(of: value)
    case .string(let value): return Self.quoted(value)
    case .array(let values):
      return Self.enclosed("[", values.map { $0.text(indent: inner) }, "]", indent)
    case .object(let members):
      let colon = indent == nil ? ":" : ": "
      let entries = members.sorted { $0.key < $1.key }.map { name, value in
        Self.quoted(name) + colon + value.text(indent: inner)
      }
      return Self.enclosed("{", entries, "}", indent)
    }
  }

  private static func enclosed(
    _ opening: String, _ entries: [String], _ closing: String, _ indent: String?
  ) -> String {
    guard let indent, !entries.isEmpty else {
      return opening + entries.joined(separator: ",") + closing
    }
    let start = "\n" + indent + "  "
    return opening + start + entries.joined(separator: "," + start) + "\n" + indent + closing
  }

  /// The shortest digits that give the same `value`.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for unit in string.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5c: text += "\\\\"
      case 0x0a: text += "\\n"
      case 0x0d: text += "\\r"
      case 0x09: text += "\\t"
      case 0x20..<0x7f: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text + "\""
  }
}
