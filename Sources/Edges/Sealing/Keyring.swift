/// The secrets of several rooms, every one of which is tried on what comes: nothing in an envelope
/// says which it was sealed with.
public struct Keyring: Sendable {
  /// A secret and its name.
  public struct Room: Equatable, Sendable {
    /// What its owner calls it; nil where there is but one and it has no name.
    public let name: String?
    /// What opens its messages.
    public let secret: Secret

    /// The room called `name`.
    public init(name: String?, secret: Secret) {
      self.name = name
      self.secret = secret
    }
  }

  /// Most secrets.
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

  /// Opens an envelope as `Secret.open` does, with the first secret that does; nil where none does.
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

/// Why secrets make no keyring.
public enum KeyringError: Error, Equatable, Sendable {
  /// There are more than `limit`.
  case tooManyRooms(count: Int, limit: Int)
}
