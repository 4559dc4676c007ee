import CHandShakeArguments
@preconcurrency import Glibc
import HandShakeConfiguration
import HandShakeFiles
import HandShakeSealing

/// The secrets that seal and open messages. The source is the first that exists of `--secret`,
/// `--secret-file`, `HANDSHAKE_SECRET` and the configuration.
package struct SecretSource: Sendable, Equatable {
  /// The material of a secret.
  private struct Words: Sendable, Equatable {
    /// The room in the configuration, nil if the secret has no room.
    var room: String?
    /// A passphrase, or the key of a pairing.
    var bytes: [UInt8]
    var isKey = false
  }

  private let option: Words?
  private let path: String?
  private let environment: Words?
  private let configured: [Words]
  /// The room of `--room`, nil if it was not given.
  private let room: String?

  private static let variable = "HANDSHAKE_SECRET"
  /// The reader refuses longer files.
  private static let longestFile = (1 << 14) - 1

  /// The secrets of a command line, the environment and the configuration.
  ///
  /// Overwrites the values of the option and the variable, because others can read both.
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
    // From here on, only the superuser can read this process, and it leaves no core dump.
    if option != nil || path != nil || environment != nil || !configured.isEmpty { process_hide() }
  }

  /// Every secret, ready to open messages; nil if there is no secret.
  ///
  /// Throws `secret` if a secret is not valid, `secretFile` if its file cannot be read.
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

  /// The secret that seals messages; nil if there is no secret.
  ///
  /// Throws as `keyring` does, and `unknownRoom` if several are configured and no room is chosen.
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

  /// The secrets in a form that may be shown: the room, the fingerprint and the source of each. The
  /// source is nil for the configuration.
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
      // Decoding replaced bytes that are not UTF-8 in an option by this character.
      let scalars = String(decoding: words.bytes, as: UTF8.self).unicodeScalars
      if words == option, scalars.contains("\u{FFFD}") { throw .notUTF8 }
      if words.isKey { return try Secret(storedKey: words.bytes) }
      return try Secret(passphrase: words.bytes)
    } catch {
      throw .secret(error, source: name(of: words))
    }
  }

  /// The source of `words`, in words.
  private func name(of words: Words) -> String {
    source(of: words) ?? "the configuration" + (words.room.map { ", for \(quoted($0))," } ?? "")
  }

  /// The source of `words`, nil for the configuration.
  private func source(of words: Words) -> String? {
    if words.isKey { return CommandOption.Name.pair.flag }
    if words == option { return CommandOption.Name.secret.flag }
    if let path { return "\(CommandOption.Name.secretFile.flag) \(quoted(path))" }
    return words == environment ? Self.variable : nil
  }

  /// The bytes of a file or a pipe. Refuses a file that every user may read. open(2), read(2)
  private static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    // `open` waits for the writer of a pipe.
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

  /// Whether a signal came or the time limit ended.
  private static var isEnded: Bool { Interruption.isRequested || Interruption.isTimeUp }

  /// Takes the variable's value and removes the variable; nil if it is empty. getenv, unsetenv
  private static func takeVariable() -> [UInt8]? {
    guard let value = getenv(variable) else { return nil }
    let count = strlen(value)
    let bytes = UnsafeBufferPointer(start: value, count: count).map { UInt8(bitPattern: $0) }
    memset(value, 0, count)
    unsetenv(variable)
    return bytes.isEmpty ? nil : bytes
  }
}
