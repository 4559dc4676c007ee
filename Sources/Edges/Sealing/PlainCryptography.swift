// The tests compare it with libsodium in debug builds.
#if DEBUG || !canImport(CHandShakeSodium)
  import CHandShakeMonocypher
  import HandShakePlatform

  /// The functions of `Cryptography.swift` from Monocypher 4, for builds without libsodium.
  enum PlainCryptography {
    /// Bytes of every key and every hash.
    static let keyBytes = 32

    /// The key of `passphrase`, which is not empty: Argon2id 1.3 (RFC 9106), one lane, 3 passes
    /// over 64 MiB, salt `HandShake seal 1`. Nil if memory is missing. crypto_argon2
    static func key(of passphrase: [UInt8]) -> Key? {
      let salt = Array("HandShake seal 1".utf8)
      let blocks = UInt32(64 << 10)
      guard let key = Key(), let work = malloc(Int(blocks) << 10) else { return nil }
      defer { free(work) }
      passphrase.withUnsafeBufferPointer { passphrase in
        salt.withUnsafeBufferPointer { salt in
          let configuration = crypto_argon2_config(
            algorithm: UInt32(CRYPTO_ARGON2_ID), nb_blocks: blocks, nb_passes: 3, nb_lanes: 1)
          let inputs = crypto_argon2_inputs(
            pass: passphrase.baseAddress, salt: salt.baseAddress,
            pass_size: UInt32(passphrase.count), salt_size: UInt32(salt.count))
          crypto_argon2(
            key.bytes, UInt32(keyBytes), work, configuration, inputs, crypto_argon2_no_extras)
        }
      }
      return key
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

    /// crypto_blake2b_keyed
    private static func hash(
      _ message: [UInt8], key: Key?, into output: UnsafeMutablePointer<UInt8>
    ) {
      withExtendedLifetime(key) {
        crypto_blake2b_keyed(
          output, keyBytes, $0?.bytes, $0 == nil ? 0 : keyBytes, message, message.count)
      }
    }

    /// XORs `bytes` with the stream of XChaCha20 (draft-irtf-cfrg-xchacha-03) from its first block
    /// on. Zeros extend `nonce` to 24 bytes. crypto_chacha20_x
    static func encrypted(
      _ bytes: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>, key: Key
    ) -> [UInt8] {
      let nonce = Array(nonce) + [UInt8](repeating: 0, count: 24 - nonce.count)
      return [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        count = bytes.count
        guard count > 0 else { return }
        _ = withExtendedLifetime(key) { key in
          bytes.withUnsafeBufferPointer {
            crypto_chacha20_x(
              output.baseAddress!, $0.baseAddress!, $0.count, key.bytes, nonce, 0)
          }
        }
      }
    }

    /// Compares two byte strings in constant time.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      guard left.count == right.count else { return false }
      var difference: UInt8 = 0
      for index in left.indices { difference |= left[index] ^ right[index] }
      return difference == 0
    }

    /// The X25519 public key (RFC 7748) of the private key `secret`. crypto_x25519_public_key
    static func publicKey(of secret: Key) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: keyBytes) { output, count in
        withExtendedLifetime(secret) { crypto_x25519_public_key(output.baseAddress!, $0.bytes) }
        count = keyBytes
      }
    }

    /// The X25519 shared secret of a private key and another's public key of 32 bytes. Nil if the
    /// public key has a small order (the result would not depend on `secret`). crypto_x25519
    static func agreedKey(_ secret: Key, _ publicKey: [UInt8]) -> Key? {
      precondition(publicKey.count == keyBytes)
      guard let agreed = Key() else { return nil }
      withExtendedLifetime(secret) { crypto_x25519(agreed.bytes, $0.bytes, publicKey) }
      var sum: UInt8 = 0
      for index in 0..<keyBytes { sum |= agreed.bytes[index] }
      return sum == 0 ? nil : agreed
    }

    /// `count` bytes, at least 1, from the system's random generator; in a page, from the
    /// browser's.
    static func randomBytes(_ count: Int) -> [UInt8] {
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    }

    /// Overwrites `bytes` with zeros. The optimiser cannot remove this. crypto_wipe
    static func wipe(_ bytes: inout [UInt8]) {
      bytes.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { crypto_wipe(start, bytes.count) }
      }
    }

    /// A key of 32 bytes. Its release overwrites it. The creator fills it; afterwards it is read
    /// only.
    final class Key: @unchecked Sendable {
      let bytes: UnsafeMutablePointer<UInt8>

      /// Never nil: the module ends if memory is missing.
      init?() { bytes = .allocate(capacity: keyBytes) }

      deinit {
        crypto_wipe(bytes, keyBytes)
        bytes.deallocate()
      }
    }
  }
#endif
#if !canImport(CHandShakeSodium)
  typealias Cryptography = PlainCryptography
#endif
