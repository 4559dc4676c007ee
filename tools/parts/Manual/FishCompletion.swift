import HandShakeTerminal

/// Completion for fish.
enum FishCompletion {
  static func text(of command: Command) -> String {
    let name = command.name.rawValue
    var text =
      "# fish completion of \(name)\ncomplete -c \(name) \(command.takesFiles ? "-F" : "-f")\n"
    for option in command.options {
      let values = !option.needsValue ? "" : " " + arguments(option.offer)
      let letter = option.name.letter.map { "-s \($0) " } ?? ""
      text +=
        "complete -c \(name) \(letter)-l \(option.name.rawValue)\(values) "
        + "-d \(quoted(option.help))\n"
    }
    return text
  }

  private static func arguments(_ offer: CommandOption.Offer?) -> String {
    switch offer {
    case nil: "-x"
    case .files: "-r -F"
    case .folders: "-x -a '(__fish_complete_directories)'"
    case .protocols: "-r -F -a " + quoted(builtInProtocolNames.joined(separator: " "))
    case .words(let words): "-x -a " + quoted(words.joined(separator: " "))
    case .devices(let lister):
      "-x -a '(\(lister.rawValue) --list-devices 2>/dev/null | "
        + "string replace -r \"^(\\S+) +\" \"\\$1\\t\")'"
    }
  }

  private static func quoted(_ words: String) -> String {
    "'" + words.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
