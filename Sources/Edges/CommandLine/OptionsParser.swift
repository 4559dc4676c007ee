@preconcurrency import CHandShakeGetopt
import Glibc
import Synchronization

/// A parsed command line: the options with their values, and the operands.
package struct ParsedCommandLine<Failure: ProgramFailure>: Sendable {
  /// Values by option, in order; an option without a value has empty strings.
  package var values: [CommandOption.Name: [String]] = [:]
  /// The bytes of each operand; they need not be UTF-8.
  package var operands: [[UInt8]] = []
  /// The allowed options.
  package let options: [CommandOption]

  /// Whether the option was given.
  package func has(_ name: CommandOption.Name) -> Bool { values[name] != nil }

  /// The last value; nil if the option is missing.
  package func value(_ name: CommandOption.Name) -> String? { values[name]?.last }
}

/// Reads command lines by glibc's `getopt_long`: operands and options in any order, `--` ends the
/// options, `--name=value`, and unambiguous abbreviations.
package enum CommandLineParser<Failure: ProgramFailure> {
  /// Parses `arguments` (without the program's name) by the table of `command`.
  ///
  /// Throws the failures of a wrong command line.
  package static func parse(
    _ arguments: [[UInt8]], of command: Command
  ) throws(Failure) -> ParsedCommandLine<Failure> {
    let result = getoptState.withLock { _ in
      Result { () throws(Failure) in try parseLocked(arguments, command) }
    }
    return try result.get()
  }

  private static func parseLocked(
    _ arguments: [[UInt8]], _ command: Command
  ) throws(Failure) -> ParsedCommandLine<Failure> {
    let table = command.options
    let words = [Array(command.name.rawValue.utf8)] + arguments.map { guarded($0, command) }
    var argv = words.map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) }
    argv.append(nil)
    let names = table.map { strdup($0.name.rawValue) }
    // getopt_long permutes argv, so keep the copies for free.
    let copies = argv + names
    defer { copies.forEach { free($0) } }

    // Values of `val` from 256 up cannot be confused with characters.
    var longOptions: [option] = []
    for (index, name) in names.enumerated() {
      let argument =
        table[index].placeholder == nil
        ? no_argument : table[index].isValueOptional ? optional_argument : required_argument
      longOptions.append(
        option(
          name: UnsafePointer(name), has_arg: argument, flag: nil,
          val: Int32(256 + index)))
    }
    longOptions.append(option())
    // The leading colon tells a missing value from an unknown option.
    let letters = table.reduce(":") { text, option in
      text + (option.name.letter.map { "\($0)" + (option.needsValue ? ":" : "") } ?? "")
    }

    optind = 0
    opterr = 0
    var parsed = ParsedCommandLine<Failure>(options: table)
    let count = Int32(words.count)
    while true {
      let code = getopt_long(count, &argv, letters, longOptions, nil)
      if code == -1 { break }
      if let name = listed(code, table)?.name {
        parsed.values[name, default: []].append(
          optarg.map { String(decoding: unguarded($0, command), as: UTF8.self) } ?? "")
        continue
      }
      // Within a word such as -5 getopt_long may or may not have advanced `optind`.
      let near = [optind, optind - 1].compactMap { $0 > 0 ? argv[Int($0)] : nil }
      throw refusal(code: code, words: near.map { String(cString: $0) }, table: table)
    }
    for index in Int(optind)..<words.count {
      guard let word = argv[index] else { continue }
      parsed.operands.append(unguarded(word, command))
    }
    return parsed
  }

  /// Marks operands of `htone` that begin with a dash, such as the rest `-:0.1` and negative
  /// numbers. Without the guard byte, `getopt_long` would read them as options.
  private static func guarded(_ word: [UInt8], _ command: Command) -> [UInt8] {
    guard command.takesNumbersWithDash, word.count > 1, word[0] == UInt8(ascii: "-"),
      ":.0123456789".utf8.contains(word[1])
    else { return word }
    return [guardByte] + word
  }

  /// The bytes of a word without the guard.
  private static func unguarded(
    _ word: UnsafePointer<CChar>, _ command: Command
  ) -> [UInt8] {
    let bytes = UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
    let isGuarded =
      command.takesNumbersWithDash && bytes.starts(with: [guardByte, UInt8(ascii: "-")])
    return isGuarded ? Array(bytes.dropFirst()) : bytes
  }

  /// The option for `getopt_long`'s `code`: its letter, or its index in the table.
  private static func listed(_ code: Int32, _ table: [CommandOption]) -> CommandOption? {
    if table.indices.contains(Int(code) - 256) { return table[Int(code) - 256] }
    return table.first { option in option.name.letter?.asciiValue.map(Int32.init) == code }
  }

  /// The error in the last or the next of `words`, from `getopt_long`'s `:` or `?` and `optopt`.
  private static func refusal(
    code: Int32, words: [String], table: [CommandOption]
  ) -> Failure {
    if let option = listed(optopt, table) {
      return code == Int32(UInt8(ascii: ":"))
        ? .missingValue(option: option.name.flag, placeholder: option.placeholder ?? "")
        : .unexpectedValue(option: option.name.flag)
    }
    if optopt != 0 {
      let letter = String(decoding: [UInt8(truncatingIfNeeded: optopt)], as: UTF8.self)
      let word = words.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(letter) }
      return .unknownOption(word ?? "-" + letter, known: table.map(\.name.rawValue))
    }
    let typed = (words.last ?? "").prefix { $0 != "=" }
    let candidates = table.map(\.name.flag).filter { $0.hasPrefix(typed) }
    return candidates.count > 1
      ? .ambiguousOption(String(typed), candidates: candidates)
      : .unknownOption(String(typed), known: table.map(\.name.rawValue))
  }
}

/// `getopt_long` keeps its state in globals.
private let getoptState = Mutex(())

/// Precedes operands that `getopt_long` must not read as options.
private let guardByte: UInt8 = 1
