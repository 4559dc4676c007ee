import CHandShakeArguments
@preconcurrency import Glibc
import HandShakeConfiguration
import HandShakeFiles
import HandShakeSealing

/// Where the secrets come from that messages are sealed with and opened by: `--secret`, `--secret-file`,
/// `HANDSHAKE_SECRET` or the configuration, the first of these that there is.
package struct SecretSource: Sendable, Equatable {
  /// What a secret is made of.
  private struct Words: Sendable, Equatable {
    /// What the configuration calls it, nil where it has no name.
    var room: String?
    /// A passphrase, or the key of a pairing.
    var bytes: [UInt8]
    var isKey = false
  }

  private let option: Words?
  private let path: String?
  private let environment: Words?
  private let configured: [Words]
  /// The room of `--room`, nil where none was named.
  private let room: String?

  private static let variable = "HANDSHAKE_SECRET"
  /// Longer ones are refused by what reads them.
  private static let longestFile = (1 << 14) - 1

  /// What a command line, the environment and the configuration name.
  ///
  /// The value of the option and that of the variable are overwritten, for both can be read from outside.
  init(_ parsed: ParsedOptions, _ configuration: Configuration) throws(CommandFailure) {
    try parsed.refuseBoth(.secret, .secretFile)
    try parsed.refuse(.room, beside: .secret, .secretFile)
    option = parsed.value(.secret).map { Words(bytes: Array($0.utf8)) }
    path = try parsed.word(.secretFile)
    room = try parsed.word(.room)
    environment = Self.takeVariable().map { Words(bytes: $0) }
    configured =
      (configuration.secret.map { [Words(bytes: Array($0.utf8))] } ?? [])
      + configuration.secrets.sorted { $0.key < $1.key }
      .map { Words(room: $0.key, bytes: Array($0.value.utf8)) }
      + configuration.pairedRooms.map { Words(room: $0.name, bytes: $0.key, isKey: true) }
    // From here on nobody but the superuser looks into this process, and no core is dumped of it.
    if option != nil || path != nil || environment != nil || !configured.isEmpty { process_hide() }
  }

  /// Every secret that there is, ready to open messages; nil where there is none.
  ///
  /// Throws `secret` where one is no good, `secretFile` where its file cannot be read.
  package func keyring() throws(CommandFailure) -> Keyring? {
    var rooms: [Keyring.Room] = []
    let found = try words()
    let isTooMuch = found.count > Keyring.mostRooms
    for words in found where !isTooMuch {
      rooms.append(Keyring.Room(name: words.room, secret: try secret(of: words)))
    }
    guard let keyring = try? Keyring(rooms), !isTooMuch else {
      throw .tooManySecrets(count: found.count, limit: Keyring.mostRooms)
    }
    return rooms.isEmpty ? nil : keyring
  }

  /// The secret to seal with; nil where there is none.
  ///
  /// Throws as `keyring` does, and `unknownRoom` where several are configured and none is chosen.
  package func sealing() throws(CommandFailure) -> Secret? {
    let found = try words()
    let chosen =
      room == nil && found.count == 1 ? found[0] : found.first { $0.room == room }
    if let chosen { return try secret(of: chosen) }
    guard room == nil, found.isEmpty else {
      throw .unknownRoom(room, known: configured.compactMap(\.room))
    }
    return nil
  }

  /// The secrets as they may be shown: the room of each, its fingerprint, and where it was set, nil for the
  /// configuration.
  package func fingerprints() throws(CommandFailure) -> [(
    room: String?, fingerprint: String, source: String?
  )] {
    try words().map { words throws(CommandFailure) in
      (words.room, try secret(of: words).fingerprint, source(of: words))
    }
  }

  private func words() throws(CommandFailure) -> [Words] {
    if let option { return [option] }
    if let path { return [Words(bytes: try Self.read(path))] }
    if room == nil, let environment { return [environment] }
    return configured
  }

  private func secret(of words: Words) throws(CommandFailure) -> Secret {
    do throws(SecretError) {
      // What was no UTF-8 in an option has become this where it was taken for a text.
      let scalars = String(decoding: words.bytes, as: UTF8.self).unicodeScalars
      if words == option, scalars.contains("\u{FFFD}") { throw .notUTF8 }
      if words.isKey { return try Secret(storedKey: words.bytes) }
      return try Secret(passphrase: words.bytes)
    } catch {
      throw .secret(error, source: name(of: words))
    }
  }

  /// Where `words` came from, in words.
  private func name(of words: Words) -> String {
    source(of: words) ?? "the configuration" + (words.room.map { ", for \(quoted($0))," } ?? "")
  }

  /// The same, nil for the configuration.
  private func source(of words: Words) -> String? {
    if words.isKey { return CommandOption.Name.pair.flag }
    if words == option { return CommandOption.Name.secret.flag }
    if let path { return "\(CommandOption.Name.secretFile.flag) \(quoted(path))" }
    return words == environment ? Self.variable : nil
  }

  /// The bytes of a file, which may be a pipe; one that everybody may read is refused. open(2), read(2)
  private static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    // A pipe is opened once somebody writes it.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let code = errno
      if isEnded { throw .interrupted }
      throw .secretFile(path: path, errno: code)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .secretFile(path: path, errno: errno) }
    if status.st_mode & S_IFMT == S_IFREG, status.st_mode & S_IROTH != 0 {
      throw .readableSecret(path: path)
    }
    do throws(SystemFault) {
      return try readWhole(file, limit: longestFile) { isEnded }
    } catch {
      throw error.code == EINTR ? .interrupted : .secretFile(path: path, errno: error.code)
    }
  }

  /// Whether a signal came, or the time is up.
  private static var isEnded: Bool { Interruption.isRequested || Interruption.isTimeUp }

  /// The variable's value, nil where it is not there or empty; then it is there no more. getenv, unsetenv
  private static func takeVariable() -> [UInt8]? {
    guard let value = getenv(variable) else { return nil }
    let count = strlen(value)
    let bytes = UnsafeBufferPointer(start: value, count: count).map { UInt8(bitPattern: $0) }
    memset(value, 0, count)
    unsetenv(variable)
    return bytes.isEmpty ? nil : bytes
  }
}
