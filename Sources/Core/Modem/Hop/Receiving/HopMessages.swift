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
    var parts: [[UInt8]?]
    var check: UInt32 = 0
    var frame: Frame
    var correctedSymbols = 0
    var missing: [Int] { parts.indices.filter { parts[$0] == nil }.map { $0 + 1 } }
  }

  private struct Delivered {
    let key: Key
    let hashes: [UInt64]
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
    if let known = delivered.firstIndex(where: { $0.key == key }) {
      if delivered[known].hashes[number] == Self.hash(text.bytes) {
        delivered[known].endSeconds = max(delivered[known].endSeconds, frame.endSeconds)
        return .none
      }
    }
    var partial = Partial(
      key: key, parts: [[UInt8]?](repeating: nil, count: Int(part.last) + 1), frame: frame)
    if let known = partials.firstIndex(where: { $0.key == key }) {
      let kept = partials.remove(at: known)
      let other = kept.parts[number]
      if other == nil || other == text.bytes {
        partial = kept
        partial.frame.startSeconds = min(kept.frame.startSeconds, frame.startSeconds)
        partial.frame.endSeconds = max(kept.frame.endSeconds, frame.endSeconds)
        partial.frame.takeWeaker(frame)
      } else {
        report(kept, &session)
      }
    }
    if partial.parts[number] == nil { partial.correctedSymbols += correctedSymbols }
    partial.parts[number] = text.bytes
    if part.carriesCheck { partial.check = part.check }
    guard partial.missing.isEmpty else {
      if partials.count == Self.mostPartials { report(partials.removeFirst(), &session) }
      partials.append(partial)
      return .none
    }
    return join(partial)
  }

  private mutating func join(_ whole: Partial) -> Outcome {
    let parts = whole.parts.compactMap { $0 }
    let bytes = Array(parts.joined())
    // Two senders may have drawn the same identity.
    if parts.count > 1, HopFraming.wholeCheck(bytes, identity: whole.key.identity) != whole.check {
      return .refused(whole.frame)
    }
    if whole.key.content.wantsAnswer {
      return .message(
        whole.frame, bytes, whole.key.content, correctedSymbols: whole.correctedSymbols)
    }
    delivered.removeAll { $0.key == whole.key }
    if delivered.count == Self.mostDelivered { delivered.removeFirst() }
    delivered.append(
      Delivered(
        key: whole.key, hashes: parts.map { Self.hash($0) }, endSeconds: whole.frame.endSeconds))
    return .message(
      whole.frame, bytes, whole.key.content, correctedSymbols: whole.correctedSymbols)
  }

  /// Forgets what is too old at `seconds` and tells which parts never came.
  mutating func expire(at seconds: Double, _ session: inout Session) {
    let oldest = seconds - memorySeconds
    delivered.removeAll { $0.endSeconds < oldest }
    while let index = partials.firstIndex(where: { $0.frame.endSeconds < oldest }) {
      report(partials.remove(at: index), &session)
    }
  }

  /// Tells which parts are missing when no more samples come.
  mutating func finish(_ session: inout Session) {
    for partial in partials { report(partial, &session) }
    partials = []
  }

  private func report(_ partial: Partial, _ session: inout Session) {
    session.tell(.detected(partial.frame))
    session.tell(
      .failed(
        Failure(
          frame: partial.frame,
          stage: .parts(missing: partial.missing, count: partial.parts.count), isCertain: true)))
  }

  /// Fowler, Noll and Vo's hash 1a of 64 bits.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
