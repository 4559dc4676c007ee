import HandShakeModem

/// The greatest age of a sealed message on arrival.
public enum SealedAge: Sendable, Equatable {
  /// Every age.
  case any
  /// At most so many seconds.
  case seconds(Double)
}

/// Opens sealed events, and passes the events to show. With a secret it rejects clear messages, old
/// messages and replays.
public struct Unsealing: Sendable {
  private var keyring: Keyring?
  private var letsUnsealedThrough: Bool
  private var greatestAge: SealedAge?
  /// Whether events come live, not from a recording.
  private var isLive: Bool
  /// The numbers of the accepted messages.
  public var seen: ReplayMemory
  /// Asks the owner of a shared memory whether to accept a message; nil if `seen` alone decides.
  private var admit:
    (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)?
  /// The messages that request an answer and may come again, the oldest first.
  private var answerable: [(number: UInt64, endSeconds: Double)] = []

  private static let mostAnswerable = 256
  /// Seconds of sound in which a sender may repeat an unanswered message.
  private static let repetitionSeconds = 300.0
  /// The age limits of a text and of a file, in seconds. An older one counts as a recording.
  private static let (textSeconds, fileSeconds) = (600.0, 86_400.0)
  /// The allowance for pauses between the frames of a message, beside its time on air.
  private static let pauseSeconds = 30.0
  /// The most seconds that a sender's clock may be ahead.
  private static let aheadSeconds = 600.0

  /// Whether there is a secret that opens messages.
  public var opensMessages: Bool { keyring != nil }

  /// Opens no messages, and passes clear messages.
  public init() { self.init(nil, isLive: false) }

  /// Opens with the secrets of `keyring`; nil opens no messages.
  ///
  /// - Parameters:
  ///   - isLive: whether events come live, not from a recording. Live events have ages, and replays
  ///     are refused.
  ///   - alsoUnsealed: whether clear messages pass too if there is a keyring.
  ///   - greatestAge: the age limit. Messages sealed over ten minutes ahead of the clock are
  ///     refused. Nil means 10 minutes for a text and 24 hours for a file if `isLive`, else every
  ///     age.
  ///   - admit: whether to accept the message of a number, whose sound ended at that time. It is
  ///     asked once for each message that is new here, if several listeners share a memory.
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

  /// Changes the parameters of `init`. Accepted messages stay known, and so do
  /// messages that may come again for an answer.
  public mutating func change(
    _ keyring: Keyring?, isLive: Bool, alsoUnsealed: Bool = false, greatestAge: SealedAge? = nil,
    admit: (@Sendable (_ number: UInt64, _ unixSeconds: Double) -> ReplayMemory.Admission)? = nil
  ) {
    let (seen, answerable) = (self.seen, self.answerable)
    self = Unsealing(
      keyring, isLive: isLive, alsoUnsealed: alsoUnsealed, greatestAge: greatestAge, admit: admit)
    (self.seen, self.answerable) = (seen, answerable)
  }

  /// Turns the events of a receiver into the events to show. `sealed` becomes its message or file,
  /// or a failure of stage `seal`. A known message that comes again for an answer becomes
  /// `repeated`. Requests for an answer get their proofs.
  ///
  /// - Parameters:
  ///   - events: the events of a receiver.
  ///   - unixSeconds: the time of day at the end of the events' sound, in seconds since 1970.
  ///   - acceptsNew: false if no further message is wanted. Then only `repeated` messages are
  ///     opened, and the next listener gets the others.
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
      // Do not show the start of a clear text either, and do not answer its blocks.
      case .progress where !letsUnsealedThrough: nil
      case .blocks(let frame, let received, let count)
      where !letsUnsealedThrough && frame.answer?.isSealed == false:
        .blocks(frame.unanswered, received: received, count: count)
      default: event
      }
    }
  }

  /// Completes the request for an answer in a frame that brought `content` in clear. Returns
  /// whether the message was shown already.
  private mutating func complete(_ frame: inout Frame, _ content: SealedContent) -> Bool {
    guard let request = frame.answer else { return false }
    let proof = ReceiptProof(of: content, identity: request.identity)
    frame.answer = request.completed(proof)
    return isRepeated(proof.number, frame)
  }

  /// The repetition of a clear message that was shown already; nil if it is another message.
  private mutating func repeated(_ frame: Frame, _ content: SealedContent) -> ReceiverEvent? {
    guard letsUnsealedThrough, let request = frame.answer else { return nil }
    let proof = ReceiptProof(of: content, identity: request.identity)
    guard isAnswerable(proof.number, frame) else { return nil }
    var frame = frame
    return complete(&frame, content) ? .repeated(frame) : nil
  }

  /// Whether the message of that number came so recently that it may come again for an answer.
  private mutating func isAnswerable(_ number: UInt64, _ frame: Frame) -> Bool {
    let oldest = frame.endSeconds - Self.repetitionSeconds
    answerable.removeAll { $0.endSeconds < oldest }
    return answerable.contains { $0.number == number }
  }

  /// Whether the message of that number was shown already and comes again for an answer. Remembers
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
    // Judge the age at completion: an attacker without the secret may hold back a frame and
    // complete an old message with it.
    let began = now - (isLive ? frame.soundSeconds : 0)
    let age = opened.time.ageSeconds(at: SealedClock.time(ofSeconds: began))
    if let request = frame.answer {
      let proof = ReceiptProof(number: opened.number, secret: room.secret)
      sealed.frame.answer = request.completed(proof)
    }
    if let refusal = refusal(of: opened, age: age, isInParts: frame.isInParts, at: now) {
      guard refusal == .replayed else { return .refused(sealed.frame, refusal) }
      // A waiting sender does not repeat later than that: it is a recording.
      guard frame.answer != nil, isAnswerable(opened.number, frame) else {
        return .refused(frame, refusal)
      }
      _ = isRepeated(opened.number, frame)
      return .repeated(sealed.frame)
    }
    if frame.answer != nil, isRepeated(opened.number, frame) { return .repeated(sealed.frame) }
    // Ages count whole eighths.
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

  /// Why an opened message is not shown; nil if it is shown.
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
    // A recording may be read any number of times.
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
  /// The frame without its request for an answer.
  fileprivate var unanswered: Frame {
    var frame = self
    frame.answer = nil
    return frame
  }
}
