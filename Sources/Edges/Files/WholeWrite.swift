@preconcurrency import Glibc

/// Writes all of `bytes`, sees to it that they are on the disk, and closes the descriptor.
///
/// Throws `noSpace`, `notPermitted` or `writeFailed` of `path`. write(2), fsync(2), close(2)
func writeWhole(_ bytes: [UInt8], to written: Int32, path: String) throws(FilesError) {
  var code: Int32 = 0
  var done = 0
  while done < bytes.count, code == 0 {
    let count = bytes[done...].withUnsafeBytes { Glibc.write(written, $0.baseAddress, $0.count) }
    if count > 0 {
      done += count
    } else if count == 0 || errno != EINTR {
      code = count == 0 ? EIO : errno
    }
  }
  // Some file systems tell only then that they are full.
  if code == 0, fsync(written) != 0 { code = errno }
  if close(written) != 0, code == 0, errno != EINTR { code = errno }
  guard code == 0 else { throw .writing(path, code) }
}
