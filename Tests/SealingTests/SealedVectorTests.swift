import Foundation
import Testing

@testable import HandShakeSealing

/// Envelopes against vectors that were made by another implementation, the one of
/// `tools/test sealed`.
@Suite struct SealedVectorTests {
  struct Vectors: Decodable, Sendable {
    var secrets: [SecretVector]
    var messages: [Message]
    var receipts: [Receipt]
  }

  struct SecretVector: Decodable, Sendable {
    var passphrase: String
    /// Of a generated one: its other notation, and its random bytes.
    var code: String?
    var random: String?
    var key: String
    var fingerprint: String
  }

  struct Message: Decodable, Sendable {
    var passphrase: String
    var contentNumber: UInt8
    /// Eighths of a second since 1970, not modulo anything.
    var eighths: Int64
    var filling: Int
    var text: String?
    var file: String?
    var plain: String
    var sent: String
    var number: String

    var content: SealedContent {
      file.map { .file(bytes($0)) } ?? .text(Array((text ?? "").utf8))
    }
    var time: SealingTime {
      SealingTime(
        secondsSince1970: eighths >> 3, nanoseconds: (eighths & 7) * 125_000_000 + 124_999_999)
    }
  }

  struct Receipt: Decodable, Sendable {
    /// Of what is sealed; nil where it came in clear.
    var passphrase: String?
    var eighths: Int64?
    /// Of what came in clear.
    var identity: UInt16?
    var text: String?
    var file: String?
    /// The first two bytes of the receipt.
    var head: String
    var number: String
    var run: UInt16
    var proof: String
    /// The identity of the frames of a sealed file.
    var streamIdentity: UInt16?

    var content: SealedContent {
      file.map { .file(bytes($0)) } ?? .text(Array((text ?? "").utf8))
    }
    var time: SealingTime? { eighths.map { SealingTime(eighths: UInt32(truncatingIfNeeded: $0)) } }
  }

  static let vectors: Vectors = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/sealed.json")
    return try! JSONDecoder().decode(Vectors.self, from: Data(contentsOf: path))
  }()

  @Test func keysAndFingerprints() throws {
    #expect(Self.vectors.secrets.count == 5)
    for vector in Self.vectors.secrets {
      let key = try #require(Cryptography.key(of: Array(vector.passphrase.utf8)))
      #expect((0..<32).map { key.bytes[$0] } == bytes(vector.key))
      #expect(try secret(vector.passphrase).fingerprint == vector.fingerprint)
      guard let random = vector.random else { continue }
      let generated = GeneratedSecret(random: bytes(random))
      #expect(generated.words == vector.passphrase && generated.code == vector.code)
      #expect(try secret(generated.code) == secret(generated.words))
    }
  }

  @Test func envelopes() throws {
    let messages = Self.vectors.messages
    #expect(messages.count { $0.text != nil } == 20 && messages.count { $0.file != nil } == 3)
    for vector in messages {
      let secret = try secret(vector.passphrase)
      let sent = try secret.seal(
        vector.content, at: vector.time, contentNumber: vector.contentNumber,
        filling: vector.filling)
      #expect(sent == bytes(vector.sent), "\(vector.plain)")
      #expect(
        Envelope.plain(vector.content, vector.time, byteCount: vector.filling - 10)
          == bytes(vector.plain))
      #expect(
        vector.content.leastEnvelopeBytes == sent.count
          || vector.content.leastEnvelopeBytes < sent.count && sent.count == vector.filling)
      let opened = try #require(secret.open(sent, contentNumber: vector.contentNumber))
      #expect(opened.content == vector.content && opened.time == vector.time)
      #expect(opened.number == UInt64(vector.number, radix: 16))
    }
  }

  /// The one of the design.
  @Test func theFirst() throws {
    let sent = try secret("platform four").seal(
      .text(Array("hello".utf8)), at: SealingTime(secondsSince1970: 1_767_225_600),
      contentNumber: 2)
    #expect(sent == bytes("5483bf425cb8b0f3e0497e6a3621432ad9d236"))
  }
}
