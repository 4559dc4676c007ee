import Coding

/// Joins the parts of messages that are longer than a frame.
///
/// A few messages are collected at a time, the one that was silent longest gives way; each part's
/// blocks were checked, and 32 bits check the whole.
struct BurstMessages {
  private struct Key: Equatable {
    var identity: UInt16
    var streamBytes: Int
    var pieceBytes: Int
    var content: UInt8
    var bandIndex: Int
  }

  private struct Partial {
    let key: Key
    var pieces: [[UInt8]?]
    var frame: Frame
    var isDelivered = false
    var missing: [Int] { pieces.indices.filter { pieces[$0] == nil }.map { $0 + 1 } }
  }

  private static let mostPartials = 4
  /// Longest text that is put together: 1 MB and some.
  private static let mostBytes = 1_100_000
  private let gapSeconds: Double
  private var partials: [Partial] = []

  init(gapSeconds: Double) { self.gapSeconds = gapSeconds }

  /// Takes a part of a text; parts of anything else are not text and are let go.
  mutating func take(
    _ part: BurstPart, _ bytes: [UInt8], _ frame: Frame, bandIndex: Int,
    _ events: inout [ReceiverEvent]
  ) {
    guard part.content == .text, part.streamBytes <= Self.mostBytes, part.number < part.frameCount
    else { return }
    let key = Key(
      identity: part.identity, streamBytes: part.streamBytes, pieceBytes: part.pieceBytes,
      content: part.content.rawValue, bandIndex: bandIndex)
    var partial = Partial(
      key: key, pieces: [[UInt8]?](repeating: nil, count: part.frameCount), frame: frame)
    if let known = partials.firstIndex(where: { $0.key == key }) {
      partial = partials.remove(at: known)
      partial.frame.endSeconds = max(partial.frame.endSeconds, frame.endSeconds)
    }
    if !partial.isDelivered {
      partial.pieces[part.number] = bytes
      if partial.missing.isEmpty { deliver(&partial, &events) }
    }
    if partials.count == Self.mostPartials { report(partials.removeFirst(), &events) }
    partials.append(partial)
  }

  private mutating func deliver(_ whole: inout Partial, _ events: inout [ReceiverEvent]) {
    let stream = Array(whole.pieces.compactMap { $0 }.joined().prefix(whole.key.streamBytes))
    let count = whole.key.streamBytes - 4
    guard count >= 0, stream.count == whole.key.streamBytes else { return }
    let sent = stream[count...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let bytes = Array(stream[..<count])
    guard CRC.bzip2.checksum(bytes: bytes) == sent else {
      // Two senders may have drawn the same identity: start anew.
      events.append(.failed(Failure(frame: whole.frame, stage: .check, heard: [])))
      whole.pieces = [[UInt8]?](repeating: nil, count: whole.pieces.count)
      return
    }
    whole.isDelivered = true
    whole.pieces = []
    events.append(.message(Message(frame: whole.frame, bytes: bytes, correctedSymbols: 0)))
  }

  /// Forgets what is too old at `seconds` and tells which parts never came.
  mutating func expire(at seconds: Double, _ events: inout [ReceiverEvent]) {
    while let index = partials.firstIndex(where: {
      $0.frame.endSeconds < seconds - Self.memorySeconds
    }) {
      report(partials.remove(at: index), &events)
    }
  }

  /// How long after its last frame a message is waited for.
  private static let memorySeconds = 60.0

  /// Tells which parts are missing when no more samples come.
  mutating func finish(_ events: inout [ReceiverEvent]) {
    for partial in partials { report(partial, &events) }
    partials = []
  }

  private func report(_ partial: Partial, _ events: inout [ReceiverEvent]) {
    guard !partial.isDelivered else { return }
    events.append(.detected(partial.frame))
    events.append(
      .failed(
        Failure(
          frame: partial.frame,
          stage: .parts(missing: partial.missing, count: partial.pieces.count), heard: [])))
  }
}
