@preconcurrency import Glibc
import HandShakeFiles

/// Writes bytes to a path.
///
/// A regular file is written under a temporary name beside its target, and replaces the target when
/// it is complete. Pipes and devices are written directly.
package final class OutputFile {
  let path: String
  let isSeekable: Bool

  private var descriptor: Int32
  private let closesDescriptor: Bool
  private var temporaryPath: String?
  private let targetPath: String

  /// Opens a path for writing, or standard output for "-". If `isPrivate`, only the owner may read
  /// a new file.
  package init(path: String, isPrivate: Bool = false) throws(AudioFileError) {
    self.path = path
    if path == "-" {
      targetPath = path
      descriptor = STDOUT_FILENO
      closesDescriptor = false
      isSeekable = false
      return
    }
    closesDescriptor = true
    var status = stat()
    let exists = stat(path, &status) == 0
    if !exists, errno != ENOENT { throw .opening(path, errno) }
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw .isDirectory(path: path) }
    if exists, kind != S_IFREG {
      targetPath = path
      isSeekable = false
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .opening(path, errno) }
      return
    }
    // Replacing a file needs no permission on the file, but writing to it does: require it.
    if exists, access(path, W_OK) != 0 { throw .opening(path, errno) }
    let target = exists ? Self.withoutLinks(path) : path
    let directory = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let temporary = "\(directory).handshake-\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    targetPath = target
    isSeekable = true
    descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else {
      let code = errno
      guard code == ENOENT else { throw .opening(path, code) }
      // Some folders cannot hold new files, such as /proc.
      throw directory.isEmpty || access(directory, F_OK) == 0
        ? .unopenable(path: path, SystemFault(code: code)) : .missing(path: directory)
    }
    temporaryPath = temporary
    if exists { fchmod(descriptor, status.st_mode & 0o7777) }
  }

  deinit { discard() }

  func write(_ bytes: UnsafeRawBufferPointer) throws(AudioFileError) {
    try writeWhole(bytes, to: descriptor, path: path)
  }

  package func write(_ bytes: [UInt8]) throws(AudioFileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(AudioFileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Moves within the file; -1 if that is impossible.
  func seek(_ offset: Int, _ whence: Int32) -> Int { lseek(descriptor, offset, whence) }

  /// The written bytes, for a seekable file.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Reads back from a seekable file.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    max(0, Glibc.read(descriptor, target.baseAddress, target.count))
  }

  /// Closes the written file and gives it its name.
  package func commit() throws(AudioFileError) {
    guard closesDescriptor, descriptor >= 0 else { return }
    // Some file systems report a full disk only at close.
    let closed = close(descriptor)
    let code = errno
    descriptor = -1
    if closed != 0, code != EINTR { throw .writing(path, code) }
    if let temporaryPath {
      guard rename(temporaryPath, targetPath) == 0 else { throw .opening(path, errno) }
      self.temporaryPath = nil
    }
  }

  /// Closes and removes the temporary file.
  package func discard() {
    if closesDescriptor, descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporaryPath { unlink(temporaryPath) }
    temporaryPath = nil
  }

  /// The file at the end of a chain of symbolic links.
  private static func withoutLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
