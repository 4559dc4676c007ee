import HandShake
import HandShakeChannelModel
import HandShakeTransferKit
import Testing

@testable import HandShakeExchange

/// Texts that are confirmed, or are not, through the air of two or more stations.
@Suite struct ConfirmedMessageTests {
  private let text = Array("meet at 7".utf8)

  private func outgoing(by name: String = "hop", secret: Secret? = nil) throws -> Outgoing {
    Outgoing(.text(text), by: try ProtocolCatalog.find(name), secret: secret)
  }

  @Test(arguments: ["hop", "burst", "hop-deep"]) func aTextIsConfirmed(name: String) throws {
    let members = try confirmed(outgoing(by: name), in: air(2)).members
    #expect(members[0].isConfirmed && members[1].texts == ["meet at 7"])
    #expect(members[1].answerCount == 1)
  }

  @Test func aSealedTextIsConfirmedByItsSecretAlone() throws {
    let secret = try Secret(passphrase: Array("platform four".utf8))
    let keyring = try Keyring([.init(name: nil, secret: secret)])
    let knowing = try confirmed(outgoing(secret: secret), in: air(2), keyring: keyring).members
    #expect(knowing[0].isConfirmed && knowing[1].texts == ["meet at 7"])
    let stranger = try confirmed(outgoing(secret: secret), in: air(2), limitSeconds: 12).members
    #expect(!stranger[0].isConfirmed && stranger[1].answerCount == 0)
  }

  @Test func whereNoReceiptArrivesTheTextIsPrintedOnceAndTheListenerSaysSo() throws {
    let members = try confirmed(
      outgoing(), in: air(2, room: nil, losses: [1: AirLosses(utteranceProbability: 1)])
    ).members
    guard case .unconfirmed(receipt: nil, attempts: 3, _) = members[0].ending else {
      Issue.record("\(String(describing: members[0].ending))")
      return
    }
    #expect(members[1].texts == ["meet at 7"] && members[1].answerCount == 3)
  }

  /// The tries go down to where the loudspeaker plays, as far as they may, and the answer comes
  /// from there.
  @Test(arguments: [false, true]) func triesGoDownToTheFloor(isFile: Bool) throws {
    var random = SeededRandom(seed: 1)
    let dull = DeviceResponse(rolloffDecibels: 300, rippleDecibels: 0, cornerHertz: 16_200)
    let air = air(
      2, room: nil, response: dull.taps(rateHertz: SharedAir.rateHertz, random: &random))
    var sent = try outgoing()
    if isFile {
      let file = try #require(
        CarriedFile(name: Array("a".utf8), digest: SHA256.digest(of: text), bytes: text))
      sent = Outgoing(.file(file), by: try ProtocolCatalog.find("burst"))
    }
    let unheard = try confirmed(sent, in: air).members
    #expect(!unheard[0].isConfirmed && unheard[1].events.isEmpty)
    sent.floorHertz = 13_000
    let members = try confirmed(sent, in: air).members
    #expect(members[0].isConfirmed)
    let answered = members[0].events.compactMap { _, _, event in
      if case .heard(.receipt(let frame, _)) = event { frame.placement } else { nil }
    }
    #expect(answered.map(\.highestToneHertz) == [16_976.5625])
  }

  @Test func whoHasAnsweredEnoughFallsSilent() throws {
    let members = try confirmed(
      outgoing(), in: air(2, room: nil), secondsPerHour: 0, limitSeconds: 9
    ).members
    #expect(!members[0].isConfirmed && members[1].answerCount == 0)
    let notes = members[1].events.compactMap { _, _, event in
      if case .note(let note) = event { note } else { nil }
    }
    #expect(notes == [.exhausted(secondsPerHour: 0)])
  }

  @Test func severalListenersDoNotAllAnswer() throws {
    for seed in UInt32(1)...2 {
      let members = try confirmed(
        outgoing(), in: air(4, room: nil, seed: UInt64(seed)), listeners: 3, seed: seed
      ).members
      #expect(members[0].isConfirmed)
      #expect(members[1...].allSatisfy { $0.texts == ["meet at 7"] })
    }
  }

  // MARK: Without sound

  /// What became of an exchange whose every try lasts a second and is followed by `receipts`.
  private func run(_ receipts: [Receipt], before: [Receipt] = []) throws -> ConfirmedOutcome? {
    let message = try EncodedMessage(
      .text(text), protocol: ProtocolCatalog.find("hop"), identity: 77, wantsAnswer: true)
    let proof = ReceiptProof(of: .text(text), identity: 77)
    var exchange = ConfirmedMessage(
      tries: [message, message, message], waitSeconds: 5, lastWaitSeconds: 8, seed: 5
    ) { proof.isProven(by: $0) }
    var sense = ChannelSense()
    sense.take(level(-60, at: 1))
    for receipt in before { exchange.take(.receipt(frame(endedAt: 0), receipt), at: 0) }
    var now = 0.0
    while now < 100 {
      now += 0.1
      switch exchange.next(at: now, sense) {
      case .send:
        now += 1
        exchange.endSpeaking(at: now)
        for receipt in receipts {
          exchange.take(.receipt(frame(endedAt: now), receipt), at: now)
        }
      case .end(let outcome): return outcome
      case .progress, nil: break
      }
    }
    return nil
  }

  @Test func whoCannotTakeItSaysSoUnlessAnotherCan() throws {
    let message = AnswerableMessage("meet at 7", identity: 77)
    for status in [Receipt.Status.wrongTime, .notKept] {
      guard case .refused(let receipt)? = try run([message.receipt(status)]) else {
        Issue.record("not refused")
        continue
      }
      #expect(receipt.status == status)
      let both = try run([message.receipt(status), message.receipt(), message.receipt(status)])
      guard case .confirmed(let receipt, attempts: 1)? = both else {
        Issue.record("\(String(describing: both))")
        continue
      }
      #expect(receipt.status == .delivered)
    }
  }

  @Test func whatProvesNothingOrCameBeforeConfirmsNothing() throws {
    let message = AnswerableMessage("meet at 7", identity: 77)
    let other = AnswerableMessage("meet at 7", identity: 78)
    let forged = Receipt(.delivered, rung: nil, signalToNoiseDecibels: 9) { _ in [1, 2, 3, 4] }
    let missing = Receipt(missing: 0, of: 77, rung: nil, signalToNoiseDecibels: 9)
    let outcome = try run([forged, other.receipt(), missing], before: [message.receipt()])
    guard case .unconfirmed(attempts: 3)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
  }
}
