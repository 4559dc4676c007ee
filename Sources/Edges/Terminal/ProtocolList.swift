import HandShakeCatalog
import HandShakeFeed
import HandShakeModem

import func Glibc.log10

/// `--list-protocols`: the names that `--protocol` takes, and the figures to choose between them.
package enum ProtocolList {
  /// Prints a line for each protocol, and for rungs a second line with the most robust rung.
  package static func print() throws(CommandFailure) { try Program.print(text) }

  static var text: String {
    let rows = ProtocolCatalog.builtIn.flatMap(rows(of:))
    let ratioTitle = "down to"
    let nameWidth = rows.map(\.0.count).max() ?? 0
    let timeWidth = rows.map(\.1.count).max() ?? 0
    // The title of the times starts above the names, to leave space for the summaries.
    let titles = padded("16 characters in", -(nameWidth + 2 + timeWidth)) + "  \(ratioTitle)\n"
    return titles
      + rows.map { name, time, ratio, words in
        [
          padded(name, nameWidth), padded(time, -timeWidth), padded(ratio, -ratioTitle.count),
          words,
        ].joined(separator: "  ") + "\n"
      }.joined()
  }

  private static func rows(of listed: ModemProtocol) -> [(String, String, String, String)] {
    let sample = TransmittedContent.text(Array("abcdefghijklmnop".utf8))
    func row(_ pace: TransmissionPace, _ option: String, _ ratio: Double, _ words: String)
      -> (String, String, String, String)
    {
      let seconds = listed.airSeconds(of: sample, pace: pace) ?? 0
      return (
        listed.name + option, "\(decimals(seconds, 2)) s",
        "\(decimals(ratio - 10 * log10(24_000), 0)) dB", words
      )
    }
    let least = listed.leastDensityRatioDecibels
    guard let ladder = listed.ladder, let usual = listed.usualRung(of: sample),
      let robust = ladder.steps.map(\.rung).min(), robust != usual
    else { return [row(.automatic, "", least, listed.summary)] }
    return [
      row(.automatic, "", ladder.leastDensityRatiosDecibels[usual], listed.summary),
      row(.rung(robust), " --rung \(robust)", least, "the same, as robust as can be"),
    ]
  }
}

extension ModemProtocol {
  /// The default rung for `content`: the rung with the same duration.
  fileprivate func usualRung(of content: TransmittedContent) -> Int? {
    let seconds = airSeconds(of: content)
    return ladder?.steps.map(\.rung).first { airSeconds(of: content, pace: .rung($0)) == seconds }
  }
}

/// `text` padded to `width` columns: spaces after it, or before it if `width` is negative.
package func padded(_ text: String, _ width: Int) -> String {
  let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? spaces + text : text + spaces
}
