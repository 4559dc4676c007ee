/// Why a file could not be read for sending, or stored after receiving.
package enum FilesError: Error, Equatable, Sendable {
  /// There is no such file or folder.
  case missing(path: String)
  /// A folder in place of a file.
  case isDirectory(path: String)
  /// A pipe, a device or a socket in place of a file.
  case notRegular(path: String)
  /// A file in place of a folder.
  case notDirectory(path: String)
  /// The permissions forbid it.
  case notPermitted(path: String)
  /// The file has more bytes than the limit.
  case tooLarge(path: String, byteCount: Int, limit: Int)
  /// The file changed while it was read.
  case changed(path: String)
  /// Reading failed, with this `errno`.
  case readFailed(path: String, errno: Int32)
  /// The disk, or the user's share of it, is full.
  case noSpace(path: String)
  /// Files with this name and with all numbered names exist.
  case noNameLeft(path: String)
  /// Writing failed, with this `errno`.
  case writeFailed(path: String, errno: Int32)
  /// The received file differs from the sent file: its SHA-256 is wrong.
  case wrongDigest(name: String)
  /// The file is not a list of seen messages.
  case notReplayMemory(path: String)
}
