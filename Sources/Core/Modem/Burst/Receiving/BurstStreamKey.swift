import HandShakeCoding

/// What tells streams apart: descriptors that differ in any of it belong to different streams.
struct BurstStreamKey: Equatable {
  var content: ContentNumber
  var identity: UInt16
  var layout: BurstStreamLayout
  var bandIndex: Int
}

extension Pieces {
  /// Numbers of the own blocks of a stream of `layout` that did not come, from 1; blocks of repair are numbered on from
  /// those.
  func missing(of layout: BurstStreamLayout) -> [Int] {
    (0..<layout.blockCount).filter { !has($0) }.map { $0 + 1 }
  }
}

extension Pieces.Choice {
  /// The stream, without its check; nil unless there are blocks enough and the check holds.
  func rebuilt(_ layout: BurstStreamLayout) -> [UInt8]? {
    guard count >= layout.blockCount else { return nil }
    let blocks = (0..<layout.blockCount).map { self[$0] }
    var stream: [UInt8] = []
    stream.reserveCapacity(layout.blockCount * layout.blockBytes)
    let none = [UInt8](repeating: 0, count: layout.blockBytes)
    for block in blocks { stream += block ?? none }
    let repair = (0..<layout.largestRepairCount).compactMap { number in
      self[layout.blockCount + number].map { (number: number, bytes: $0) }
    }
    if blocks.count == 1 {
      if blocks[0] == nil { stream = repair[0].bytes }
    } else if blocks.contains(where: { $0 == nil }) {
      let code = try? ErasureCode(blockCount: blocks.count, blockBytes: layout.blockBytes)
      let isPresent = blocks.map { $0 != nil }
      guard (try? code?.restore(&stream, isPresent: isPresent, repair: repair)) != nil else {
        return nil
      }
    }
    // The last block is filled with zeros.
    guard stream[layout.streamBytes...].allSatisfy({ $0 == 0 }) else { return nil }
    let bytes = Array(stream[..<(layout.streamBytes - 4)])
    return stream.starts(with: BurstStreamLayout.checked(bytes)) ? bytes : nil
  }
}
