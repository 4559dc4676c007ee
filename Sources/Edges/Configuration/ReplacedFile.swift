import Glibc
import HandShakeCatalog

/// A file that is replaced atomically. mkstemp(3), fsync(2), rename(2)
final class ReplacedFile {
  private let path: String
  /// The target of a symbolic link; the link stays.
  private let target: String
  private var temporaryName: [CChar]
  private let file: Int32
  private var isKept = false

  /// A temporary file beside the file at `path`. Makes missing parent folders.
  ///
  /// - Parameter isSecret: whether only the owner may read it; otherwise the old permissions stay.
  init(_ path: String, isSecret: Bool = false) throws(CatalogError) {
    self.path = path
    for (index, character) in zip(path.indices, path)
    where character == "/" && index > path.startIndex {
      guard mkdir(String(path[..<index]), 0o700) == 0 || errno == EEXIST else {
        throw Self.failure(path)
      }
    }
    if let resolved = realpath(path, nil) {
      target = String(cString: resolved)
      free(resolved)
    } else {
      target = path
    }
    // The dot hides the file in folder listings.
    var parts = target.split(separator: "/", omittingEmptySubsequences: false)
    parts[parts.count - 1] = "." + parts[parts.count - 1] + ".XXXXXX"
    temporaryName = Array(parts.joined(separator: "/").utf8CString)
    file = mkstemp(&temporaryName)
    guard file >= 0 else { throw Self.failure(path) }
    var old = stat()
    if !isSecret, stat(target, &old) == 0 { fchmod(file, old.st_mode & 0o777) }
  }

  /// Replaces the file at `path` by a file with `bytes`.
  static func write(
    _ path: String, _ bytes: [UInt8], isSecret: Bool = false
  ) throws(CatalogError) {
    let file = try ReplacedFile(path, isSecret: isSecret)
    try file.fill(bytes)
    try file.keep()
  }

  deinit {
    close(file)
    if !isKept { unlink(temporaryName) }
  }

  /// Writes `bytes` as its whole content, on disk.
  func fill(_ bytes: [UInt8]) throws(CatalogError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { rest in
        pwrite(file, rest.baseAddress, rest.count, bytes.count - rest.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Self.failure(path)
      }
    }
    guard ftruncate(file, bytes.count) == 0, fsync(file) == 0 else { throw Self.failure(path) }
  }

  /// Replaces the old file.
  func keep() throws(CatalogError) {
    guard rename(temporaryName, target) == 0 else { throw Self.failure(path) }
    isKept = true
  }

  private static func failure(_ path: String) -> CatalogError {
    .unwritable(path: path, reason: BoundedFile.reason(errno))
  }
}
