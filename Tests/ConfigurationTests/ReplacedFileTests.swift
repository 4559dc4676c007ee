import Foundation
import HandShakeCatalog
import Testing

@testable import HandShakeConfiguration

/// Files that are written anew.
@Suite final class ReplacedFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("replaced-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions] as? Int
  }

  @Test func foldersAreMadeAndForTheOwnerAlone() throws {
    try ReplacedFile.write(folder + "/a/b/c.json", Array("new".utf8))
    #expect(try text("a/b/c.json") == "new")
    #expect(try mode("a/b") == 0o700)
    #expect(try mode("a/b/c.json") == 0o600)
  }

  @Test func linksAndPermissionsStay() throws {
    try "old".write(toFile: folder + "/real", atomically: false, encoding: .utf8)
    #expect(chmod(folder + "/real", 0o644) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: folder + "/real")
    try ReplacedFile.write(folder + "/link", Array("new".utf8))
    #expect(try text("real") == "new")
    #expect(try mode("real") == 0o644)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "real"])
    _ = try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link")
  }

  @Test func whatFailsLeavesNothing() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/taken/inner", withIntermediateDirectories: true)
    let path = folder + "/taken"
    #expect(throws: CatalogError.unwritable(path: path, reason: "is a directory")) {
      try ReplacedFile.write(path, [1])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken"])
    let below = folder + "/a/b"
    try ReplacedFile.write(folder + "/a", [])
    #expect(throws: CatalogError.unwritable(path: below, reason: "not a directory")) {
      try ReplacedFile.write(below, [1])
    }
  }
}
