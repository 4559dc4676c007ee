@preconcurrency import Glibc

/// A regular file to send, open for reading.
package final class OutgoingFile {
  private let path: String
  private let descriptor: Int32
  private let opened: stat

  /// Opens the file at `path` and checks its size.
  ///
  /// Throws `missing`, `isDirectory`, `notRegular`, `notPermitted`, `tooLarge` above `limit` bytes,
  /// `readFailed`. open(2), fstat(2)
  package init(path: String, limit: Int) throws(FilesError) {
    self.path = path
    // Non-blocking, so that opening a pipe does not wait for its writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .reading(path, errno) }
    var status = stat()
    let result = fstat(descriptor, &status)
    opened = status
    guard result == 0 else { throw .reading(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isDirectory(path: path)
    default: throw .notRegular(path: path)
    }
    guard status.st_size <= limit else {
      throw .tooLarge(path: path, byteCount: Int(status.st_size), limit: limit)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the whole file, once.
  ///
  /// Throws `changed` if the file changed since it was opened, `readFailed`. read(2)
  package func read() throws(FilesError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemFault) {
      bytes = try readWhole(descriptor, limit: Int(opened.st_size))
    } catch {
      throw .reading(path, error.code)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno) }
    guard bytes.count == Int(opened.st_size), status.st_size == opened.st_size,
      isSame(status.st_mtim, opened.st_mtim), isSame(status.st_ctim, opened.st_ctim)
    else { throw .changed(path: path) }
    return bytes
  }

  private func isSame(_ left: timespec, _ right: timespec) -> Bool {
    left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec
  }
}

extension FilesError {
  /// The error of an `errno` of open(2) or read(2) for the file at `path`.
  static func reading(_ path: String, _ code: Int32) -> FilesError {
    switch code {
    case ENOENT: .missing(path: path)
    case EISDIR: .isDirectory(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    default: .readFailed(path: path, errno: code)
    }
  }

  /// The error of an `errno` of writing to `path`.
  package static func writing(_ path: String, _ code: Int32) -> FilesError {
    switch code {
    case ENOENT: .missing(path: path)
    case ENOTDIR: .notDirectory(path: path)
    case EACCES, EPERM, EROFS: .notPermitted(path: path)
    case ENOSPC, EDQUOT: .noSpace(path: path)
    default: .writeFailed(path: path, errno: code)
    }
  }
}
