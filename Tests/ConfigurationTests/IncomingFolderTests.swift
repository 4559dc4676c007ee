import Foundation
import HandShakeCoding
import HandShakeFiles
import HandShakeModem
import HandShakeTestKit
import Testing

@testable import HandShakeConfiguration

@Suite struct IncomingFolderTests {
  private func file(_ name: String, _ text: String) throws -> CarriedFile {
    let bytes = Array(text.utf8)
    return try #require(
      CarriedFile(name: Array(name.utf8), digest: SHA256.digest(of: bytes), bytes: bytes))
  }

  private func contents(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func keepsFilesAndNumbersThem() throws {
    try withFolder { folder in
      let incoming = try IncomingFolder(path: folder)
      #expect(try incoming.keep(file("a.txt", "one")) == folder + "/a.txt")
      #expect(try incoming.keep(file("a.txt", "two")) == folder + "/a-2.txt")
      #expect(try incoming.keep(file("a.txt", "")) == folder + "/a-3.txt")
      #expect(try names(folder) == ["a-2.txt", "a-3.txt", "a.txt"])
      #expect(try contents(folder + "/a.txt") == "one")
      #expect(try contents(folder + "/a-2.txt") == "two")
      let mode = try FileManager.default.attributesOfItem(atPath: folder + "/a.txt")
      #expect((mode[.posixPermissions] as? Int).map { $0 & ~0o600 } == 0)
    }
  }

  @Test(arguments: ["../../a", "/etc/a", "../a", "..", "a/../../a", "./../a"])
  func staysInItsFolder(name: String) throws {
    try withFolder { folder in
      let inner = folder + "/inner"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
      let path = try IncomingFolder(path: inner).keep(file(name, "x"))
      #expect(path == inner + (name == ".." ? "/file" : "/a"))
      #expect(try names(folder) == ["inner"])
    }
  }

  /// What a link leads to stays as it is, and so does the link.
  @Test func followsNoLinks() throws {
    try withFolder { folder in
      let inner = folder + "/inner"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/target"))
      for (link, target) in [("a", "../target"), ("b", "../new"), ("c", "/dev/null")] {
        try FileManager.default.createSymbolicLink(
          atPath: inner + "/" + link, withDestinationPath: target)
        let path = try IncomingFolder(path: inner).keep(file(link, "theirs"))
        #expect(path == inner + "/\(link)-2")
      }
      #expect(try contents(folder + "/target") == "mine")
      #expect(try names(folder) == ["inner", "target"])
      #expect(try names(inner) == ["a", "a-2", "b", "b-2", "c", "c-2"])
    }
  }

  @Test func refusesAnotherDigest() throws {
    try withFolder { folder in
      let damaged = try #require(
        CarriedFile(
          name: Array("a".utf8), digest: SHA256.digest(of: [1]), bytes: [2]))
      #expect(throws: FilesError.wrongDigest(name: "a")) {
        _ = try IncomingFolder(path: folder).keep(damaged)
      }
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func refusesWhatIsNoFolder() throws {
    try withFolder { folder in
      #expect(throws: FilesError.missing(path: folder + "/none/folder")) {
        _ = try IncomingFolder(path: folder + "/none/folder")
      }
      try Data().write(to: URL(fileURLWithPath: folder + "/a"))
      #expect(throws: FilesError.notDirectory(path: folder + "/a")) {
        _ = try IncomingFolder(path: folder + "/a")
      }
      #expect(throws: FilesError.self) {
        _ = try IncomingFolder(path: "/proc/self").keep(file("a", "b"))
      }
    }
  }

  /// A folder that is removed meanwhile takes no file, and nothing else does.
  @Test func theFolderMayVanish() throws {
    try withFolder { folder in
      let inner = folder + "/inner"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
      let incoming = try IncomingFolder(path: inner)
      try FileManager.default.removeItem(atPath: inner)
      #expect(throws: FilesError.missing(path: inner)) { _ = try incoming.keep(file("a", "b")) }
      #expect(try names(folder).isEmpty)
    }
  }
}
