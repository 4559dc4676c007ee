import Glibc
import HandShakeCatalog

/// A shared secret from a pairing, and the name of its room.
public struct PairedRoom: Equatable, Sendable {
  /// The user's name of the room.
  public let name: String
  /// The key K, 32 bytes.
  public let key: [UInt8]
  /// Whether the people at both devices allow its messages to start programs.
  public let mayStartPrograms: Bool

  /// The bytes of a key.
  public static let keyByteCount = 32
  /// The most bytes of a name.
  public static let longestName = 64

  /// A room as stored.
  public init(name: String, key: [UInt8], mayStartPrograms: Bool) {
    precondition(key.count == Self.keyByteCount)
    (self.name, self.key, self.mayStartPrograms) = (name, key, mayStartPrograms)
  }

  /// Whether the name is valid for a room. It is also the name of a file.
  public static func canBeCalled(_ name: String) -> Bool {
    1...longestName ~= name.utf8.count && name.first != "."
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" }
  }

  /// The room in a file; nil if the file is damaged.
  init?(name: String, file: [UInt8]) {
    guard file.count == Self.keyByteCount + 1, let permission = file.last, permission <= 1 else {
      return nil
    }
    self.init(
      name: name, key: Array(file.dropLast()), mayStartPrograms: permission == 1)
  }

  /// The bytes of its file: the key, then 1 if its messages may start programs, else 0.
  var file: [UInt8] { key + [mayStartPrograms ? 1 : 0] }
}

/// The rooms of pairings, a file each in the folder `rooms` beside the configuration.
public struct PairedRooms: Sendable {
  private let folder: String

  /// The rooms beside `configuration`.
  public init(beside configuration: ConfigurationFile) {
    folder = configuration.folder + "/rooms"
  }

  /// The path of the file of the room `name`.
  public func path(of name: String) -> String { folder + "/" + name }

  /// All rooms, sorted by name. Refuses a file that others may read, and a damaged file.
  public func read() throws(CatalogError) -> [PairedRoom] {
    var rooms: [PairedRoom] = []
    for name in try names() {
      let path = path(of: name)
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
        throw .readableByOthers(path: path)
      }
      let bytes = try BoundedFile.read(path, largestByteCount: 1024)
      guard let room = PairedRoom(name: name, file: bytes) else {
        throw .malformed(path: path, reason: "no key of a pairing")
      }
      rooms.append(room)
    }
    return rooms
  }

  /// Removes the room called `name`. unlink(2)
  public func remove(_ name: String) throws(CatalogError) {
    guard unlink(path(of: name)) == 0 else {
      throw .unwritable(path: path(of: name), reason: BoundedFile.reason(errno))
    }
  }

  /// The names of the files. readdir(3)
  private func names() throws(CatalogError) -> [String] {
    guard let entries = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw .unreadable(path: folder, reason: BoundedFile.reason(errno))
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if PairedRoom.canBeCalled(name) { names.append(name) }
    }
    return names.sorted()
  }
}

/// Disk space for the key of a pairing, reserved before people accept it. So a full disk is
/// detected while both devices can still end without a secret.
public final class PairedRoomPlace {
  private let file: ReplacedFile

  /// Space for the room `name`; an older room of that name stays until `keep`.
  public init(for name: String, in rooms: PairedRooms) throws(CatalogError) {
    file = try ReplacedFile(rooms.path(of: name), isSecret: true)
    try file.fill([UInt8](repeating: 0, count: PairedRoom.keyByteCount + 1))
  }

  /// Stores `room` there and replaces an older room.
  public func keep(_ room: PairedRoom) throws(CatalogError) {
    try file.fill(room.file)
    try file.keep()
  }
}
