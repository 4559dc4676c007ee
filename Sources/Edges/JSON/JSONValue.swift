/// A value of JSON (RFC 8259). A number is an integer where it is written without point and exponent.
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
