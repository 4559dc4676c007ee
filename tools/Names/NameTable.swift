import Foundation

/// A stretch of a file that is written from the lists of names.
struct NameTable: Sendable {
  /// From the root of the sources.
  let path: String
  /// What stands before it, and once in the file.
  let beginning: String
  /// What stands first after it.
  let end: String
  let text: String

  /// `contents` of the file with the stretch anew; nil where it is not found.
  func written(in contents: String) -> String? {
    let halves = contents.components(separatedBy: beginning)
    guard halves.count == 2, let rest = halves[1].range(of: end) else { return nil }
    return halves[0] + beginning + text + halves[1][rest.lowerBound...]
  }
}
