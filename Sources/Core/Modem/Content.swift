/// What a transmission carries.
public enum TransmittedContent: Sendable {
  /// A text in UTF-8.
  case text([UInt8])
  /// A file; only burst protocols carry it.
  case file(CarriedFile)
  /// Bytes that the modem carries without knowing what is in them; hop and burst protocols do.
  case sealed(SealedBytes)
  /// What a receiver answers; hop protocols carry it.
  case receipt(Receipt)
  /// What measures a distance; hop protocols carry it.
  case ranging(RangingMessage)
  /// A step of a pairing; hop protocols carry it.
  case pairing([UInt8])

  /// The text; nothing where it is something else.
  var text: [UInt8] { if case .text(let text) = self { text } else { [] } }
}

/// What was sealed elsewhere, in as many bytes as fill the frames that carry it.
public struct SealedBytes: Sendable {
  /// The number by which frames tell that what they carry is sealed, which the seal covers.
  public static let contentNumber = ContentNumber.sealed.rawValue

  /// The fewest bytes that hold it.
  public let leastByteCount: Int
  /// It in so many bytes, `leastByteCount` or more.
  public let bytes: @Sendable (_ byteCount: Int) -> [UInt8]

  /// Content of at least `leastByteCount` bytes, which `bytes` gives filled to a count.
  public init(
    leastByteCount: Int, bytes: @escaping @Sendable (_ byteCount: Int) -> [UInt8]
  ) {
    self.leastByteCount = leastByteCount
    self.bytes = bytes
  }
}

/// The number by which a frame tells what it carries. Content of a number that a receiver does not know it must not
/// show as text.
struct ContentNumber: RawRepresentable, Sendable, Equatable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The number of content of this kind, whose sender wants an answer or not.
  init(_ kind: ContentNumber, wantsAnswer: Bool) {
    rawValue = kind.rawValue + (wantsAnswer ? Self.answerWanted : 0)
  }

  /// What is added where the sender wants an answer.
  private static let answerWanted: UInt8 = 16

  /// Whether the sender wants an answer: for a text, a file, or what is sealed.
  var wantsAnswer: Bool {
    (Self.answerWanted...Self.answerWanted + Self.sealed.rawValue).contains(rawValue)
  }

  /// The number without that wish.
  var kind: ContentNumber {
    wantsAnswer ? ContentNumber(rawValue: rawValue - Self.answerWanted) : self
  }

  /// UTF-8 text.
  static let text = ContentNumber(rawValue: 0)
  /// A file, as `CarriedFile` packs it.
  static let file = ContentNumber(rawValue: 1)
  /// Sealed content.
  static let sealed = ContentNumber(rawValue: 2)
  /// The answer of a receiver, as `Receipt` packs it.
  static let receipt = ContentNumber(rawValue: 3)
  /// A step of a pairing, which the modem carries without knowing what is in it.
  static let pairing = ContentNumber(rawValue: 4)
  /// What measures a distance, as `RangingMessage` packs it.
  static let ranging = ContentNumber(rawValue: 5)
}

/// Sealed content that came, whose checks hold: it is not damaged, and who sealed it is not known yet.
public struct SealedMessage: Sendable {
  /// The transmission that carried it: of many frames the last, with the number of the first.
  public var frame: Frame
  /// The bytes that were sent, as sealed.
  public var bytes: [UInt8]
  /// Symbols that arrived wrong and were repaired, as in `Message`.
  public var correctedSymbols: Int

  /// The event of the text that was found in it.
  public func opened(text: [UInt8], _ seal: Seal) -> ReceiverEvent {
    .message(Message(frame: frame, bytes: text, seal: seal, correctedSymbols: correctedSymbols))
  }

  /// The event of the file whose stream was found in it, as an unsealed one is sent; of a failure where that is none.
  public func opened(stream: [UInt8], _ seal: Seal) -> ReceiverEvent {
    guard let file = CarriedFile(packed: stream) else {
      return .failed(Failure(frame: frame, stage: .check, isCertain: true))
    }
    return .file(
      ReceivedFile(frame: frame, file: file, seal: seal, correctedSymbols: correctedSymbols))
  }
}

extension ReceiverEvent {
  /// The event of a file that came whole and whose SHA-256 is another than its sender's.
  public static func wrongDigest(_ frame: Frame) -> ReceiverEvent {
    .failed(Failure(frame: frame, stage: .digest, isCertain: true))
  }

  /// The event of a frame that came whole and that its seal, or that it has none, forbids to show.
  public static func refused(_ frame: Frame, _ refusal: SealRefusal) -> ReceiverEvent {
    .failed(Failure(frame: frame, stage: .seal(refusal), isCertain: true))
  }
}

/// What is known of a message or file that was sealed, and opened.
public struct Seal: Sendable, Equatable {
  /// The name of the secret that opened it, nil where it has none.
  public var room: String?
  /// When it was sealed, by the sender's clock, in seconds since 1970.
  public var unixSeconds: Double
  /// How long ago that was when it came; nil where nobody knows when it came, as of a recording.
  public var ageSeconds: Double?
  /// What tells the message from all others, the same for all its copies.
  public var number: UInt64

  /// The seal of the secret called `room`.
  public init(room: String?, unixSeconds: Double, ageSeconds: Double?, number: UInt64 = 0) {
    (self.room, self.unixSeconds, self.ageSeconds) = (room, unixSeconds, ageSeconds)
    self.number = number
  }
}

/// Why what came is not shown, though nothing of it is damaged.
public enum SealRefusal: Sendable, Equatable {
  /// It is sealed, and there is no secret to open it.
  case noSecret
  /// None of the secrets opens it.
  case otherSecret
  /// It was sealed so many seconds ago, more than is allowed; in the future where negative.
  case tooOld(seconds: Double)
  /// It came before.
  case replayed
  /// Its number cannot be remembered, so a recording of it could not be refused later.
  case notRemembered
  /// It is not sealed, and only sealed messages are wanted.
  case notSealed
}
