@preconcurrency import Glibc
import Sealing

/// Where a `ReplayMemory` is kept between runs: a file for its owner only. Of two programs that keep
/// one, the last to write wins.
public struct ReplayFile: Sendable {
  private let folder: String
  private let name: String
  private var path: String { folder + "/" + name }

  /// The file `name`, a component of a path, in `folder`, neither of which need be there yet.
  public init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// What is remembered; nothing where there is no such file.
  ///
  /// Throws `notReplayMemory` where the file is anything else, and what reading an `OutgoingFile` throws.
  public func read() throws(FilesError) -> ReplayMemory {
    let bytes: [UInt8]
    do throws(FilesError) {
      bytes = try OutgoingFile(path: path, limit: ReplayMemory.mostBytes).read()
    } catch .missing {
      return ReplayMemory()
    } catch .tooLarge {
      throw .notReplayMemory(path: path)
    }
    guard let memory = ReplayMemory(bytes: bytes) else { throw .notReplayMemory(path: path) }
    return memory
  }

  /// Keeps `memory`, and makes missing folders for it: at any time either the old file or the whole
  /// new one is there.
  ///
  /// Throws `noSpace`, `notDirectory`, `notPermitted`, `writeFailed`; then what was there is left. mkdir(2),
  /// rename(2)
  public func write(_ memory: ReplayMemory) throws(FilesError) {
    for (index, character) in zip(folder.indices, folder)
    where character == "/" && index > folder.startIndex {
      mkdir(String(folder[..<index]), 0o700)
    }
    // Above it all is made that could be: what is still missing is told by this one.
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .writing(folder, errno) }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .writing(folder, errno) }
    defer { close(descriptor) }
    try writeWhole(memory.bytes, in: descriptor, path: path) { temporary throws(FilesError) in
      guard renameat(descriptor, temporary, descriptor, name) == 0 else {
        throw .writing(path, errno)
      }
    }
  }
}
