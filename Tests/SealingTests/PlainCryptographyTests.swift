import Testing

@testable import HandShakeSealing

/// What Monocypher computes is what libsodium computes.
@Suite struct PlainCryptographyTests {
  private static func bytes(_ count: Int, _ first: Int = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: first &+ 7 &* $0) }
  }

  /// A key of these bytes on both sides.
  private static func keys(_ bytes: [UInt8]) throws -> (Cryptography.Key, PlainCryptography.Key) {
    let key = try #require(Cryptography.Key())
    let plain = try #require(PlainCryptography.Key())
    key.bytes.update(from: bytes, count: Cryptography.keyBytes)
    plain.bytes.update(from: bytes, count: Cryptography.keyBytes)
    return (key, plain)
  }

  private static func bytes(of key: Cryptography.Key) -> [UInt8] {
    Array(UnsafeBufferPointer(start: key.bytes, count: Cryptography.keyBytes))
  }

  private static func bytes(of key: PlainCryptography.Key) -> [UInt8] {
    Array(UnsafeBufferPointer(start: key.bytes, count: Cryptography.keyBytes))
  }

  @Test(arguments: [1, 12, 1024]) func passphrases(count: Int) throws {
    let key = try #require(Cryptography.key(of: Self.bytes(count)))
    let plain = try #require(PlainCryptography.key(of: Self.bytes(count)))
    #expect(Self.bytes(of: key) == Self.bytes(of: plain))
  }

  @Test func hashes() throws {
    let (key, plain) = try Self.keys(Self.bytes(32, 9))
    for count in [0, 1, 63, 64, 127, 128, 129, 1000] {
      let message = Self.bytes(count)
      #expect(
        Cryptography.hash(message, key: nil) == PlainCryptography.hash(message, key: nil))
      #expect(
        Cryptography.hash(message, key: key) == PlainCryptography.hash(message, key: plain))
    }
    for letter in "menafk".unicodeScalars {
      let derived = try #require(Cryptography.key(letter, of: key))
      let plainly = try #require(PlainCryptography.key(letter, of: plain))
      #expect(Self.bytes(of: derived) == Self.bytes(of: plainly))
    }
  }

  @Test(arguments: [0, 10, 16, 24]) func streams(nonceCount: Int) throws {
    let (key, plain) = try Self.keys(Self.bytes(32, 77))
    let nonce = Self.bytes(nonceCount, 3)[...]
    for count in [0, 1, 63, 64, 65, 1000] {
      let text = Self.bytes(count, 50)[...]
      let sealed = Cryptography.encrypted(text, nonce: nonce, key: key)
      #expect(sealed == PlainCryptography.encrypted(text, nonce: nonce, key: plain))
      #expect(PlainCryptography.encrypted(sealed[...], nonce: nonce, key: plain) == Array(text))
    }
  }

  @Test func agreements() throws {
    for seed in 1...20 {
      let (key, plain) = try Self.keys(Self.bytes(32, 11 * seed))
      let publicKey = Cryptography.publicKey(of: key)
      #expect(publicKey == PlainCryptography.publicKey(of: plain))
      let other = Cryptography.publicKey(of: try Self.keys(Self.bytes(32, 5 + seed)).0)
      let agreed = try #require(Cryptography.agreedKey(key, other))
      let plainly = try #require(PlainCryptography.agreedKey(plain, other))
      #expect(Self.bytes(of: agreed) == Self.bytes(of: plainly))
    }
  }

  /// 0, 1 and a point of order eight.
  @Test(arguments: [
    [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
    [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4,
      0x6A, 0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49,
      0xB8, 0x00,
    ],
  ])
  func pointsOfSmallOrderAgreeOnNothing(point: [UInt8]) throws {
    let (key, plain) = try Self.keys(Self.bytes(32))
    #expect(Cryptography.agreedKey(key, point) == nil)
    #expect(PlainCryptography.agreedKey(plain, point) == nil)
  }

  @Test func comparisons() {
    #expect(PlainCryptography.areEqual([1, 2], [1, 2]))
    #expect(!PlainCryptography.areEqual([1, 2], [1, 3]))
    #expect(!PlainCryptography.areEqual([1, 2], [1]))
  }

  @Test func randomBytesDiffer() {
    let drawn = (0..<100).map { _ in PlainCryptography.randomBytes(16) }
    #expect(drawn.allSatisfy { $0.count == 16 })
    #expect(Set(drawn).count == 100)
    #expect(Set(drawn.joined()).count > 200)
  }

  @Test func wipedBytesAreZeros() {
    var bytes = Self.bytes(40)
    PlainCryptography.wipe(&bytes)
    #expect(bytes == [UInt8](repeating: 0, count: 40))
  }
}
