/// The keys of one end of a pairing, drawn for one run.
///
///     c      = first 20 bytes of BLAKE2b-256("HandShake pair 1" | run | first's public key)
///     S      = X25519(own private key, other's public key)                          RFC 7748
///     T      = run, 2 bytes | first's public key | second's public key
///     K_p    = BLAKE2b-256(key S, "HandShake pair 1" | T)
///     digits = first 8 bytes of BLAKE2b-256("HandShake digits 1" | T) mod 10^6
///     proof  = first 8 bytes of BLAKE2b-256(key K_p, first byte of the frame)
///     K      = BLAKE2b-256(key K_p, letter k)
///
/// The first end commits to its key before it learns the second's, then shows it. So an attacker
/// between the ends chooses keys without knowing their digits (S. Vaudenay, "Secure communications
/// over insecure channels based on short authenticated strings", CRYPTO 2005).
public struct PairingKeys: Sendable {
  /// The public key for the other end, 32 bytes.
  public let publicKey: [UInt8]
  private let privateKey: Cryptography.Key

  private static let label = Array("HandShake pair 1".utf8)
  private static let digitsLabel = Array("HandShake digits 1".utf8)

  /// Random keys.
  public init() throws(SecretError) {
    try self.init(privateKey: Cryptography.randomBytes(Cryptography.keyBytes))
  }

  /// The keys of a private key of 32 bytes.
  init(privateKey bytes: [UInt8]) throws(SecretError) {
    guard let key = Cryptography.Key() else { throw .noMemory }
    key.bytes.update(from: bytes, count: Cryptography.keyBytes)
    (privateKey, publicKey) = (key, Cryptography.publicKey(of: key))
  }

  /// Two random bytes that identify a run.
  public static func randomRun() -> UInt16 {
    Cryptography.randomBytes(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  /// The commitment that the first end of a run sends before it shows `key`.
  public static func commitment(run: UInt16, to key: [UInt8]) -> [UInt8] {
    let hash = Cryptography.hash(label + bytes(run) + key, key: nil)
    return Array(hash[..<PairingMessage.commitmentByteCount])
  }

  /// The agreement between this end, in `part`, and the end of `otherKey`. Nil if memory is
  /// missing, or if an honest end does not send that key.
  public func agreement(
    run: UInt16, part: PairingPart, otherKey: [UInt8]
  ) -> PairingAgreement? {
    guard let shared = Cryptography.agreedKey(privateKey, otherKey),
      let pairKey = Cryptography.Key()
    else { return nil }
    let keys = part == .first ? publicKey + otherKey : otherKey + publicKey
    let transcript = Self.bytes(run) + keys
    var hash = Cryptography.hash(Self.label + transcript, key: shared)
    pairKey.bytes.update(from: hash, count: Cryptography.keyBytes)
    Cryptography.wipe(&hash)
    let number = Cryptography.hash(Self.digitsLabel + transcript, key: nil)[..<8]
      .reduce(0) { $0 << 8 | UInt64($1) }
    return PairingAgreement(digits: Int(number % 1_000_000), key: pairKey)
  }

  private static func bytes(_ run: UInt16) -> [UInt8] { [UInt8(run >> 8), UInt8(run & 0xFF)] }
}

/// The result of both ends of a pairing, before two people compare the digits.
public struct PairingAgreement: Sendable {
  /// The number of six digits that both ends show.
  public let digits: Int
  fileprivate let key: Cryptography.Key

  /// The proof in a frame with that first byte.
  public func proof(_ firstByte: UInt8) -> [UInt8] {
    Array(Cryptography.hash([firstByte], key: key)[..<PairingMessage.proofByteCount])
  }

  /// Whether `message` proves that the other end has the same agreement.
  public func isProven(by message: PairingMessage) -> Bool {
    Cryptography.areEqual(message.body, proof(message.firstByte))
  }

  /// The secret that both ends keep.
  public func secret() throws(SecretError) -> Secret {
    guard let root = Cryptography.key("k", of: key) else { throw .noMemory }
    return try Secret(root: root)
  }

  /// The key K, 32 bytes. Store it where only the owner can read it, then wipe it.
  public func storedKey() -> [UInt8] { Cryptography.hash([UInt8(ascii: "k")], key: key) }
}
