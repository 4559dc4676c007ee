import HandShakeAudioFile

/// The target of a picture. The path is checked before drawing, and only a whole file appears.
package struct PictureFile: Sendable, Equatable {
  /// The path as it was given.
  package let path: String
  /// The format by the ending of the path.
  package let format: PictureFormat

  /// The value of `--picture`. Throws `badValue` if the ending is not a picture format.
  package init(option path: String) throws(CommandFailure) {
    guard let format = PictureFormat(path: path) else {
      throw .badValue(
        option: CommandOption.Name.picture.flag, value: path,
        expected: "a path that ends in .png or .svg")
    }
    self.path = path
    self.format = format
  }

  /// Throws `pictureFile` if the path cannot be written. Leaves the path unchanged.
  package func check() throws(CommandFailure) {
    do {
      try OutputFile(path: path).discard()
    } catch {
      throw .pictureFile(error)
    }
  }

  /// Writes a whole picture. On failure, leaves the path unchanged and throws `pictureFile`.
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

/// The format of a picture, from the ending of its file name.
package enum PictureFormat: String, Sendable, CaseIterable {
  /// Portable network graphics: pixels.
  case png
  /// Scalable vector graphics: lines and letters. A browser shows messages at the pointer.
  case svg

  /// The format of a file at `path`, nil if the ending is not a picture format.
  package init?(path: String) {
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
      let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}

/// Draws content as a file of a format. Throws `undrawable`.
package typealias PictureDrawing<Content> =
  @Sendable (Content, PictureFormat) throws(CommandFailure)
  -> [UInt8]
