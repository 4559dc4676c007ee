import Coding

/// The blocks of one stream, as they come.
struct BurstCollection {
  /// The values that tell streams apart: descriptors that differ in any of them belong to different streams.
  struct Key: Equatable {
    var content: ContentNumber
    var identity: UInt16
    var layout: BurstStreamLayout
    var bandIndex: Int
  }

  /// What became of a block.
  enum Outcome {
    /// The block is new.
    case new
    /// The block came before.
    case known
    /// Another block came before in its place: this is another stream.
    case contrary
  }

  let key: Key
  private var blocks: [[UInt8]?]
  private var repair: [(number: Int, bytes: [UInt8])] = []

  /// Blocks that came, repair blocks included.
  private(set) var receivedCount = 0

  init(_ key: Key) {
    self.key = key
    blocks = [[UInt8]?](repeating: nil, count: key.layout.blockCount)
  }

  /// Blocks that rebuild the stream.
  var neededCount: Int { key.layout.blockCount }
  /// Repair blocks that came.
  var repairCount: Int { repair.count }
  /// Whether there is enough to rebuild the stream.
  var isComplete: Bool { receivedCount >= neededCount }
  /// Numbers of the stream's own blocks that did not come, from 1.
  var missing: [Int] { blocks.indices.filter { blocks[$0] == nil }.map { $0 + 1 } }

  /// Takes block `number`; those of repair are numbered on from the stream's.
  mutating func take(_ bytes: [UInt8], number: Int) -> Outcome {
    guard bytes.count == key.layout.blockBytes else { return .contrary }
    if number < blocks.count {
      if let known = blocks[number] { return known == bytes ? .known : .contrary }
      blocks[number] = bytes
    } else {
      let index = number - blocks.count
      if let known = repair.first(where: { $0.number == index }) {
        return known.bytes == bytes ? .known : .contrary
      }
      repair.append((index, bytes))
    }
    receivedCount += 1
    return .new
  }

  /// The stream, without its check; nil unless there are blocks enough and the check holds.
  func rebuilt() -> [UInt8]? {
    let layout = key.layout
    guard isComplete else { return nil }
    var stream: [UInt8] = []
    stream.reserveCapacity(layout.blockCount * layout.blockBytes)
    let none = [UInt8](repeating: 0, count: layout.blockBytes)
    for block in blocks { stream += block ?? none }
    if blocks.count == 1 {
      if blocks[0] == nil { stream = repair[0].bytes }
    } else {
      guard (try? restore(&stream)) != nil else { return nil }
    }
    // The last block is filled with zeros.
    guard stream[layout.streamBytes...].allSatisfy({ $0 == 0 }) else { return nil }
    let bytes = Array(stream[..<(layout.streamBytes - 4)])
    return stream.starts(with: BurstStreamLayout.checked(bytes)) ? bytes : nil
  }

  private func restore(_ stream: inout [UInt8]) throws(ErasureCodeError) {
    guard blocks.contains(where: { $0 == nil }) else { return }
    try ErasureCode(blockCount: blocks.count, blockBytes: key.layout.blockBytes)
      .restore(&stream, isPresent: blocks.map { $0 != nil }, repair: repair)
  }
}
