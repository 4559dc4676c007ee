import Foundation
import Testing

/// The rules of a conversation stand in `Station`, and nowhere a second time.
@Suite struct StructureTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func sources(in folder: String) throws -> [(path: String, lines: [Substring])] {
    let root = Self.package.appending(path: folder)
    let paths = try #require(FileManager.default.enumerator(atPath: root.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(!paths.isEmpty)
    return try paths.map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return (folder + "/" + path, text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  @Test(arguments: [
    "Sources/Edges/CommandLine", "Sources/Edges/Execution", "Sources/Edges/Heard",
    "Sources/Edges/Terminal", "Sources/Edges/Tones", "Sources/Libraries/HandShakeC",
  ])
  func onlyTheStationListensSendsAndOpens(folder: String) throws {
    let own = try Regex(
      #"\b(Receiver|Transmitter|Unsealing|EncodedMessage)\(|^import HandShakeExchange\b"#)
    for (path, lines) in try sources(in: folder) {
      for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(try own.firstMatch(in: line) == nil, "\(path): \(line)")
      }
    }
  }

  /// Lower the bound where they become fewer, and never raise it.
  @Test func theTerminalGrowsNoMore() throws {
    let count = try sources(in: "Sources/Edges/Terminal").reduce(0) { $0 + $1.lines.count - 1 }
    #expect(count <= 6476)
  }
}
