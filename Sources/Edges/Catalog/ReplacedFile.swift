#if canImport(Glibc)
  import Glibc

  /// A file that is written anew.
  enum ReplacedFile {
    /// Replaces the file at `path` by one that holds `bytes`, and makes missing folders above it: at any
    /// time either the old file or the whole new one is there. mkstemp(3), fsync(2), rename(2)
    ///
    /// - Parameter isSecret: whether only the owner may read it; otherwise whoever could before.
    static func write(
      _ path: String, _ bytes: [UInt8], isSecret: Bool = false
    ) throws(CatalogError) {
      func failure() -> CatalogError { .unwritable(path: path, reason: BoundedFile.reason(errno)) }
      for (index, character) in zip(path.indices, path)
      where character == "/" && index > path.startIndex {
        guard mkdir(String(path[..<index]), 0o700) == 0 || errno == EEXIST else { throw failure() }
      }
      // A symbolic link stays one: its target is replaced.
      var target = path
      if let resolved = realpath(path, nil) {
        target = String(cString: resolved)
        free(resolved)
      }
      var name = Array((target + ".XXXXXX").utf8CString)
      let file = mkstemp(&name)
      guard file >= 0 else { throw failure() }
      var old = stat()
      if !isSecret, stat(target, &old) == 0 { fchmod(file, old.st_mode & 0o777) }
      var isWhole = true
      var rest = bytes[...]
      while isWhole, !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else { isWhole = errno == EINTR }
      }
      isWhole = isWhole && fsync(file) == 0
      let error = failure()
      close(file)
      guard isWhole else {
        unlink(name)
        throw error
      }
      guard rename(name, target) == 0 else {
        let error = failure()
        unlink(name)
        throw error
      }
    }
  }
#endif
