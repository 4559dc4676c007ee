/// What `--help` prints, made from the table.
public enum HelpText {
  /// The help of `command`, lines of at most 100 columns, ending with a newline.
  public static func text(for command: CommandName) -> String {
    let options = OptionsTable.options(of: command)
    let flags = options.map { option in
      (option.name.letter.map { "-\($0), " } ?? "    ") + option.name.flag
        + option.shownValue
    }
    let examples = command.examples
    var text = "usage: \(command.rawValue) [OPTION]..."
    if let operands = command.operands { text += " " + operands }
    text += "\n\(command.rawValue): \(command.summary)\n\noptions:\n"
    text += columns(zip(flags, options).map { ($0, $1.help) })
    text += "\nexamples:\n"
    text += columns(examples.map { ($0.line, $0.meaning) })
    for note in command.notes { text += "\n" + wrapped(note) }
    let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }
    text += "\n" + wrapped("exit status: " + statuses.joined(separator: ", "))
    return text
  }

  /// Lines of at most 99 columns, all but the first indented.
  private static func wrapped(_ paragraph: String) -> String {
    var text = ""
    var line = ""
    for word in paragraph.split(separator: " ") {
      if line.count + 1 + word.count > 99 {
        text += line + "\n"
        line = " "
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return text + line + "\n"
  }

  /// Two columns, the second starting a fixed way in or on a line of its own.
  private static func columns(_ rows: [(String, String)]) -> String {
    let widths = rows.map(\.0.count)
    let indent = min(widths.max() ?? 0, 34) + 4
    var text = ""
    for (left, right) in rows {
      var line = "  " + left
      if line.count + 2 > indent {
        text += line + "\n"
        line = ""
      }
      line += String(repeating: " ", count: indent - line.count)
      for word in right.split(separator: " ") {
        if line.count + word.count > 99, line.count > indent {
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
