import CSodium

/// SHA-256 (FIPS 180-4) by libsodium.
public enum FileDigest {
  /// The 32 bytes of the digest. crypto_hash_sha256
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // It needs no sodium_init and cannot fail.
    _ = crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }
}
