/// What a picture is written as: the ending of its name says so.
public enum PictureFormat: String, Sendable, CaseIterable {
  /// Portable network graphics: pixels.
  case png
  /// Scalable vector graphics: lines and letters, with what was heard shown by a browser where the pointer
  /// is.
  case svg

  /// The format of a file at `path`, nil where the ending is another.
  public init?(path: String) {
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
      let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}
