/// The fields of an object in a protocol's file, each taken once and checked as it is taken.
package protocol FieldSource: AnyObject {
  /// A finite number within `range`.
  func number(_ field: String, in range: ClosedRange<Double>) throws(FieldError) -> Double

  /// A whole number within `range`.
  func integer(_ field: String, in range: ClosedRange<Int>) throws(FieldError) -> Int

  /// A string that is not empty and holds at most `limit` characters, none of them a control character.
  func string(_ field: String, limit: Int) throws(FieldError) -> String

  /// A list of whole numbers within `range`.
  func integers(
    _ field: String, count: ClosedRange<Int>, in range: ClosedRange<Int>
  ) throws(FieldError) -> [Int]

  /// A list of objects.
  func objects(
    _ field: String, count: ClosedRange<Int>
  ) throws(FieldError) -> [any FieldSource]

  /// Refuses fields that nobody took: a misspelt name must not be silently ignored.
  func requireNoOthers() throws(FieldError)

  /// A number as errors write it.
  func plain(_ number: Double) -> String

  /// An error about `field` of this object.
  func error(_ field: String, _ reason: String) -> FieldError
}

/// A field that is missing, of the wrong type, out of range, or at odds with another.
package struct FieldError: Error, Equatable {
  /// Its name, after those of the objects that it lies in.
  package var field: String
  /// What is wrong, to follow the name in a sentence.
  package var reason: String

  package init(field: String, reason: String) {
    self.field = field
    self.reason = reason
  }
}
