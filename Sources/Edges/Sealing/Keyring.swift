/// The secrets of several rooms. An envelope does not tell its secret, so every secret is tried.
public struct Keyring: Sendable {
  /// A secret and its name.
  public struct Room: Equatable, Sendable {
    /// The user's name of the room; nil if it is the only room and has no name.
    public let name: String?
    /// The secret that opens its messages.
    public let secret: Secret

    /// The room called `name`.
    public init(name: String?, secret: Secret) {
      self.name = name
      self.secret = secret
    }
  }

  /// The most secrets of a keyring.
  public static let mostRooms = 16

  /// In the order in which they are tried.
  public let rooms: [Room]

  /// Throws `tooManyRooms` above `mostRooms`.
  public init(_ rooms: [Room]) throws(KeyringError) {
    guard rooms.count <= Self.mostRooms else {
      throw .tooManyRooms(count: rooms.count, limit: Self.mostRooms)
    }
    self.rooms = rooms
  }

  /// Opens an envelope with the first secret that can open it, as `Secret.open`; nil if all fail.
  public func open(
    _ envelope: [UInt8], contentNumber: UInt8
  ) -> (message: OpenedMessage, room: Room)? {
    for room in rooms {
      if let message = room.secret.open(envelope, contentNumber: contentNumber) {
        return (message, room)
      }
    }
    return nil
  }
}

/// Why secrets cannot form a keyring.
public enum KeyringError: Error, Equatable, Sendable {
  /// There are more secrets than `limit`.
  case tooManyRooms(count: Int, limit: Int)
}
