@preconcurrency import Glibc

/// The folder for the sound and the figures of frames that failed: private, and bounded whatever
/// fails.
///
/// Every failure has files of one name with different endings. Names begin with the time, so that
/// their order is that of age, and whatever does not look like one of them is left alone.
package final class FailureFolder {
  /// The path as given, without a slash at its end.
  package let path: String
  private let descriptor: Int32
  private var writtenCount = 0

  /// Failures that are kept.
  package static let mostFailures = 50
  /// Bytes of all files together.
  package static let mostBytes = 100_000_000
  private static let prefix = "handshake-failure-"

  /// Opens the folder at `path`; makes it, for its owner only, where it does not exist.
  ///
  /// Throws `missing` where the folder above is not there, `notDirectory`, `notPermitted`,
  /// `noSpace`, `writeFailed`.
  package init(path: String) throws(FilesError) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    descriptor = try openFolder(path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path, without an ending, of the files of a failure that happens now.
  package func nextName() -> String {
    writtenCount += 1
    let time = WallClock.text.filter { $0 != "-" && $0 != ":" }
    return Self.prefix + time + "-" + WallClock.padded(writtenCount, 4)
  }

  /// Writes a file called `name` that is whole or not there, readable by its owner only.
  ///
  /// Throws `noSpace`, `notPermitted`, `writeFailed`; then nothing is left. rename(2)
  package func write(_ bytes: [UInt8], name: String) throws(FilesError) {
    try replaceWhole(bytes, in: descriptor, path: path, name: name)
  }

  /// Removes a file of a failure; nothing where it is not there.
  package func remove(name: String) { unlinkat(descriptor, name, 0) }

  /// Removes the oldest failures until those that are left are few and small enough.
  ///
  /// - Parameter incomingCount: failures that are about to be written.
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
