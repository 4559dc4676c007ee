import HandShakeCoding

/// The shared secret of a room: the keys derived from a passphrase or from a generated secret.
///
/// The derivation takes 0.1 s and 64 MiB, so it runs once. The keys lie in memory that is in no
/// core dump. The last copy of the secret overwrites them.
///
///     K = Argon2id(passphrase)             32 bytes
///     K_x = BLAKE2b-256(key K, letter x): m proof, e encryption, n number, a answer, f fingerprint
public struct Secret: Sendable {
  let proofKey: Cryptography.Key
  let encryptionKey: Cryptography.Key
  let numberKey: Cryptography.Key
  let answerKey: Cryptography.Key
  private let fingerprintKey: Cryptography.Key

  /// The fewest characters (Unicode scalars) of a passphrase that a user chose.
  public static let leastCharacters = 12
  /// The most bytes of a passphrase.
  public static let mostBytes = 1024

  /// The secret of a passphrase in UTF-8, or of a generated secret in either notation.
  ///
  /// Leading and trailing blanks and line ends do not count. Characters are not normalised: two
  /// Unicode compositions of a character are two passphrases, with different fingerprints.
  public init(passphrase: [UInt8]) throws(SecretError) {
    var trimmed = passphrase[...]
    while let last = trimmed.last, Self.isBlank(last) { trimmed.removeLast() }
    trimmed = trimmed.drop(while: Self.isBlank)
    guard !trimmed.isEmpty else { throw .empty }
    guard trimmed.count <= Self.mostBytes else {
      throw .tooLong(byteCount: trimmed.count, limit: Self.mostBytes)
    }
    guard !trimmed.contains(0) else { throw .containsNull }
    guard let characters = Self.characterCount(trimmed) else { throw .notUTF8 }
    var derivedFrom: [UInt8]
    if let generated = try GeneratedSecret(typed: trimmed) {
      derivedFrom = generated.letters
    } else {
      guard characters >= Self.leastCharacters else {
        throw .tooShort(characterCount: characters, least: Self.leastCharacters)
      }
      derivedFrom = Array(trimmed)
    }
    defer { Cryptography.wipe(&derivedFrom) }
    guard let root = Cryptography.key(of: derivedFrom) else { throw .noMemory }
    try self.init(root: root)
  }

  /// The secret of a key K of 32 bytes from `PairingAgreement.storedKey`.
  public init(storedKey: [UInt8]) throws(SecretError) {
    precondition(storedKey.count == Cryptography.keyBytes)
    guard let root = Cryptography.Key() else { throw .noMemory }
    root.bytes.update(from: storedKey, count: Cryptography.keyBytes)
    try self.init(root: root)
  }

  /// The secret whose key K is `root`.
  init(root: Cryptography.Key) throws(SecretError) {
    guard let proofKey = Cryptography.key("m", of: root),
      let encryptionKey = Cryptography.key("e", of: root),
      let numberKey = Cryptography.key("n", of: root),
      let answerKey = Cryptography.key("a", of: root),
      let fingerprintKey = Cryptography.key("f", of: root)
    else { throw .noMemory }
    self.proofKey = proofKey
    self.encryptionKey = encryptionKey
    self.numberKey = numberKey
    self.answerKey = answerKey
    self.fingerprintKey = fingerprintKey
  }

  /// Overwrites the bytes of a passphrase with zeros.
  public static func wipe(_ passphrase: inout [UInt8]) { Cryptography.wipe(&passphrase) }

  /// A blank, a tab or the end of a line.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  /// The number of Unicode scalars in `bytes`; nil if they are not UTF-8. It makes no string,
  /// because nothing would overwrite it.
  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var count = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: count += 1
      case .emptyInput: return count
      case .error: return nil
      }
    }
  }

  /// Five letters such as `kivot`: the first 16 bits of K_f as a proquint. Equal secrets have equal
  /// fingerprints; different secrets differ except in 1 of 65,536 cases. It may be shown and read
  /// aloud.
  public var fingerprint: String {
    let letters = withExtendedLifetime(fingerprintKey) { key in
      Proquint.letters(UInt16(key.bytes[0]) << 8 | UInt16(key.bytes[1]))
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension Secret: Equatable {
  /// Whether both open the same messages.
  public static func == (left: Secret, right: Secret) -> Bool {
    Cryptography.areEqual(
      Cryptography.hash([], key: left.fingerprintKey),
      Cryptography.hash([], key: right.fingerprintKey))
  }
}

extension Secret: CustomStringConvertible {
  /// The fingerprint, without the keys.
  public var description: String { "secret \(fingerprint)" }
}

/// Why a passphrase is not a valid secret.
public enum SecretError: Error, Equatable, Sendable {
  /// It is empty or has only blanks.
  case empty
  /// It has fewer characters than `least`.
  case tooShort(characterCount: Int, least: Int)
  /// It has more bytes than `limit`.
  case tooLong(byteCount: Int, limit: Int)
  /// It contains a NUL character, which other programs would drop.
  case containsNull
  /// Its bytes are not UTF-8.
  case notUTF8
  /// It looks like a generated secret, but its check is wrong.
  case mistyped
  /// The 64 MiB for the derivation are missing.
  case noMemory
}
