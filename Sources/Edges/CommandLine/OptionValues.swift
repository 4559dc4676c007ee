/// Option values with their type and allowed range.
extension ParsedCommandLine {
  /// The value of `name` as a number that `read` parses and `allowed` contains; nil if the option
  /// is missing.
  ///
  /// Throws `badValue`, which tells the user to give `expected`.
  package func quantity(
    _ name: CommandOption.Name, read: (String) -> Double?, allowed: ClosedRange<Double>,
    expected: String
  ) throws(Failure) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = read(text), allowed.contains(number) else {
      throw Failure.badValue(option: name.flag, value: text, expected: expected)
    }
    return number
  }

  /// The value of `name` as a whole number in `allowed`; nil if the option is missing.
  package func count(
    _ name: CommandOption.Name, allowed: ClosedRange<Int>, expected: @autoclosure () -> String
  ) throws(Failure) -> Int? {
    guard let text = value(name) else { return nil }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text),
      allowed.contains(number)
    else {
      throw Failure.badValue(option: name.flag, value: text, expected: expected())
    }
    return number
  }

  /// The value of `name`; nil if the option is missing. Refuses an empty value.
  package func word(_ name: CommandOption.Name) throws(Failure) -> String? {
    guard let text = value(name) else { return nil }
    guard !text.isEmpty else {
      let option = options.first { $0.name == name }
      throw Failure.missingValue(option: name.flag, placeholder: option?.placeholder ?? "")
    }
    return text
  }

  /// Refuses two options that cannot be used together.
  package func refuseBoth(
    _ first: CommandOption.Name, _ second: CommandOption.Name
  ) throws(Failure) {
    if has(first), has(second) { throw Failure.conflictingOptions(first.flag, second.flag) }
  }

  /// Refuses each of `others` together with `first`.
  package func refuse(
    _ first: CommandOption.Name, beside others: CommandOption.Name...
  ) throws(Failure) {
    for other in others { try refuseBoth(first, other) }
  }

  /// Refuses every option with `first`, except `others` and options about the program itself.
  package func refuseAll(
    beside first: CommandOption.Name, but others: [CommandOption.Name]
  ) throws(Failure) {
    let allowed = others + [first, .quiet, .help, .helpAll, .version]
    for option in options where !allowed.contains(option.name) {
      try refuseBoth(first, option.name)
    }
  }

  /// The value of the single chosen option; nil if there is no choice. Refuses two choices.
  package func choice<Value>(
    of choices: [(CommandOption.Name, Value)]
  ) throws(Failure) -> Value? {
    let made = choices.filter { has($0.0) }
    if made.count > 1 { try refuseBoth(made[0].0, made[1].0) }
    return made.first?.1
  }

  /// Refuses `name` without the option that it needs.
  package func require(
    _ needed: CommandOption.Name, by name: CommandOption.Name
  ) throws(Failure) {
    if has(name), !has(needed) { throw Failure.optionNeeds(name.flag, needed: needed.flag) }
  }
}

/// Numbers as users type them: plain decimals, without hexadecimal, infinity or NaN.
package enum Quantity {
  /// A decimal number such as `-6`, `0.5` or `1e3`; nil for other text.
  package static func decimal(_ text: some StringProtocol) -> Double? {
    let characters = Set("0123456789.+-eE")
    guard text.allSatisfy(characters.contains), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// A frequency in hertz from `18500`, `18.5k`, `18500Hz` or `18.5kHz`, in any case; nil for other
  /// text.
  package static func hertz(_ text: String) -> Double? {
    var number = text.lowercased()[...]
    if number.hasSuffix("hz") { number = number.dropLast(2) }
    let isKilohertz = number.hasSuffix("k")
    if isKilohertz { number = number.dropLast() }
    return decimal(number).map { isKilohertz ? $0 * 1000 : $0 }
  }

  /// A ceiling in hertz. A bare number below 100 is in kHz: no loudspeaker ends below 100 Hz.
  package static func ceilingHertz(_ text: String) -> Double? {
    hertz(text).map { $0 < 100 && decimal(text) != nil ? $0 * 1000 : $0 }
  }

  /// A duration in seconds from `2`, `0.5` or `2s`; nil for other text.
  package static func seconds(_ text: String) -> Double? {
    decimal(text.hasSuffix("s") ? text.dropLast() : text[...])
  }

  /// A level in decibels from `-6`, `-6dB`; nil for other text.
  package static func decibels(_ text: String) -> Double? {
    decimal(text.lowercased().hasSuffix("db") ? text.dropLast(2) : text[...])
  }
}
