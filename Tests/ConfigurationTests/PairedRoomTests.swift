import Foundation
import HandShakeCatalog
import Testing

@testable import HandShakeConfiguration

/// The files that hold the keys of pairings.
@Suite final class PairedRoomTests {
  private let folder = NSTemporaryDirectory() + "/paired-\(UUID().uuidString)"
  private var configuration: ConfigurationFile {
    ConfigurationFile { [folder] in $0 == "XDG_CONFIG_HOME" ? folder : nil }!
  }
  private var rooms: PairedRooms { PairedRooms(beside: configuration) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func room(_ name: String, _ byte: UInt8, mayStartPrograms: Bool = false) -> PairedRoom {
    PairedRoom(
      name: name, key: [UInt8](repeating: byte, count: 32), mayStartPrograms: mayStartPrograms)
  }

  private func keep(_ room: PairedRoom) throws {
    try PairedRoomPlace(for: room.name, in: rooms).keep(room)
  }

  @Test func whatIsKeptIsThereForTheOwnerAlone() throws {
    #expect(try rooms.read().isEmpty)
    let kept = [room("attic", 1), room("küche", 2, mayStartPrograms: true)]
    for room in kept.reversed() { try keep(room) }
    #expect(try rooms.read() == kept)
    #expect(try configuration.read().pairedRooms == kept)
    let attributes = try FileManager.default.attributesOfItem(atPath: rooms.path(of: "attic"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try rooms.remove("attic")
    #expect(try rooms.read() == [kept[1]])
    #expect(throws: CatalogError.self) { try rooms.remove("attic") }
  }

  /// The configuration is written without the keys, and leaves them alone.
  @Test func keysAreInNoConfiguration() throws {
    try keep(room("attic", 0xAB))
    try configuration.update { $0.ceilingHertz = 18_000 }
    let text = try String(contentsOfFile: configuration.path, encoding: .utf8)
    #expect(text.contains("ceiling") && !text.contains("attic") && !text.contains("ab"))
    #expect(try configuration.read().pairedRooms.map(\.name) == ["attic"])
  }

  @Test func anOlderKeyStaysUntilTheNewOneIsKept() throws {
    let (older, newer) = (room("attic", 1), room("attic", 2))
    try keep(older)
    do {
      let place = try PairedRoomPlace(for: "attic", in: rooms)
      #expect(try rooms.read() == [older])
      _ = place
    }
    #expect(try rooms.read() == [older])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/handshake/rooms")
    #expect(files == ["attic"])
    try keep(newer)
    #expect(try rooms.read() == [newer])
  }

  @Test func filesOfOthersAndDamagedOnesAreRefused() throws {
    try keep(room("attic", 1))
    let path = rooms.path(of: "attic")
    #expect(chmod(path, 0o640) == 0)
    #expect(throws: CatalogError.readableByOthers(path: path)) { try self.rooms.read() }
    #expect(chmod(path, 0o600) == 0)
    let keyAlone = [UInt8](repeating: 2, count: 32)
    for bytes in [[], [1, 2, 3], keyAlone, keyAlone + [2], keyAlone + [1, 0]] {
      try Data(bytes).write(to: URL(filePath: path))
      #expect(chmod(path, 0o600) == 0)
      #expect(throws: CatalogError.malformed(path: path, reason: "no key of a pairing")) {
        try self.rooms.read()
      }
    }
  }

  @Test(arguments: [
    ("attic", true), ("a room", true), ("küche", true), (String(repeating: "x", count: 64), true),
    (String(repeating: "x", count: 65), false), ("", false), (".", false), ("..", false),
    (".attic", false), ("a/b", false), ("a\nb", false), ("a\u{0}b", false), ("a\u{7F}", false),
  ])
  func names(name: String, isGood: Bool) {
    #expect(PairedRoom.canBeCalled(name) == isGood)
  }
}
