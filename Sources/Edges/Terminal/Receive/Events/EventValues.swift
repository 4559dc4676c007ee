import Files
import JSON

/// What values of events are made of.
extension JSONValue {
  /// `value` rounded to so many digits after the point; null where it is nil or not finite.
  static func rounded(_ value: Double?, _ digits: Int) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * scale).rounded()
    return scaled.isFinite ? .number(scaled / scale) : .number(value)
  }

  /// `text`, null where it is nil.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Bytes from the air: `text` where they are UTF-8, `base64` where they are not, the other null.
  static func bytes(_ bytes: [UInt8]) -> [String: JSONValue] {
    if let text = String(validating: bytes, as: UTF8.self) {
      return ["text": .string(text), "base64": .null]
    }
    return ["text": .null, "base64": .string(Base64.text(of: bytes))]
  }
}
