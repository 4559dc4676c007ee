/// The answer of a receiver to a sender that asks whether its message came.
///
///     byte 0 | status (4 bits), rung (4 bits; 15: none)
///     byte 1 | signal-to-noise ratio of the message, in dB, signed
///     2 to 5 | proof; if blocks are missing, identity (2 bytes) and needed blocks (2 bytes)
public struct Receipt: Sendable, Equatable {
  /// The result for the message.
  public enum Status: UInt8, CaseIterable, Sendable {
    /// The whole message came.
    case delivered = 0
    /// Blocks are missing. Nothing proves that the answering station has the other blocks.
    case missing = 1
    /// The message is refused: its seal is older than allowed, or newer than the receiver's clock.
    case wrongTime = 2
    /// The message came, but the receiver could not keep it.
    case notKept = 3
  }

  /// The result for the message.
  public let status: Status
  /// The fastest rung that the receiver could have read, 0 to 14; nil if the message had no rung.
  public let rung: Int?
  /// Signal-to-noise ratio of the message, in dB as in `Frame.signalToNoiseDecibels`.
  public let signalToNoiseDecibels: Int
  /// Bytes 2 to 5.
  private let tail: [UInt8]

  /// Byte count of a proof.
  public static let proofByteCount = 4
  private static let noRung = 15

  /// A receipt for a message that came, with any status except `missing`.
  ///
  /// - Parameter prove: gives four bytes of proof from the first two bytes of the receipt. The
  ///   proof requires the message, and its secret if the message is sealed.
  public init(
    _ status: Status, rung: Int?, signalToNoiseDecibels: Double,
    prove: (_ head: [UInt8]) -> [UInt8]
  ) {
    self.init(status, rung, signalToNoiseDecibels)
    self = Receipt(self, tail: prove(head))
  }

  /// A receipt that asks for `blockCount` more blocks of the message `identity`.
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

  /// Reads `bytes`, which may end with zeros; nil if they are not a receipt.
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

  /// The proof; nil if blocks are missing.
  public var proof: [UInt8]? { status == .missing ? nil : tail }

  /// Identity of the message and number of needed blocks; nil if no blocks are missing.
  public var missing: (identity: UInt16, blockCount: Int)? {
    guard status == .missing else { return nil }
    return (UInt16(tail[0]) << 8 | UInt16(tail[1]), Int(tail[2]) << 8 | Int(tail[3]))
  }

  /// The six bytes to send.
  var bytes: [UInt8] { head + tail }
}

/// A sender's request for an answer, with the data that the receipt needs.
public struct AnswerRequest: Sendable {
  /// Drawn at random for the message and the same in all its repetitions. 0 for sealed content in
  /// one frame of hop.
  public var identity: UInt16
  /// Number of the sending, for the proof. 0 if a repetition counts as another message.
  public var run: UInt16
  /// Whether frames mark the content as sealed. Only `number` proves that it is sealed.
  public var isSealed: Bool
  /// Identifies the message among all others; nil until the whole message came and was opened.
  public var number: UInt64?
  /// Gives the proof from the number of the sending and the first two bytes of the receipt. Nil
  /// until the whole message came and was opened.
  public var prove: (@Sendable (_ run: UInt16, _ head: [UInt8]) -> [UInt8])?

  /// A request without the `number` and the `prove`, which are not known yet.
  public init(identity: UInt16, run: UInt16 = 0, isSealed: Bool = false) {
    self.run = run
    self.identity = identity
    self.isSealed = isSealed
  }
}
