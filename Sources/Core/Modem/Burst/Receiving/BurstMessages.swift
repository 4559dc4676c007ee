import Coding

/// Joins the blocks of messages in many frames: texts that are long or sent again, and files.
///
/// Frames with the same descriptor belong to one stream, whenever and how often they come, so a receiver
/// that came late or lost blocks collects them from the next round of a sender that loops. Blocks were
/// checked one by one; 32 bits check the whole. The memory is bounded whatever descriptors say: a few
/// streams of a megabyte, and nothing is set aside for blocks that did not come.
struct BurstMessages {
  private struct Stream {
    var collection: BurstCollection
    /// The first frame that was heard since the last report.
    var frame: Frame
    var lastSeconds: Double
    var correctedSymbols = 0
    /// Whether `detected` is out, and neither a message nor a failure followed.
    var isOpen = true
  }

  private struct Delivered {
    let key: BurstCollection.Key
    /// Checksums of the stream's blocks: other blocks are another message.
    let checks: [UInt32]
    var lastSeconds: Double
  }

  private static let mostStreams = 8
  private static let mostDelivered = 16
  /// Seconds after its last frame when it is reported that a message lacks blocks.
  private static let patienceSeconds = 60.0
  /// Seconds after its last frame when its blocks are forgotten.
  private static let memorySeconds = 3600.0

  private var streams: [Stream] = []
  private var delivered: [Delivered] = []

  /// How many streams are being collected.
  var streamCount: Int { streams.count }

  /// Takes note of a frame whose descriptor was read.
  mutating func open(
    _ part: BurstPart, _ header: BurstHeader, _ frame: Frame, bandIndex: Int,
    _ session: inout Session
  ) {
    guard let key = Self.key(part, header, bandIndex: bandIndex) else { return }
    var frame = frame
    frame.answer = part.answer
    if let index = delivered.firstIndex(where: { $0.key == key }) {
      delivered[index].lastSeconds = max(delivered[index].lastSeconds, frame.endSeconds)
      return
    }
    _ = stream(of: key, frame, &session)
  }

  /// Whether blocks of the stream of a frame came, and not enough of them.
  func lacksBlocks(of part: BurstPart, _ header: BurstHeader, bandIndex: Int) -> Bool {
    guard let key = Self.key(part, header, bandIndex: bandIndex) else { return false }
    return streams.contains { $0.collection.key == key }
  }

  /// Whether blocks are missing of a stream in that band of which something was heard since `seconds`.
  func lacksBlocks(bandIndex: Int, since seconds: Double) -> Bool {
    streams.contains { $0.collection.key.bandIndex == bandIndex && $0.lastSeconds > seconds }
  }

  /// Takes block `block` of a frame, of which `correctedSymbols` symbols had to be repaired; a frame that
  /// no sender would send is let go.
  mutating func take(
    _ bytes: [UInt8], correctedSymbols: Int = 0, block: Int, of part: BurstPart,
    _ header: BurstHeader, _ frame: Frame,
    bandIndex: Int, _ session: inout Session
  ) {
    guard let key = Self.key(part, header, bandIndex: bandIndex) else { return }
    var frame = frame
    frame.answer = part.answer
    let layout = key.layout
    let number = layout.blocks(ofFrame: part.number, repairCount: .max).lowerBound + block
    if let index = delivered.firstIndex(where: { $0.key == key }) {
      guard number < layout.blockCount,
        delivered[index].checks[number] != CRC.bzip2.checksum(bytes: bytes)
      else {
        let count = layout.blockCount
        session.tell(.blocks(frame, received: count, count: count))
        return
      }
      // Another message that drew the same identity and has the same length.
      delivered.remove(at: index)
    }
    var index = stream(of: key, frame, &session)
    switch streams[index].collection.take(bytes, number: number) {
    case .known:
      // Whoever waits for an answer is to have one, though nothing is new.
      if frame.answer != nil { tellProgress(of: streams[index], frame, &session) }
      return
    case .new: break
    case .contrary:
      report(streams.remove(at: index), &session)
      index = stream(of: key, frame, &session)
      _ = streams[index].collection.take(bytes, number: number)
    }
    streams[index].correctedSymbols += correctedSymbols
    streams[index].frame.takeWeaker(frame)
    let collection = streams[index].collection
    tellProgress(of: streams[index], frame, &session)
    if collection.isComplete {
      var current = frame
      current.number = streams[index].frame.number
      current.takeWeaker(streams[index].frame)
      deliver(collection, current, streams.remove(at: index).correctedSymbols, &session)
    }
  }

  private func tellProgress(of stream: Stream, _ frame: Frame, _ session: inout Session) {
    var current = frame
    current.number = stream.frame.number
    let collection = stream.collection
    session.tell(
      .blocks(current, received: collection.receivedCount, count: collection.neededCount))
  }

  /// The stream of a descriptor; nil where no sender would have sent it.
  private static func key(
    _ part: BurstPart, _ header: BurstHeader, bandIndex: Int
  ) -> BurstCollection.Key? {
    guard let layout = BurstStreamLayout(header, part) else { return nil }
    return BurstCollection.Key(
      content: part.content, identity: part.identity, layout: layout, bandIndex: bandIndex)
  }

  /// Where the stream of `key` is; it is announced where it is new or had been given up.
  private mutating func stream(
    of key: BurstCollection.Key, _ frame: Frame, _ session: inout Session
  ) -> Int {
    if let index = streams.firstIndex(where: { $0.collection.key == key }) {
      streams[index].lastSeconds = max(streams[index].lastSeconds, frame.endSeconds)
      if !streams[index].isOpen {
        streams[index].isOpen = true
        streams[index].frame = frame
        session.tell(.detected(frame))
      }
      streams[index].frame.endSeconds = max(streams[index].frame.endSeconds, frame.endSeconds)
      return index
    }
    if streams.count == Self.mostStreams { makeRoom(at: frame.endSeconds, &session) }
    streams.append(
      Stream(
        collection: BurstCollection(key), frame: frame, lastSeconds: frame.endSeconds))
    session.tell(.detected(frame))
    return streams.count - 1
  }

  /// Forgets a stream: one that was given up, the longest silent of them, or the one with the fewest
  /// blocks, so that a flood of descriptors takes nothing from a stream that has many.
  private mutating func makeRoom(at seconds: Double, _ session: inout Session) {
    let silent = streams.indices.filter { !streams[$0].isOpen }
    let index =
      silent.min { streams[$0].lastSeconds < streams[$1].lastSeconds }
      ?? streams.indices.min {
        streams[$0].collection.receivedCount < streams[$1].collection.receivedCount
      }
    if let index { report(streams.remove(at: index), &session) }
  }

  private mutating func deliver(
    _ collection: BurstCollection, _ frame: Frame, _ corrected: Int,
    _ session: inout Session
  ) {
    let content = collection.key.content
    let bytes = collection.rebuilt()
    let file = content.kind == .file ? bytes.flatMap { CarriedFile(packed: $0) } : nil
    // Two senders may have drawn the same identity.
    guard let bytes, content.kind != .file || file != nil else {
      session.tell(.failed(Failure(frame: frame, stage: .check, isCertain: true)))
      return
    }
    if let file {
      session.tell(.file(ReceivedFile(frame: frame, file: file, correctedSymbols: corrected)))
    } else {
      session.tell(bytes, of: content, frame, correctedSymbols: corrected)
    }
    if delivered.count == Self.mostDelivered { delivered.removeFirst() }
    delivered.append(
      Delivered(
        key: collection.key, checks: Self.checks(bytes, collection.key.layout),
        lastSeconds: frame.endSeconds))
  }

  /// Checksums of the blocks of a stream that holds `bytes`.
  private static func checks(_ bytes: [UInt8], _ layout: BurstStreamLayout) -> [UInt32] {
    var stream = BurstStreamLayout.checked(bytes)
    stream += [UInt8](repeating: 0, count: layout.blockCount * layout.blockBytes - stream.count)
    return (0..<layout.blockCount).map {
      CRC.bzip2.checksum(bytes: stream[$0 * layout.blockBytes..<($0 + 1) * layout.blockBytes])
    }
  }

  /// Reports at `seconds` the streams that lack blocks and were silent for long, and forgets those that are too old.
  mutating func expire(at seconds: Double, _ session: inout Session) {
    for index in streams.indices
    where streams[index].isOpen && streams[index].lastSeconds < seconds - Self.patienceSeconds {
      report(streams[index], &session)
      streams[index].isOpen = false
    }
    streams.removeAll { $0.lastSeconds < seconds - Self.memorySeconds }
    delivered.removeAll { $0.lastSeconds < seconds - Self.memorySeconds }
  }

  /// Reports the streams that lack blocks when no more samples come.
  mutating func finish(_ session: inout Session) {
    for stream in streams { report(stream, &session) }
    streams = []
  }

  private func report(_ stream: Stream, _ session: inout Session) {
    guard stream.isOpen else { return }
    let collection = stream.collection
    let stage = Failure.Stage.blocks(
      missing: collection.missing, count: collection.neededCount, repair: collection.repairCount)
    session.tell(.failed(Failure(frame: stream.frame, stage: stage, heard: [])))
  }
}
