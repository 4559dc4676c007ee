/// An end of a pairing.
public enum PairingPart: Sendable, Equatable {
  /// It begins, and commits itself to its key.
  case first
  /// It answers.
  case second
}

/// What two stations send each other to agree on a secret.
///
///     byte 0 | step
///     1, 2   | run
///     3 on   | commitment (20), key (32), proof (8), or nothing
public struct PairingMessage: Sendable, Equatable {
  /// What it is, and who sends it.
  public enum Step: UInt8, Sendable {
    /// The first commits itself to its key.
    case commitment = 1
    /// The key of the second.
    case secondKey = 2
    /// The key to which the first committed itself.
    case firstKey = 3
    /// The people at this end accepted the digits. Next to it the same from an end that has the other's proof.
    case firstProof = 4
    case secondProof = 5
    case lastFirstProof = 20
    case lastSecondProof = 21
    /// The run is over, and nothing came of it.
    case end = 6
  }

  /// What the message is.
  public let step: Step
  /// What tells its run from all others.
  public let run: UInt16
  /// Commitment, key or proof.
  public let body: [UInt8]

  /// Bytes of a commitment.
  public static let commitmentByteCount = 20
  /// Bytes of a public key.
  public static let keyByteCount = 32
  /// Bytes of a proof.
  public static let proofByteCount = 8

  /// A message with a body of the length that its step has.
  public init(_ step: Step, run: UInt16, _ body: [UInt8] = []) {
    precondition(body.count == step.bodyByteCount)
    (self.step, self.run, self.body) = (step, run, body)
  }

  /// Reads what `bytes` gives, with zeros behind; nil where that is none.
  public init?(bytes: [UInt8]) {
    guard bytes.count >= 3, let step = Step(rawValue: bytes[0]) else { return nil }
    let end = 3 + step.bodyByteCount
    guard bytes.count >= end, bytes[end...].allSatisfy({ $0 == 0 }) else { return nil }
    self.init(step, run: UInt16(bytes[1]) << 8 | UInt16(bytes[2]), Array(bytes[3..<end]))
  }

  /// The bytes that are sent.
  public var bytes: [UInt8] { [step.rawValue, UInt8(run >> 8), UInt8(run & 0xFF)] + body }
}

extension PairingMessage.Step {
  fileprivate var bodyByteCount: Int {
    switch self {
    case .commitment: PairingMessage.commitmentByteCount
    case .secondKey, .firstKey: PairingMessage.keyByteCount
    case .firstProof, .secondProof, .lastFirstProof, .lastSecondProof:
      PairingMessage.proofByteCount
    case .end: 0
    }
  }
}
