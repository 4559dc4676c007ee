import HandShakeTerminal

/// Completion for bash. If the function finds no candidates, readline offers files with the quoting
/// that they need. `compopt +o default` prevents this if there is nothing to offer.
enum BashCompletion {
  static func text(of command: Command) -> String {
    let options = command.options
    var text = """
      # bash completion of \(command.name.rawValue)
      _\(command.name.rawValue)() {
        local word=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD option value
        # bash takes --device=hw:1 for five words.
        while ((at > 1)) && [[ $word == [=:]* || ${COMP_WORDS[at - 1]} == [=:] ]]; do
          ((at--))
          word=${COMP_WORDS[at]}$word
        done
        option=${COMP_WORDS[at - 1]} value=$word
        if [[ $word == --*=* ]]; then
          option=${word%%=*} value=${word#*=}
        fi
        COMPREPLY=()
        case $option in

      """
    for option in options where option.needsValue {
      for flag in option.name.flags { text += "    \(flag)) \(action(option.offer)) ;;\n" }
    }
    let flags = options.map(\.name.flag).joined(separator: " ")
    text += """
          *)
            \(command.takesFiles ? ":" : "compopt +o default")
            if [[ $word == -* ]]; then
              mapfile -t COMPREPLY < <(compgen -W "\(flags)" -- "$word")
            fi
            ;;
        esac
        # Only what follows the last = or : of a word is replaced.
        if [[ $value == *[=:]* ]]; then
          COMPREPLY=("${COMPREPLY[@]#"${value%"${value##*[=:]}"}"}")
        fi
      }
      complete -o bashdefault -o default -F _\(command.name.rawValue) \(command.name.rawValue)

      """
    return text
  }

  private static func action(_ offer: CommandOption.Offer?) -> String {
    switch offer {
    case nil: "compopt +o default"
    case .files: ""
    case .folders: "compopt +o default -o dirnames"
    case .protocols: matching(builtInProtocolNames)
    case .words(let words): "compopt +o default; " + matching(words)
    case .devices(let lister):
      "compopt +o default; mapfile -t COMPREPLY < <(compgen -W "
        + "\"$(\(lister.rawValue) --list-devices 2>/dev/null | cut -d ' ' -f 1)\" -- \"$value\")"
    }
  }

  private static func matching(_ words: [String]) -> String {
    "mapfile -t COMPREPLY < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$value\")"
  }
}
