@preconcurrency import Glibc
import HandShakeFiles

/// An unnamed temporary file that ends with its descriptor.
///
/// It is in the directory of `TMPDIR`, else in /var/tmp, which is on disk (/tmp may be memory).
func openUnnamedFile() throws(AudioFileError) -> (descriptor: Int32, directory: String) {
  var directory = "/var/tmp"
  if let named = getenv("TMPDIR"), named.pointee != 0 { directory = String(cString: named) }
  var template = Array("\(directory)/handshake.XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { throw .opening(directory, errno) }
  unlink(template)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  return (descriptor, directory)
}

extension ByteSource {
  /// Copies the whole input to an unnamed temporary file, for decoders that must seek.
  func spool() throws(AudioFileError) -> ByteSource {
    guard seek(to: 0) else { throw .unknownFormat(path: path) }
    let (descriptor, directory) = try openUnnamedFile()
    var total = 0
    do throws(AudioFileError) {
      while true {
        let count = try fill(atLeast: 1)
        if count == 0 { break }
        try writeWhole(available, to: descriptor, path: directory)
        consume(count)
        total += count
      }
    } catch {
      close(descriptor)
      throw error
    }
    return ByteSource(spooled: descriptor, byteCount: total, path: path)
  }
}

/// Writes every byte. Waits if the descriptor is non-blocking; a signal ends it.
func writeWhole(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
) throws(AudioFileError) {
  do throws(SystemFault) {
    try writeWhole(bytes, to: descriptor) { $0 == EINTR }
  } catch {
    throw .writing(path, error.code)
  }
}
