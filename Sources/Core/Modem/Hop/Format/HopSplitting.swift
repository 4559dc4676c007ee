import Coding

/// A message to the texts of its frames.
///
/// A message that one frame holds and that is sent once is one text without a part. Any other is cut
/// into the longest pieces that fit, at the borders of characters.
extension HopFraming {
  /// Most parts of a message.
  static let mostParts = 256

  /// The texts that carry `bytes`, in order.
  ///
  /// - Parameters:
  ///   - identity: common to the parts and copies of this message.
  ///   - isRepeated: whether more copies follow, which are to count as one message.
  /// - Throws: `emptyText`, `textTooLong`.
  func texts(
    _ bytes: [UInt8], identity: UInt16, isRepeated: Bool
  ) throws(TransmitterError) -> [HopText] {
    guard !bytes.isEmpty else { throw .emptyText }
    if !isRepeated && holds(HopText(bytes: bytes)) { return [HopText(bytes: bytes)] }
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      guard pieces.count < Self.mostParts else {
        throw .textTooLong(count: bytes.count, limit: start)
      }
      let end = pieceEnd(bytes, from: start)
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    let last = UInt8(pieces.count - 1)
    let check = Self.wholeCheck(bytes, identity: identity)
    return pieces.enumerated().map { number, piece in
      var part = HopText.Part(identity: identity, number: UInt8(number), last: last)
      if part.carriesCheck { part.check = check }
      return HopText(bytes: piece, part: part)
    }
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

  /// Where the longest piece ends that begins at `start`.
  private func pieceEnd(_ bytes: [UInt8], from start: Int) -> Int {
    // Whichever piece turns out to be the last carries the check.
    let longest = HopText.Part(identity: 0, number: 1, last: 1)
    var end = min(start + parameters.longestTextBytes, bytes.count)
    while !holds(HopText(bytes: Array(bytes[start..<end]), part: longest)) { end -= 1 }
    // A UTF-8 character has at most three bytes after its first; more are no text.
    var border = end
    while border < bytes.count && bytes[border] & 0xC0 == 0x80 && end - border < 3 { border -= 1 }
    return border < bytes.count && bytes[border] & 0xC0 == 0x80 ? end : border
  }
}
