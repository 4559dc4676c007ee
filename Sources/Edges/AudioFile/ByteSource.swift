@preconcurrency import Glibc

/// Reads a file or a pipe through one window of fixed size.
///
/// The window keeps all bytes from the start until it is full. So the header of a pipe can be
/// inspected and then given to libsndfile from its first byte.
final class ByteSource {
  let path: String
  /// The number of all bytes, for a regular file.
  let byteCount: Int?

  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// The offset of our byte 0 in the descriptor: standard input may be a partly read file.
  private let firstOffset: Int
  private let window: UnsafeMutableRawBufferPointer
  private var windowOffset = 0
  private var cursor = 0
  private var end = 0
  private var reachedEnd = false

  static let windowByteCount = 1 << 18

  /// Opens a path, or standard input for "-".
  init(path: String) throws(AudioFileError) {
    let isStandardInput = path == "-"
    let opened = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else { throw .opening(path, errno) }
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .opening(path, errno) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR {
      if !isStandardInput { close(opened) }
      throw .isDirectory(path: path)
    }
    let offset = kind == S_IFREG ? max(0, lseek(opened, 0, SEEK_CUR)) : 0
    self.path = path
    self.descriptor = opened
    self.closesDescriptor = !isStandardInput
    self.firstOffset = offset
    self.byteCount = kind == S_IFREG ? max(0, Int(status.st_size) - offset) : nil
    self.window = .allocate(byteCount: Self.windowByteCount, alignment: 16)
  }

  /// Takes an open regular file, from its first byte.
  init(spooled descriptor: Int32, byteCount: Int, path: String) {
    self.path = path
    self.descriptor = descriptor
    self.closesDescriptor = true
    self.firstOffset = 0
    self.byteCount = byteCount
    self.window = .allocate(byteCount: Self.windowByteCount, alignment: 16)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    window.deallocate()
    if closesDescriptor { close(descriptor) }
  }

  var isSeekable: Bool { byteCount != nil }

  /// Index of the next byte.
  var position: Int { windowOffset + cursor }

  /// The number of remaining bytes, for a regular file.
  var leftByteCount: Int? { byteCount.map { max(0, $0 - position) } }

  /// The bytes in the window from the next byte on.
  var available: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: window[cursor..<end]) }

  /// Reads until the window holds `minimum` bytes or the input ends.
  ///
  /// - Returns: the number of available bytes.
  func fill(atLeast minimum: Int) throws(AudioFileError) -> Int {
    precondition(minimum <= window.count / 2)
    while end - cursor < minimum, !reachedEnd {
      if end == window.count {
        window.copyMemory(from: available)
        windowOffset += cursor
        end -= cursor
        cursor = 0
      }
      let count = Glibc.read(descriptor, window.baseAddress! + end, window.count - end)
      if count > 0 {
        end += count
      } else if count == 0 {
        reachedEnd = true
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, -1) < 0 { throw .reading(path, errno) }
      } else {
        throw .reading(path, errno)
      }
    }
    return end - cursor
  }

  /// Skips `count` available bytes.
  func consume(_ count: Int) {
    precondition(count <= end - cursor)
    cursor += count
  }

  /// Copies up to `target.count` bytes; at least one, unless the input has ended.
  func read(into target: UnsafeMutableRawBufferPointer) throws(AudioFileError) -> Int {
    let count = min(try fill(atLeast: 1), target.count)
    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: available[..<count]))
    consume(count)
    return count
  }

  /// Skips `count` bytes or to the end. A file is not read for that.
  func skip(_ count: Int) throws(AudioFileError) {
    var left = count
    if let byteCount, left > end - cursor {
      _ = seek(to: min(position + min(left, byteCount), byteCount))
      return
    }
    while left > 0 {
      let step = min(left, try fill(atLeast: 1))
      guard step > 0 else { return }
      consume(step)
      left -= step
    }
  }

  /// Makes `target` the next byte: anywhere in a file, in a pipe only within the window.
  func seek(to target: Int) -> Bool {
    if (windowOffset...windowOffset + end).contains(target) {
      cursor = target - windowOffset
      return true
    }
    guard isSeekable, target >= 0, target <= Int.max - firstOffset,
      lseek(descriptor, firstOffset + target, SEEK_SET) >= 0
    else { return false }
    windowOffset = target
    cursor = 0
    end = 0
    reachedEnd = false
    return true
  }
}
