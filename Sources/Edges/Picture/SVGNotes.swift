/// What an SVG says beside what it draws: Cairo draws letters as outlines, which no search and no
/// screen reader finds.
enum SVGNotes {
  /// A text that a browser shows where the pointer is.
  struct Note {
    var box: Box
    var text: String
  }

  /// `svg`, the bytes of a file from Cairo, with a title and with `notes` over everything.
  static func insert(_ notes: [Note], title: String, into svg: [UInt8]) -> [UInt8] {
    let end = Array("</svg>".utf8)
    guard let place = svg.lastIndex(of: UInt8(ascii: "<")), svg[place...].starts(with: end) else {
      return svg
    }
    var text = "<title>\(escaped(title))</title>\n<g fill=\"none\" pointer-events=\"all\">\n"
    for note in notes {
      let box = note.box
      text += "<rect x=\"\(rounded(box.left))\" y=\"\(rounded(box.top))\" "
      text += "width=\"\(rounded(box.width))\" height=\"\(rounded(box.height))\">"
      text += "<title>\(escaped(note.text))</title></rect>\n"
    }
    return Array(svg[..<place]) + Array((text + "</g>\n").utf8) + Array(svg[place...])
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// `text` as XML 1.0 takes it between tags: what has a meaning there as entities, and U+FFFD for
  /// what it does not allow at all.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
