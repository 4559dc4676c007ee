import HandShakeCoding
@preconcurrency import Glibc
import HandShakeModem

/// The folder that received files go to, held open: whatever is renamed or linked meanwhile,
/// nothing is written anywhere else.
package final class IncomingFolder {
  private let path: String
  private let descriptor: Int32

  /// Numbered names that are tried.
  private static let mostNames = 10_000

  /// Opens the folder at `path`; makes it, for its owner only, where it does not exist.
  ///
  /// Throws `missing` where the folder above is not there, `notDirectory`, `notPermitted`,
  /// `noSpace`, `writeFailed`.
  package init(path: String) throws(FilesError) {
    self.path = path
    descriptor = try openFolder(path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Keeps `file` under its name, or a numbered one where that exists; gives the path.
  ///
  /// It is written under a temporary name and gets its own when all of it is there and its SHA-256
  /// is what the sender's was. The mode is 0600, less the process's mask.
  ///
  /// Throws `wrongDigest`, `noSpace`, `noNameLeft`, `notPermitted`, `writeFailed`; then nothing is
  /// left.
  package func keep(_ file: CarriedFile) throws(FilesError) -> String {
    guard SHA256.digest(of: file.bytes) == file.digest else {
      throw .wrongDigest(name: String(decoding: file.name, as: UTF8.self))
    }
    let kept = try writeWhole(file.bytes, in: descriptor, path: path) {
      (temporary: String) throws(FilesError) -> String in try name(file.name, of: temporary)
    }
    fsync(descriptor)
    return path + (path.hasSuffix("/") ? "" : "/") + kept
  }

  /// Gives the temporary file the first of its names that is free.
  private func name(_ name: [UInt8], of temporary: String) throws(FilesError) -> String {
    for number in 1...Self.mostNames {
      let candidate = String(
        decoding: FileName.numbered(name, number == 1 ? nil : number), as: UTF8.self)
      // linkat(2) replaces no file and follows no symbolic link.
      if linkat(descriptor, temporary, descriptor, candidate, 0) == 0 { return candidate }
      var code = errno
      if code == EPERM || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK {
        // File systems without links: the name is taken first, and then what took it replaced.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let taken = openat(descriptor, candidate, flags, 0o600)
        if taken >= 0 {
          close(taken)
          if renameat(descriptor, temporary, descriptor, candidate) == 0 { return candidate }
          code = errno
          unlinkat(descriptor, candidate, 0)
          throw .writing(path, code)
        }
        code = errno
      }
      guard code == EEXIST else { throw .writing(path, code) }
    }
    throw .noNameLeft(path: path)
  }
}
