import Foundation
import Sealing
import Testing

@testable import Files

@Suite struct ReplayFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("handshake-\(UUID().uuidString)").path

  private func withFile(_ body: (ReplayFile, String) throws -> Void) rethrows {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(ReplayFile(folder: folder + "/seen/deep", name: "plughw:1,0"), folder + "/seen/deep")
  }

  private func memory(_ count: UInt64) -> ReplayMemory {
    var memory = ReplayMemory()
    for number in 0..<count { _ = memory.insert(number << 50 | number) }
    return memory
  }

  @Test func whatIsWrittenIsRead() throws {
    try withFile { file, path in
      #expect(try file.read() == ReplayMemory())
      for count: UInt64 in [0, 3, 9000] {
        try file.write(memory(count))
        #expect(try file.read() == memory(count))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["plughw:1,0"])
      let mode = try FileManager.default.attributesOfItem(atPath: path + "/plughw:1,0")
      #expect(mode[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func otherFilesAreRefused() throws {
    try withFile { file, path in
      try file.write(memory(3))
      let name = path + "/plughw:1,0"
      let whole = memory(3).bytes
      for bytes in [[], whole.dropLast(), [UInt8](repeating: 0, count: 1 << 20)] {
        try Data(bytes).write(to: URL(filePath: name))
        #expect(throws: FilesError.notReplayMemory(path: name)) { try file.read() }
      }
      try FileManager.default.removeItem(atPath: name)
      try #require(mkfifo(name, 0o600) == 0)
      #expect(throws: FilesError.notRegular(path: name)) { try file.read() }
      try file.write(memory(4))
      #expect(try file.read() == memory(4))
    }
  }

  /// What can't be written is told, and leaves nothing: the name is that of a folder.
  @Test func failuresLeaveWhatWasThere() throws {
    try withFile { file, path in
      let name = path + "/plughw:1,0"
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      #expect(throws: FilesError.writeFailed(path: name, errno: EISDIR)) {
        try file.write(memory(3))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["plughw:1,0"])
      #expect(throws: FilesError.isDirectory(path: name)) { try file.read() }
    }
    let device = ReplayFile(folder: "/dev/full/a", name: "seen")
    #expect(throws: FilesError.notDirectory(path: "/dev/full/a")) { try device.write(memory(1)) }
  }
}
