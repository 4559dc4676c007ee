/// A failure that ends a program. Command line failures are declared here, others in each module.
package protocol ProgramFailure: Error {
  /// The option does not exist; `known` are the options.
  static func unknownOption(_ option: String, known: [String]) -> Self
  /// The abbreviation fits several options.
  static func ambiguousOption(_ option: String, candidates: [String]) -> Self
  /// The option requires a value.
  static func missingValue(option: String, placeholder: String) -> Self
  /// The option takes no value.
  static func unexpectedValue(option: String) -> Self
  /// The value cannot be read, or is out of range.
  static func badValue(option: String, value: String, expected: String) -> Self
  /// Two options that cannot be used together.
  static func conflictingOptions(_ first: String, _ second: String) -> Self
  /// The option requires another option.
  static func optionNeeds(_ option: String, needed: String) -> Self
  /// Standard output could not be written.
  static func standardOutput(errno: Int32) -> Self

  /// The exit status of the program.
  var exitStatus: ExitStatus { get }
  /// Whether the user already knows the reason, such as an interrupt.
  var isKnown: Bool { get }
  /// The fault and the remedy, for the user of `command`.
  func sentence(for command: CommandName) -> String
}
