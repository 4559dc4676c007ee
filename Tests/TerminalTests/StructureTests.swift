import Foundation
import Testing

/// The rules of a conversation stand in `Station`, and nowhere a second time; what is large grows
/// no more.
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
      for line in lines where !isComment(line) {
        #expect(try own.firstMatch(in: line) == nil, "\(path): \(line)")
      }
    }
  }

  /// Lower a bound where they become fewer, and never raise it.
  @Test(arguments: [("Sources/Edges/Terminal", 6475), ("Sources/Core/Modem", 17_840)])
  func linesBecomeNoMore(folder: String, most: Int) throws {
    let count = try sources(in: folder).reduce(0) { $0 + $1.lines.count - 1 }
    #expect(count <= most, "Remove as many lines of \(folder) as you add.")
  }

  /// Lower the bound where they become fewer, and never raise it.
  @Test func tunedFiguresOfTheModemBecomeNoMore() throws {
    let literal = try Regex<(Substring, Substring?)>(#"\b\d+\.\d+(e-?\d+)?\b"#)
      .wordBoundaryKind(.simple)
    let count = try sources(in: "Sources/Core/Modem").filter { !$0.path.contains("/Format/") }
      .flatMap { $0.lines }.filter { !isComment($0) }
      .flatMap { $0.matches(of: literal) }
      .count { !["0.0", "0.5", "1.0", "2.0"].contains($0.0) }
    #expect(count <= 271, "Derive the figure that you add from others, or remove another one.")
  }

  private func isComment(_ line: Substring) -> Bool { line.drop { $0 == " " }.hasPrefix("//") }
}
