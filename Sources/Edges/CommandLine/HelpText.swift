import Glibc

/// The texts of `--help` and `--help-all`, from the table.
package enum HelpText {
  /// The help of `command`, with a final newline. Lines have at most `columns`, unless a word is
  /// longer.
  ///
  /// - Parameters:
  ///   - command: the program.
  ///   - isWhole: whether to show all options, notes and exit statuses, not only the usual options.
  ///   - columns: the width of the terminal.
  package static func text(
    for command: Command, isWhole: Bool = true, columns: Int = 80
  ) -> String {
    let options = isWhole ? command.options : command.usualOptions
    let flags = options.map { option in
      (option.name.letter.map { "-\($0), " } ?? "    ") + option.name.flag
        + option.shownValue
    }
    let examples = command.examples
    let name = command.name
    var text = "usage: \(name.rawValue) [OPTION]... \(command.operands)"
    text += "\n" + wrapped("\(name.rawValue): \(command.summary)", columns) + "\n"
    text += isWhole ? "options:\n" : "the usual options:\n"
    text += table(zip(flags, options).map { ($0, $1.help) }, columns)
    text += "\nexamples:\n"
    text += table(examples.map { ($0.line, $0.meaning) }, columns)
    guard isWhole else { return text }
    for note in command.notes { text += "\n" + wrapped(note, columns) }
    let statuses = ExitStatus.statuses(of: name).map { "\($0.rawValue) \($0.meaning)" }
    text += "\n" + wrapped("exit status: " + statuses.joined(separator: ", "), columns)
    return text
  }

  /// The user's width: COLUMNS, the terminal's width, or 80.
  package static var usualColumns: Int {
    let stated = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
    return stated > 0 ? stated : StandardStream.output.columns
  }

  /// Lines of at most `columns`; all except the first are indented.
  private static func wrapped(_ paragraph: String, _ columns: Int) -> String {
    var text = ""
    var line = ""
    for word in paragraph.split(separator: " ") {
      if line.count + 1 + word.count > columns {
        text += line + "\n"
        line = " "
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return text + line + "\n"
  }

  /// Two columns. The second starts at a fixed column, or on a new line.
  private static func table(_ rows: [(String, String)], _ columns: Int) -> String {
    let widths = rows.map(\.0.count)
    let indent = min(widths.max() ?? 0, 34, columns / 2) + 4
    var text = ""
    for (left, right) in rows {
      var line = "  " + left
      if line.count + 2 > indent {
        text += line + "\n"
        line = ""
      }
      line += String(repeating: " ", count: indent - line.count)
      for word in right.split(separator: " ") {
        if line.count + 1 + word.count > columns, line.count > indent {
          text += line + "\n"
          line = String(repeating: " ", count: indent)
        }
        line += (line.count > indent ? " " : "") + word
      }
      text += line + "\n"
    }
    return text
  }
}
