import Foundation
import FoundationXML

@testable import HandShakePicture

/// What is in the bytes of a picture.
enum PictureFiles {
  /// Width and height that a PNG's header declares, nil where it is none. ISO/IEC 15948
  static func pngSize(_ bytes: [UInt8]) -> [Int]? {
    let start: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
    let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    guard bytes.starts(with: start), bytes.suffix(12) == end[...] else { return nil }
    return [16, 20].map { offset in bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Where texts of a canvas lie that reach beyond it or over an earlier one.
  static func overruns(of canvas: Canvas) -> [Box] {
    canvas.texts.enumerated().filter { index, box in
      box.left < 0 || box.top < 0 || box.right > canvas.box.right
        || box.bottom > canvas.box.bottom || canvas.texts[..<index].contains { $0.intersects(box) }
    }.map(\.element)
  }

  /// The texts of all `title` elements of an SVG, nil where it is no well-formed XML.
  static func svgTitles(_ bytes: [UInt8]) -> [String]? {
    let reader = TitleReader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    return parser.parse() && reader.names.first == "svg" && !reader.names.contains("script")
      ? reader.titles : nil
  }

  private final class TitleReader: NSObject, XMLParserDelegate {
    var names: [String] = []
    var titles: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      names.append(name)
      if name == "title" { titles.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if names.last == "title", !titles.isEmpty { titles[titles.count - 1] += text }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      names.append("/" + name)
    }
  }
}
