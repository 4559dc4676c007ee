import HandShakeModem

/// How old what is sealed may be when it comes.
public enum SealedAge: Sendable, Equatable {
  /// As old as it likes.
  case any
  /// So many seconds.
  case seconds(Double)
}

/// Opens what is sealed, and lets through what is to be shown: with a secret nothing that is not
/// sealed, old, or came before.
public struct Unsealing: Sendable {
  private var keyring: Keyring?
  private var letsUnsealedThrough: Bool
  private var greatestAge: SealedAge?
  /// Whether what comes comes now, and not from a recording.
  private var isLive: Bool
  /// The numbers of the messages that were accepted.
  public var seen: ReplayMemory
  /// Asks whoever keeps a memory for several listeners whether a message is accepted; nil where
  /// `seen` alone decides.
  private var admit:
    (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)?
  /// The messages whose senders wanted an answer, the oldest first: they may come again.
  private var answerable: [(number: UInt64, endSeconds: Double)] = []

  private static let mostAnswerable = 256
  /// Seconds of sound for which a sender may repeat what was not answered.
  private static let repetitionSeconds = 300.0
  /// Seconds after which a text, and a file, is taken for a recording.
  private static let (textSeconds, fileSeconds) = (600.0, 86_400.0)
  /// What the pauses between the frames of a message may take, beside its own time on air.
  private static let pauseSeconds = 30.0
  /// Seconds by which a sender's clock may be ahead.
  private static let aheadSeconds = 600.0

  /// Whether there is a secret that opens messages.
  public var opensMessages: Bool { keyring != nil }

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
  ///   - admit: whether the message of a number, whose sound ended at that time, is accepted: asked once for each
  ///     message that is new to this one, where several listeners share a memory.
  public init(
    _ keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool = false, greatestAge: SealedAge? = nil,
    admit: (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)? = nil
  ) {
    self.keyring = keyring
    letsUnsealedThrough = keyring == nil || alsoUnsealed
    self.greatestAge = greatestAge
    self.isLive = isLive
    self.admit = admit
    seen = ReplayMemory()
  }

  /// Opens from now on as the parameters say, which are those of `init`. What was accepted stays
  /// known, and so does what may come again for an answer.
  public mutating func change(
    _ keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool = false, greatestAge: SealedAge? = nil,
    admit: (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)? = nil
  ) {
    let (seen, answerable) = (self.seen, self.answerable)
    self = Unsealing(
      keyring, isLive: isLive, alsoUnsealed: alsoUnsealed, greatestAge: greatestAge, admit: admit)
    (self.seen, self.answerable) = (seen, answerable)
  }

  /// The events of a receiver as they are to be shown: in place of `sealed` the message or file that
  /// was in it, or its failure of the stage `seal`; `repeated` in place of what is out already, and comes again
  /// because its sender had no answer. Requests for an answer know their proofs then.
  ///
  /// - Parameters:
  ///   - events: what a receiver said.
  ///   - unixSeconds: the time of day at the end of the sound that brought the events, in seconds since 1970.
  ///   - acceptsNew: false where nobody wants another message: then nothing but what is `repeated` is opened, so that
  ///     whoever listens next has the others.
  public mutating func opened(
    _ events: [ReceiverEvent], at unixSeconds: Double, acceptsNew: Bool = true
  ) -> [ReceiverEvent] {
    events.compactMap { event in
      switch event {
      case .sealed(let sealed): open(sealed, at: unixSeconds, acceptsNew: acceptsNew)
      case .message(let message) where !acceptsNew:
        repeated(message.frame, .text(message.bytes))
      case .file(let file) where !acceptsNew: repeated(file.frame, .file(file.file.packed))
      case .blocks(_, let received, let count) where !acceptsNew && received < count: nil
      case .message(let message) where !letsUnsealedThrough: .refused(message.frame, .notSealed)
      case .file(let file) where !letsUnsealedThrough: .refused(file.frame, .notSealed)
      case .message(var message):
        complete(&message.frame, .text(message.bytes))
          ? .repeated(message.frame) : .message(message)
      case .file(var file):
        complete(&file.frame, .file(file.file.packed)) ? .repeated(file.frame) : .file(file)
      // A text in clear is not to be seen from its beginning either, and its blocks are not
      // answered.
      case .progress where !letsUnsealedThrough: nil
      case .blocks(let frame, let received, let count)
      where !letsUnsealedThrough && frame.answer?.isSealed == false:
        .blocks(frame.unanswered, received: received, count: count)
      default: event
      }
    }
  }

  /// Completes the request of a frame that brought `content` in clear, where it has one; gives
  /// whether the message is out already.
  private mutating func complete(_ frame: inout Frame, _ content: SealedContent) -> Bool {
    guard let request = frame.answer else { return false }
    let proof = ReceiptProof(of: content, identity: request.identity)
    frame.answer = request.completed(proof)
    return isRepeated(proof.number, frame)
  }

  /// That what came in clear, which is out already, came again; nil where it is another message.
  private mutating func repeated(_ frame: Frame, _ content: SealedContent) -> ReceiverEvent? {
    guard letsUnsealedThrough, let request = frame.answer else { return nil }
    let proof = ReceiptProof(of: content, identity: request.identity)
    guard isAnswerable(proof.number, frame) else { return nil }
    var frame = frame
    return complete(&frame, content) ? .repeated(frame) : nil
  }

  /// Whether the message of that number came so short a time ago that it may come again for an
  /// answer.
  private mutating func isAnswerable(_ number: UInt64, _ frame: Frame) -> Bool {
    let oldest = frame.endSeconds - Self.repetitionSeconds
    answerable.removeAll { $0.endSeconds < oldest }
    return answerable.contains { $0.number == number }
  }

  /// Whether the message of that number is out already, and comes again for an answer; remembers
  /// it.
  private mutating func isRepeated(_ number: UInt64, _ frame: Frame) -> Bool {
    let isKnown = isAnswerable(number, frame)
    answerable.removeAll { $0.number == number }
    if answerable.count == Self.mostAnswerable { answerable.removeFirst() }
    answerable.append((number, frame.endSeconds))
    return isKnown
  }

  private mutating func open(
    _ sealed: SealedMessage, at now: Double, acceptsNew: Bool
  ) -> ReceiverEvent? {
    var sealed = sealed
    let frame = sealed.frame
    guard let keyring else { return .refused(frame, .noSecret) }
    guard
      let (opened, room) = keyring.open(sealed.bytes, contentNumber: SealedBytes.contentNumber)
    else { return .refused(frame, .otherSecret) }
    guard acceptsNew || frame.answer != nil && isAnswerable(opened.number, frame) else {
      return nil
    }
    // Judged at completion: whoever has no secret may keep back a frame, and complete an old
    // message with it.
    let began = now - (isLive ? frame.soundSeconds : 0)
    let age = opened.time.ageSeconds(at: SealedClock.time(ofSeconds: began))
    if let request = frame.answer {
      let proof = ReceiptProof(number: opened.number, secret: room.secret)
      sealed.frame.answer = request.completed(proof)
    }
    if let refusal = refusal(of: opened, age: age, isInParts: frame.isInParts, at: now) {
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
      ageSeconds: isLive ? age : nil, number: opened.number)
    return switch opened.content {
    case .text(let text): sealed.opened(text: text, seal)
    case .file(let stream): sealed.opened(stream: stream, seal)
    }
  }

  /// Why what was opened is not shown; nil where it is.
  private mutating func refusal(
    of opened: OpenedMessage, age: Double, isInParts: Bool, at unixSeconds: Double
  ) -> SealRefusal? {
    let usual: SealedAge =
      switch (isLive, opened.content) {
      case (false, _): .any
      case (true, .text): .seconds(Self.textSeconds)
      case (true, .file): .seconds(Self.fileSeconds)
      }
    if case .seconds(let most) = greatestAge ?? usual,
      age > most + (isInParts ? Self.pauseSeconds : 0) || age < -Self.aheadSeconds
    {
      return .tooOld(seconds: age)
    }
    // A recording may be read as often as one likes.
    guard isLive else { return nil }
    if seen.contains(opened.number) { return .replayed }
    switch admit?(opened.number, unixSeconds) ?? .new {
    case .new, .sameSound: break
    case .replayed: return .replayed
    case .unremembered: return .notRemembered
    }
    _ = seen.admit(opened.number, endingAt: unixSeconds)
    return nil
  }
}

extension Frame {
  /// The frame without its sender's wish for an answer.
  fileprivate var unanswered: Frame {
    var frame = self
    frame.answer = nil
    return frame
  }
}
