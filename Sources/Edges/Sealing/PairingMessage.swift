/// An end of a pairing.
public enum PairingPart: Sendable, Equatable {
  /// It begins, and commits to its key.
  case first
  /// It answers.
  case second
}

/// A message between two stations that agree on a secret.
///
///     byte 0 | step, plus 64 in a proof of an end that lets messages of the secret start programs
///     1, 2   | run
///     3 on   | commitment (20), key (32), proof (8), or nothing
public struct PairingMessage: Sendable, Equatable {
  /// The kind of message and its sender.
  public enum Step: UInt8, Sendable {
    /// The first end commits to its key.
    case commitment = 1
    /// The key of the second.
    case secondKey = 2
    /// The key of the first end's commitment.
    case firstKey = 3
    /// The people at this end accepted the digits. The next case says the same, from an end that
    /// has the other end's proof.
    case firstProof = 4
    case secondProof = 5
    case lastFirstProof = 20
    case lastSecondProof = 21
    /// The run is over and failed.
    case end = 6
  }

  /// The kind of message.
  public let step: Step
  /// The number of the run.
  public let run: UInt16
  /// Commitment, key or proof.
  public let body: [UInt8]
  /// Whether the end that sends this proof lets messages of the secret start programs.
  public let mayStartPrograms: Bool

  /// Bytes of a commitment.
  public static let commitmentByteCount = 20
  /// Bytes of a public key.
  public static let keyByteCount = 32
  /// Bytes of a proof.
  public static let proofByteCount = 8

  private static let programsBit: UInt8 = 64

  /// A message with a body; `step` sets its length.
  public init(_ step: Step, run: UInt16, _ body: [UInt8] = []) {
    precondition(body.count == step.bodyByteCount)
    (self.step, self.run, self.body, mayStartPrograms) = (step, run, body, false)
  }

  /// A proof of `agreement`, which covers the step and this end's permission.
  public init(
    _ step: Step, run: UInt16, of agreement: PairingAgreement, mayStartPrograms: Bool
  ) {
    precondition(step.isProof)
    (self.step, self.run, self.mayStartPrograms) = (step, run, mayStartPrograms)
    body = agreement.proof(step.rawValue | (mayStartPrograms ? Self.programsBit : 0))
  }

  /// Reads the result of `bytes`, with zeros behind it; nil if it is not a pairing message.
  public init?(bytes: [UInt8]) {
    guard bytes.count >= 3, let step = Step(rawValue: bytes[0] & ~Self.programsBit) else {
      return nil
    }
    let mayStartPrograms = bytes[0] & Self.programsBit != 0
    let end = 3 + step.bodyByteCount
    guard bytes.count >= end, bytes[end...].allSatisfy({ $0 == 0 }),
      step.isProof || !mayStartPrograms
    else { return nil }
    (self.step, self.mayStartPrograms) = (step, mayStartPrograms)
    run = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
    body = Array(bytes[3..<end])
  }

  /// The first byte on air; a proof covers it.
  var firstByte: UInt8 { step.rawValue | (mayStartPrograms ? Self.programsBit : 0) }

  /// The bytes on air.
  public var bytes: [UInt8] { [firstByte, UInt8(run >> 8), UInt8(run & 0xFF)] + body }
}

extension PairingMessage.Step {
  fileprivate var isProof: Bool { bodyByteCount == PairingMessage.proofByteCount }

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
