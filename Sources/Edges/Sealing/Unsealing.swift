import Modem

/// How old what is sealed may be when it comes.
public enum SealedAge: Sendable, Equatable {
  /// As old as it likes.
  case any
  /// So many seconds.
  case seconds(Double)
}

/// Opens what is sealed, and lets through what is to be shown: with a secret nothing that is not sealed, old,
/// or came before.
public struct Unsealing: Sendable {
  private let keyring: Keyring?
  private let letsUnsealedThrough: Bool
  private let greatestAge: SealedAge?
  /// Whether what comes comes now, and not from a recording.
  private let isLive: Bool
  /// The numbers of the messages that came.
  public private(set) var seen: ReplayMemory
  /// When the first block of a file came that is still arriving, by the number of its frame.
  private var firstBlocks: [(frame: Int, seconds: Double)] = []
  /// The messages whose senders wanted an answer, the oldest first: they may come again.
  private var answerable: [(number: UInt64, endSeconds: Double)] = []
  /// The time of day, in seconds since 1970.
  var clock: @Sendable () -> Double = { SealedClock.seconds }

  private static let mostFirstBlocks = 16
  private static let mostAnswerable = 256
  /// Seconds of sound for which a sender may repeat what was not answered.
  private static let repetitionSeconds = 300.0
  /// Seconds after which a text, and a file, is taken for a recording.
  private static let (textSeconds, fileSeconds) = (600.0, 86_400.0)
  /// Seconds by which a sender's clock may be ahead.
  private static let aheadSeconds = 600.0

  /// What opens nothing, and lets through what came in clear.
  public init() { self.init(nil, isLive: false) }

  /// What opens with the secrets of `keyring`, or nothing where that is nil.
  ///
  /// - Parameters:
  ///   - isLive: whether events come as their sound is heard, and not from a recording: then ages are
  ///     told, and what came before is refused.
  ///   - alsoUnsealed: whether what came in clear is let through too where there is a keyring.
  ///   - greatestAge: what is older is refused, and what was sealed more than ten minutes ahead of the
  ///     clock. Nil for 10 minutes for a text and 24 hours for a file where `isLive`, elsewhere for any age.
  ///   - seen: the messages that came before.
  public init(
    _ keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool = false, greatestAge: SealedAge? = nil,
    seen: ReplayMemory = ReplayMemory()
  ) {
    self.keyring = keyring
    letsUnsealedThrough = keyring == nil || alsoUnsealed
    self.greatestAge = greatestAge
    self.isLive = isLive
    self.seen = seen
  }

  /// The events of a receiver as they are to be shown: in place of `sealed` the message or file that
  /// was in it, or its failure of the stage `seal`; `repeated` in place of what is out already, and comes again
  /// because its sender had no answer. Requests for an answer know their proofs then.
  public mutating func opened(_ events: [ReceiverEvent]) -> [ReceiverEvent] {
    events.compactMap { event in
      switch event {
      case .sealed(let sealed): open(sealed)
      case .message(let message) where !letsUnsealedThrough: .refused(message.frame, .notSealed)
      case .file(let file) where !letsUnsealedThrough: .refused(file.frame, .notSealed)
      case .message(var message):
        complete(&message.frame, .text(message.bytes))
          ? .repeated(message.frame) : .message(message)
      case .file(var file):
        complete(&file.frame, .file(file.file.packed)) ? .repeated(file.frame) : .file(file)
      // A text in clear is not to be seen from its beginning either.
      case .progress where !letsUnsealedThrough: nil
      case .blocks(let frame, _, _):
        note(frame, event)
      default: event
      }
    }
  }

  private mutating func note(_ frame: Frame, _ event: ReceiverEvent) -> ReceiverEvent {
    if keyring != nil, !firstBlocks.contains(where: { $0.frame == frame.number }) {
      if firstBlocks.count == Self.mostFirstBlocks { firstBlocks.removeFirst() }
      firstBlocks.append((frame.number, clock()))
    }
    return event
  }

  /// Completes the request of a frame that brought `content` in clear, where it has one; gives whether the message
  /// is out already.
  private mutating func complete(_ frame: inout Frame, _ content: SealedContent) -> Bool {
    guard let request = frame.answer else { return false }
    let proof = ReceiptProof(of: content, identity: request.identity)
    frame.answer = request.completed(proof)
    return isRepeated(proof.number, frame)
  }

  /// Whether the message of that number came so short a time ago that it may come again for an answer.
  private mutating func isAnswerable(_ number: UInt64, _ frame: Frame) -> Bool {
    let oldest = frame.endSeconds - Self.repetitionSeconds
    answerable.removeAll { $0.endSeconds < oldest }
    return answerable.contains { $0.number == number }
  }

  /// Whether the message of that number is out already, and comes again for an answer; remembers it.
  private mutating func isRepeated(_ number: UInt64, _ frame: Frame) -> Bool {
    let isKnown = isAnswerable(number, frame)
    answerable.removeAll { $0.number == number }
    if answerable.count == Self.mostAnswerable { answerable.removeFirst() }
    answerable.append((number, frame.endSeconds))
    return isKnown
  }

  private mutating func open(_ sealed: SealedMessage) -> ReceiverEvent {
    var sealed = sealed
    let frame = sealed.frame
    guard let keyring else { return .refused(frame, .noSecret) }
    guard
      let (opened, room) = keyring.open(sealed.bytes, contentNumber: SealedBytes.contentNumber)
    else { return .refused(frame, .otherSecret) }
    let now = clock()
    // What comes in many frames of hop began with the first of them.
    let came =
      firstBlocks.first { $0.frame == frame.number }?.seconds
      ?? now - (isLive ? frame.endSeconds - frame.startSeconds : 0)
    let age = opened.time.ageSeconds(at: SealedClock.time(ofSeconds: came))
    if let request = frame.answer {
      let proof = ReceiptProof(number: opened.number, secret: room.secret)
      sealed.frame.answer = request.completed(proof)
    }
    if let refusal = refusal(of: opened, age: age) {
      guard refusal == .replayed else { return .refused(sealed.frame, refusal) }
      // Nobody who waits for an answer repeats later than that: it is a recording.
      guard frame.answer != nil, isAnswerable(opened.number, frame) else {
        return .refused(frame, refusal)
      }
      _ = isRepeated(opened.number, frame)
      return .repeated(sealed.frame)
    }
    if frame.answer != nil, isRepeated(opened.number, frame) { return .repeated(sealed.frame) }
    // Ages are of whole eighths.
    let eighth = (now * 8).rounded(.down) / 8
    let seal = Seal(
      room: room.name,
      unixSeconds: eighth - opened.time.ageSeconds(at: SealedClock.time(ofSeconds: eighth)),
      ageSeconds: isLive ? age : nil)
    return switch opened.content {
    case .text(let text): sealed.opened(text: text, seal)
    case .file(let stream): sealed.opened(stream: stream, seal)
    }
  }

  /// Why what was opened is not shown; nil where it is.
  private mutating func refusal(of opened: OpenedMessage, age: Double) -> SealRefusal? {
    let usual: SealedAge =
      switch (isLive, opened.content) {
      case (false, _): .any
      case (true, .text): .seconds(Self.textSeconds)
      case (true, .file): .seconds(Self.fileSeconds)
      }
    if case .seconds(let most) = greatestAge ?? usual,
      age > most || age < -Self.aheadSeconds
    {
      return .tooOld(seconds: age)
    }
    // A recording may be read as often as one likes.
    if isLive, !seen.insert(opened.number) { return .replayed }
    return nil
  }
}
