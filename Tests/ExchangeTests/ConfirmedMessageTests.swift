import HandShakeChannelModel
import HandShakeModem
import HandShakeSealing
import Testing

@testable import HandShakeExchange

/// Texts that are confirmed, or are not, through the air of two or more stations.
@Suite struct ConfirmedMessageTests {
  private let text = Array("meet at 7".utf8)

  /// An exchange that sends the text three times by the protocol of that name, `identity` with it.
  private func exchange(
    by name: String = "hop", identity: UInt16 = 77, proof: ReceiptProof? = nil
  ) throws -> ConfirmedMessage {
    let message = try EncodedMessage(
      .text(text), protocol: TwoStations.modem(name), identity: identity, wantsAnswer: true)
    let proof = proof ?? ReceiptProof(of: .text(text), identity: identity)
    return ConfirmedMessage(
      tries: [message, message, message], waitSeconds: 5, lastWaitSeconds: 8, seed: 5
    ) { proof.isProven(by: $0) }
  }

  @Test(arguments: ["hop", "burst", "hop-deep"]) func aTextIsConfirmed(name: String) throws {
    let stations = try TwoStations(air(2), exchange(by: name), by: [TwoStations.modem(name)])
    #expect(stations.isConfirmed && stations.texts == [["meet at 7"]] && stations.answers == 1)
  }

  @Test func aSealedTextIsConfirmedByItsSecretAlone() throws {
    let secret = try Secret(passphrase: Array("platform four".utf8))
    let time = SealedClock.now
    let sealed = try TransmittedContent.text(text).sealed(with: secret, at: time)
    let modem = try TwoStations.modem("hop")
    let message = try EncodedMessage(sealed, protocol: modem, wantsAnswer: true)
    let proof = ReceiptProof(of: .text(text), sealedAt: time, with: secret)
    let keyring = try Keyring([.init(name: nil, secret: secret)])
    func exchange() -> ConfirmedMessage {
      ConfirmedMessage(tries: [message], waitSeconds: 5, lastWaitSeconds: 5, seed: 5) {
        proof.isProven(by: $0)
      }
    }
    let knowing = try TwoStations(air(2), exchange(), by: [modem], keyring: keyring)
    #expect(knowing.isConfirmed && knowing.texts == [["meet at 7"]])
    let stranger = try TwoStations(air(2), exchange(), by: [modem], limitSeconds: 12)
    #expect(!stranger.isConfirmed && stranger.answers == 0)
  }

  @Test func whereNoReceiptArrivesTheTextIsPrintedOnceAndTheListenerSaysSo() throws {
    let stations = try TwoStations(
      air(2, room: nil, losses: [1: AirLosses(utteranceProbability: 1)]), exchange(),
      by: [TwoStations.modem("hop")])
    guard case .unconfirmed(attempts: 3) = stations.outcome else {
      Issue.record("\(String(describing: stations.outcome))")
      return
    }
    #expect(stations.texts == [["meet at 7"]] && stations.answers == 3)
  }

  @Test func anotherMessagesReceiptConfirmsNothing() throws {
    let other = ReceiptProof(of: .text(text), identity: 78)
    let stations = try TwoStations(
      air(2, room: nil), exchange(proof: other), by: [TwoStations.modem("hop")], limitSeconds: 9)
    #expect(!stations.isConfirmed && stations.answers > 0)
  }

  @Test func whoHasAnsweredEnoughFallsSilent() throws {
    let stations = try TwoStations(
      air(2, room: nil), exchange(), by: [TwoStations.modem("hop")], limitSecondsPerHour: 0,
      limitSeconds: 9)
    #expect(!stations.isConfirmed && stations.answers == 0)
    #expect(stations.notes == [.exhausted(secondsPerHour: 0)])
  }

  @Test func severalListenersDoNotAllAnswer() throws {
    for seed in UInt32(1)...2 {
      let stations = try TwoStations(
        air(4, room: nil, seed: UInt64(seed)), exchange(), by: [TwoStations.modem("hop")],
        listeners: 3, seed: seed)
      #expect(stations.isConfirmed)
      #expect(stations.texts == Array(repeating: ["meet at 7"], count: 3))
    }
  }

  // MARK: Without sound

  /// What became of an exchange whose every try lasts a second and is followed by `receipts`.
  private func run(_ receipts: [Receipt], before: [Receipt] = []) throws -> ConfirmedOutcome? {
    var exchange = try exchange()
    for receipt in before { exchange.take(.receipt(frame(endedAt: 0), receipt), at: 0) }
    var now = 0.0
    while now < 100 {
      now += 0.1
      switch exchange.next(at: now) {
      case .send:
        exchange.beginSpeaking(at: now)
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
    let forged = Receipt(.delivered, rung: nil, signalToNoiseDecibels: 9) { _ in [1, 2, 3, 4] }
    let missing = Receipt(missing: 0, of: 77, rung: nil, signalToNoiseDecibels: 9)
    let outcome = try run([forged, missing], before: [message.receipt()])
    guard case .unconfirmed(attempts: 3)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
  }
}
