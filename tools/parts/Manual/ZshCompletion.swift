import HandShakeTerminal

/// Completion for zsh, by its `_arguments`.
enum ZshCompletion {
  static func text(of command: Command) -> String {
    let options = command.options
    var text = "#compdef \(command.name.rawValue)\n"
    text += Set(options.compactMap { function($0.offer, command) }).sorted().joined()
    text += "_arguments -S"
    for option in options {
      for flag in option.name.flags {
        var specification = option.isRepeatable ? "*" : ""
        specification += flag
        if option.placeholder != nil { specification += flag == option.name.flag ? "=" : "+" }
        if option.isValueOptional { specification += "-" }
        specification += "[" + escaped(option.help) + "]"
        if let placeholder = option.placeholder {
          specification += option.isValueOptional ? "::" : ":"
          specification += escaped(placeholder) + ":" + action(option.offer, command)
        }
        text += " \\\n  " + quoted(specification)
      }
    }
    text +=
      " \\\n  "
      + quoted("*:" + escaped(command.operands) + (command.takesFiles ? ":_files" : ": "))
    return text + "\n"
  }

  private static func action(_ offer: CommandOption.Offer?, _ command: Command) -> String {
    switch offer {
    case nil: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .protocols: "_\(command.name.rawValue)_protocols"
    case .devices(let lister): "_\(command.name.rawValue)_devices_of_\(lister.rawValue)"
    }
  }

  /// A function for an action, because its commands do not fit between the colons.
  private static func function(
    _ offer: CommandOption.Offer?, _ command: Command
  ) -> String? {
    let name = action(offer, command)
    switch offer {
    case .protocols:
      return """
        \(name)() {
          _alternative 'names:protocol:(\(builtInProtocolNames.joined(separator: " ")))' \\
            'files:file:_files -g "*.json"'
        }

        """
    case .devices(let lister):
      return """
        \(name)() {
          local -a devices
          devices=("${(@f)$(_call_program devices \(lister.rawValue) --list-devices 2>/dev/null)}")
          devices=(${devices%% *})
          compadd "$@" -a devices
        }

        """
    case nil, .files, .folders, .words: return nil
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
