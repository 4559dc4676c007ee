import HandShakeModem
import HandShakeTerminal

/// The manual page of a program, in the macros of man(7).
enum ManualPage {
  static func text(of command: Command) -> String {
    let name = command.name.rawValue
    var page = Page()
    page.line(".TH \(name.uppercased()) 1 \"\" \"HandShake \(handShakeVersion)\" \"User Commands\"")
    page.section("NAME")
    page.prose("\(name) - \(command.summary)")
    page.section("SYNOPSIS")
    page.line(
      ".B \(name)\n[\\fIOPTION\\fR]... " + Page.variables(command.operands))
    page.section("DESCRIPTION")
    page.paragraphs(command.description)
    page.section("OPTIONS")
    for option in command.options {
      let value = Page.variables(option.shownValue)
      let flags = option.name.flags.reversed().map { "\\fB\(Page.escaped($0))\\fR" }
      page.entry(flags.joined(separator: ", ") + value, option.help)
    }
    page.section("EXIT STATUS")
    for status in ExitStatus.statuses(of: command.name) {
      page.entry("\(status.rawValue)", status.meaning)
    }
    page.section("FILES")
    for file in command.files { page.entry("\\fI\(Page.escaped(file.path))\\fR", file.meaning) }
    page.section("EXAMPLES")
    for example in command.examples {
      page.entry("\\fB\(Page.escaped(example.line))\\fR", example.meaning)
    }
    if !command.notes.isEmpty {
      page.section("NOTES")
      page.paragraphs(command.notes)
    }
    page.section("SEE ALSO")
    let others = CommandName.allCases.filter { $0 != command.name }
    page.line(others.map { "\\fB\($0.rawValue)\\fR(1)" }.joined(separator: ", "))
    return page.text
  }
}

/// A page under construction.
private struct Page {
  private(set) var text = ""

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ title: String) { line(".SH \"\(title)\"") }

  mutating func prose(_ words: String) { line(Self.escaped(words)) }

  mutating func paragraphs(_ paragraphs: [String]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line(".PP") }
      prose(paragraph)
    }
  }

  /// Adds a term, already in roff, and its meaning.
  mutating func entry(_ term: String, _ meaning: String) {
    line(".TP")
    line(term)
    prose(meaning)
  }

  /// Escapes words for roff. A minus can be copied into a shell, a hyphen cannot.
  static func escaped(_ words: String) -> String {
    var text = ""
    for character in words {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "`": text += "\\(ga"
      case "^": text += "\\(ha"
      case "~": text += "\\(ti"
      case "\"": text += "\\(dq"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }

  /// The placeholders of values, as `NAME|FILE`. The capitals are in italics.
  static func variables(_ placeholder: String) -> String {
    var text = ""
    var isItalic = false
    for character in placeholder {
      let isVariable = character.isUppercase
      if isVariable != isItalic { text += isVariable ? "\\fI" : "\\fR" }
      isItalic = isVariable
      text += escaped(String(character))
    }
    return text + (isItalic ? "\\fR" : "")
  }
}
