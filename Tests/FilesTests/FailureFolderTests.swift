import Foundation
import Testing

@testable import HandShakeFiles

@Suite struct FailureFolderTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("handshake-\(UUID().uuidString)").path

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func namesAreInTheOrderOfTime() throws {
    let folder = try FailureFolder(path: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let names = (0..<20).map { _ in folder.nextName() }
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
  }

  @Test func whatIsTooMuchGoesOldestFirst() throws {
    let folder = try FailureFolder(path: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for number in 10..<70 {
      try folder.write([1], name: "handshake-failure-\(number).json")
      try folder.write([1, 2], name: "handshake-failure-\(number).flac")
    }
    folder.makeRoom()
    #expect(try names().count == 100)
    #expect(try names().first == "handshake-failure-20.flac")
    folder.makeRoom(for: 1)
    #expect(try names().first == "handshake-failure-21.flac")
  }

  /// Two files of half the room and one more byte.
  @Test func whatIsTooLargeGoesAsWell() throws {
    let folder = try FailureFolder(path: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for number in 1...3 {
      let name = "handshake-failure-\(number).flac"
      try folder.write([0], name: name)
      // Sparse: it takes no room on the disk.
      truncate(path + "/" + name, FailureFolder.mostBytes / 2)
    }
    folder.makeRoom()
    #expect(try names() == ["handshake-failure-2.flac", "handshake-failure-3.flac"])
  }

  @Test func linksAndOthersAreLeftAlone() throws {
    let folder = try FailureFolder(path: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let other = path + "/handshake-failure-0.flac"
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: "/etc/passwd")
    try folder.write([1], name: "mine")
    for number in 100..<160 { try folder.write([1], name: "handshake-failure-\(number).json") }
    folder.makeRoom()
    #expect(try names().count == 52)
    #expect(try names().contains("handshake-failure-0.flac"))
  }

  @Test func filesAreWholeAndPrivate() throws {
    let folder = try FailureFolder(path: path + "/")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(folder.path == path)
    try folder.write(Array("whole".utf8), name: "a")
    #expect(try names() == ["a"])
    let mode = try FileManager.default.attributesOfItem(atPath: path + "/a")[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let folderMode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(folderMode as? Int == 0o700)
    folder.remove(name: "a")
    #expect(try names().isEmpty)
  }
}
