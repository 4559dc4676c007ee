import Foundation
import Testing

/// A program's sentences stand in `Texts` and nowhere else in the tests.
@Suite struct SentenceTests {
  /// What only a sentence has: a program's name before it, or the next thing to type after a colon.
  private static let signs = [
    #"^(?! *//).*\b(hsend|hrecv|htone): ['a-z-]"#, #"^(?! *//).*\b(hsend|hrecv|htone)\("[^"]{24}"#,
    #"^(?! *//).*"[^"\n]*[^"/]: (give|choose|check|make|record|turn|correct|add|type|see) [^"]*""#,
  ]

  @Test func standInTheTable() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(atPath: tests.path)).allObjects
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("TestKit/Texts") }
    #expect(files.count > 100)
    let expressions = try Self.signs.map {
      try NSRegularExpression(pattern: $0, options: .anchorsMatchLines)
    }
    for file in files where file != "CommandTests/SentenceTests.swift" {
      let text = try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
      for expression in expressions {
        for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
          let line = try #require(Range(match.range, in: text))
          Issue.record("\(file) holds a sentence: \(text[line])")
        }
      }
    }
  }
}
