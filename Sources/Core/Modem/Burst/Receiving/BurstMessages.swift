import HandShakeCoding

/// Joins the blocks of messages in many frames: texts that are long or sent again, and files.
///
/// Frames with the same descriptor belong to one stream, whenever and how often they come, so a receiver
/// that came late or lost blocks collects them from the next round of a sender that loops. Blocks were
/// checked one by one; 32 bits check the whole. The memory is bounded whatever descriptors say: a few
/// streams of a megabyte, and nothing is set aside for blocks that did not come.
struct BurstMessages {
  private struct Stream {
    let key: BurstStreamKey
    var blocks = Pieces()
    /// The first frame that was heard since the last report.
    var frame: Frame
    var lastSeconds: Double
    /// When its last new block came. Frames that are known extend the life of nothing, or whoever replays one
    /// could complete an old message at a time of his own.
    var newSeconds: Double
    var correctedSymbols = 0
    /// Whether `detected` is out, and neither a message nor a failure followed.
    var isOpen = true
  }

  private struct Delivered {
    let key: BurstStreamKey
    /// Checksums of the stream's blocks: other blocks are another message, or somebody's who contradicts it.
    let checks: [UInt32]
    /// All blocks, as long as there is room for them.
    var blocks: Pieces.Choice?
    var lastSeconds: Double
  }

  private static let mostStreams = 8
  private static let mostDelivered = 16
  /// Bytes of messages that are out whose blocks are kept: two of the longest.
  private static let mostDeliveredBytes = 2 << 20
  /// Seconds after its last frame when it is reported that a message lacks blocks.
  private static let patienceSeconds = 60.0
  /// Seconds after its last new block when its blocks are forgotten.
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
    return streams.contains { $0.key == key }
  }

  /// Whether blocks are missing of a stream in that band of which something was heard since `seconds`.
  func lacksBlocks(bandIndex: Int, since seconds: Double) -> Bool {
    streams.contains { $0.key.bandIndex == bandIndex && $0.lastSeconds > seconds }
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
    guard bytes.count == layout.blockBytes else { return }
    var former: Pieces?
    if let index = delivered.firstIndex(where: { $0.key == key }) {
      guard number < layout.blockCount,
        delivered[index].checks[number] != CRC.bzip2.checksum(bytes: bytes)
      else {
        // One that contradicts what is out may have this block too.
        if let rivals = streams.firstIndex(where: { $0.key == key }) {
          collect(bytes, correctedSymbols, number, at: rivals, frame, &session)
        }
        let count = layout.blockCount
        session.tell(.blocks(frame, received: count, count: count))
        return
      }
      // Another message that drew the same identity and has the same length, or the one that was sent, where the other
      // was not.
      former = delivered[index].blocks.map { Pieces(inheriting: $0) }
      if former == nil { delivered.remove(at: index) }
    }
    let index = stream(of: key, frame, &session, former)
    guard collect(bytes, correctedSymbols, number, at: index, frame, &session) else {
      // Whoever waits for an answer is to have one, though nothing is new.
      if frame.answer != nil { tellProgress(of: streams[index], frame, &session) }
      return
    }
  }

  /// Gives block `number` to a stream, and delivers what holds a check then; gives whether the block is new.
  @discardableResult
  private mutating func collect(
    _ bytes: [UInt8], _ correctedSymbols: Int, _ number: Int, at index: Int, _ frame: Frame,
    _ session: inout Session
  ) -> Bool {
    let layout = streams[index].key.layout
    guard streams[index].blocks.take(bytes, number: number, frame) else { return false }
    streams[index].correctedSymbols += correctedSymbols
    streams[index].newSeconds = max(streams[index].newSeconds, frame.endSeconds)
    streams[index].frame.takeWeaker(frame)
    tellProgress(of: streams[index], frame, &session)
    guard streams[index].blocks.count >= layout.blockCount else { return true }
    var current = frame
    current.number = streams[index].frame.number
    current.takeWeaker(streams[index].frame)
    for choice in streams[index].blocks.choices(with: number) {
      current.newSoundSeconds = choice.soundSeconds
      if deliver(choice, at: index, current, &session) { return true }
    }
    // Two senders may have drawn the same identity.
    if streams[index].blocks.ownCount >= layout.blockCount, streams[index].isOpen {
      streams[index].isOpen = false
      session.tell(.failed(Failure(frame: current, stage: .check, isCertain: true)))
    }
    return true
  }

  private func tellProgress(of stream: Stream, _ frame: Frame, _ session: inout Session) {
    var current = frame
    current.number = stream.frame.number
    let needed = stream.key.layout.blockCount
    // Where blocks contradict each other one at least is another's.
    let most = stream.blocks.isContested ? max(needed - 1, 1) : needed
    session.tell(.blocks(current, received: min(stream.blocks.count, most), count: needed))
  }

  /// The stream of a descriptor; nil where no sender would have sent it.
  private static func key(
    _ part: BurstPart, _ header: BurstHeader, bandIndex: Int
  ) -> BurstStreamKey? {
    guard let layout = BurstStreamLayout(header, part) else { return nil }
    return BurstStreamKey(
      content: part.content, identity: part.identity, layout: layout, bandIndex: bandIndex)
  }

  /// Where the stream of `key` is; it is announced where it is new or had been given up.
  ///
  /// - Parameter former: what contradicts a new one; nil where nothing does.
  private mutating func stream(
    of key: BurstStreamKey, _ frame: Frame, _ session: inout Session,
    _ former: Pieces? = nil
  ) -> Int {
    if let index = streams.firstIndex(where: { $0.key == key }) {
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
        key: key, blocks: former ?? Pieces(), frame: frame,
        lastSeconds: frame.endSeconds, newSeconds: frame.endSeconds))
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
        streams[$0].blocks.count < streams[$1].blocks.count
      }
    if let index { report(streams.remove(at: index), &session) }
  }

  /// Delivers what a choice of a stream's blocks makes, and gives whether its check holds. Blocks that contradict it are
  /// another stream's then.
  private mutating func deliver(
    _ choice: Pieces.Choice, at index: Int, _ frame: Frame, _ session: inout Session
  ) -> Bool {
    let key = streams[index].key
    guard let bytes = choice.rebuilt(key.layout) else { return false }
    let corrected = streams[index].correctedSymbols
    if key.content.kind == .file {
      guard let file = CarriedFile(packed: bytes) else { return false }
      session.tell(.file(ReceivedFile(frame: frame, file: file, correctedSymbols: corrected)))
    } else {
      session.tell(bytes, of: key.content, frame, correctedSymbols: corrected)
    }
    streams[index].blocks.remove(choice)
    if streams[index].blocks.count == 0 {
      streams.remove(at: index)
    } else {
      streams[index].frame.number = session.nextFrameNumber()
      session.tell(.detected(streams[index].frame))
    }
    delivered.removeAll { $0.key == key }
    if delivered.count == Self.mostDelivered { delivered.removeFirst() }
    let blocks = Self.blocks(bytes, key.layout)
    var whole = choice
    for (number, block) in blocks.enumerated() { whole.complete(block, number: number) }
    delivered.append(
      Delivered(
        key: key, checks: blocks.map { CRC.bzip2.checksum(bytes: $0) }, blocks: whole,
        lastSeconds: frame.endSeconds))
    while delivered.reduce(0, { $0 + ($1.blocks == nil ? 0 : $1.key.layout.streamBytes) })
      > Self.mostDeliveredBytes, let oldest = delivered.firstIndex(where: { $0.blocks != nil })
    {
      delivered[oldest].blocks = nil
    }
    return true
  }

  /// The blocks of a stream that holds `bytes`.
  private static func blocks(_ bytes: [UInt8], _ layout: BurstStreamLayout) -> [[UInt8]] {
    let stream = layout.blocks(of: bytes, repairCount: 0)
    return (0..<layout.blockCount).map {
      Array(stream[$0 * layout.blockBytes..<($0 + 1) * layout.blockBytes])
    }
  }

  /// Reports at `seconds` the streams that lack blocks and were silent for long, and forgets those that are too old.
  mutating func expire(at seconds: Double, _ session: inout Session) {
    for index in streams.indices
    where streams[index].isOpen && streams[index].lastSeconds < seconds - Self.patienceSeconds {
      report(streams[index], &session)
      streams[index].isOpen = false
    }
    streams.removeAll { $0.newSeconds < seconds - Self.memorySeconds }
    delivered.removeAll { $0.lastSeconds < seconds - Self.memorySeconds }
  }

  /// Reports the streams that lack blocks when no more samples come.
  mutating func finish(_ session: inout Session) {
    for stream in streams { report(stream, &session) }
    streams = []
  }

  private func report(_ stream: Stream, _ session: inout Session) {
    guard stream.isOpen else { return }
    let (blocks, layout) = (stream.blocks, stream.key.layout)
    guard blocks.count < layout.blockCount else {
      session.tell(.failed(Failure(frame: stream.frame, stage: .check, isCertain: true)))
      return
    }
    let stage = Failure.Stage.blocks(
      missing: blocks.missing(of: layout), count: layout.blockCount,
      repair: blocks.count + blocks.missing(of: layout).count - layout.blockCount)
    session.tell(.failed(Failure(frame: stream.frame, stage: stage, heard: [])))
  }
}
