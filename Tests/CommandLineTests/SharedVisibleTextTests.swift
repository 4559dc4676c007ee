import Foundation
import Testing

@testable import HandShakeCommandLine

/// What a terminal shows of a text, by the table that the page is held to as well.
@Suite struct SharedVisibleTextTests {
  struct Table: Decodable {
    var cases: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var why: String
    var text: String
    /// Places of the scalars that are escaped.
    var escaped: [Int]

    var testDescription: String { why }
  }

  static let table = Result<Table, any Error> {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/visible-text.json")
    return try JSONDecoder().decode(Table.self, from: Data(contentsOf: path))
  }

  @Test func theTableIsRead() throws {
    #expect(try Self.table.get().cases.count > 40)
  }

  @Test(arguments: (try? table.get().cases) ?? [])
  func shown(each: Case) {
    let expected = each.text.unicodeScalars.enumerated().map { place, scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where !each.escaped.contains(place): String(scalar)
      case _ where scalar.value < 0x80:
        "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }.joined()
    #expect(VisibleText.escaping(each.text) == expected)
    #expect(VisibleText.escaping(each.text.utf8) == expected)
  }
}
