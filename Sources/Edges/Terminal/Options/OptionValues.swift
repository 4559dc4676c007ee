import Modem

/// Option values with their meaning and allowed range.
extension ParsedOptions {
  /// The value of `name` as a number that `read` understands and `allowed` contains, nil where the
  /// option was not given.
  ///
  /// Throws `badValue`, telling the user to give `expected`.
  func quantity(
    _ name: CommandOption.Name, read: (String) -> Double?, allowed: ClosedRange<Double>,
    expected: String
  ) throws(CommandFailure) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = read(text), allowed.contains(number) else {
      throw .badValue(option: name.flag, value: text, expected: expected)
    }
    return number
  }

  /// The value of `name` as a whole number in `allowed`, nil where the option was not given.
  func count(
    _ name: CommandOption.Name, allowed: ClosedRange<Int>, expected: String
  ) throws(CommandFailure) -> Int? {
    guard let text = value(name) else { return nil }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
      allowed.contains(number)
    else {
      throw .badValue(option: name.flag, value: text, expected: expected)
    }
    return number
  }

  /// The value of `--length`, nil where it was not given.
  func messageLength() throws(CommandFailure) -> Int? {
    let longest = ModemProtocol.longestFixedLength
    return try count(
      .length, allowed: 1...longest, expected: "a whole number of bytes from 1 to \(longest)")
  }

  /// The value of `name`, nil where the option was not given; an empty one is refused.
  func word(_ name: CommandOption.Name) throws(CommandFailure) -> String? {
    guard let text = value(name) else { return nil }
    guard !text.isEmpty else {
      let table = OptionsTable.all.first { $0.name == name }
      throw .missingValue(option: name.flag, placeholder: table?.placeholder ?? "")
    }
    return text
  }

  /// Refuses two options that exclude each other.
  func refuseBoth(
    _ first: CommandOption.Name, _ second: CommandOption.Name
  ) throws(CommandFailure) {
    if has(first), has(second) { throw .conflictingOptions(first.flag, second.flag) }
  }

  /// Refuses `name` where the option that gives it a meaning is missing.
  func require(
    _ needed: CommandOption.Name, by name: CommandOption.Name
  ) throws(CommandFailure) {
    if has(name), !has(needed) { throw .optionNeeds(name.flag, needed: needed.flag) }
  }
}
