import Foundation
import Testing

@testable import handshake_names

/// What other languages and the article on events say is what is written from the lists of names.
@Suite struct NameTableTests {
  @Test(arguments: NameTables.all.indices)
  func filesHoldTheTables(index: Int) throws {
    let table = NameTables.all[index]
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../" + table.path)
    let contents = try String(contentsOf: file, encoding: .utf8)
    #expect(
      table.written(in: contents) == contents,
      "run swift run handshake-names: \(table.path) differs after '\(table.beginning)'")
  }
}
