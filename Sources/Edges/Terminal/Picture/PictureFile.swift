import HandShakeAudioFile

/// Where a picture goes: the path is tried before anything is drawn, and the file is there when all of it is.
package struct PictureFile: Sendable, Equatable {
  /// The path as it was given.
  package let path: String
  /// What its ending says.
  package let format: PictureFormat

  /// The value of `--picture`; throws `badValue` where its ending is of no format.
  package init(option path: String) throws(CommandFailure) {
    guard let format = PictureFormat(path: path) else {
      throw .badValue(
        option: CommandOption.Name.picture.flag, value: path,
        expected: "a path that ends in .png or .svg")
    }
    self.path = path
    self.format = format
  }

  /// Throws `pictureFile` where nothing could be written to the path, which is left as it is.
  package func check() throws(CommandFailure) {
    do {
      try OutputFile(path: path).discard()
    } catch {
      throw .pictureFile(error)
    }
  }

  /// Writes all of a picture, or leaves the path as it was and throws `pictureFile`.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      let output = try OutputFile(path: path)
      try output.write(bytes)
      try output.commit()
    } catch {
      throw .pictureFile(error)
    }
  }
}

/// What a picture is written as: the ending of its name says so.
package enum PictureFormat: String, Sendable, CaseIterable {
  /// Portable network graphics: pixels.
  case png
  /// Scalable vector graphics: lines and letters, with what was heard shown by a browser where the pointer is.
  case svg

  /// The format of a file at `path`, nil where the ending is another.
  package init?(path: String) {
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
      let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}

/// Draws something as a file of a format; throws `undrawable`.
package typealias PictureDrawing<Content> =
  @Sendable (Content, PictureFormat) throws(CommandFailure)
  -> [UInt8]
