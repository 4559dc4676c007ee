/// What ends a program early: here a wrong command line is known, and its module knows all else.
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
  /// Two options that cannot be used together.
  static func conflictingOptions(_ first: String, _ second: String) -> Self
  /// An option that means something only beside another.
  static func optionNeeds(_ option: String, needed: String) -> Self
  /// Standard output could not be written.
  static func standardOutput(errno: Int32) -> Self

  /// What the program ends with.
  var exitStatus: ExitStatus { get }
  /// Whether the user knows why the program ends: by an interrupt, or because it was told.
  var isKnown: Bool { get }
  /// What happened and what to try, for the user of `command`.
  func sentence(for command: CommandName) -> String
}
