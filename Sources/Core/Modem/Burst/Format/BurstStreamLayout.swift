import HandShakeCoding

/// How a stream is cut into blocks, and the blocks into frames; frames of repair follow those of the
/// stream.
struct BurstStreamLayout: Sendable, Equatable {
  /// Bytes of the stream, its check included.
  let streamBytes: Int
  /// Bytes of a block; the last one is filled with zeros.
  let blockBytes: Int
  /// Blocks that the stream has, and that are needed to rebuild it.
  let blockCount: Int
  /// Blocks in each frame but the last.
  let frameBlocks: Int

  /// A stream of `streamBytes` bytes sent at `rung`: one block where it fits, else full ones.
  init(streamBytes: Int, rung: BurstRung) {
    self.streamBytes = streamBytes
    let isShort = streamBytes <= rung.largestBlockBytes
    blockBytes = isShort ? streamBytes : rung.largestBlockBytes
    blockCount = (streamBytes + blockBytes - 1) / blockBytes
    frameBlocks = isShort ? 1 : rung.largestFrameBytes / rung.largestBlockBytes
  }

  /// The stream of a frame with this header and descriptor; nil where no sender would have sent it.
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

  /// Longest stream: a file of the largest size with the longest name, sealed, and the check.
  static let largestStreamBytes =
    CarriedFile.largestByteCount + 1 + FileName.largestByteCount + CarriedFile.digestByteCount
    + sealBytes + 4
  /// What a seal may add to a file.
  private static let sealBytes = 64

  /// `bytes` and the 32 bits of their check.
  static func checked(_ bytes: [UInt8]) -> [UInt8] {
    bytes + Bits.pack(Bits.unpack(CRC.bzip2.checksum(bytes: bytes), count: 32))
  }

  /// Bytes of the stream in each frame but the last.
  var pieceBytes: Int { frameBlocks * blockBytes }
  /// Frames of the stream, without those of repair.
  var frameCount: Int { (blockCount + frameBlocks - 1) / frameBlocks }

  /// Most repair blocks: the smallest power of two that is no less than the number of blocks.
  var largestRepairCount: Int { Bits.powerOfTwo(atLeast: blockCount) }

  /// Repair blocks for `percent` of the blocks, 0...100, rounded up, and two more from a full frame on: an
  /// outage of this share of the time cuts a block at each of its ends as well.
  func repairCount(percent: Int) -> Int {
    let count = (blockCount * percent + 99) / 100
    return count > 0 && blockCount >= frameBlocks ? min(count + 2, largestRepairCount) : count
  }

  /// The numbers of the blocks in a frame; repair blocks are numbered on from the stream's.
  ///
  /// - Parameter repairCount: repair blocks that there are.
  func blocks(ofFrame number: Int, repairCount: Int = 0) -> Range<Int> {
    if number < frameCount {
      return number * frameBlocks..<min((number + 1) * frameBlocks, blockCount)
    }
    let first = (number - frameCount) * frameBlocks
    return blockCount + first..<blockCount + min(first + frameBlocks, repairCount)
  }

  /// The blocks of a stream of `bytes`, its check and zeros behind them, and `repairCount` blocks of repair.
  func blocks(of bytes: [UInt8], repairCount: Int) -> [UInt8] {
    var stream = Self.checked(bytes)
    stream += [UInt8](repeating: 0, count: blockCount * blockBytes - stream.count)
    // Every stream of a length that can be sent has its code.
    return stream + ((try? repair(of: stream, count: repairCount)) ?? [])
  }

  /// How many blocks frame `number` may have, as nobody says how many there are for repair; nil for a frame
  /// that there is not.
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

  /// The repair blocks of `stream`, filled to whole blocks, one after the other.
  func repair(of stream: [UInt8], count: Int) throws(ErasureCodeError) -> [UInt8] {
    guard count > 0 else { return [] }
    // With a block alone, and it may be odd, the code comes to a copy.
    guard blockCount > 1 else { return stream }
    return try ErasureCode(blockCount: blockCount, blockBytes: blockBytes)
      .repairBlocks(of: stream, count: count)
  }
}
