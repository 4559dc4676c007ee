import Foundation

/// A section of a file that is written from the lists of names.
struct NameTable: Sendable {
  /// The path from the root of the sources.
  let path: String
  /// The text before the section. It occurs once in the file.
  let beginning: String
  /// The first text after the section.
  let end: String
  let text: String

  /// `contents` of the file with a new section; nil if the section is not found.
  func written(in contents: String) -> String? {
    let halves = contents.components(separatedBy: beginning)
    guard halves.count == 2, let rest = halves[1].range(of: end) else { return nil }
    return halves[0] + beginning + text + halves[1][rest.lowerBound...]
  }
}
