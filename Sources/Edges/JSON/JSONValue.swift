/// A JSON value (RFC 8259). A number without point and exponent is an integer.
package enum JSONValue: Equatable, Sendable {
  case null
  case truth(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of either kind of number; nil for other values.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .truth, .string, .array, .object: nil
    }
  }
}

extension JSONValue {
  /// Why a text is not a JSON array or object.
  package struct SyntaxError: Error {
    /// The line of the error, from 1.
    package var line: Int
  }

  /// The array or object in `bytes`; Jansson parses it if available.
  package init(bytes: [UInt8]) throws(SyntaxError) {
    #if canImport(CHandShakeJansson)
      try self.init(jansson: bytes)
    #else
      self = try PlainReader.value(of: bytes)
    #endif
  }
}
