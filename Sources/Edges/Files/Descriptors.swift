@preconcurrency import Glibc

/// An `errno` with the system's text.
package struct SystemFault: Error, Equatable, Sendable {
  /// The value of `errno`.
  package var code: Int32
  /// The text of strerror(3), lower case.
  package var text: String { systemText(code) }

  /// The fault of this `errno` value.
  package init(code: Int32) { self.code = code }
}

/// The text of strerror(3) for an `errno`, lower case.
package func systemText(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

/// Reads `descriptor` to its end: at most `limit` bytes, and one more byte if there are more. Waits
/// if it is non-blocking. read(2), poll(2)
///
/// - Parameter isEnded: asked after each read whether to stop; if true, this throws EINTR.
package func readWhole(
  _ descriptor: Int32, limit: Int, isEnded: () -> Bool = { false }
) throws(SystemFault) -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: min(1 << 16, limit + 1))
  while bytes.count <= limit {
    let count = read(descriptor, &block, min(block.count, limit + 1 - bytes.count))
    if count == 0 { break }
    let code = errno
    if isEnded() { throw SystemFault(code: EINTR) }
    if count > 0 {
      bytes += block[..<count]
    } else if code == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 100)
    } else if code != EINTR {
      throw SystemFault(code: code)
    }
  }
  return bytes
}

/// Writes every byte. Waits if the descriptor is non-blocking. write(2), poll(2)
///
/// - Parameter isEnded: whether to stop at EAGAIN or EINTR; it gets the error. Else writing goes
///   on.
package func writeWhole(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, isEnded: (Int32) -> Bool = { _ in false }
) throws(SystemFault) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let part = UnsafeRawBufferPointer(rebasing: rest)
    let count = write(descriptor, part.baseAddress, part.count)
    var code = count == 0 ? EIO : errno
    if count > 0 {
      rest = rest.dropFirst(count)
      continue
    }
    if code == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&waiting, 1, 50) < 0 { code = errno }
    }
    guard code == EAGAIN || code == EINTR, !isEnded(code) else { throw SystemFault(code: code) }
  }
}

/// Writes every byte, as the other `writeWhole`.
package func writeWhole(
  _ bytes: [UInt8], to descriptor: Int32, isEnded: (Int32) -> Bool = { _ in false }
) throws(SystemFault) {
  try bytes.withUnsafeBufferPointer { bytes throws(SystemFault) in
    try writeWhole(UnsafeRawBufferPointer(bytes), to: descriptor, isEnded: isEnded)
  }
}

/// The names in an open folder, except names that begin with a dot. fdopendir(3)
package func names(inFolder folder: Int32) -> [String] {
  // Closing the stream closes its descriptor.
  let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard copy >= 0 else { return [] }
  guard let stream = fdopendir(copy) else {
    close(copy)
    return []
  }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
