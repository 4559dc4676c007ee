import HandShakeCoding

/// The content of an envelope.
public enum SealedContent: Equatable, Sendable {
  /// The bytes of a text.
  case text([UInt8])
  /// The stream of a file, as sent without a seal: name, digest and bytes.
  case file([UInt8])

  /// The most bytes of either content.
  public static let mostBytes = 1 << 24 - 1

  /// The text or the stream.
  public var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .file(let bytes): bytes
    }
  }

  var isFile: Bool {
    switch self {
    case .text: false
    case .file: true
    }
  }

  /// Bytes of the shortest envelope with this content.
  public var leastEnvelopeBytes: Int {
    Envelope.proofBytes + Envelope.headBytes + Envelope.packed(self).body.count
  }
}

/// A message from an opened envelope.
public struct OpenedMessage: Equatable, Sendable {
  /// The text or file.
  public let content: SealedContent
  /// The time of sealing.
  public let time: SealingTime
  /// Equal for all copies of this message, by any way of sending, and different for other messages.
  /// First 8 bytes of BLAKE2b-256(key K_n, time | file | content): the time in four bytes, the file
  /// in one (0 or 1), and the content before packing.
  public let number: UInt64
}

/// Why content cannot be sealed.
public enum SealingError: Error, Equatable, Sendable {
  /// The content is empty.
  case emptyContent
  /// The content has more bytes than `limit`.
  case contentTooLong(byteCount: Int, limit: Int)
}

extension Secret {
  /// Seals `content`:
  ///
  ///     P = kind (2 bits) | file (1) | 00000 | time (4 bytes) | content | zeros
  ///     S = first 10 bytes of BLAKE2b-256(key K_m, content number | P)
  ///     C = P xor XChaCha20(key K_e, nonce S | 14 zero bytes)
  ///     sent: S | C
  ///
  /// S is both the proof and the nonce, a synthetic nonce (Rogaway and Shrimpton, "Deterministic
  /// Authenticated-Encryption", EUROCRYPT 2006). Equal content, time and number give equal bytes.
  ///
  /// - Parameters:
  ///   - time: the current time.
  ///   - contentNumber: the content number of the frame around it; the seal covers it.
  ///   - byteCount: the envelope's bytes. Zeros fill a shorter content; a longer one uses more
  ///     bytes.
  /// - Returns: the bytes to send.
  public func seal(
    _ content: SealedContent, at time: SealingTime, contentNumber: UInt8, filling byteCount: Int = 0
  ) throws(SealingError) -> [UInt8] {
    guard !content.bytes.isEmpty else { throw .emptyContent }
    guard content.bytes.count <= SealedContent.mostBytes else {
      throw .contentTooLong(byteCount: content.bytes.count, limit: SealedContent.mostBytes)
    }
    let plain = Envelope.plain(content, time, byteCount: byteCount - Envelope.proofBytes)
    return sealed(plain, contentNumber: contentNumber)
  }

  /// S and C of P.
  func sealed(_ plain: [UInt8], contentNumber: UInt8) -> [UInt8] {
    let proof = proof(of: plain, contentNumber)
    return proof + Cryptography.encrypted(plain[...], nonce: proof[...], key: encryptionKey)
  }

  /// Opens an envelope. Nil if it was not sealed with this secret for this content number, or was
  /// changed. Nil also if its content is not packed as by `seal`.
  public func open(_ envelope: [UInt8], contentNumber: UInt8) -> OpenedMessage? {
    guard envelope.count > Envelope.proofBytes + Envelope.headBytes else { return nil }
    let proof = envelope[..<Envelope.proofBytes]
    let plain = Cryptography.encrypted(
      envelope[Envelope.proofBytes...], nonce: proof, key: encryptionKey)
    guard Cryptography.areEqual(Array(proof), self.proof(of: plain, contentNumber)),
      let (content, time) = Envelope.content(of: plain)
    else { return nil }
    return OpenedMessage(content: content, time: time, number: number(of: content, time))
  }

  /// S.
  private func proof(of plain: [UInt8], _ contentNumber: UInt8) -> [UInt8] {
    let hash = Cryptography.hash([contentNumber] + plain, key: proofKey)
    return Array(hash[..<Envelope.proofBytes])
  }

  func number(of content: SealedContent, _ time: SealingTime) -> UInt64 {
    numberHash(of: content, time)[..<8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The identity that groups the frames of this message: bytes 8 and 9 of the hash of the number.
  /// Frames carry it in clear. Without the secret it reveals nothing about the content.
  package func identity(of content: SealedContent, _ time: SealingTime) -> UInt16 {
    numberHash(of: content, time)[8..<10].reduce(0) { $0 << 8 | UInt16($1) }
  }

  private func numberHash(of content: SealedContent, _ time: SealingTime) -> [UInt8] {
    Cryptography.hash(time.bytes + [content.isFile ? 1 : 0] + content.bytes, key: numberKey)
  }
}

/// P, the part that the seal covers and encrypts.
enum Envelope {
  /// Bytes of S.
  static let proofBytes = 10
  /// Bytes of P before the content.
  static let headBytes = 5
  /// The kind of content with a count of 24 bits, then the bytes. It is a file, or a text too long
  /// for the kinds of `TextPacking`.
  private static let countedKind: UInt8 = 3

  /// The kind, and the bytes of the content.
  static func packed(_ content: SealedContent) -> (kind: UInt8, body: [UInt8]) {
    let bytes = content.bytes
    if !content.isFile, bytes.count <= TextPacking.mostBytes {
      let bits = TextPacking.bits(of: bytes)
      return (UInt8(Bits.number(bits[..<2])), Bits.pack(Array(bits[2...])))
    }
    return (countedKind, Bits.pack(Bits.unpack(UInt32(bytes.count), count: 24)) + bytes)
  }

  /// P of at least `byteCount` bytes.
  static func plain(_ content: SealedContent, _ time: SealingTime, byteCount: Int) -> [UInt8] {
    let (kind, body) = packed(content)
    let plain = [kind << 6 | (content.isFile ? 1 << 5 : 0)] + time.bytes + body
    return plain + [UInt8](repeating: 0, count: max(0, byteCount - plain.count))
  }

  /// The content and time of P; nil if `plain` does not give these bytes for them.
  static func content(of plain: [UInt8]) -> (SealedContent, SealingTime)? {
    guard plain.count > headBytes, plain[0] & 0x1F == 0 else { return nil }
    let kind = plain[0] >> 6
    let isFile = plain[0] & 1 << 5 != 0
    let time = SealingTime(eighths: Bits.number(Bits.unpack(Array(plain[1..<headBytes]))[...]))
    let body = plain[headBytes...]
    if kind == countedKind {
      guard body.count > 3 else { return nil }
      let count = body.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let bytes = body.dropFirst(3)
      guard count > (isFile ? 0 : TextPacking.mostBytes), count <= bytes.count,
        bytes.dropFirst(count).allSatisfy({ $0 == 0 })
      else { return nil }
      return (isFile ? .file(Array(bytes.prefix(count))) : .text(Array(bytes.prefix(count))), time)
    }
    // The other kinds take no more bytes than a count and the longest text.
    let longest = 1 + TextPacking.mostBytes
    let bits = Bits.unpack(UInt32(kind), count: 2) + Bits.unpack(Array(body.prefix(longest)))
    guard !isFile, let text = TextPacking.text(in: bits[...]), text.count <= TextPacking.mostBytes,
      body.dropFirst(longest).allSatisfy({ $0 == 0 })
    else { return nil }
    return (.text(text), time)
  }
}
