import Foundation
import HandShakeFiles
import HandShakeSealing
import Testing

@testable import HandShakeConfiguration

@Suite struct SharedMemoryTests {
  private let now = 1_800_000_000.0
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("handshake-\(UUID().uuidString)").path

  private func withMemory(_ body: (SharedMemory, String) throws -> Void) rethrows {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(SharedMemory(folder: folder + "/deep", name: "accepted"), folder + "/deep/accepted")
  }

  @Test func aNumberIsNewOnce() throws {
    try withMemory { memory, path in
      #expect(try memory.admit(7, endingAt: now) == .new)
      #expect(try memory.admit(7, endingAt: now + 1) == .sameSound)
      #expect(try memory.admit(7, endingAt: now + 60) == .replayed)
      let mode = try FileManager.default.attributesOfItem(atPath: path)
      #expect(mode[.posixPermissions] as? Int == 0o600)
      let folder = String(path.dropLast("/accepted".count))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["accepted"])
    }
  }

  /// Listeners that write at once lose nothing of each other, and each number is new to one of
  /// them.
  @Test func listenersShareIt() async throws {
    let memory = SharedMemory(folder: folder, name: "accepted")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let now = now
    let admissions = try await withThrowingTaskGroup(of: [ReplayMemory.Admission].self) { group in
      for _ in 0..<8 {
        group.addTask {
          try (0..<20).map { try memory.admit($0, endingAt: now) }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(admissions.count { $0 == .new } == 20)
    #expect(admissions.count { $0 == .sameSound } == 7 * 20)
  }

  @Test func formerMemoriesAreReadOnce() throws {
    try withMemory { memory, path in
      let seen = String(path.dropLast("/accepted".count)) + "/seen"
      try FileManager.default.createDirectory(atPath: seen, withIntermediateDirectories: true)
      for (name, number) in [("hw:0", UInt8(3)), ("default", 4)] {
        let bytes = Array("HandShake seen 1".utf8) + [0, 0, 0, 0, 0, 0, 0, number]
        try Data(bytes).write(to: URL(filePath: seen + "/" + name))
      }
      #expect(try memory.admit(3, endingAt: now) == .replayed)
      #expect(try memory.admit(5, endingAt: now) == .new)
      try FileManager.default.removeItem(atPath: seen)
      #expect(try memory.admit(4, endingAt: now) == .replayed)
    }
  }

  @Test func otherFilesAreRefused() throws {
    try withMemory { memory, path in
      _ = try memory.admit(3, endingAt: now)
      let whole = try Data(contentsOf: URL(filePath: path))
      for bytes in [Data(), whole.dropLast(), Data(count: 1 << 20), Data("HandShake seen 3".utf8)] {
        try bytes.write(to: URL(filePath: path))
        #expect(throws: FilesError.notReplayMemory(path: path)) {
          try memory.admit(3, endingAt: now)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
      }
      try FileManager.default.removeItem(atPath: path)
      try #require(mkfifo(path, 0o600) == 0)
      #expect(throws: FilesError.notRegular(path: path)) { try memory.check() }
    }
  }

  /// What can't be written is told, and leaves nothing: the name is that of a folder.
  @Test func failuresLeaveWhatWasThere() throws {
    try withMemory { memory, path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(throws: FilesError.isDirectory(path: path)) { try memory.check() }
    }
    let device = SharedMemory(folder: "/dev/full/a", name: "accepted")
    #expect(throws: FilesError.notDirectory(path: "/dev/full/a")) {
      try device.admit(1, endingAt: now)
    }
  }
}
