/// What ends a program early: that a command line can be wrong is known here, all else its module knows.
package protocol ProgramFailure: Error {
  /// No such option; `known` are.
  static func unknownOption(_ option: String, known: [String]) -> Self
  /// An abbreviation of several options.
  static func ambiguousOption(_ option: String, candidates: [String]) -> Self
  /// An option that needs a value came without.
  static func missingValue(option: String, placeholder: String) -> Self
  /// An option that takes no value came with one.
  static func unexpectedValue(option: String) -> Self
  /// A value that cannot be read, or lies outside the range that makes sense.
  static func badValue(option: String, value: String, expected: String) -> Self
  /// Two options that exclude each other.
  static func conflictingOptions(_ first: String, _ second: String) -> Self
  /// An option that means something only beside another.
  static func optionNeeds(_ option: String, needed: String) -> Self
}
