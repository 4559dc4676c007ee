import HandShakeCoding

/// The division of a stream into blocks, and of blocks into frames. Repair frames follow the frames
/// of the stream.
struct BurstStreamLayout: Sendable, Equatable {
  /// Bytes of the stream, its check included.
  let streamBytes: Int
  /// Bytes of a block; zeros fill the last block.
  let blockBytes: Int
  /// Blocks of the stream, and the number of blocks that rebuild it.
  let blockCount: Int
  /// Blocks in each frame but the last.
  let frameBlocks: Int

  /// A stream of `streamBytes` bytes at `rung`: one block if it fits, otherwise full blocks.
  init(streamBytes: Int, rung: BurstRung) {
    self.streamBytes = streamBytes
    let isShort = streamBytes <= rung.largestBlockBytes
    blockBytes = isShort ? streamBytes : rung.largestBlockBytes
    blockCount = (streamBytes + blockBytes - 1) / blockBytes
    frameBlocks = isShort ? 1 : rung.largestFrameBytes / rung.largestBlockBytes
  }

  /// The stream of a frame with this header and descriptor; nil if no sender would have sent it.
  init?(_ header: BurstHeader, _ part: BurstPart) {
    guard part.streamBytes <= Self.largestStreamBytes else { return nil }
    self.init(streamBytes: part.streamBytes, rung: BurstRung.ladder[header.rung])
    guard part.pieceBytes == pieceBytes, header.byteCount % blockBytes == 0 else { return nil }
    let carried = header.byteCount / blockBytes
    if part.number < frameCount {
      guard carried == blocks(ofFrame: part.number).count else { return nil }
    } else {
      guard carried <= frameBlocks,
        (part.number - frameCount) * frameBlocks + carried <= largestRepairCount
      else { return nil }
    }
  }

  /// The longest stream: the largest file with the longest name, sealed, and the check.
  static let largestStreamBytes =
    CarriedFile.largestByteCount + 1 + FileName.largestByteCount + CarriedFile.digestByteCount
    + sealBytes + 4
  /// The most bytes that a seal adds to a file.
  private static let sealBytes = 64

  /// `bytes` and the 32 bits of their check.
  static func checked(_ bytes: [UInt8]) -> [UInt8] {
    bytes + Bits.pack(Bits.unpack(CRC.bzip2.checksum(bytes: bytes), count: 32))
  }

  /// Bytes of the stream in each frame but the last.
  var pieceBytes: Int { frameBlocks * blockBytes }
  /// Frames of the stream without repair frames.
  var frameCount: Int { (blockCount + frameBlocks - 1) / frameBlocks }

  /// The most repair blocks: the smallest power of two at or above the number of blocks.
  var largestRepairCount: Int { Bits.powerOfTwo(atLeast: blockCount) }

  /// Repair blocks for `percent` (0...100) of the blocks, rounded up. A stream of a full frame or
  /// more gets two more, as an outage of this share also cuts a block at each end.
  func repairCount(percent: Int) -> Int {
    let count = (blockCount * percent + 99) / 100
    return count > 0 && blockCount >= frameBlocks ? min(count + 2, largestRepairCount) : count
  }

  /// The numbers of the blocks in a frame. Numbers of repair blocks continue those of the stream.
  ///
  /// - Parameter repairCount: the number of repair blocks in the message.
  func blocks(ofFrame number: Int, repairCount: Int = 0) -> Range<Int> {
    if number < frameCount {
      return number * frameBlocks..<min((number + 1) * frameBlocks, blockCount)
    }
    let first = (number - frameCount) * frameBlocks
    return blockCount + first..<blockCount + min(first + frameBlocks, repairCount)
  }

  /// The blocks of the stream of `bytes` with check and zeros, then `repairCount` repair blocks.
  func blocks(of bytes: [UInt8], repairCount: Int) -> [UInt8] {
    var stream = Self.checked(bytes)
    stream += [UInt8](repeating: 0, count: blockCount * blockBytes - stream.count)
    // Every stream of a length that can be sent has a code.
    return stream + ((try? repair(of: stream, count: repairCount)) ?? [])
  }

  /// The possible numbers of blocks of frame `number`, or nil if the frame cannot exist. No field
  /// states the number of repair blocks.
  func blockCounts(ofFrame number: Int, mayBeLast: Bool) -> ClosedRange<Int>? {
    guard number >= 0 else { return nil }
    if number < frameCount {
      let count = blocks(ofFrame: number).count
      return count...count
    }
    let most = min(frameBlocks, largestRepairCount - (number - frameCount) * frameBlocks)
    guard most > 0 else { return nil }
    return (mayBeLast ? 1 : most)...most
  }

  /// The repair blocks of `stream`, which is filled to whole blocks, one after the other.
  func repair(of stream: [UInt8], count: Int) throws(ErasureCodeError) -> [UInt8] {
    guard count > 0 else { return [] }
    // For a single block, which may have an odd size, the code is a copy.
    guard blockCount > 1 else { return stream }
    return try ErasureCode(blockCount: blockCount, blockBytes: blockBytes)
      .repairBlocks(of: stream, count: count)
  }
}
