@preconcurrency import Glibc
import HandShakeFiles
import HandShakeSealing

/// A `ReplayMemory` on disk for all listeners of a user: a file for its owner only. A lock protects
/// each read and each write of the whole file.
package struct SharedMemory: Sendable {
  private let folder: String
  private let name: String
  private var path: String { folder + "/" + name }
  /// The folder of memories of earlier versions, one for each device.
  private static let formerFolder = "seen"

  /// The file `name`, a path component, in `folder`. Neither has to exist.
  package init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Whether to accept the message of `number`, whose sound ended at `unixSeconds`. A new number is
  /// on disk when this returns.
  ///
  /// Throws `notReplayMemory` if the file has another format, `noSpace`, `notDirectory`,
  /// `notPermitted`, `readFailed` and `writeFailed`; then the old file stays. flock(2), rename(2)
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

  /// Throws the errors of `admit`.
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
    // Parent folders are made if possible. This call reports a failure.
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

  /// The numbers that earlier versions stored for each device.
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
