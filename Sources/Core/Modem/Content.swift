/// The content of a transmission.
public enum TransmittedContent: Sendable {
  /// A text in UTF-8.
  case text([UInt8])
  /// A file. Only burst protocols carry files.
  case file(CarriedFile)
  /// Bytes that the modem does not interpret. Hop and burst protocols carry sealed content.
  case sealed(SealedBytes)
  /// The answer of a receiver. Hop protocols carry receipts.
  case receipt(Receipt)
  /// A message that measures a distance. Hop protocols carry it.
  case ranging(RangingMessage)
  /// A step of a pairing. Hop protocols carry it.
  case pairing([UInt8])

  /// The text; empty for other content.
  var text: [UInt8] { if case .text(let text) = self { text } else { [] } }
}

/// Content that was sealed elsewhere. It fills all bytes of the frames that carry it.
public struct SealedBytes: Sendable {
  /// The content number of sealed content in a frame. The seal covers this number.
  public static let contentNumber = ContentNumber.sealed.rawValue

  /// The smallest number of bytes that holds the content.
  public let leastByteCount: Int
  /// Gives the content in `byteCount` bytes, at least `leastByteCount`.
  public let bytes: @Sendable (_ byteCount: Int) -> [UInt8]

  /// Content of at least `leastByteCount` bytes. `bytes` gives the content filled to a byte count.
  public init(
    leastByteCount: Int, bytes: @escaping @Sendable (_ byteCount: Int) -> [UInt8]
  ) {
    self.leastByteCount = leastByteCount
    self.bytes = bytes
  }
}

/// The number by which a frame tells its kind of content. A receiver must not show content with an
/// unknown number as text.
struct ContentNumber: RawRepresentable, Sendable, Equatable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The number of content of `kind`. `wantsAnswer` says whether the sender wants an answer.
  init(_ kind: ContentNumber, wantsAnswer: Bool) {
    rawValue = kind.rawValue + (wantsAnswer ? Self.answerWanted : 0)
  }

  /// Added to the number if the sender wants an answer.
  private static let answerWanted: UInt8 = 16

  /// Whether the sender wants an answer, for a text, a file or sealed content.
  var wantsAnswer: Bool {
    (Self.answerWanted...Self.answerWanted + Self.sealed.rawValue).contains(rawValue)
  }

  /// The number without the request for an answer.
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
  /// A step of a pairing, which the modem does not interpret.
  static let pairing = ContentNumber(rawValue: 4)
  /// A message that measures a distance, as `RangingMessage` packs it.
  static let ranging = ContentNumber(rawValue: 5)
}

/// Received sealed content with valid checks: it is not damaged, but its sender is not known yet.
public struct SealedMessage: Sendable {
  /// The transmission that carried it. Of many frames: the last, with the number of the first.
  public var frame: Frame
  /// The sealed bytes that were sent.
  public var bytes: [UInt8]
  /// Number of wrong symbols that were repaired, as in `Message`.
  public var correctedSymbols: Int

  /// The event of the text that was found in the sealed content.
  public func opened(text: [UInt8], _ seal: Seal) -> ReceiverEvent {
    .message(Message(frame: frame, bytes: text, seal: seal, correctedSymbols: correctedSymbols))
  }

  /// The event of the file that `stream` packs like an unsealed file; a failure if it is no file.
  public func opened(stream: [UInt8], _ seal: Seal) -> ReceiverEvent {
    guard let file = CarriedFile(packed: stream) else {
      return .failed(Failure(frame: frame, stage: .check, isCertain: true))
    }
    return .file(
      ReceivedFile(frame: frame, file: file, seal: seal, correctedSymbols: correctedSymbols))
  }
}

extension ReceiverEvent {
  /// The event of a complete file whose SHA-256 differs from its sender's.
  public static func wrongDigest(_ frame: Frame) -> ReceiverEvent {
    .failed(Failure(frame: frame, stage: .digest, isCertain: true))
  }

  /// The event of a complete frame that is refused because of its seal or its missing seal.
  public static func refused(_ frame: Frame, _ refusal: SealRefusal) -> ReceiverEvent {
    .failed(Failure(frame: frame, stage: .seal(refusal), isCertain: true))
  }
}

/// The seal of an opened message or file.
public struct Seal: Sendable, Equatable {
  /// The name of the secret that opened it; nil if the secret has no name.
  public var room: String?
  /// The time of sealing by the sender's clock, in seconds since 1970.
  public var unixSeconds: Double
  /// The age on arrival; nil if the time of arrival is unknown, as with a recording.
  public var ageSeconds: Double?
  /// Identifies the message among all others. All copies of a message have the same number.
  public var number: UInt64

  /// The seal of the secret called `room`.
  public init(room: String?, unixSeconds: Double, ageSeconds: Double?, number: UInt64 = 0) {
    (self.room, self.unixSeconds, self.ageSeconds) = (room, unixSeconds, ageSeconds)
    self.number = number
  }
}

/// Why an undamaged message is not shown.
public enum SealRefusal: Sendable, Equatable {
  /// It is sealed, and the receiver has no secret.
  case noSecret
  /// No secret of the receiver opens it.
  case otherSecret
  /// Its age is larger than allowed. A negative age means that it was sealed in the future.
  case tooOld(seconds: Double)
  /// It was received before.
  case replayed
  /// Its number cannot be remembered, so a recording of it could not be refused later.
  case notRemembered
  /// It is not sealed, and the receiver accepts only sealed messages.
  case notSealed
}
