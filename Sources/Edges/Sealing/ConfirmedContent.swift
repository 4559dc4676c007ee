import Exchange
import Modem

/// A text or a file whose sender wants to know whether it came: what tells it from all others, and what proves that
/// somebody has it.
public struct ConfirmedContent: Sendable {
  /// The identity of its transmissions.
  public let identity: UInt16
  /// When it is sealed, where it is.
  public let sealingTime: SealingTime

  private let content: TransmittedContent
  private let secret: Secret?
  private let proof: ReceiptProof

  /// The protocols by which a text is tried in turn where nobody asked for one: what was not heard is sent by one that
  /// is heard deeper.
  public static let usualProtocolNames = ["hop-quick", "hop", "hop-deep"]
  /// How often a text is sent before its sender gives up.
  private static let mostTries = 3
  /// The answer to the last try may be by `hop-deep`, which takes so many seconds longer.
  private static let deepAnswerSeconds = 3.0
  /// The rung of the first round of a file, or the next to it that there is.
  private static let usualRung = 6
  /// The rate at which frames are measured, which holds every placement.
  private static let trialRateHertz = 192_000.0

  /// This text or file, sealed with `secret` where there is one; nil for other content.
  ///
  /// A file has the same identity and time of sealing whenever it is sent within an hour, so that blocks that came of
  /// it before count.
  public init?(_ content: TransmittedContent, secret: Secret?) {
    let sealable: SealedContent
    switch content {
    case .text(let text):
      // A text in one frame of hop takes eight bits of its identity along.
      identity = .random(in: 0...255)
      sealingTime = SealedClock.now
      sealable = .text(text)
    case .file(let file):
      identity = file.digest[..<2].reduce(0) { $0 << 8 | UInt16($1) }
      sealingTime = SealedClock.beginningOfHour
      sealable = .file(file.packed)
    case .sealed, .receipt, .ranging: return nil
    }
    self.content = content
    self.secret = secret
    proof =
      secret.map { [sealingTime] in ReceiptProof(of: sealable, sealedAt: sealingTime, with: $0) }
      ?? ReceiptProof(of: sealable, identity: identity)
  }

  /// The exchange that sends a text: by `message`, but where `others` has another for that try, and waits for so many
  /// seconds after each.
  public func exchange(
    _ message: EncodedMessage, others: [Int: EncodedMessage] = [:], waitSeconds: Double
  ) -> ConfirmedMessage {
    let proof = proof
    return ConfirmedMessage(
      tries: (0..<Self.mostTries).map { others[$0] ?? message }, waitSeconds: waitSeconds,
      lastWaitSeconds: waitSeconds + Self.deepAnswerSeconds, seed: .random(in: .min ... .max)
    ) { proof.isProven(by: $0) }
  }

  /// The rounds of a file.
  ///
  /// - Throws: `TransmitterError` where the protocol cannot send it so.
  public func rounds(
    protocol modemProtocol: ModemProtocol
  ) throws(TransmitterError) -> MessageRounds {
    let sent = if let secret { try content.sealed(with: secret, at: sealingTime) } else { content }
    return try MessageRounds(sent, protocol: modemProtocol, identity: identity)
  }

  /// The exchange that sends a file in `rounds`, by `rung` where that is not nil, and waits for so many seconds after
  /// each.
  ///
  /// - Throws: `unknownRung` where that is none of theirs.
  public func exchange(
    _ rounds: MessageRounds, rung: Int?, placement: Placement, waitSeconds: Double
  ) throws(TransmitterError) -> ConfirmedRounds {
    var frameSeconds: [Int: Double] = [:]
    for candidate in rounds.rungs where rung == nil || candidate == rung {
      let frame = rounds.message([rounds.frame(0, mostBlocks: rounds.frameBlocks)], rung: candidate)
      guard
        let transmitter = try? Transmitter(
          frame, placement: placement, sampleRateHertz: Self.trialRateHertz)
      else { continue }
      frameSeconds[candidate] = Double(transmitter.sampleCount) / Self.trialRateHertz
    }
    let first = frameSeconds.keys.min { abs($0 - Self.usualRung) < abs($1 - Self.usualRung) }
    guard let first else { throw .unknownRung(rung ?? Self.usualRung, offered: rounds.rungs) }
    let proof = proof
    return ConfirmedRounds(
      rounds, identity: identity, firstRung: first, frameSeconds: frameSeconds,
      waitSeconds: waitSeconds
    ) { proof.isProven(by: $0) }
  }
}
