#if canImport(Glibc)
  import Glibc

  /// Small text files of the user's, read whole.
  package enum BoundedFile {
    /// The bytes of the file at `path`, at most `largestByteCount` of them. A signal ends the wait for a
    /// pipe that nobody writes. open(2), read(2)
    package static func read(
      _ path: String, largestByteCount: Int
    ) throws(CatalogError) -> [UInt8] {
      // For C, the path would end before the rest.
      guard !path.utf8.contains(0) else {
        throw .unreadable(path: path, reason: "there is no such file")
      }
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw unreadable(path) }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0 else { throw unreadable(path) }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw .unreadable(path: path, reason: "it is a directory")
      }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = Glibc.read(file, &block, block.count)
        if count < 0 { throw unreadable(path) }
        if count == 0 { return bytes }
        bytes += block[..<count]
        if bytes.count > largestByteCount {
          throw .unreadable(path: path, reason: "it is larger than \(largestByteCount / 1024) KiB")
        }
      }
    }

    private static func unreadable(_ path: String) -> CatalogError {
      let code = errno
      let isMissing = code == ENOENT || code == ENOTDIR
      return .unreadable(path: path, reason: isMissing ? "there is no such file" : reason(code))
    }

    /// What the system says of a failed call, in its own words.
    package static func reason(_ code: Int32) -> String {
      String(cString: strerror(code)).lowercased()
    }
  }
#endif
