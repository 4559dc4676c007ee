import HandShakeFiles

/// What a program that is started for a message is told of it, by its environment and its standard
/// input.
package struct ExecutedMessage: Equatable, Sendable {
  /// What came.
  package enum Content: Equatable, Sendable {
    /// A text, byte for byte.
    case text([UInt8])
    /// A file: where it was kept, the name that it was sent with, and its SHA-256 in hexadecimal
    /// digits.
    case file(path: String, name: String, sha256: String)
    /// The six digits of a pairing.
    case digits(String)
  }

  /// A text or a file.
  package var content: Content
  /// The room whose secret opened it; nil where it has no name, or the message was not sealed.
  package var room: String?
  /// When it was sealed, in seconds since 1970; nil where it was not.
  package var sealedSeconds: Int?
  /// The protocol that carried it.
  package var protocolName: String
  /// Its signal-to-noise ratio in decibels, as the program reads it; nil where it was not measured.
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

  /// What the program reads from its standard input: of a file nothing.
  var input: [UInt8] {
    switch content {
    case .text(let bytes): bytes
    case .file: []
    case .digits(let digits): Array((digits + "\n").utf8)
    }
  }

  /// The variables that every program has, empty where the message has nothing of that kind.
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

  /// `inherited`, each `NAME=value`, without the secret and without what else is to come from the
  /// message, and then `variables`. A value ends at its first NUL, for nothing that follows one
  /// reaches a program.
  func environment(inherited: [[UInt8]]) -> [[UInt8]] {
    let replaced = (["HANDSHAKE_SECRET"] + variables.map(\.name)).map { Array(($0 + "=").utf8) }
    return inherited.filter { entry in !replaced.contains { entry.starts(with: $0) } }
      + variables.map { Array("\($0.name)=\($0.value)".utf8.prefix { $0 != 0 }) }
  }
}
