import Foundation
import HandShake
import HandShakeModem
import HandShakeTerminal

/// The names of events, reasons, stages, causes and statuses in files of other languages.
enum NameTables {
  static let all = header + python + javaScript + typeScript + article

  private static let header = [
    NameTable(
      path: "Sources/Libraries/CHandShake/handshake.h",
      beginning: "typedef enum handshake_kind {\n",
      end: "} handshake_kind;", text: enumerators(kinds)),
    NameTable(
      path: "Sources/Libraries/CHandShake/handshake.h",
      beginning: "typedef enum handshake_failure {\n", end: "} handshake_failure;",
      text: enumerators([NumberedName("noFailure", 0, "")] + reasons)),
  ]

  private static let python = [
    NameTable(
      path: "Sources/Python/handshake/_library.py", beginning: "# Written by handshake-names.\n",
      end: "\n_handle = ",
      text: "(\n    " + wrapped(kinds.map { $0.capitals }, column: 4, indent: 4)
        + ",\n) = range(\(kinds.count))\n"),
    NameTable(
      path: "Sources/Python/handshake/_events.py", beginning: "    UNKNOWN = 0\n",
      end: "\n    @classmethod\n",
      text: reasons.map { "    \($0.capitals) = \($0.number)\n" }.joined()),
    NameTable(
      path: "Sources/Python/handshake/_events.py",
      beginning: "    \"a reason that this version does not know\",\n", end: ")\n",
      text: reasons.map { "    \"\($0.meaning)\",\n" }.joined()),
  ]

  private static let javaScript = [("kinds", kinds), ("failures", reasons)].map { name, names in
    let beginning = "const \(name) = ["
    let words = ["null"] + names.filter { $0.number > 0 }.map { "'\($0.words("-"))'" }
    return NameTable(
      path: "Sources/JavaScript/events.js", beginning: beginning, end: "];",
      text: wrapped(words, column: beginning.count, indent: 2))
  }

  private static let typeScript = [
    NameTable(
      path: "Sources/JavaScript/index.d.ts", beginning: "export type Failure =\n", end: "  ;\n",
      text: reasons.map { "  | '\($0.words("-"))' // \($0.meaning)\n" }.joined())
  ]

  private static let article = [
    row("| `stage`", "what refused it: " + listed(Failure.Stage.Name.allCases)),
    row(
      "| `cause`",
      "the likeliest: \(listed(Failure.Cause.Name.allCases)); "
        + "`noSecret` and all later causes concern seals"),
    // Other events have their own status.
    row(
      "the same report, from 1 |\n| `status`",
      Receipt.Status.allCases.map { "`\($0)`\($0.meaning)" }.joined(separator: "; ")),
    row("| `reason`", listed(EventObject.EndReason.allCases)),
  ]

  /// The row of a field in the article on events.
  private static func row(_ field: String, _ text: String) -> NameTable {
    NameTable(
      path: "Sources/Libraries/HandShake/HandShake.docc/Events.md",
      beginning: "\(field) | string | ", end: " |\n", text: text)
  }

  private static func listed(_ names: [some RawRepresentable<String>]) -> String {
    names.map { "`\($0.rawValue)`" }.joined(separator: ", ")
  }

  /// The events of libraries, by number.
  private static let kinds =
    [NumberedName("none", 0, "there is no event")]
    + EventObject.Name.allCases.compactMap { name in
      name.kind.map { NumberedName(name.rawValue, $0.number, $0.meaning) }
    }.sorted { $0.number < $1.number } + pairing

  /// The events that no program prints.
  private static let pairing = [
    NumberedName("digits", 13, "`text` is six digits to compare: handshake_receiver_decide"),
    NumberedName("paired", 14, "handshake_receiver_paired_key gives the key: see there"),
    NumberedName("unpaired", 15, "a pairing brought no secret: `failure` says why"),
  ]

  private static let reasons =
    Reason.allCases.map { NumberedName("\($0)", Int($0.rawValue), $0.sentence) }
    + PairingReason.allCases.map { NumberedName("\($0)", Int($0.rawValue), $0.sentence) }

  /// The enumerators of a C enumeration, each with its meaning beside it, or above it where the
  /// line would have more than 100 columns.
  private static func enumerators(_ names: [NumberedName]) -> String {
    let heads = names.enumerated().map { index, name in
      "  HANDSHAKE_\(name.capitals) = \(name.number)" + (index + 1 < names.count ? "," : "")
    }
    let width = heads.map(\.count).max() ?? 0
    return zip(heads, names).map { head, name in
      guard !name.meaning.isEmpty else { return head + "\n" }
      let comment = "/* \(name.meaning) */\n"
      let line = head.padding(toLength: width, withPad: " ", startingAt: 0) + " " + comment
      return line.count <= 101 ? line : "  " + comment + head + "\n"
    }.joined()
  }

  /// `words` with commas between them, in lines of at most 100 columns. The first line begins at
  /// `column`.
  private static func wrapped(_ words: [String], column: Int, indent: Int) -> String {
    var text = ""
    var column = column
    for (index, word) in words.enumerated() {
      let piece = word + (index + 1 < words.count ? "," : "")
      if index > 0, column + 1 + piece.count > 98 {
        text += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else if index > 0 {
        text += " "
        column += 1
      }
      text += piece
      column += piece.count
    }
    return text
  }
}

/// A name with its number in handshake.h.
private struct NumberedName {
  let name: String
  let number: Int
  let meaning: String

  init(_ name: String, _ number: Int, _ meaning: String) {
    (self.name, self.number, self.meaning) = (name, number, meaning)
  }

  /// `cutOff` as `cut-off`, if the separator is a hyphen.
  func words(_ separator: String) -> String {
    name.map { $0.isUppercase ? separator + $0.lowercased() : String($0) }.joined()
  }

  /// `cutOff` as `CUT_OFF`.
  var capitals: String { words("_").uppercased() }
}

extension EventObject.Name {
  /// The number in handshake.h and its meaning; nil for events that only programs print.
  fileprivate var kind: (number: Int, meaning: String)? {
    switch self {
    case .level: (1, "the level of the last tenth of a second; the latest one only is kept")
    case .detected: (2, "a frame begins; a message, a file or a failure of that number may follow")
    case .progress: (3, "`text` is checked text from the beginning of a frame still arriving")
    case .blocks: (4, "`received` of `needed` blocks of a long message or file are there")
    case .message: (5, "`text` is a whole message whose checks hold")
    case .file: (6, "`text` is a whole file whose SHA-256 holds, `name` its harmless name")
    case .failed: (7, "a frame gave no message: `failure` is the step that refused it")
    case .repeated: (8, "a message that is out came again, since its sender had no answer")
    case .answered: (9, "handshake_receiver_speech gave an answer to that frame")
    case .missing: (10, "of what is being confirmed a receiver has `received` of `needed` blocks")
    case .confirmed:
      (11, "a receiver has it, after `received` tries, `snr_decibels` above the noise there")
    case .unconfirmed: (12, "not confirmed after `received` tries: `failure` says why")
    case .started, .executed, .ranged, .ended, .sending, .sent, .distance: nil
    }
  }
}

extension Receipt.Status {
  /// The condition under which a receiver reports it, for the text after the name.
  fileprivate var meaning: String {
    switch self {
    case .delivered: ""
    case .missing: " where blocks are"
    case .wrongTime: " where it was sealed too long ago or ahead of the clock"
    case .notKept: " of a file"
    }
  }
}
