import HandShakeFiles

/// The message data for a started program, in its environment and its standard input.
package struct ExecutedMessage: Equatable, Sendable {
  /// The content of the message.
  package enum Content: Equatable, Sendable {
    /// A text, byte for byte.
    case text([UInt8])
    /// A file: its path on disk, the name that the sender gave, and its SHA-256 in hexadecimal
    /// digits.
    case file(path: String, name: String, sha256: String)
    /// The six digits of a pairing.
    case digits(String)
  }

  /// A text or a file.
  package var content: Content
  /// The room whose secret opened it; nil if the room has no name, or the message was not sealed.
  package var room: String?
  /// The time of sealing, in seconds since 1970; nil if it was not sealed.
  package var sealedSeconds: Int?
  /// The protocol that carried it.
  package var protocolName: String
  /// Its signal-to-noise ratio in decibels, as text for the program; nil if it was not measured.
  package var signalToNoise: String?

  /// A message as it was received.
  package init(
    _ content: Content, room: String? = nil, sealedSeconds: Int? = nil, protocolName: String,
    signalToNoise: String? = nil
  ) {
    self.content = content
    self.room = room
    self.sealedSeconds = sealedSeconds
    self.protocolName = protocolName
    self.signalToNoise = signalToNoise
  }

  /// The standard input of the program; empty for a file.
  var input: [UInt8] {
    switch content {
    case .text(let bytes): bytes
    case .file: []
    case .digits(let digits): Array((digits + "\n").utf8)
    }
  }

  /// The variables that every program gets; empty if the message has no such value.
  var variables: [(name: String, value: String)] {
    var (kind, name, digest, path) = ("text", "", "", "")
    switch content {
    case .text: break
    case .file(let keptPath, let sentName, let sha256):
      (kind, name, digest, path) = ("file", sentName, sha256, keptPath)
    case .digits: kind = "digits"
    }
    return [
      ("HANDSHAKE_KIND", kind),
      ("HANDSHAKE_ROOM", room ?? ""),
      ("HANDSHAKE_TIME", sealedSeconds.map { WallClock.text(secondsSince1970: $0) } ?? ""),
      ("HANDSHAKE_NAME", name),
      ("HANDSHAKE_SHA256", digest),
      ("HANDSHAKE_PATH", path),
      ("HANDSHAKE_PROTOCOL", protocolName),
      ("HANDSHAKE_SNR_DECIBELS", signalToNoise ?? ""),
    ]
  }

  /// `inherited`, each `NAME=value`, without the secret and the names of `variables`, then
  /// `variables`. A value ends at its first NUL, because a program cannot see the rest.
  func environment(inherited: [[UInt8]]) -> [[UInt8]] {
    let replaced = (["HANDSHAKE_SECRET"] + variables.map(\.name)).map { Array(($0 + "=").utf8) }
    return inherited.filter { entry in !replaced.contains { entry.starts(with: $0) } }
      + variables.map { Array("\($0.name)=\($0.value)".utf8.prefix { $0 != 0 }) }
  }
}
