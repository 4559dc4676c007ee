import HandShakeCoding

/// A message in several frames as its family knows it. Pieces of equal streams belong together.
protocol PieceStream: Equatable {
  /// Most streams that are collected at once.
  static var mostStreams: Int { get }
  /// Most delivered messages that are remembered.
  static var mostDelivered: Int { get }
  /// Whether `detected` and `blocks` are told. Otherwise `detected` comes only with a failure.
  static var isFollowed: Bool { get }

  /// Number of own pieces, from 0 on. As many of any kind rebuild it. Repair pieces follow.
  var pieceCount: Int { get }

  /// The bytes of `pieces`, which then has all own pieces; nil if their check fails.
  func rebuild(_ pieces: inout Pieces.Choice) -> [UInt8]?

  /// The failure of missing own pieces, numbered from 1. `repairCount` repair pieces came.
  func stage(missing: [Int], repairCount: Int) -> Failure.Stage
}

/// Rebuilds messages in several frames from their pieces, and remembers delivered messages.
///
/// Pieces may come at any time, in any order and often. A receiver that lost pieces collects them
/// from the next round of a sender that loops. The memory is bounded for all frames, and missing
/// pieces use no memory.
struct Reassembly<Stream: PieceStream> {
  /// The result of a piece.
  enum Outcome {
    case nothing
    /// The piece is from a delivered message with these pieces; nil if there was no room for them.
    case repeated(Pieces.Choice?)
    /// A message and all its frames: the number of the first, the figures of the weakest.
    case whole([UInt8], Frame, correctedSymbols: Int)
  }

  private struct Collected {
    let stream: Stream
    var pieces: Pieces
    /// All frames since the last failure.
    var frame: Frame
    /// When its last new piece came. Known frames do not count. Otherwise a replayed frame could
    /// complete an old message at any time.
    var newSeconds: Double
    var correctedSymbols = 0
    /// Whether its message or its failure is not reported yet.
    var isOpen = false
  }

  private struct Delivered {
    let stream: Stream
    /// Checksums of its own pieces. Any other piece contradicts the message.
    let checks: [UInt32]
    /// All pieces, if there is room for them.
    var pieces: Pieces.Choice?
    var lastSeconds: Double
  }

  /// Most bytes of pieces that are kept of delivered messages: two of the longest messages.
  private static var mostDeliveredBytes: Int { 2 << 20 }
  private let patienceSeconds: Double
  private let memorySeconds: Double
  private var collected: [Collected] = []
  private var delivered: [Delivered] = []

  /// - Parameters:
  ///   - patienceSeconds: time after its last frame until a failure is reported.
  ///   - memorySeconds: time after its last new piece until a message is forgotten. For a delivered
  ///     message, time after its last frame.
  init(patienceSeconds: Double, memorySeconds: Double) {
    (self.patienceSeconds, self.memorySeconds) = (patienceSeconds, memorySeconds)
  }

  /// Number of streams that are collected.
  var streamCount: Int { collected.count }

  /// Whether a stream for which `isMeant` holds lacks pieces.
  func lacksPieces(_ isMeant: (Stream) -> Bool) -> Bool {
    collected.contains { isMeant($0.stream) }
  }

  /// Notes a frame of `stream` before its pieces come.
  mutating func open(_ stream: Stream, _ frame: Frame, _ session: inout Session) {
    if out(stream, frame) == nil { collect(stream, [:], frame, &session) }
  }

  /// Takes a piece of `stream` with `correctedSymbols` repaired symbols.
  mutating func take(
    _ bytes: [UInt8], number: Int, of stream: Stream, correctedSymbols: Int, _ frame: Frame,
    _ session: inout Session
  ) -> Outcome {
    let (needed, out) = (stream.pieceCount, out(stream, frame))
    let isOut =
      out.map { number >= needed || $0.checks[number] == CRC.bzip2.checksum(bytes: bytes) } ?? false
    if !isOut {
      // It may contradict a delivered message, if two senders drew the same identity or if that
      // message is forged. Both may have the other pieces in common.
      collect(stream, out?.pieces ?? [:], frame, &session)
    } else if Stream.isFollowed {
      session.tell(.blocks(frame, received: needed, count: needed))
    }
    guard let index = collected.firstIndex(where: { $0.stream == stream }) else {
      return .repeated(out?.pieces)
    }
    let (isNew, isMoved) = collected[index].pieces.take(bytes, number: number, frame, isOut: isOut)
    if isNew {
      collected[index].correctedSymbols += correctedSymbols
      collected[index].newSeconds = max(collected[index].newSeconds, frame.endSeconds)
      collected[index].frame.takeWeaker(frame)
    }
    let pieces = collected[index].pieces
    // A sender that waits for an answer gets an answer even if nothing is new.
    if Stream.isFollowed, !isOut, isNew || frame.answer != nil {
      var current = frame
      current.number = collected[index].frame.number
      // If pieces contradict each other, at least one belongs to another message.
      let most = max(needed - (pieces.isContested ? 1 : 0), 1)
      session.tell(.blocks(current, received: min(pieces.count, most), count: needed))
    }
    if isMoved, pieces.count >= needed {
      for choice in pieces.choices(with: number) {
        if let whole = deliver(choice, at: index, frame, &session) { return whole }
      }
    }
    // Two senders may have drawn the same identity.
    if isNew, pieces.ownCount >= needed { report(index, &session) }
    return isOut ? .repeated(out?.pieces) : .nothing
  }

  /// Reports the missing pieces of messages that are silent at `seconds`, and forgets old messages.
  /// At infinity, after the last sample, all messages are silent and old.
  mutating func expire(at seconds: Double, _ session: inout Session) {
    let (silent, old) = (seconds - patienceSeconds, seconds - memorySeconds)
    for (index, one) in collected.enumerated()
    where one.frame.endSeconds < silent || one.newSeconds < old {
      report(index, &session)
    }
    collected.removeAll { $0.newSeconds < old }
    delivered.removeAll { $0.lastSeconds < old }
  }

  /// The delivered message of `stream`, with the time of `frame`; nil if it was not delivered.
  private mutating func out(_ stream: Stream, _ frame: Frame) -> Delivered? {
    guard let index = delivered.firstIndex(where: { $0.stream == stream }) else { return nil }
    delivered[index].lastSeconds = max(delivered[index].lastSeconds, frame.endSeconds)
    return delivered[index]
  }

  /// Collects `stream` from `frame` on. A new stream begins with the `former` pieces.
  private mutating func collect(
    _ stream: Stream, _ former: Pieces.Choice, _ frame: Frame, _ session: inout Session
  ) {
    let known = collected.firstIndex { $0.stream == stream }
    if known == nil {
      if collected.count == Stream.mostStreams { makeRoom(&session) }
      collected.append(
        Collected(
          stream: stream, pieces: Pieces(inheriting: former), frame: frame,
          newSeconds: frame.endSeconds))
    }
    let index = known ?? collected.count - 1
    if !collected[index].isOpen {
      collected[index].frame = frame
      announce(index, &session)
    }
    let whole = collected[index].frame
    collected[index].frame.startSeconds = min(whole.startSeconds, frame.startSeconds)
    collected[index].frame.endSeconds = max(whole.endSeconds, frame.endSeconds)
  }

  private mutating func announce(_ index: Int, _ session: inout Session) {
    collected[index].isOpen = true
    if Stream.isFollowed { session.tell(.detected(collected[index].frame)) }
  }

  /// Forgets a stream: the longest silent of the streams that were given up, otherwise the stream
  /// with the fewest pieces. A flood of streams thus takes nothing from a stream with many pieces.
  private mutating func makeRoom(_ session: inout Session) {
    var least = 0
    for (index, one) in collected.enumerated() {
      let other = collected[least]
      let isLess =
        one.isOpen != other.isOpen
        ? other.isOpen
        : one.isOpen
          ? one.pieces.count < other.pieces.count
          : one.frame.endSeconds < other.frame.endSeconds
      if isLess { least = index }
    }
    report(least, &session)
    collected.remove(at: least)
  }

  /// The message from the pieces at `index`; nil if its checksum is wrong or it is delivered
  /// already. Pieces that contradict it belong to another message.
  private mutating func deliver(
    _ choice: Pieces.Choice, at index: Int, _ frame: Frame, _ session: inout Session
  ) -> Outcome? {
    var (one, choice) = (collected[index], choice)
    guard let bytes = one.stream.rebuild(&choice) else { return nil }
    let checks = choice.checks(count: one.stream.pieceCount)
    if let known = delivered.firstIndex(where: { $0.stream == one.stream }) {
      guard delivered[known].checks != checks else { return nil }
      delivered.remove(at: known)
    }
    if delivered.count == Stream.mostDelivered { delivered.removeFirst() }
    delivered.append(
      Delivered(
        stream: one.stream, checks: checks, pieces: choice, lastSeconds: frame.endSeconds))
    var room = Self.mostDeliveredBytes
    for place in delivered.indices.reversed() {
      room -= delivered[place].pieces?.byteCount ?? 0
      if room < 0 { delivered[place].pieces = nil }
    }
    collected[index].pieces.remove(choice)
    if collected[index].pieces.count == 0 {
      collected.remove(at: index)
    } else {
      collected[index].frame.number = session.nextFrameNumber()
      announce(index, &session)
    }
    one.frame.endSeconds = max(one.frame.endSeconds, frame.endSeconds)
    one.frame.newSoundSeconds = choice.soundSeconds
    return .whole(bytes, one.frame, correctedSymbols: one.correctedSymbols)
  }

  /// Reports the missing pieces of the stream at `index`, unless nothing is left to report.
  @inline(never)
  private mutating func report(_ index: Int, _ session: inout Session) {
    let (lost, needed) = (collected[index], collected[index].stream.pieceCount)
    guard lost.isOpen else { return }
    collected[index].isOpen = false
    let missing = lost.pieces.missing(of: needed)
    let lacking = needed - lost.pieces.count
    let stage =
      lacking > 0
      ? lost.stream.stage(missing: missing, repairCount: missing.count - lacking) : .check
    if !Stream.isFollowed { session.tell(.detected(lost.frame)) }
    session.tell(.failed(Failure(frame: lost.frame, stage: stage, isCertain: true)))
  }
}
