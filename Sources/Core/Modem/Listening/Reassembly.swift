import HandShakeCoding

/// A message in many frames as its family knows it. Pieces of equal streams belong together.
protocol PieceStream: Equatable {
  /// Streams that are collected at once.
  static var mostStreams: Int { get }
  /// Messages that are remembered once they are out.
  static var mostDelivered: Int { get }
  /// Whether `detected` is told when a stream begins, and `blocks`; else only with a failure.
  static var isFollowed: Bool { get }

  /// Own pieces, numbered from 0; as many of any rebuild the message. Those of repair follow.
  var pieceCount: Int { get }

  /// The bytes of `pieces`, which have all own ones then; nil if the check of them does not hold.
  func rebuild(_ pieces: inout Pieces.Choice) -> [UInt8]?

  /// The failure that own pieces are missing, numbered from 1; `repairCount` of repair came.
  func stage(missing: [Int], repairCount: Int) -> Failure.Stage
}

/// Puts messages in many frames together of their pieces, and knows which are out.
///
/// Pieces may come at any time, in any order and often: a receiver that lost some collects them from the next round of
/// a sender that loops. The memory is bounded whatever frames say, and nothing is set aside for pieces that did not
/// come.
struct Reassembly<Stream: PieceStream> {
  /// What a piece made.
  enum Outcome {
    case nothing
    /// It is of a message that is out, with these pieces; nil if there was no room to keep them.
    case repeated(Pieces.Choice?)
    /// A message, and all its frames: the number of the first, the figures of the weakest.
    case whole([UInt8], Frame, correctedSymbols: Int)
  }

  private struct Collected {
    let stream: Stream
    var pieces: Pieces
    /// All frames since the last failure.
    var frame: Frame
    /// When its last new piece came. Frames that are known extend the life of nothing, or whoever replays one could
    /// complete an old message at a time of his own.
    var newSeconds: Double
    var correctedSymbols = 0
    /// Whether its message or its failure is still to be told.
    var isOpen = false
  }

  private struct Delivered {
    let stream: Stream
    /// Checksums of its own pieces: any other piece contradicts the message.
    let checks: [UInt32]
    /// All pieces, as long as there is room for them.
    var pieces: Pieces.Choice?
    var lastSeconds: Double
  }

  /// Bytes of messages that are out whose pieces are kept: two of the longest.
  private static var mostDeliveredBytes: Int { 2 << 20 }
  private let patienceSeconds: Double
  private let memorySeconds: Double
  private var collected: [Collected] = []
  private var delivered: [Delivered] = []

  /// - Parameters:
  ///   - patienceSeconds: how long after its last frame it is told that a message lacks pieces.
  ///   - memorySeconds: how long after its last new piece it is forgotten. One that is out is
  ///     forgotten so long after its last frame.
  init(patienceSeconds: Double, memorySeconds: Double) {
    (self.patienceSeconds, self.memorySeconds) = (patienceSeconds, memorySeconds)
  }

  /// How many streams are being collected.
  var streamCount: Int { collected.count }

  /// Whether a stream that `isMeant` lacks pieces.
  func lacksPieces(_ isMeant: (Stream) -> Bool) -> Bool {
    collected.contains { isMeant($0.stream) }
  }

  /// Takes note of a frame of `stream`, before its pieces come.
  mutating func open(_ stream: Stream, _ frame: Frame, _ session: inout Session) {
    if out(stream, frame) == nil { collect(stream, [:], frame, &session) }
  }

  /// Takes a piece of `stream`, of which `correctedSymbols` symbols had to be repaired.
  mutating func take(
    _ bytes: [UInt8], number: Int, of stream: Stream, correctedSymbols: Int, _ frame: Frame,
    _ session: inout Session
  ) -> Outcome {
    let (needed, out) = (stream.pieceCount, out(stream, frame))
    let isOut =
      out.map { number >= needed || $0.checks[number] == CRC.bzip2.checksum(bytes: bytes) } ?? false
    if !isOut {
      // It may contradict a message that is out, of a sender that drew the same identity, or because that one is
      // forged: they may have the other pieces in common.
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
    // Whoever waits for an answer is to have one, though nothing is new.
    if Stream.isFollowed, !isOut, isNew || frame.answer != nil {
      var current = frame
      current.number = collected[index].frame.number
      // Where pieces contradict each other one at least is another's.
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

  /// Tells what messages lack that are silent at `seconds`, and forgets old ones. At infinity, when no more samples
  /// come, these are all.
  mutating func expire(at seconds: Double, _ session: inout Session) {
    let (silent, old) = (seconds - patienceSeconds, seconds - memorySeconds)
    for (index, one) in collected.enumerated()
    where one.frame.endSeconds < silent || one.newSeconds < old {
      report(index, &session)
    }
    collected.removeAll { $0.newSeconds < old }
    delivered.removeAll { $0.lastSeconds < old }
  }

  /// The message of `stream` that is out, and that has `frame`; nil if none is.
  private mutating func out(_ stream: Stream, _ frame: Frame) -> Delivered? {
    guard let index = delivered.firstIndex(where: { $0.stream == stream }) else { return nil }
    delivered[index].lastSeconds = max(delivered[index].lastSeconds, frame.endSeconds)
    return delivered[index]
  }

  /// Collects `stream`, which has `frame`, from now on; a new one begins with `former` pieces.
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

  /// Forgets a stream: of those that were given up the longest silent, else the one with the fewest pieces. So a flood
  /// of streams takes nothing from one that has many.
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

  /// The message that pieces at `index` make; nil if its checksum is wrong, or if it is out. Pieces that contradict
  /// it are of another.
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

  /// Tells what the stream at `index` lacks, unless nothing is to be told of it.
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
