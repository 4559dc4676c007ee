/// Adds text to an SVG: Cairo draws letters as outlines, which search and screen readers cannot
/// read.
enum SVGNotes {
  /// A text that a browser shows at the pointer.
  struct Note {
    var box: Box
    var text: String
  }

  /// `svg`, a file by Cairo, with a title, and with `notes` over the drawing.
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

  /// `text` for XML 1.0 between tags: special characters as entities, and U+FFFD for forbidden
  /// characters.
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
