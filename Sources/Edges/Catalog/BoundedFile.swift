#if !hasFeature(Embedded)
  import HandShakePlatform

  /// Reads small text files of the user.
  package enum BoundedFile {
    /// The bytes of the file at `path`, at most `largestByteCount`. A signal ends the wait for a
    /// pipe without a writer. fopen(3), fread(3)
    package static func read(_ path: String, largestByteCount: Int) throws(CatalogError) -> [UInt8]
    {
      // In C the path would end at the zero byte.
      guard !path.utf8.contains(0) else {
        throw .unreadable(path: path, reason: "there is no such file")
      }
      guard let file = fopen(path, "rb") else { throw unreadable(path) }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = fread(&block, 1, block.count, file)
        if ferror(file) != 0 { throw unreadable(path) }
        bytes += block[..<count]
        if bytes.count > largestByteCount {
          throw .unreadable(path: path, reason: "it is larger than \(largestByteCount / 1024) KiB")
        }
        if count < block.count { return bytes }
      }
    }

    private static func unreadable(_ path: String) -> CatalogError {
      let code = errno
      let reason =
        switch code {
        case ENOENT, ENOTDIR: "there is no such file"
        case EISDIR: "it is a directory"
        default: reason(code)
        }
      return .unreadable(path: path, reason: reason)
    }

    /// The system's text for an error code.
    package static func reason(_ code: Int32) -> String {
      String(cString: strerror(code)).lowercased()
    }
  }
#endif
