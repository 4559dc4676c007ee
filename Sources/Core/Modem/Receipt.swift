/// What a receiver answers to a sender that wants to know whether its message came.
///
///     byte 0 | status (4 bits), rung (4 bits; 15: none)
///     byte 1 | signal-to-noise ratio of the message, in dB, signed
///     2 to 5 | proof, or where blocks are missing identity (2 bytes) and how many are needed (2 bytes)
public struct Receipt: Sendable, Equatable {
  /// What became of the message.
  public enum Status: UInt8, CaseIterable, Sendable {
    /// All of it came.
    case delivered = 0
    /// Blocks of it are missing. Nothing proves that whoever says so has the others.
    case missing = 1
    /// It came, and is refused, since its seal is older than is allowed, or newer than the receiver's clock.
    case wrongTime = 2
    /// It came, and the receiver could not keep it.
    case notKept = 3
  }

  /// What became of the message.
  public let status: Status
  /// The fastest rung that the receiver could have read, 0 to 14; nil where the message had none.
  public let rung: Int?
  /// How the message came, in dB as in `Frame.signalToNoiseDecibels`.
  public let signalToNoiseDecibels: Int
  /// Bytes 2 to 5.
  private let tail: [UInt8]

  /// Bytes of a proof.
  public static let proofByteCount = 4
  private static let noRung = 15

  /// That a message came, and what became of it: not `missing`.
  ///
  /// - Parameter prove: gives four bytes that only those can know who have the message, and its secret where it is
  ///   sealed, from the first two of the receipt.
  public init(
    _ status: Status, rung: Int?, signalToNoiseDecibels: Double,
    prove: (_ head: [UInt8]) -> [UInt8]
  ) {
    self.init(status, rung, signalToNoiseDecibels)
    self = Receipt(self, tail: prove(head))
  }

  /// That `blockCount` more blocks are needed of the message of that identity.
  public init(
    missing blockCount: Int, of identity: UInt16, rung: Int?, signalToNoiseDecibels: Double
  ) {
    let count = UInt16(clamping: blockCount)
    self.init(.missing, rung, signalToNoiseDecibels)
    self = Receipt(self, tail: [identity, count].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  private init(_ status: Status, _ rung: Int?, _ decibels: Double) {
    self.status = status
    self.rung = rung.map { min(max($0, 0), Self.noRung - 1) }
    signalToNoiseDecibels = decibels.isFinite ? Int(min(max(decibels, -128), 127).rounded()) : 0
    tail = []
  }

  private init(_ other: Receipt, tail: [UInt8]) {
    (status, rung) = (other.status, other.rung)
    signalToNoiseDecibels = other.signalToNoiseDecibels
    self.tail = tail
  }

  /// Reads what `bytes` gives, with zeros behind; nil where that is no receipt.
  init?(bytes: [UInt8]) {
    guard bytes.count >= 6, bytes[6...].allSatisfy({ $0 == 0 }),
      let status = Status(rawValue: bytes[0] >> 4)
    else { return nil }
    self.status = status
    let rung = Int(bytes[0] & 0xF)
    self.rung = rung == Self.noRung ? nil : rung
    signalToNoiseDecibels = Int(Int8(bitPattern: bytes[1]))
    tail = Array(bytes[2..<6])
  }

  /// The first two bytes, which a proof covers.
  public var head: [UInt8] {
    [
      status.rawValue << 4 | UInt8(rung ?? Self.noRung),
      UInt8(bitPattern: Int8(signalToNoiseDecibels)),
    ]
  }

  /// The proof; nil where blocks are missing.
  public var proof: [UInt8]? { status == .missing ? nil : tail }

  /// Whose blocks are missing, and how many more are needed; nil where none is.
  public var missing: (identity: UInt16, blockCount: Int)? {
    guard status == .missing else { return nil }
    return (UInt16(tail[0]) << 8 | UInt16(tail[1]), Int(tail[2]) << 8 | Int(tail[3]))
  }

  /// The six bytes that are sent.
  var bytes: [UInt8] { head + tail }
}

/// The wish of a sender for an answer, as a receiver has to fulfil it.
public struct AnswerRequest: Sendable {
  /// Drawn at random for the message, the same whenever it is sent again; 0 for what is sealed and fits one frame
  /// of hop.
  public var identity: UInt16
  /// The number of the sending, which goes into the proof; 0 where a message that is sent again is another.
  public var run: UInt16
  /// Whether frames say that the content is sealed. Only the number proves it.
  public var isSealed: Bool
  /// What tells the message from all others; nil until all of it came and was opened.
  public var number: UInt64?
  /// Gives what a receipt must prove from the number of the sending and the first two bytes of the receipt; nil
  /// likewise.
  public var prove: (@Sendable (_ run: UInt16, _ head: [UInt8]) -> [UInt8])?

  /// A wish of which it is not known yet what answers it.
  public init(identity: UInt16, run: UInt16 = 0, isSealed: Bool = false) {
    self.run = run
    self.identity = identity
    self.isSealed = isSealed
  }
}
