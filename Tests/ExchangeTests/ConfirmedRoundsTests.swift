import HandShake
import HandShakeChannelModel
import HandShakeTestKit
import Testing

@testable import HandShakeExchange
@testable import HandShakeModem

/// Files in rounds.
@Suite struct ConfirmedRoundsTests {
  private let file: CarriedFile
  private let rounds: MessageRounds
  private let proof: ReceiptProof
  private let modem: ModemProtocol
  private static let identity: UInt16 = 4711

  init() throws {
    var random = SeededRandom(seed: 3)
    let bytes = (0..<9000).map { _ in UInt8.random(in: 0...255, using: &random) }
    file = try #require(
      CarriedFile(
        name: Array("key.bin".utf8), digest: SHA256.digest(of: bytes), bytes: bytes))
    modem = try ProtocolCatalog.find("burst")
    rounds = try MessageRounds(.file(file), protocol: modem, identity: Self.identity, run: 0)
    proof = ReceiptProof(of: .file(file.packed), identity: Self.identity)
  }

  private func exchange() -> ConfirmedRounds {
    let seconds = Dictionary(uniqueKeysWithValues: rounds.rungs.map { ($0, 24 / Double($0)) })
    let proof = proof
    return ConfirmedRounds(
      rounds, identity: Self.identity, firstRung: 6, frameSeconds: seconds, waitSeconds: 5
    ) { proof.isProven(by: $0) }
  }

  private var outgoing: Outgoing { Outgoing(.file(file), by: modem) }

  @Test func whatIsMissingIsSentAgain() throws {
    let losses = AirLosses(
      stretchProbability: 0.2, stretchSeconds: 0.1, stretchPeriodSeconds: 0.4)
    let members = try confirmed(
      outgoing, in: air(2, losses: [0: losses]), limitSeconds: 90
    ).members
    #expect(members[0].isConfirmed && members[1].files == [file])
    #expect(members[0].sounds.count > 1)
  }

  @Test(arguments: extent([Room.corridor, .stairwell, .hall, .corner], usually: [.stairwell]))
  func echoesOfOneRoundHideNoOther(room: Room) throws {
    let members = try confirmed(outgoing, in: air(2, room: room), limitSeconds: 90).members
    #expect(members[0].isConfirmed && members[1].files == [file])
    // None speaks twice, and of a round of which nothing came there is nothing to say.
    #expect(members[1].answerCount <= members[0].sounds.count)
  }

  @Test func lateDevicesDoNotMakeTheListenerSpeakAmidARound() throws {
    let members = try confirmed(outgoing, in: air(2, room: nil, captureSeconds: 0.45)).members
    #expect(members[0].isConfirmed && members[1].answerCount == members[0].sounds.count)
  }

  @Test func whoCannotKeepAFileSaysSo() throws {
    let members = try confirmed(outgoing, in: air(2, room: nil), keepsFiles: false).members
    guard case .unconfirmed(let receipt?, _, _) = members[0].ending else {
      Issue.record("\(String(describing: members[0].ending))")
      return
    }
    #expect(receipt.status == .notKept)
  }

  private let frame = Frame(
    number: 1, protocolName: "hop",
    placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000), startSeconds: 0,
    endSeconds: 1, signalToNoiseDecibels: 20, dilationPartsPerMillion: 0)

  /// Drives an exchange without sound, whose every round lasts a second and is answered by what
  /// `answer` gives for the blocks of all rounds; gives the outcome, and the frames sent.
  private func run(
    _ answer: (_ attempt: Int, _ rung: Int) -> Receipt?
  ) -> (outcome: ConfirmedOutcome?, attempts: Int, rungs: [Int]) {
    var exchange = exchange()
    var sense = ChannelSense()
    sense.take(level(-60, at: 1))
    var now = 0.0
    var rungs: [Int] = []
    while now < 10_000 {
      now += 0.1
      switch exchange.next(at: now, sense) {
      case .send(_, let attempt, _, let rung):
        rungs.append(rung ?? -1)
        now += 1
        exchange.endSpeaking(at: now)
        if let receipt = answer(attempt, rung ?? -1) {
          exchange.take(.receipt(frame, receipt), at: now)
        }
      case .end(let outcome): return (outcome, rungs.count, rungs)
      case .progress, nil: break
      }
    }
    return (nil, rungs.count, rungs)
  }

  private func report(_ missing: Int, rung: Int?, identity: UInt16 = identity) -> Receipt {
    Receipt(missing: missing, of: identity, rung: rung, signalToNoiseDecibels: 20)
  }

  @Test func aReceiverWhoseNeedNeverFallsIsGivenUp() throws {
    for missing in [rounds.blockCount, 65_535] {
      let (outcome, attempts, _) = run { _, _ in report(missing, rung: nil) }
      guard case .unconfirmed = outcome else {
        Issue.record("\(String(describing: outcome))")
        continue
      }
      #expect(attempts < 100)
    }
  }

  @Test func whereNobodyAnswersThreeRoundsAreSentEachMoreRobust() throws {
    let (outcome, _, rungs) = run { _, _ in nil }
    guard case .unconfirmed(attempts: 3) = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(rungs == rungs.sorted(by: >) && rungs[2] < rungs[0])
  }

  @Test func reportsOfOtherMessagesCountForNothing() throws {
    let (outcome, attempts, _) = run { _, _ in report(3, rung: 9, identity: 1) }
    guard case .unconfirmed = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(attempts == 3)
  }

  @Test func theRungFollowsWhatTheReceiverReads() throws {
    let left = rounds.blockCount - 4
    let (_, _, rungs) = run { attempt, _ in attempt == 1 ? report(left, rung: 8) : nil }
    #expect(rungs.prefix(2) == [6, 8])
  }

  /// Nobody reads a round at rung 9, so nobody answers it. The frame that asks again is read.
  @Test func lossesCountForTheRungOfTheirRound() throws {
    var left = rounds.blockCount
    let (_, _, rungs) = run { attempt, rung in
      guard rung < 9 else { return nil }
      left -= 4
      return attempt < 6 ? report(left, rung: 9) : nil
    }
    #expect(rungs.prefix(2) == [6, 9])
    #expect(rungs.filter { $0 >= 9 }.count == 1, "\(rungs)")
  }

  /// The rung that suits the room is not known before the first report.
  @Test func theFirstRoundIsShort() throws {
    func seconds(_ message: EncodedMessage) throws -> Double {
      let placement = try #require(modem.placements.first)
      let transmitter = try Transmitter(message, placement: placement, sampleRateHertz: 48_000)
      return Double(transmitter.sampleCount) / 48_000
    }
    var exchange = exchange()
    var sense = ChannelSense()
    sense.take(level(-60, at: 1))
    guard case .send(let first, 1, _, rung: 6) = exchange.next(at: 1, sense) else {
      Issue.record("it sends nothing")
      return
    }
    let whole = rounds.message([rounds.frame(0, mostBlocks: rounds.frameBlocks)], rung: 6)
    #expect(try seconds(first) < 0.4 * seconds(whole))
  }
}
