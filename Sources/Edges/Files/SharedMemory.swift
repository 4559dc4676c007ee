@preconcurrency import Glibc
import HandShakeSealing

/// A `ReplayMemory` on a disk, which all listeners of a user share: a file for its owner only, that
/// is read, changed and written whole under a lock.
package struct SharedMemory: Sendable {
  private let folder: String
  private let name: String
  private var path: String { folder + "/" + name }
  /// Where memories of former versions lie, one for each device.
  private static let formerFolder = "seen"

  /// The file `name`, a component of a path, in `folder`, neither of which need be there yet.
  package init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Whether the message of `number`, whose sound ended at `unixSeconds`, is accepted; where it is
  /// new that is on the disk when this returns.
  ///
  /// Throws `notReplayMemory` where the file is anything else, `noSpace`, `notDirectory`,
  /// `notPermitted`, `readFailed` and `writeFailed`; then the former file stays. flock(2),
  /// rename(2)
  package func admit(
    _ number: UInt64, endingAt unixSeconds: Double
  ) throws(FilesError) -> ReplayMemory.Admission {
    try locked { descriptor throws(FilesError) in
      var memory = try read()
      let admission = memory.admit(number, endingAt: unixSeconds)
      if admission == .new { try write(memory, in: descriptor) }
      return admission
    }
  }

  /// Throws what `admit` would throw.
  package func check() throws(FilesError) {
    try locked { descriptor throws(FilesError) in try write(try read(), in: descriptor) }
  }

  private func locked<Value>(
    _ work: (_ descriptor: Int32) throws(FilesError) -> Value
  ) throws(FilesError) -> Value {
    for (index, character) in zip(folder.indices, folder)
    where character == "/" && index > folder.startIndex {
      mkdir(String(folder[..<index]), 0o700)
    }
    // Above it all is made that could be: what is still missing is told by this one.
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .writing(folder, errno) }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .writing(folder, errno) }
    // The lock ends with the descriptor, and with the process.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .writing(folder, errno) }
    }
    return try work(descriptor)
  }

  private func read() throws(FilesError) -> ReplayMemory {
    do throws(FilesError) {
      return try Self.memory(at: path)
    } catch .missing {
      return try former()
    }
  }

  private static func memory(at path: String) throws(FilesError) -> ReplayMemory {
    let bytes: [UInt8]
    do throws(FilesError) {
      bytes = try OutgoingFile(path: path, limit: ReplayMemory.mostBytes).read()
    } catch .tooLarge {
      throw .notReplayMemory(path: path)
    }
    guard let memory = ReplayMemory(bytes: bytes) else { throw .notReplayMemory(path: path) }
    return memory
  }

  /// What former versions remembered for each device.
  private func former() throws(FilesError) -> ReplayMemory {
    var memory = ReplayMemory()
    let path = folder + "/" + Self.formerFolder
    let former = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard former >= 0 else { return memory }
    defer { close(former) }
    for name in names(inFolder: former) { memory.merge(try Self.memory(at: path + "/" + name)) }
    return memory
  }

  private func write(_ memory: ReplayMemory, in descriptor: Int32) throws(FilesError) {
    try replaceWhole(memory.bytes, in: descriptor, path: path, name: name)
    fsync(descriptor)
  }
}
