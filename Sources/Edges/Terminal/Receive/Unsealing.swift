import Files
import Modem
import Sealing

/// How old what is sealed may be when it comes.
public enum SealedAge: Sendable, Equatable {
  case any
  case seconds(Double)
}

/// Opens what is sealed, and lets through what is to be shown: with a secret nothing that is not sealed, old,
/// or came before.
public struct Unsealing {
  private let keyring: Keyring?
  private let letsUnsealedThrough: Bool
  private let greatestAge: SealedAge?
  /// Whether what comes comes now, and not from a recording.
  private let isLive: Bool
  /// The numbers of the messages that came.
  private(set) var seen: ReplayMemory
  /// When the first block of a file came that is still arriving, by the number of its frame.
  private var firstBlocks: [(frame: Int, time: SealingTime)] = []

  private static let mostFirstBlocks = 16
  /// Seconds after which a text, and a file, is taken for a recording.
  private static let (textSeconds, fileSeconds) = (600.0, 86_400.0)
  /// Seconds by which a sender's clock may be ahead.
  private static let aheadSeconds = 600.0

  /// What opens nothing, and lets through what came in clear.
  public init() {
    (keyring, letsUnsealedThrough, greatestAge, isLive) = (nil, true, nil, false)
    seen = ReplayMemory()
  }

  /// What opens with the secrets of `keyring`, as far as `options` allow.
  ///
  /// - Parameters:
  ///   - isLive: whether what comes comes now, and not from a recording.
  ///   - seen: the messages that came before.
  init(
    _ options: ReceiveOptions, keyring: Keyring?, isLive: Bool, seen: ReplayMemory = ReplayMemory()
  ) {
    self.keyring = keyring
    letsUnsealedThrough = keyring == nil || options.alsoUnsealed
    greatestAge = options.greatestAge
    self.isLive = isLive
    self.seen = seen
  }

  /// The events of a receiver as they are to be shown.
  mutating func opened(_ events: [ReceiverEvent]) -> [ReceiverEvent] {
    events.compactMap { event in
      switch event {
      case .sealed(let sealed): open(sealed)
      case .message(let message) where !letsUnsealedThrough: .refused(message.frame, .notSealed)
      case .file(let file) where !letsUnsealedThrough: .refused(file.frame, .notSealed)
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
      firstBlocks.append((frame.number, SealedClock.now))
    }
    return event
  }

  private mutating func open(_ sealed: SealedMessage) -> ReceiverEvent {
    let frame = sealed.frame
    guard let keyring else { return .refused(frame, .noSecret) }
    guard
      let (opened, room) = keyring.open(sealed.bytes, contentNumber: SealedBytes.contentNumber)
    else { return .refused(frame, .otherSecret) }
    let came = firstBlocks.first { $0.frame == frame.number }?.time ?? SealedClock.now
    let age = opened.time.ageSeconds(at: came)
    if let refusal = refusal(of: opened, age: age) { return .refused(frame, refusal) }
    let seal = Seal(
      room: room.name,
      unixSeconds: SealedClock.seconds - opened.time.ageSeconds(at: SealedClock.now),
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
