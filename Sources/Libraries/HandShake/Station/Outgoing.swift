import HandShakeCatalog
import HandShakeCoding
import HandShakeExchange
import HandShakeFeed
import HandShakeModem
import HandShakeSealing

/// A text or a file to send, and how to send it.
public struct Outgoing: Sendable {
  /// The text or file, in clear.
  public var content: TransmittedContent
  /// The protocol.
  public var modemProtocol: ModemProtocol
  /// Whether the user chose the protocol. If not, each further try of a confirmed text uses a more
  /// robust protocol.
  public var isProtocolChosen: Bool
  /// The secret that seals it; nil to send it in clear.
  public var secret: Secret?
  /// How to choose between robust and fast, as in `EncodedMessage`.
  public var pace = TransmissionPace.automatic
  /// Repair blocks, in percent of the blocks, 0...100.
  public var repairPercent = 0
  /// How often it is sent with one seal, as in `EncodedMessage`.
  public var copies = 1
  /// Whether the whole transmission will be sent again.
  public var isRepeated = false
  /// The ceiling of the loudspeaker, in hertz; nil for the usual one.
  public var ceilingHertz: Double?
  /// The lowest tone of a further try, in hertz. A try without an answer is followed by a try in
  /// the next lower placement, unless that placement has a lower tone.
  public var floorHertz = Outgoing.usualFloorHertz

  /// Many people hear tones below this frequency, and some children hear tones above it.
  public static let usualFloorHertz = 17_000.0

  /// Sends `content` by `modemProtocol`.
  public init(
    _ content: TransmittedContent, by modemProtocol: ModemProtocol, isProtocolChosen: Bool = true,
    secret: Secret? = nil
  ) {
    self.content = content
    self.modemProtocol = modemProtocol
    self.isProtocolChosen = isProtocolChosen
    self.secret = secret
  }

  /// The protocols of the tries of a text, in order, if the user chose no protocol.
  private static let usualProtocolNames = ["hop-quick", "hop", "hop-deep"]
  /// The rate at which frames are measured. It supports every placement.
  private static let trialRateHertz = 192_000.0
  /// The rung of the first round of a file, or the nearest existing rung.
  private static let usualRung = 7
  /// The extra seconds of an answer to the last try, which may use `hop-deep`.
  private static let deepAnswerSeconds = 3.0

  /// Its frames, sealed as of `unixSeconds` (seconds since 1970) if there is a secret.
  public func message(at unixSeconds: Double) throws(OutgoingError) -> EncodedMessage {
    try message(
      by: modemProtocol, sealedAt: SealedClock.time(ofSeconds: unixSeconds),
      identity: .random(in: .min ... .max), copies: copies)
  }

  /// The sound of `message`, a result of `message(at:)`, at `rateHertz` samples a second.
  public func transmitter(
    _ message: EncodedMessage, rateHertz: Double
  ) throws(OutgoingError) -> Transmitter {
    try OutgoingError.transmitter(
      message, by: modemProtocol, ceilingHertz: ceilingHertz, rateHertz: rateHertz)
  }

  /// Seconds on air if it is sent once with its seal, as of `unixSeconds`; nil if it cannot be
  /// sent.
  public func airSeconds(at unixSeconds: Double) -> Double? {
    guard let secret else { return modemProtocol.airSeconds(of: content, pace: pace) }
    let sealed = try? content.sealed(with: secret, at: SealedClock.time(ofSeconds: unixSeconds))
    return sealed.flatMap { modemProtocol.airSeconds(of: $0, pace: pace) }
  }

  /// Throws the reason if it cannot be sent until confirmed.
  public func checkConfirmation(at unixSeconds: Double) throws(OutgoingError) {
    _ = try confirming(waitSeconds: 1, at: unixSeconds, seed: 0)
  }

  /// Its sound at `rateHertz` samples a second, sealed as of `unixSeconds` if there is a secret.
  public func transmitter(
    rateHertz: Double, at unixSeconds: Double
  ) throws(OutgoingError) -> Transmitter {
    try transmitter(message(at: unixSeconds), rateHertz: rateHertz)
  }

  private func message(
    by modemProtocol: ModemProtocol, sealedAt time: SealingTime, identity: UInt16, copies: Int,
    wantsAnswer: Bool = false
  ) throws(OutgoingError) -> EncodedMessage {
    do throws(TransmitterError) {
      var sent = content
      if let secret { sent = try content.sealed(with: secret, at: time) }
      return try EncodedMessage(
        sent, protocol: modemProtocol, identity: identity, copies: copies, isRepeated: isRepeated,
        pace: pace, repairPercent: wantsAnswer ? 0 : repairPercent, wantsAnswer: wantsAnswer)
    } catch {
      throw .content(error, protocolName: modemProtocol.name)
    }
  }

  /// The exchange that sends it until a receipt comes: a text in tries, a file in rounds.
  ///
  /// - Parameters:
  ///   - waitSeconds: how long to listen for an answer after each try.
  ///   - unixSeconds: the time of day, in seconds since 1970.
  ///   - seed: chooses the identity, the run and pauses.
  func confirming(
    waitSeconds: Double, at unixSeconds: Double, seed: UInt32
  ) throws(OutgoingError) -> Confirming {
    var random = CongruentialSequence(seed: seed)
    switch content {
    case .text(let bytes):
      // A text in one frame of hop carries eight bits of its identity.
      let identity = UInt16(random.next(bits: 8))
      let time = SealedClock.time(ofSeconds: unixSeconds)
      func tried(_ modemProtocol: ModemProtocol) throws(OutgoingError) -> EncodedMessage {
        try message(
          by: modemProtocol, sealedAt: time, identity: identity, copies: 1, wantsAnswer: true)
      }
      let usual = try tried(modemProtocol)
      let tries = Self.usualProtocolNames.enumerated().map { index, name in
        if !isProtocolChosen, let other = ProtocolCatalog.builtIn.first(where: { $0.name == name }),
          let message = try? tried(other)
        {
          return (message, way(of: other, index))
        }
        return (usual, way(of: modemProtocol, index))
      }
      let proof = proof(of: .text(bytes), identity: identity, sealedAt: time)
      return Confirming(
        identity: identity, number: proof.number, ways: tries.map { $0.1 },
        exchange: .message(
          ConfirmedMessage(
            tries: tries.map { $0.0 }, waitSeconds: waitSeconds,
            lastWaitSeconds: waitSeconds + Self.deepAnswerSeconds,
            seed: random.next(bits: 32)
          ) { proof.isProven(by: $0) }))
    case .file(let file):
      // If a file is sent again within an hour, it keeps its identity and time of sealing. So a
      // receiver uses the blocks that it already has.
      let time = SealedClock.time(ofSeconds: (unixSeconds / 3600).rounded(.down) * 3600)
      let sealable = SealedContent.file(file.packed)
      let identity =
        secret?.identity(of: sealable, time)
        ?? file.digest[..<2].reduce(0) { $0 << 8 | UInt16($1) }
      let proof = proof(of: sealable, identity: identity, sealedAt: time)
      let run = UInt16(random.next(below: Int(MessageRounds.runCount)))
      return Confirming(
        identity: identity, number: proof.number,
        ways: modemProtocol.placements.indices.map { way(of: modemProtocol, $0) },
        exchange: .rounds(
          try rounds(waitSeconds: waitSeconds, sealedAt: time, identity: identity, run: run) {
            proof.isProven(by: $0, run: run)
          }))
    case .sealed, .receipt, .ranging, .pairing:
      throw .content(.noAnswers, protocolName: modemProtocol.name)
    }
  }

  /// The parameters of a try by `modemProtocol` after so many tries without an answer.
  private func way(
    of modemProtocol: ModemProtocol, _ unanswered: Int
  ) -> (modemProtocol: ModemProtocol, ceilingHertz: Double?) {
    let lower = lowerPlacements(of: modemProtocol).filter { $0.lowestToneHertz >= floorHertz }
    guard unanswered > 0, !lower.isEmpty else { return (modemProtocol, ceilingHertz) }
    let placement = lower[min(unanswered, lower.count) - 1]
    return (modemProtocol, placement.highestToneHertz.nextUp)
  }

  /// The placements below that of the first try, highest first.
  private func lowerPlacements(of modemProtocol: ModemProtocol) -> ArraySlice<Placement> {
    let usual = modemProtocol.assumedCeilingHertz(sampleRateHertz: Self.trialRateHertz)
    return modemProtocol.placements.filter { $0.highestToneHertz < ceilingHertz ?? usual }
      .dropFirst()
  }

  /// The highest placement that `floorHertz` forbids; nil if it allows all.
  public var placementBelowFloor: Placement? {
    lowerPlacements(of: modemProtocol).first { $0.lowestToneHertz < floorHertz }
  }

  private func proof(
    of content: SealedContent, identity: UInt16, sealedAt time: SealingTime
  ) -> ReceiptProof {
    secret.map { ReceiptProof(of: content, sealedAt: time, with: $0) }
      ?? ReceiptProof(of: content, identity: identity)
  }

  private func rounds(
    waitSeconds: Double, sealedAt time: SealingTime, identity: UInt16, run: UInt16,
    isProven: @escaping (Receipt) -> Bool
  ) throws(OutgoingError) -> ConfirmedRounds {
    do throws(TransmitterError) {
      let sent = if let secret { try content.sealed(with: secret, at: time) } else { content }
      let rounds = try MessageRounds(sent, protocol: modemProtocol, identity: identity, run: run)
      let asked: Int? = if case .rung(let rung) = pace { rung } else { nil }
      guard let placement = modemProtocol.placements.first else { throw .noAnswers }
      var frameSeconds: [Int: Double] = [:]
      for rung in rounds.rungs where asked == nil || rung == asked {
        let frame = rounds.message([rounds.frame(0, mostBlocks: rounds.frameBlocks)], rung: rung)
        guard
          let transmitter = try? Transmitter(
            frame, placement: placement, sampleRateHertz: Self.trialRateHertz)
        else { continue }
        frameSeconds[rung] = Double(transmitter.sampleCount) / Self.trialRateHertz
      }
      let first = frameSeconds.keys.min { abs($0 - Self.usualRung) < abs($1 - Self.usualRung) }
      guard let first else { throw .unknownRung(asked ?? Self.usualRung, offered: rounds.rungs) }
      return ConfirmedRounds(
        rounds, identity: identity, firstRung: first, frameSeconds: frameSeconds,
        waitSeconds: waitSeconds, isProven: isProven)
    } catch {
      throw .content(error, protocolName: modemProtocol.name)
    }
  }
}

/// Why an `Outgoing` cannot be sent.
public enum OutgoingError: Error, Equatable, Sendable {
  /// The protocol cannot send the content, or the rate is too low for it.
  case content(TransmitterError, protocolName: String)
  /// No placement of the protocol lies below the ceiling and half the sampling rate.
  case noPlacement(protocolName: String)

  /// The sound of `message`, encoded for `modemProtocol`, in the highest placement that `rateHertz`
  /// supports below the ceiling or the usual ceiling.
  static func transmitter(
    _ message: EncodedMessage, by modemProtocol: ModemProtocol, ceilingHertz: Double?,
    rateHertz: Double
  ) throws(OutgoingError) -> Transmitter {
    let placement = try modemProtocol.placement(ceilingHertz: ceilingHertz, rateHertz: rateHertz)
    do throws(TransmitterError) {
      return try Transmitter(message, placement: placement, sampleRateHertz: rateHertz)
    } catch {
      throw .content(error, protocolName: modemProtocol.name)
    }
  }
}

extension ModemProtocol {
  /// The highest placement that `rateHertz` samples a second support below a ceiling; nil stands
  /// for the usual ceiling.
  public func placement(
    ceilingHertz: Double?, rateHertz: Double
  ) throws(OutgoingError) -> Placement {
    let ceiling = min(
      ceilingHertz ?? assumedCeilingHertz(sampleRateHertz: rateHertz),
      Self.highestHertz(sampleRateHertz: rateHertz))
    guard let placement = placement(belowHertz: ceiling) else {
      throw .noPlacement(protocolName: name)
    }
    return placement
  }

  /// Seconds on air of `content`, sent once; nil if it cannot be sent.
  public func airSeconds(
    of content: TransmittedContent, pace: TransmissionPace = .automatic
  ) -> Double? {
    let rateHertz = ChannelFeed.commonRateHertz
    guard let message = try? EncodedMessage(content, protocol: self, pace: pace),
      let sent = try? Transmitter(message, placement: placements[0], sampleRateHertz: rateHertz)
    else { return nil }
    return Double(sent.sampleCount) / rateHertz
  }
}
