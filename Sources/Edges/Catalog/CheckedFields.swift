import HandShakeJSON
import HandShakeModem

/// The fields of a JSON object. Each is taken once and checked.
package final class CheckedFields: FieldSource {
  private let prefix: String
  private var values: [String: JSONValue]
  /// The requested fields, which are the valid ones.
  private var known: [String] = []

  /// The object in `bytes`, read from `path`.
  package convenience init(bytes: [UInt8], path: String) throws(CatalogError) {
    let value: JSONValue
    do throws(JSONValue.SyntaxError) {
      value = try JSONValue(bytes: bytes)
    } catch {
      let place = bytes.contains(UInt8(ascii: "\n")) ? " from line \(error.line) on" : ""
      throw .malformed(path: path, reason: "not valid JSON" + place)
    }
    guard case .object(let values) = value else {
      throw .malformed(path: path, reason: "not a JSON object")
    }
    self.init(values: values, prefix: "")
  }

  private init(values: [String: JSONValue], prefix: String) {
    self.values = values
    self.prefix = prefix
  }

  /// An error about `field`.
  package func error(_ field: String, _ reason: String) -> FieldError {
    FieldError(field: prefix + field, reason: reason)
  }

  private func take(_ field: String) throws(FieldError) -> JSONValue {
    known.append(field)
    guard let value = values.removeValue(forKey: field) else { throw error(field, "is missing") }
    return value
  }

  /// Whether the object has `field`.
  package func has(_ field: String) -> Bool {
    known.append(field)
    return values[field] != nil
  }

  /// The names of the fields that were not taken, sorted.
  package var names: [String] { values.keys.sorted() }

  /// A finite number within `range`.
  package func number(
    _ field: String, in range: ClosedRange<Double>
  ) throws(FieldError) -> Double {
    guard let number = try take(field).double else { throw error(field, "must be a number") }
    guard range.contains(number) else {
      throw error(
        field,
        "must be \(plain(range.lowerBound)) to \(plain(range.upperBound)),"
          + " not \(plain(number))")
    }
    return number
  }

  /// A whole number within `range`.
  package func integer(
    _ field: String, in range: ClosedRange<Int>
  ) throws(FieldError) -> Int {
    let value = try number(field, in: Double(range.lowerBound)...Double(range.upperBound))
    guard value == value.rounded() else {
      throw error(field, "must be a whole number, not \(plain(value))")
    }
    return Int(value)
  }

  /// A string with 1 to `limit` characters and no control characters.
  package func string(_ field: String, limit: Int) throws(FieldError) -> String {
    guard case .string(let value) = try take(field) else { throw error(field, "must be a string") }
    guard !value.isEmpty, value.count <= limit else {
      throw error(field, "must have 1 to \(limit) characters")
    }
    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
    else {
      throw error(field, "must not contain control characters")
    }
    return value
  }

  /// A list of whole numbers within `range`.
  package func integers(
    _ field: String, count: ClosedRange<Int>, in range: ClosedRange<Int>
  ) throws(FieldError) -> [Int] {
    guard case .array(let values) = try take(field) else { throw error(field, "must be a list") }
    guard count.contains(values.count) else {
      throw error(field, "must have \(count.lowerBound) to \(count.upperBound) entries")
    }
    var result: [Int] = []
    for (index, value) in values.enumerated() {
      guard let number = value.double, let integer = Int(exactly: number), range.contains(integer)
      else {
        throw error(
          "\(field)[\(index)]",
          "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      result.append(integer)
    }
    return result
  }

  /// A list of strings that each have 1 to `limit` characters and no control characters.
  package func strings(_ field: String, limit: Int) throws(FieldError) -> [String] {
    guard case .array(let values) = try take(field) else { throw error(field, "must be a list") }
    var result: [String] = []
    for (index, value) in values.enumerated() {
      let name = "\(field)[\(index)]"
      result.append(
        try CheckedFields(values: [name: value], prefix: prefix).string(name, limit: limit))
    }
    return result
  }

  /// An object.
  package func object(_ field: String) throws(FieldError) -> CheckedFields {
    guard case .object(let values) = try take(field) else {
      throw error(field, "must be an object")
    }
    return CheckedFields(values: values, prefix: "\(prefix)\(field).")
  }

  /// A list of objects.
  package func objects(
    _ field: String, count: ClosedRange<Int>
  ) throws(FieldError) -> [any FieldSource] {
    guard case .array(let values) = try take(field) else { throw error(field, "must be a list") }
    guard count.contains(values.count) else {
      throw error(field, "must have \(count.lowerBound) to \(count.upperBound) entries")
    }
    var result: [any FieldSource] = []
    for (index, value) in values.enumerated() {
      guard case .object(let object) = value else {
        throw error("\(field)[\(index)]", "must be an object")
      }
      result.append(
        CheckedFields(values: object, prefix: "\(prefix)\(field)[\(index)]."))
    }
    return result
  }

  /// Refuses fields that were not taken: a misspelt name must not be ignored.
  package func requireNoOthers() throws(FieldError) {
    guard let name = values.keys.min() else { return }
    let meant = Spelling.nearest(name, among: known)
    throw error(
      name, "is not a field that is known" + (meant.map { " (did you mean \($0)?)" } ?? ""))
  }

  /// A number without a trailing ".0".
  package func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
