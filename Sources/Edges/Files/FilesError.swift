/// Why a file could not be read for sending, or kept when it came.
package enum FilesError: Error, Equatable, Sendable {
  /// There is no such file or folder.
  case missing(path: String)
  /// A folder where a file belongs.
  case isDirectory(path: String)
  /// A pipe, a device or a socket where a file belongs.
  case notRegular(path: String)
  /// Not a folder where one belongs.
  case notDirectory(path: String)
  /// The permissions forbid it.
  case notPermitted(path: String)
  /// The file has more bytes than the limit.
  case tooLarge(path: String, byteCount: Int, limit: Int)
  /// The file was written to while it was read.
  case changed(path: String)
  /// Reading failed, with this `errno`.
  case readFailed(path: String, errno: Int32)
  /// The disk, or the user's share of it, is full.
  case noSpace(path: String)
  /// Files of this name and all the numbered ones exist.
  case noNameLeft(path: String)
  /// Writing failed, with this `errno`.
  case writeFailed(path: String, errno: Int32)
  /// What came is not what was sent: its SHA-256 is another.
  case wrongDigest(name: String)
  /// The file is not a list of seen messages.
  case notReplayMemory(path: String)
}
