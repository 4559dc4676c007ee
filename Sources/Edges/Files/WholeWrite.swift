@preconcurrency import Glibc

/// Writes `bytes` to a temporary file, for its owner only, in the open `folder` at `path`. When the
/// bytes are on disk, `finish` gets the name and renames the file. The temporary name is always
/// removed.
///
/// Throws `noSpace`, `notPermitted` or `writeFailed`, and the errors of `finish`. openat(2),
/// write(2), fsync(2)
package func writeWhole<Value>(
  _ bytes: [UInt8], in folder: Int32, path: String,
  finish: (_ temporary: String) throws(FilesError) -> Value
) throws(FilesError) -> Value {
  let temporary = ".handshake-\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let written = openat(folder, temporary, flags, 0o600)
  guard written >= 0 else { throw .writing(path, errno) }
  defer { unlinkat(folder, temporary, 0) }
  var code: Int32 = 0
  do throws(SystemFault) {
    try writeWhole(bytes, to: written)
  } catch {
    code = error.code
  }
  // Some file systems report a full disk only here.
  if code == 0, fsync(written) != 0 { code = errno }
  if close(written) != 0, code == 0, errno != EINTR { code = errno }
  guard code == 0 else { throw .writing(path, code) }
  return try finish(temporary)
}

/// Replaces the file `name` by `bytes` atomically. Throws as `writeWhole`. rename(2)
package func replaceWhole(
  _ bytes: [UInt8], in folder: Int32, path: String, name: String
) throws(FilesError) {
  try writeWhole(bytes, in: folder, path: path) { temporary throws(FilesError) in
    guard renameat(folder, temporary, folder, name) == 0 else { throw .writing(path, errno) }
  }
}

/// Opens the folder at `path` for making files; makes it, for its owner only, if it does not exist.
///
/// mkdir(2), open(2), faccessat(2)
package func openFolder(_ path: String) throws(FilesError) -> Int32 {
  if mkdir(path, 0o700) != 0, errno != EEXIST { throw .writing(path, errno) }
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .writing(path, errno) }
  guard faccessat(descriptor, ".", W_OK | X_OK, 0) == 0 else {
    let code = errno
    close(descriptor)
    throw .writing(path, code)
  }
  return descriptor
}
