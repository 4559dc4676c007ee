import HandShakeModem

extension TransmittedContent {
  /// This text or file, sealed with `secret` at `time`. Sealed content stays as it is.
  ///
  /// Send it by a protocol that `carriesSealedContent`.
  ///
  /// - Throws: `emptyText`; above `SealedContent.mostBytes`, `textTooLong` or `fileTooLong`.
  public func sealed(
    with secret: Secret, at time: SealingTime = SealedClock.now
  ) throws(TransmitterError) -> TransmittedContent {
    let content: SealedContent
    switch self {
    case .text(let text): content = .text(text)
    case .file(let file): content = .file(file.packed)
    case .sealed, .receipt, .ranging, .pairing: return self
    }
    let (count, limit) = (content.bytes.count, SealedContent.mostBytes)
    guard count > 0 else { throw .emptyText }
    guard count <= limit else {
      throw content.isFile
        ? .fileTooLong(count: count, limit: limit) : .textTooLong(count: count, limit: limit)
    }
    return .sealed(
      SealedBytes(leastByteCount: content.leastEnvelopeBytes) { byteCount in
        let sealed = try? secret.seal(
          content, at: time, contentNumber: SealedBytes.contentNumber, filling: byteCount)
        guard let sealed else { preconditionFailure("its length was checked") }
        return sealed
      })
  }
}
