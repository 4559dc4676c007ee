/// Makes messages of the texts of frames: joins parts in order, and lets each message through once
/// however often it is sent, unless its sender wants an answer each time.
///
/// What belongs together has one identity, placement, variant and number of parts. Everything is
/// forgotten a while after its last frame, so an identity may come again for another message.
struct HopMessages {
  /// What became of a frame's text.
  enum Outcome {
    /// A whole message.
    case message(Frame, [UInt8], ContentNumber, correctedSymbols: Int)
    /// A part, or a copy of something that was delivered: nothing to print.
    case none
    /// Parts that all came and are not those of one message.
    case refused(Frame)
  }

  private struct Key: Equatable {
    var identity: UInt16
    var last: UInt8
    var content: ContentNumber
    var placementIndex: Int
    var variant: Int
  }

  private struct Partial {
    let key: Key
    /// The bytes of each part, and behind them the check of the whole where the part carries it.
    var pieces = Pieces()
    var frame: Frame
    /// When the last new part came: parts that are known extend the life of nothing.
    var newSeconds: Double
    var correctedSymbols = 0
    /// Whether all parts came, and are not those of one message, and that is told.
    var isRefused = false

    var partCount: Int { Int(key.last) + 1 }
    var missing: [Int] { (0..<partCount).filter { !pieces.has($0) }.map { $0 + 1 } }
  }

  private struct Delivered {
    let key: Key
    /// Every part, as in a `Partial`.
    let pieces: Pieces.Choice
    var endSeconds: Double
  }

  /// How long after its last frame something is remembered.
  private let memorySeconds: Double
  /// The one whose last frame is oldest goes first.
  private static let mostPartials = 16
  private static let mostDelivered = 64
  private var partials: [Partial] = []
  private var delivered: [Delivered] = []

  /// - Parameter memorySeconds: how long after its last frame something is remembered.
  init(memorySeconds: Double) {
    self.memorySeconds = memorySeconds
  }

  /// Takes the text of a frame, of which `correctedSymbols` symbols had to be repaired.
  mutating func take(
    _ text: HopText, _ frame: Frame, correctedSymbols: Int = 0, placementIndex: Int, variant: Int,
    _ session: inout Session
  ) -> Outcome {
    var frame = frame
    frame.answer = text.answer
    guard let part = text.part else {
      return .message(frame, text.bytes, text.content, correctedSymbols: correctedSymbols)
    }
    let key = Key(
      identity: part.identity, last: part.last, content: text.content,
      placementIndex: placementIndex, variant: variant)
    let number = Int(part.number)
    expire(at: frame.endSeconds, &session)
    let piece = text.bytes + (part.carriesCheck ? Self.bytes(part.check) : [])
    var partial = Partial(key: key, frame: frame, newSeconds: frame.endSeconds)
    if let known = delivered.firstIndex(where: { $0.key == key }) {
      if delivered[known].pieces[number] == piece {
        delivered[known].endSeconds = max(delivered[known].endSeconds, frame.endSeconds)
        // One that wants an answer is told again each time that it came whole: the answer may have been lost.
        if !key.content.wantsAnswer { return .none }
      } else {
        partial.pieces = Pieces(inheriting: delivered[known].pieces)
      }
    }
    if let known = partials.firstIndex(where: { $0.key == key }) {
      partial = partials.remove(at: known)
      partial.frame.startSeconds = min(partial.frame.startSeconds, frame.startSeconds)
      partial.frame.endSeconds = max(partial.frame.endSeconds, frame.endSeconds)
      partial.frame.takeWeaker(frame)
    }
    guard partial.pieces.take(piece, number: number, frame) else {
      keep(partial, &session)
      return .none
    }
    partial.correctedSymbols += correctedSymbols
    partial.newSeconds = max(partial.newSeconds, frame.endSeconds)
    if partial.pieces.count == partial.partCount {
      for choice in partial.pieces.choices(with: number) {
        guard let message = join(choice, partial) else { continue }
        // What contradicts it is of another message.
        partial.pieces.remove(choice)
        if partial.pieces.count > 0 { keep(partial, &session) }
        return message
      }
    }
    keep(partial, &session)
    // Two senders may have drawn the same identity.
    guard !partial.isRefused, partial.pieces.ownCount == partial.partCount else { return .none }
    partials[partials.count - 1].isRefused = true
    return .refused(partial.frame)
  }

  private mutating func keep(_ partial: Partial, _ session: inout Session) {
    if partials.count == Self.mostPartials { report(partials.removeFirst(), &session) }
    partials.append(partial)
  }

  /// The message of a choice of all parts; nil where its check does not hold.
  private mutating func join(_ choice: Pieces.Choice, _ partial: Partial) -> Outcome? {
    var frame = partial.frame
    var bytes = (0..<partial.partCount).flatMap { choice[$0] ?? [] }
    if partial.partCount > 1 {
      frame.newSoundSeconds = choice.soundSeconds
      let check = Array(bytes.suffix(4))
      bytes.removeLast(min(4, bytes.count))
      let whole = HopFraming.wholeCheck(bytes, identity: partial.key.identity)
      guard check == Self.bytes(whole) else { return nil }
    }
    delivered.removeAll { $0.key == partial.key }
    if delivered.count == Self.mostDelivered { delivered.removeFirst() }
    delivered.append(
      Delivered(key: partial.key, pieces: choice, endSeconds: frame.endSeconds))
    return .message(
      frame, bytes, partial.key.content, correctedSymbols: partial.correctedSymbols)
  }

  private static func bytes(_ check: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> UInt32($0)) }
  }

  /// Forgets what is too old at `seconds` and tells which parts never came.
  mutating func expire(at seconds: Double, _ session: inout Session) {
    let oldest = seconds - memorySeconds
    defer { delivered.removeAll { $0.endSeconds < oldest } }
    while let index = partials.firstIndex(where: { $0.newSeconds < oldest }) {
      report(partials.remove(at: index), &session)
    }
  }

  /// Tells which parts are missing when no more samples come.
  mutating func finish(_ session: inout Session) {
    for partial in partials { report(partial, &session) }
    partials = []
  }

  private func report(_ partial: Partial, _ session: inout Session) {
    // All that came of it may have come before, in a message that was whole.
    let isDelivered = delivered.contains { whole in
      guard whole.key == partial.key else { return false }
      var pieces = partial.pieces
      pieces.remove(whole.pieces)
      return pieces.count == 0
    }
    guard !isDelivered, !partial.isRefused else { return }
    let missing = partial.missing
    session.tell(.detected(partial.frame))
    session.tell(
      .failed(
        Failure(
          frame: partial.frame,
          stage: missing.isEmpty ? .check : .parts(missing: missing, count: partial.partCount),
          isCertain: true)))
  }
}
