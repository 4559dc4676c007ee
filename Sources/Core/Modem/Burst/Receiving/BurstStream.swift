import HandShakeCoding

/// A message in many burst frames, by the fields that their descriptors share.
struct BurstStream: PieceStream {
  let content: ContentNumber
  let identity: UInt16
  let layout: BurstStreamLayout
  let bandIndex: Int

  static let (mostStreams, mostDelivered, isFollowed) = (8, 16, true)

  /// The stream of a frame with this header and descriptor; nil if no sender would have sent it.
  init?(_ header: BurstHeader, _ part: BurstPart, bandIndex: Int) {
    guard let layout = BurstStreamLayout(header, part) else { return nil }
    (content, identity) = (part.content, part.identity)
    (self.layout, self.bandIndex) = (layout, bandIndex)
  }

  var pieceCount: Int { layout.blockCount }

  /// Rebuilds the stream without its check from its own blocks and repair blocks.
  func rebuild(_ pieces: inout Pieces.Choice) -> [UInt8]? {
    let (count, size) = (layout.blockCount, layout.blockBytes)
    let isPresent = (0..<count).map { pieces[$0] != nil }
    let repair = (0..<layout.largestRepairCount).compactMap { number in
      pieces[count + number].map { (number: number, bytes: $0.bytes) }
    }
    // The repair block of a stream of one block is that block.
    let none = count == 1 ? repair.first?.bytes ?? [] : [UInt8](repeating: 0, count: size)
    var stream = (0..<count).flatMap { pieces[$0]?.bytes ?? none }
    if count > 1, isPresent.contains(false) {
      let code = try? ErasureCode(blockCount: count, blockBytes: size)
      guard (try? code?.restore(&stream, isPresent: isPresent, repair: repair)) != nil else {
        return nil
      }
    }
    let bytes = Array(stream[..<(layout.streamBytes - 4)])
    // Zeros fill the last block.
    guard stream.starts(with: BurstStreamLayout.checked(bytes)),
      stream[layout.streamBytes...].allSatisfy({ $0 == 0 }),
      content.kind != .file || CarriedFile(packed: bytes) != nil
    else { return nil }
    for number in 0..<count where !isPresent[number] {
      pieces[number] = .init(bytes: Array(stream[number * size..<(number + 1) * size]))
    }
    return bytes
  }

  func stage(missing: [Int], repairCount: Int) -> Failure.Stage {
    .blocks(missing: missing, count: pieceCount, repair: repairCount)
  }
}

extension Reassembly<BurstStream> {
  /// Missing blocks are reported after a minute; the next round may come up to an hour later.
  init() { self.init(patienceSeconds: 60, memorySeconds: 3600) }

  /// Takes block `block` of frame `frameNumber`; a message has the times of its last frame.
  mutating func take(
    _ bytes: [UInt8], correctedSymbols: Int = 0, block: Int, ofFrame frameNumber: Int,
    of stream: BurstStream, _ frame: Frame, _ session: inout Session
  ) {
    let layout = stream.layout
    guard bytes.count == layout.blockBytes else { return }
    let number = layout.blocks(ofFrame: frameNumber, repairCount: .max).lowerBound + block
    let outcome = take(
      bytes, number: number, of: stream, correctedSymbols: correctedSymbols, frame, &session)
    guard case .whole(let bytes, let whole, let corrected) = outcome else { return }
    var current = frame
    (current.number, current.newSoundSeconds) = (whole.number, whole.newSoundSeconds)
    current.takeWeaker(whole)
    if stream.content.kind == .file, let file = CarriedFile(packed: bytes) {
      session.tell(.file(ReceivedFile(frame: current, file: file, correctedSymbols: corrected)))
    } else {
      session.tell(bytes, of: stream.content, current, correctedSymbols: corrected)
    }
  }
}
