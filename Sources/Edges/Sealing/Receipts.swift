import HandShakeModem

/// A receipt proves that its sender has the message, and the secret of a sealed message.
///
///     number: sealed     as `OpenedMessage.number`
///             in clear   first 8 bytes of BLAKE2b-256(identity, 2 bytes | file, 0 or 1 | content)
///     proof = first 4 bytes of BLAKE2b-256(key K_a, number, 8 bytes | run, 2 bytes |
///                                          the first two bytes of the receipt)
///
/// The run tells the sendings of a file apart, and is 0 for a text. The hash of a message in clear
/// has no key, so everyone who heard the message can confirm it.
public struct ReceiptProof: Sendable {
  /// The number that identifies the message.
  public let number: UInt64
  private let secret: Secret?

  /// The proof for `content` in clear: a text, or the packed stream of a file.
  public init(of content: SealedContent, identity: UInt16) {
    let head = [UInt8(identity >> 8), UInt8(identity & 0xFF), content.isFile ? 1 : 0]
    let hash = Cryptography.hash(head + content.bytes, key: nil)
    number = hash[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    secret = nil
  }

  /// The proof for `content`, sealed with `secret` at `time`.
  public init(of content: SealedContent, sealedAt time: SealingTime, with secret: Secret) {
    self.init(number: secret.number(of: content, time), secret: secret)
  }

  /// The proof for the sealed message with that number.
  init(number: UInt64, secret: Secret) {
    self.number = number
    self.secret = secret
  }

  /// The proof, in the run of that number, for a receipt whose first two bytes are `head`.
  public func bytes(run: UInt16, _ head: [UInt8]) -> [UInt8] {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    let hash = Cryptography.hash(
      digits + [UInt8(run >> 8), UInt8(run & 0xFF)] + head, key: secret?.answerKey)
    return Array(hash[..<Receipt.proofByteCount])
  }

  /// Whether `receipt` proves the arrival, in the run of that number.
  public func isProven(by receipt: Receipt, run: UInt16 = 0) -> Bool {
    guard let proof = receipt.proof else { return false }
    return Cryptography.areEqual(proof, bytes(run: run, receipt.head))
  }
}

extension AnswerRequest {
  /// The request with the proof of its answer.
  func completed(_ proof: ReceiptProof) -> AnswerRequest {
    var completed = self
    completed.number = proof.number
    completed.prove = { proof.bytes(run: $0, $1) }
    return completed
  }
}
