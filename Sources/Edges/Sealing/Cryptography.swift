#if canImport(CHandShakeSodium)
  import CHandShakeSodium

  /// The only code that calls libsodium 1.0.18. Without libsodium, `PlainCryptography.swift`
  /// replaces it.
  enum Cryptography {
    /// Bytes of every key and every hash.
    static let keyBytes = 32

    /// Whether libsodium could start; it starts once. sodium_init
    private static let isReady = sodium_init() >= 0

    /// The key of `passphrase`, which is not empty: Argon2id 1.3 (RFC 9106), one lane, 3 passes
    /// over 64 MiB, salt `HandShake seal 1`. Nil if memory is missing. crypto_pwhash
    static func key(of passphrase: [UInt8]) -> Key? {
      let salt = Array("HandShake seal 1".utf8)
      precondition(salt.count == Int(crypto_pwhash_SALTBYTES))
      guard let key = Key() else { return nil }
      let result = passphrase.withUnsafeBytes { passphrase in
        crypto_pwhash(
          key.bytes, UInt64(keyBytes), passphrase.assumingMemoryBound(to: CChar.self).baseAddress!,
          UInt64(passphrase.count), salt, 3, 64 << 20, crypto_pwhash_ALG_ARGON2ID13)
      }
      return result == 0 ? key : nil
    }

    /// The hash of a letter with the key `root`. Nil if memory is missing.
    static func key(_ letter: Unicode.Scalar, of root: Key) -> Key? {
      guard let key = Key() else { return nil }
      hash([UInt8(ascii: letter)], key: root, into: key.bytes)
      return key
    }

    /// BLAKE2b-256 of `message`, with or without a key (RFC 7693).
    static func hash(_ message: [UInt8], key: Key?) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: keyBytes) { output, count in
        hash(message, key: key, into: output.baseAddress!)
        count = keyBytes
      }
    }

    /// crypto_generichash
    private static func hash(
      _ message: [UInt8], key: Key?, into output: UnsafeMutablePointer<UInt8>
    ) {
      let result = withExtendedLifetime(key) {
        crypto_generichash(
          output, keyBytes, message, UInt64(message.count), $0?.bytes, $0 == nil ? 0 : keyBytes)
      }
      precondition(result == 0, "only lengths could be wrong")
    }

    /// XORs `bytes` with the stream of XChaCha20 (draft-irtf-cfrg-xchacha-03) from its first block
    /// on. Zeros extend `nonce` to 24 bytes. crypto_stream_xchacha20_xor
    static func encrypted(
      _ bytes: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>, key: Key
    ) -> [UInt8] {
      let zeros = Int(crypto_stream_xchacha20_NONCEBYTES) - nonce.count
      precondition(zeros >= 0)
      let nonce = Array(nonce) + [UInt8](repeating: 0, count: zeros)
      return [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        count = bytes.count
        guard count > 0 else { return }
        let result = withExtendedLifetime(key) { key in
          bytes.withUnsafeBufferPointer {
            crypto_stream_xchacha20_xor(
              output.baseAddress!, $0.baseAddress!, UInt64($0.count), nonce, key.bytes)
          }
        }
        precondition(result == 0, "only lengths could be wrong")
      }
    }

    /// Compares two byte strings in constant time. sodium_memcmp
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }

    /// The X25519 public key (RFC 7748) of the private key `secret`. crypto_scalarmult_base
    static func publicKey(of secret: Key) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: keyBytes) { output, count in
        let result = withExtendedLifetime(secret) {
          crypto_scalarmult_base(output.baseAddress!, $0.bytes)
        }
        precondition(result == 0, "it never fails")
        count = keyBytes
      }
    }

    /// The X25519 shared secret of a private key and another's public key of 32 bytes. Nil if
    /// memory is missing, or if the public key has a small order (the result would not depend on
    /// `secret`). crypto_scalarmult
    static func agreedKey(_ secret: Key, _ publicKey: [UInt8]) -> Key? {
      precondition(publicKey.count == keyBytes)
      guard let agreed = Key() else { return nil }
      let result = withExtendedLifetime(secret) {
        crypto_scalarmult(agreed.bytes, $0.bytes, publicKey)
      }
      return result == 0 ? agreed : nil
    }

    /// `count` bytes, at least 1, from the system's random generator. randombytes_buf
    static func randomBytes(_ count: Int) -> [UInt8] {
      precondition(isReady, "libsodium starts wherever Linux has random numbers")
      return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        randombytes_buf(bytes.baseAddress!, count)
        filled = count
      }
    }

    /// Overwrites `bytes` with zeros. The optimiser cannot remove this. sodium_memzero
    static func wipe(_ bytes: inout [UInt8]) {
      bytes.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { sodium_memzero(start, bytes.count) }
      }
    }

    /// A key of 32 bytes, between guard pages and in no core dump. If the limit of locked memory
    /// allows, it is never swapped out. Its release overwrites it.
    ///
    /// The creator fills it; afterwards it is read only.
    final class Key: @unchecked Sendable {
      let bytes: UnsafeMutablePointer<UInt8>

      /// Nil if memory is missing. sodium_malloc
      init?() {
        guard Cryptography.isReady, let start = sodium_malloc(keyBytes) else { return nil }
        bytes = start.bindMemory(to: UInt8.self, capacity: keyBytes)
      }

      /// sodium_free
      deinit { sodium_free(bytes) }
    }
  }
#endif
