import HandShakeCoding
@preconcurrency import Glibc
import HandShakeFiles
import HandShakeModem

/// The folder for received files, held open. If the folder is renamed or a link replaces it, files
/// still go to the same folder.
package final class IncomingFolder {
  private let path: String
  private let descriptor: Int32

  /// The most numbered names to try.
  private static let mostNames = 10_000

  /// Opens the folder at `path`; makes it, for its owner only, if it does not exist.
  ///
  /// Throws `missing` if the parent folder does not exist, `notDirectory`, `notPermitted`,
  /// `noSpace`, `writeFailed`.
  package init(path: String) throws(FilesError) {
    self.path = path
    descriptor = try openFolder(path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Stores `file` under its name, or a numbered name if that exists; gives the path.
  ///
  /// It is written under a temporary name. It gets its own name when it is complete and its SHA-256
  /// equals the sender's. The mode is 0600, less the process's mask.
  ///
  /// Throws `wrongDigest`, `noSpace`, `noNameLeft`, `notPermitted`, `writeFailed`; then no file is
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

  /// Gives the temporary file its first free name.
  private func name(_ name: [UInt8], of temporary: String) throws(FilesError) -> String {
    for number in 1...Self.mostNames {
      let candidate = String(
        decoding: FileName.numbered(name, number == 1 ? nil : number), as: UTF8.self)
      // linkat(2) replaces no file and follows no symbolic link.
      if linkat(descriptor, temporary, descriptor, candidate, 0) == 0 { return candidate }
      var code = errno
      if code == EPERM || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK {
        // For file systems without links: reserve the name, then replace the reserved file.
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
