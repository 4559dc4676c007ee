import HandShakeCoding

/// Splits a message into the texts of its frames.
///
/// A message that fits in one frame and is sent once is one text without a part. Any other message
/// is cut into the longest pieces that fit, at the boundaries of characters.
extension HopFraming {
  /// Largest number of parts of a message.
  static let mostParts = 256

  /// The texts that carry `bytes`, in order.
  ///
  /// - Parameters:
  ///   - identity: common to the parts and copies of this message.
  ///   - isRepeated: whether more copies follow, which count as the same message.
  ///   - wantsAnswer: whether receivers answer. A text without a part then carries eight bits of
  ///     the identity.
  /// - Throws: `emptyText`, `notText`, `textTooLong`.
  func texts(
    _ bytes: [UInt8], identity: UInt16, isRepeated: Bool, wantsAnswer: Bool = false
  ) throws(TransmitterError) -> [HopText] {
    guard !bytes.isEmpty else { throw .emptyText }
    if let position = firstFault(in: bytes) { throw .notText(position: position) }
    let content = ContentNumber(.text, wantsAnswer: wantsAnswer)
    let whole = HopText(
      bytes: bytes, content: content,
      identity: wantsAnswer ? UInt8(truncatingIfNeeded: identity) : 0)
    if !isRepeated && holds(whole) { return [whole] }
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      guard pieces.count < Self.mostParts else {
        throw .textTooLong(count: bytes.count, limit: start)
      }
      let end = pieceEnd(bytes, from: start, content)
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    let last = UInt8(pieces.count - 1)
    let check = Self.wholeCheck(bytes, identity: identity)
    return pieces.enumerated().map { number, piece in
      var part = HopText.Part(identity: identity, number: UInt8(number), last: last)
      if part.carriesCheck { part.check = check }
      return HopText(bytes: piece, part: part, content: content)
    }
  }

  /// The texts that carry `sealed`, in order; the sealed bytes fill their frames.
  ///
  /// - Parameters: as for a text.
  /// - Throws: `textTooLong`.
  func texts(
    _ sealed: SealedBytes, identity: UInt16, isRepeated: Bool, wantsAnswer: Bool = false
  ) throws(TransmitterError) -> [HopText] {
    let count = sealed.leastByteCount
    let content = ContentNumber(.sealed, wantsAnswer: wantsAnswer)
    if !isRepeated, let filled = bodyByteCount(atLeast: count, part: nil) {
      return [HopText(bytes: sealed.bytes(filled), content: content)]
    }
    // All parts but the last fill a largest frame; the last part is as long as it must be.
    let full = bodyByteCount(
      sizeClass: largestSizeClass, part: HopText.Part(identity: identity, number: 0, last: 1))
    for last in min(max(0, count / full - 1), Self.mostParts)..<Self.mostParts {
      var part = HopText.Part(identity: identity, number: UInt8(last), last: UInt8(last))
      guard let rest = bodyByteCount(atLeast: max(count - last * full, 1), part: part) else {
        continue
      }
      let bytes = sealed.bytes(last * full + rest)
      part.check = part.carriesCheck ? Self.wholeCheck(bytes, identity: identity) : 0
      return (0...last).map { number in
        var own = part
        own.number = UInt8(number)
        if !own.carriesCheck { own.check = 0 }
        let piece = bytes[number * full..<min((number + 1) * full, bytes.count)]
        return HopText(bytes: Array(piece), part: own, content: content)
      }
    }
    throw .textTooLong(count: count, limit: Self.mostParts * full)
  }

  /// The text that carries `bytes` of other content, followed by zeros that fill the frame.
  func text(_ bytes: [UInt8], _ content: ContentNumber) -> HopText {
    let filled = bodyByteCount(atLeast: bytes.count, part: nil) ?? bytes.count
    let zeros = [UInt8](repeating: 0, count: filled - bytes.count)
    return HopText(bytes: bytes + zeros, content: content)
  }

  /// Bytes of the smallest frame that holds `count` bytes of sealed content; nil if no frame does.
  private func bodyByteCount(atLeast count: Int, part: HopText.Part?) -> Int? {
    (0...largestSizeClass).lazy.map { bodyByteCount(sizeClass: $0, part: part) }
      .first { $0 >= count }
  }

  private func bodyByteCount(sizeClass: Int, part: HopText.Part?) -> Int {
    HopText.bodyByteCount(
      bitCount: HopSize.symbolCounts[sizeClass] * parameters.bitsPerSymbol - Self.check.width,
      part: part)
  }

  /// The check over a whole message: CRC-24 of the two bytes of the identity, then the text.
  static func wholeCheck(_ bytes: [UInt8], identity: UInt16) -> UInt32 {
    check.checksum(bits: Bits.unpack(UInt32(identity), count: 16) + Bits.unpack(bytes))
  }

  /// Whether a frame holds `text`.
  private func holds(_ text: HopText) -> Bool {
    guard text.bytes.count <= parameters.longestTextBytes else { return false }
    let most = HopSize.symbolCounts[largestSizeClass] * parameters.bitsPerSymbol
    return text.bits.count + Self.check.width <= most
  }

  /// The end of the longest piece that begins at `start` and ends with a whole character.
  private func pieceEnd(_ bytes: [UInt8], from start: Int, _ content: ContentNumber) -> Int {
    // The last piece carries the check, and any piece may be the last.
    let longest = HopText.Part(identity: 0, number: 1, last: 1)
    var end = min(start + parameters.longestTextBytes, bytes.count)
    while !holds(HopText(bytes: Array(bytes[start..<end]), part: longest, content: content)) {
      end -= 1
    }
    while end < bytes.count && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
