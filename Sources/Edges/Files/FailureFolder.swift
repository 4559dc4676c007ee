@preconcurrency import Glibc

/// The folder for the sound and the data of failed frames: private, and bounded in size.
///
/// The files of one failure share a name and differ in their endings. Names begin with the time, so
/// their order is their age. Files with other names are left alone.
package final class FailureFolder {
  /// The path as given, without a slash at its end.
  package let path: String
  private let descriptor: Int32
  private var writtenCount = 0

  /// The most failures in the folder.
  package static let mostFailures = 50
  /// The most bytes of all files together.
  package static let mostBytes = 100_000_000
  private static let prefix = "handshake-failure-"

  /// Opens the folder at `path`; makes it, for its owner only, if it does not exist.
  ///
  /// Throws `missing` if the parent folder does not exist, `notDirectory`, `notPermitted`,
  /// `noSpace`, `writeFailed`.
  package init(path: String) throws(FilesError) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    descriptor = try openFolder(path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path, without an ending, for the files of a failure now.
  package func nextName() -> String {
    writtenCount += 1
    let time = WallClock.text.filter { $0 != "-" && $0 != ":" }
    return Self.prefix + time + "-" + WallClock.padded(writtenCount, 4)
  }

  /// Writes the file `name` atomically, readable by its owner only.
  ///
  /// Throws `noSpace`, `notPermitted`, `writeFailed`; then no file is left. rename(2)
  package func write(_ bytes: [UInt8], name: String) throws(FilesError) {
    try replaceWhole(bytes, in: descriptor, path: path, name: name)
  }

  /// Removes a file of a failure; ignores a missing file.
  package func remove(name: String) { unlinkat(descriptor, name, 0) }

  /// Removes the oldest failures until the rest is within the limits.
  ///
  /// - Parameter incomingCount: failures that will be written next.
  package func makeRoom(for incomingCount: Int = 0) {
    var failures: [String: (names: [String], byteCount: Int)] = [:]
    for name in names(inFolder: descriptor) where name.hasPrefix(Self.prefix) {
      guard let dot = name.lastIndex(of: ".") else { continue }
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      failures[String(name[..<dot]), default: ([], 0)].names.append(name)
      failures[String(name[..<dot]), default: ([], 0)].byteCount += Int(status.st_size)
    }
    var byteCount = failures.values.reduce(0) { $0 + $1.byteCount }
    var left = failures.count + incomingCount
    for (_, oldest) in failures.sorted(by: { $0.key < $1.key }) {
      guard left > Self.mostFailures || byteCount > Self.mostBytes else { return }
      for name in oldest.names { unlinkat(descriptor, name, 0) }
      byteCount -= oldest.byteCount
      left -= 1
    }
  }
}
