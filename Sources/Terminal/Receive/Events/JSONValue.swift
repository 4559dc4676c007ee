import Foundation

/// A value of JSON (RFC 8259), made so that nothing else can come out: numbers that are not finite are
/// null, and a line is ASCII without control characters, so it does no harm on a terminal either.
enum JSONValue: Encodable, Equatable {
  case null
  case truth(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// `value` rounded to so many digits after the point; null where there is none or it is not finite.
  static func rounded(_ value: Double?, _ digits: Int) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    return scaled.isFinite ? .number(scaled / scale) : .number(value)
  }

  /// `text`, null where there is none.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Bytes from the air: `text` where they are UTF-8, `base64` where they are not, the other null.
  static func bytes(_ bytes: [UInt8]) -> [String: JSONValue] {
    if let text = String(validating: bytes, as: UTF8.self) {
      return ["text": .string(text), "base64": .null]
    }
    return ["text": .null, "base64": .string(Data(bytes).base64EncodedString())]
  }

  /// The value on one line, its keys in alphabetical order, ending with a newline.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Of these values none can fail to be encoded.
    let encoded = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    var line = ""
    for unit in encoded.utf16 {
      if (0x20..<0x7f).contains(unit) {
        line.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return line + "\n"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .truth(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value):
      if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}
