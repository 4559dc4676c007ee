// Prints a manual page or shell completions from the options table. Run by tools/install.

@preconcurrency import Glibc
import HandShakeTerminal
import HandShakeTones

/// The documents of a program.
let documents: [String: @Sendable (Command) -> String] = [
  "man": ManualPage.text, "bash": BashCompletion.text, "zsh": ZshCompletion.text,
  "fish": FishCompletion.text,
]

let commands: [Command] = [.hsend, .hrecv, .htone]

let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let document = documents[words.first!],
  let command = commands.first(where: { $0.name.rawValue == words.last! })
else {
  fputs("usage: handshake-manual man|bash|zsh|fish hsend|hrecv|htone\n", stderr)
  exit(2)
}
print(document(command), terminator: "")
