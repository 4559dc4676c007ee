/// A value of JSON (RFC 8259). A number is an integer where it is written without point and
/// exponent.
package enum JSONValue: Equatable, Sendable {
  case null
  case truth(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a number of either kind; nil for all else.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .truth, .string, .array, .object: nil
    }
  }
}

extension JSONValue {
  /// Why a text is no JSON array or object.
  package struct SyntaxError: Error {
    /// The line at which reading stopped, the first being 1.
    package var line: Int
  }

  /// The array or object that `bytes` hold, by Jansson where it is there.
  package init(bytes: [UInt8]) throws(SyntaxError) {
    #if canImport(CHandShakeJansson)
      try self.init(jansson: bytes)
    #else
      self = try PlainReader.value(of: bytes)
    #endif
  }
}
