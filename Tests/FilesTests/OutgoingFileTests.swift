import Foundation
import HandShakeCoding
import HandShakeTestKit
import Testing

@testable import HandShakeFiles

@Suite struct OutgoingFileTests {
  /// FIPS 180-4's examples.
  @Test func digests() {
    func hexadecimal(_ text: String) -> String {
      SHA256.digest(of: Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    #expect(
      hexadecimal("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hexadecimal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test(arguments: [0, 1, 70_000]) func readsWhatIsThere(count: Int) throws {
    try withFolder { folder in
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let path = folder + "/a"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(try OutgoingFile(path: path, limit: 70_000).read() == bytes)
      guard count > 0 else { return }
      let error = FilesError.tooLarge(path: path, byteCount: count, limit: count - 1)
      #expect(throws: error) { _ = try OutgoingFile(path: path, limit: count - 1) }
    }
  }

  @Test(arguments: ["append", "truncate", "overwrite", "touch"])
  func noticesChanges(kind: String) throws {
    try withFolder { folder in
      let path = folder + "/a"
      try Data("before".utf8).write(to: URL(fileURLWithPath: path))
      let file = try OutgoingFile(path: path, limit: 100)
      usleep(20_000)
      let handle = try #require(FileHandle(forUpdatingAtPath: path))
      switch kind {
      case "append":
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("x".utf8))
      case "truncate": try handle.truncate(atOffset: 3)
      case "overwrite": try handle.write(contentsOf: Data("after!".utf8))
      default:
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
      }
      try handle.close()
      #expect(throws: FilesError.changed(path: path)) { _ = try file.read() }
    }
  }

  @Test func refusesWhatIsNoFile() throws {
    try withFolder { folder in
      #expect(throws: FilesError.missing(path: folder + "/a")) {
        _ = try OutgoingFile(path: folder + "/a", limit: 9)
      }
      #expect(throws: FilesError.isDirectory(path: folder)) {
        _ = try OutgoingFile(path: folder, limit: 9)
      }
      #expect(throws: FilesError.notRegular(path: "/dev/null")) {
        _ = try OutgoingFile(path: "/dev/null", limit: 9)
      }
      let pipe = folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: FilesError.notRegular(path: pipe)) {
        _ = try OutgoingFile(path: pipe, limit: 9)
      }
      // A file of /proc says that it is empty and is not.
      let odd = try OutgoingFile(path: "/proc/self/status", limit: 9)
      #expect(throws: FilesError.changed(path: "/proc/self/status")) { _ = try odd.read() }
    }
  }
}
