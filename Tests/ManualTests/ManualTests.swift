import Foundation
import HandShakeTerminal
import HandShakeTestKit
import HandShakeTones
import Testing

@testable import handshake_manual

/// What reads completions besides bash.
private let wantsShells: ConditionTrait = .enabled(
  if: testsEverything, "fish and zsh are installed for tools/test everything alone")

/// What is printed from the options table, and what the programs that read it say of it.
@Suite struct ManualTests {
  @Test(arguments: [Command.hsend, .hrecv, .htone])
  func everyOptionIsInAllOfThem(command: Command) {
    let page = lines(ManualPage.text(of: command))
    let bash = ShellTool.words(in: BashCompletion.text(of: command))
    let zsh = lines(ZshCompletion.text(of: command))
    let fish = lines(FishCompletion.text(of: command))
    for option in command.options {
      let flag = option.name.flag
      let escaped = flag.replacing("-", with: "\\-")
      let letter = option.name.letter
      let term = (letter.map { "\\fB\\-\($0)\\fR, " } ?? "") + "\\fB\(escaped)\\fR"
      #expect(page.count { $0.hasPrefix(term) } == 1, "\(flag)")
      #expect(bash.contains(flag), "\(flag)")
      #expect(bash.contains(flag + ")") == option.needsValue, "\(flag)")
      let ending = option.needsValue ? "=[" : option.isValueOptional ? "=-[" : "["
      #expect(zsh.count { $0.contains(flag + ending) } == 1, "\(flag)")
      #expect(fish.count { $0.contains(" -l \(option.name.rawValue) ") } == 1, "\(flag)")
      guard let letter else { continue }
      #expect(bash.contains("-\(letter))") == option.needsValue, "\(flag)")
      let shortEnding = option.needsValue ? "+[" : "["
      #expect(zsh.count { $0.contains("-\(letter)\(shortEnding)") } >= 1, "\(flag)")
      #expect(fish.count { $0.contains(" -s \(letter) -l \(option.name.rawValue) ") } == 1)
    }
  }

  @Test(arguments: [Command.hsend, .hrecv, .htone])
  func pagesSayWhatHelpSays(command: Command) throws {
    let page = try ShellTool.run(
      "man --local-file /dev/stdin | col -bx", ManualPage.text(of: command))
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let option = try #require(command.options.last)
    let texts = [command.summary, option.help] + command.description + command.notes
    for text in texts + command.examples.flatMap({ [$0.line, $0.meaning] }) {
      #expect(words.contains(text), "\(text)")
    }
    for title in ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO"] {
      #expect(lines(page).contains(title))
    }
  }

  @Test(arguments: [Command.hsend, .hrecv, .htone])
  func helpNamesEveryOptionOnce(command: Command) {
    let lines = HelpText.text(for: command).split(separator: "\n")
    for option in command.options {
      let flag =
        "  " + (option.name.letter.map { "-\($0), " } ?? "    ") + option.name.flag
        + option.shownValue
      #expect(lines.count { $0.hasPrefix(flag + " ") || $0 == flag } == 1, "\(flag)")
    }
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  /// What may follow an option after = and may not follow as a word of its own.
  @Test func valuesThatMayBeLeftOut() {
    for (command, flag, value) in [
      (Command.hsend, "--confirm", "S"), (.hrecv, "--answer", "SLOT"),
    ] {
      #expect(HelpText.text(for: command).contains("      \(flag)[=\(value)]"))
      let escaped = flag.replacing("-", with: "\\-")
      #expect(ManualPage.text(of: command).contains("\\fB\(escaped)\\fR[=\\fI\(value)\\fR]"))
      #expect(ZshCompletion.text(of: command).contains("'\(flag)=-["))
    }
    let help = HelpText.text(for: .hsend).split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("5 not confirmed, or not paired"))
    #expect(lines(ManualPage.text(of: .hsend)).contains("not confirmed, or not paired"))
  }

  @Test(arguments: [Command.hsend, .hrecv, .htone])
  func readersHaveNothingToSay(command: Command) throws {
    let page = ManualPage.text(of: command)
    #expect(try ShellTool.run("groff -man -ww -Tutf8 -z", page) == "")
    #expect(
      try ShellTool.run("LC_ALL=C.UTF-8 man --warnings --local-file - >/dev/null", page) == "")
    #expect(try ShellTool.run("bash -n", BashCompletion.text(of: command)) == "")
  }

  @Test(wantsShells, arguments: [Command.hsend, .hrecv, .htone])
  func shellsHaveNothingToSay(command: Command) throws {
    #expect(try ShellTool.run("zsh -n", ZshCompletion.text(of: command)) == "")
    #expect(try ShellTool.run("fish -n /dev/stdin", FishCompletion.text(of: command)) == "")
  }

  @Test func theEventsAreFound() {
    #expect(ManualPage.text(of: .hrecv).contains("share/doc/handshake/Events.md"))
  }

  /// The last of the words is the one that is being typed.
  @Test(arguments: [
    (["--show"], ["--show-map", "--show-config"]),
    (["--device", "x", "--list-d"], ["--list-devices"]),
    (["-p", "hop-"], ["hop-quick", "hop-deep"]),
    (["--protocol", "hop-"], ["hop-quick", "hop-deep"]),
    (["--protocol", "=", "hop-d"], ["hop-deep"]),
    (["--device", "h"], ["hw:0", "hw:CARD=PCH,DEV=0"]),
    (["--device", "hw", ":", "C"], ["CARD=PCH,DEV=0"]),
    (["--device", "=", "hw", ":"], ["0", "CARD=PCH,DEV=0"]),
    (["--rung", "1"], ["1", "10", "11", "12"]),
    (["--output", "a"], []), (["--level", "1"], []), (["hello"], []),
    (["--conf"], ["--confirm"]), (["--confirm", "--j"], ["--json"]), (["--confirm", "hello"], []),
  ])
  func bashOffers(words: [String], offered: [String]) throws {
    let typed = (["hsend"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      hsend() { printf 'hw:0  one\\nhw:CARD=PCH,DEV=0  another\\nnull  none\\n'; }
      compopt() { :; }
      \(BashCompletion.text(of: .hsend))
      COMP_WORDS=(\(typed)) COMP_CWORD=\(words.count)
      _hsend
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try lines(ShellTool.run("bash", script)) == offered)
  }

  /// hrecv takes recordings without an option, hsend texts.
  @Test(wantsShells) func operandsThatAreFiles() throws {
    let script = """
      cd "$(mktemp -d)"; touch hello.wav
      complete --do-complete 'hrecv hel'; complete --do-complete 'hsend hel'
      """
    let completions = FishCompletion.text(of: .hrecv) + FishCompletion.text(of: .hsend)
    #expect(try ShellTool.run("fish --no-config /dev/stdin", completions + script) == "hello.wav\n")
    #expect(ZshCompletion.text(of: .hrecv).contains(":_files'\n"))
    #expect(!BashCompletion.text(of: .hrecv).contains("*)\n      compopt +o default"))
  }

  /// Typed into a zsh on a terminal of its own, with the tabulator at the end.
  @Test(
    wantsShells,
    arguments: [
      ("--show", "--show-config*--show-map"), ("--protocol hop-", "hop-deep*hop-quick"),
      ("--protocol=hop-", "hop-deep*hop-quick"), ("-p hop-", "hop-deep*hop-quick"),
      ("--device h", "hw:0*hw:CARD=PCH,DEV=0"),
      ("--rung 1", "1*10*11*12"),
    ])
  func zshOffers(line: String, pattern: String) throws {
    let script = #"""
      folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
      cat >"$folder/_hsend"
      cat >"$folder/type" <<'ZSH'
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1=; LISTMAX=1000; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D"
      zpty -w z "hsend() { print -l 'hw:0  one' 'hw:CARD=PCH,DEV=0  another' 'null  none' }"
      zpty -w z "bindkey '^I' complete-word; print REA''DY"
      zpty -r -m z said '*READY*'
      zpty -n -w z "hsend $2"$'\t\t'
      zpty -r -m z said "*$3*" && print offered
      ZSH
      timeout 30 zsh -f "$folder/type" "$folder" '\#(line)' '\#(pattern)'
      """#
    #expect(try ShellTool.run(script, ZshCompletion.text(of: .hsend)) == "offered\n")
  }

  @Test(
    wantsShells,
    arguments: [
      ("--show", ["--show-config", "--show-map"]), ("--protocol hop-", ["hop-deep", "hop-quick"]),
      ("--protocol=hop-d", ["--protocol=hop-deep"]),
      ("-p hop-", ["hop-deep", "hop-quick"]), ("--device n", ["null"]), ("hello", []),
    ])
  func fishOffers(line: String, offered: [String]) throws {
    let script = """
      function hsend; printf 'hw:0  one\\nnull  none\\n'; end
      \(FishCompletion.text(of: .hsend))
      complete --do-complete 'hsend \(line)' | string replace -r '\\t.*' ''
      """
    #expect(try lines(ShellTool.run("fish --no-config /dev/stdin", script)) == offered)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}
