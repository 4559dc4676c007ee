/// The fields of an object in a protocol's file. Each field is read once and checked on reading.
package protocol FieldSource: AnyObject {
  /// A finite number within `range`.
  func number(_ field: String, in range: ClosedRange<Double>) throws(FieldError) -> Double

  /// A whole number within `range`.
  func integer(_ field: String, in range: ClosedRange<Int>) throws(FieldError) -> Int

  /// A string of 1 to `limit` characters without control characters.
  func string(_ field: String, limit: Int) throws(FieldError) -> String

  /// A list of whole numbers within `range`.
  func integers(
    _ field: String, count: ClosedRange<Int>, in range: ClosedRange<Int>
  ) throws(FieldError) -> [Int]

  /// A list of objects.
  func objects(
    _ field: String, count: ClosedRange<Int>
  ) throws(FieldError) -> [any FieldSource]

  /// Throws an error for a field that was not read, so that a misspelt name is not ignored.
  func requireNoOthers() throws(FieldError)

  /// A number in the notation of error messages.
  func plain(_ number: Double) -> String

  /// An error about `field` of this object.
  func error(_ field: String, _ reason: String) -> FieldError
}

/// A field that is missing, of the wrong type, out of range, or in conflict with another field.
package struct FieldError: Error, Equatable {
  /// Name of the field, after the names of the objects that contain it.
  package var field: String
  /// The fault, as the end of a sentence that begins with the name.
  package var reason: String

  package init(field: String, reason: String) {
    self.field = field
    self.reason = reason
  }
}
