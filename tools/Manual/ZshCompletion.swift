import Terminal

/// What zsh offers, by its `_arguments`.
enum ZshCompletion {
  static func text(of command: CommandName) -> String {
    var text = "#compdef \(command.rawValue)\n_arguments -S"
    for option in OptionsTable.options(of: command) {
      var specification = option.isRepeatable ? "*" : ""
      specification += option.name.flag + (option.placeholder == nil ? "" : "=")
      specification += "[" + escaped(option.help) + "]"
      if let placeholder = option.placeholder {
        specification += ":" + escaped(placeholder) + ":" + action(option.offer)
      }
      text += " \\\n  " + quoted(specification)
    }
    if let operands = command.operands {
      text += " \\\n  " + quoted("*:" + escaped(operands) + ": ")
    }
    return text + "\n"
  }

  private static func action(_ offer: CommandOption.Offer?) -> String {
    switch offer {
    case nil: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .protocols:
      "{_alternative \"names:protocol:(\(builtInProtocolNames.joined(separator: " ")))\" "
        + "\"files:file:_files -g '*.json'\"}"
    case .devices(let lister):
      "{local -a devices; devices=(${${(f)\"$(_call_program devices \(lister.rawValue) "
        + "--list-devices 2>/dev/null)\"}%% *}); compadd -a devices}"
    }
  }

  private static func escaped(_ words: String) -> String {
    words.map { "\\[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ words: String) -> String {
    "'" + words.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
