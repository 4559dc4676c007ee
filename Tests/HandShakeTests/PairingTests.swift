import HandShakeChannelModel
import HandShakeExchange
import HandShakeSealing
import HandShakeTestKit
import HandShakeTransferKit
import Testing

@testable import HandShake
@testable import HandShakeModem

/// Pairings between stations, with sound and without.
@Suite struct PairingTests {
  // MARK: With sound

  private static func stations(seed: UInt64, room: Room = .office) throws -> StationAir {
    var random = SeededRandom(seed: seed)
    let air = SharedAir(
      stations: (0..<2).map { index in
        AirStation(
          clockPartsPerMillion: index == 0 ? 100 : -100, playbackSeconds: 0.1,
          captureSeconds: 0.05 + 0.1 * Double(index), noiseDecibels: -48)
      }, blockLength: 1920, seed: seed
    ) { from, to in
      if from == to { return AirPath(distanceMetres: 0.1, levelDecibels: -3) }
      return AirPath(room: room, distanceMetres: 2, levelDecibels: -23, random: &random)
    }
    return try StationAir(air) { index in
      try Station(
        hears: Receipt.protocols, rateHertz: SharedAir.rateHertz,
        seed: UInt32(seed) &* 31 &+ UInt32(index))
    }
  }

  @Test(arguments: 1...extent(8, usually: 2))
  func twoStationsAgree(seed: Int) throws {
    let stations = try Self.stations(seed: UInt64(seed))
    try stations.pair(decisionSeconds: [2, 3], limitSeconds: 90)
    var keys: [[UInt8]] = []
    for member in stations.members {
      guard case .pairing(.paired(let agreement, let isSure, _)) = member.ending else {
        Issue.record("\(String(describing: member.ending))")
        return
      }
      #expect(isSure)
      keys.append(agreement.storedKey())
    }
    #expect(keys[0] == keys[1])
    #expect(stations.members[0].digits?.number == stations.members[1].digits?.number)
    #expect(stations.seconds < 25)
  }

  // MARK: Without sound

  @Test(arguments: [false, true], [false, true])
  func programsStartWhereBothEndsAllowIt(first: Bool, second: Bool) throws {
    var world = try PairingWorld(seed: 3, mayStartPrograms: [first, second])
    world.run()
    for end in world.ended {
      guard case .paired(_, isSure: true, let mayStartPrograms) = end else {
        Issue.record("\(String(describing: end))")
        return
      }
      #expect(mayStartPrograms == (first && second))
    }
  }

  @Test func withoutLossesBothAgreeSoon() throws {
    for seed in UInt64(1)...20 {
      var world = try PairingWorld(seed: seed)
      world.run()
      #expect(world.kept[0]?.key == world.kept[1]?.key && world.kept[0] != nil)
      #expect(world.kept.allSatisfy { $0?.isSure == true })
      #expect(world.digits[0] == world.digits[1] && world.now < 20, "\(world.now)")
    }
  }

  @Test func withLossesBothEndTheSameWayOrSaySo() throws {
    let count = extent(2000, usually: 300)
    var agreed = 0
    for seed in 0..<count {
      var world = try PairingWorld(seed: UInt64(seed), lossPercent: 30)
      world.run()
      #expect(world.isHonest, "seed \(seed)")
      if world.kept.allSatisfy({ $0 != nil }) { agreed += 1 }
    }
    #expect(100 * agreed >= 98 * count, "\(agreed) of \(count)")
  }

  @Test(arguments: [[nil, nil], [nil, .first], [nil, .second]] as [[PairingPart?]])
  func anEndThatMayBeEitherTakesTheOtherPart(parts: [PairingPart?]) throws {
    let count = extent(2000, usually: 300)
    var seconds: [Double] = []
    for seed in 0..<count {
      var world = try PairingWorld(seed: UInt64(seed), parts: parts)
      world.run()
      #expect(world.isHonest, "seed \(seed)")
      if world.kept.allSatisfy({ $0 != nil }) { seconds.append(world.now) }
    }
    seconds.sort()
    #expect(1000 * seconds.count >= 995 * count, "\(seconds.count) of \(count)")
    #expect(seconds[count / 2] < 20 && seconds[99 * count / 100] < 45, "\(seconds)")
  }

  @Test func withLossesTwoThatMayBeEitherAreHonest() throws {
    let count = extent(2000, usually: 300)
    var agreed = 0
    for seed in 0..<count {
      var world = try PairingWorld(seed: UInt64(seed), parts: [nil, nil], lossPercent: 30)
      world.run()
      #expect(world.isHonest, "seed \(seed)")
      if world.kept.allSatisfy({ $0 != nil }) { agreed += 1 }
    }
    #expect(100 * agreed >= 97 * count, "\(agreed) of \(count)")
  }

  /// Where both sounded at once and heard each other all the same, only one of them goes on as the
  /// first.
  @Test func ofTwoCommitmentsAtOnceTheLowerRunGoesOn() throws {
    var free = ChannelSense()
    free.take(.level(Level(seconds: 1, peak: 0, bandRootMeanSquare: 0.001)))
    func commitment(_ run: inout PairingRun) -> PairingMessage? {
      _ = run.next(at: 100, free)
      guard case .send(let message) = run.next(at: 105, free) else { return nil }
      return message
    }
    var runs = try (1...2).map { seed in
      PairingRun(nil, keys: try PairingKeys(), waitSeconds: 5, seed: UInt32(seed))
    }
    let sent = try runs.indices.map { try #require(commitment(&runs[$0])) }
    for index in runs.indices {
      runs[index].endSpeaking(at: 107)
      runs[index].take(sent[1 - index], endedAt: 107.3, at: 107.3)
    }
    let lower = sent[0].run < sent[1].run ? 0 : 1
    #expect(runs[lower].next(at: 108, free) == nil)
    guard case .send(let answer) = runs[1 - lower].next(at: 108, free) else {
      Issue.record("the higher run goes on")
      return
    }
    #expect(answer.step == .secondKey && answer.run == sent[lower].run)
  }

  @Test(arguments: [0, 1])
  func refusedDigitsEndBoth(refusing: Int) throws {
    var world = try PairingWorld(seed: 3)
    world.decisions[refusing] = (2, false)
    world.decisions[1 - refusing] = (9, true)
    world.run()
    #expect(world.failures[refusing] == .refused)
    #expect(world.failures[1 - refusing] == .endedByOther)
  }

  @Test(arguments: [0, 1])
  func nobodyKeepsWhatOneDidNotAccept(silent: Int) throws {
    var world = try PairingWorld(seed: 4)
    world.decisions[silent] = nil
    world.run()
    #expect(world.kept.allSatisfy { $0 == nil })
    #expect(world.failures.contains(.timedOut(hasAccepted: true)))
  }

  @Test(arguments: [
    PairingMessage.Step.commitment, .secondKey, .firstKey, .firstProof, .lastSecondProof,
    .lastFirstProof,
  ])
  func anEndThatDisappearsIsNoticed(step: PairingMessage.Step) throws {
    var world = try PairingWorld(seed: 5)
    var isGone = false
    world.tamper = { message in
      isGone = isGone || message.step == step
      return isGone ? [] : [message]
    }
    world.run()
    #expect(isGone && world.isHonest)
    if step == .commitment { #expect(world.failures[0] == .noAnswer && world.ended[1] == nil) }
  }

  @Test func aSecondDeviceThatAnswersEndsTheRun() throws {
    var world = try PairingWorld(seed: 6)
    let other = try PairingKeys()
    var count = 0
    world.tamper = { message in
      guard message.step == .secondKey else { return message.step == .firstKey ? [] : [message] }
      count += 1
      return [
        count == 1 ? message : PairingMessage(.secondKey, run: message.run, other.publicKey)
      ]
    }
    world.run()
    #expect(world.failures[0] == .severalDevices && world.kept[1] == nil)
  }

  @Test func forgedFramesAreIgnored() throws {
    // Before each true frame come one of another run, one's own as an echo, and false keys and
    // proofs.
    var world = try PairingWorld(seed: 7)
    let other = try PairingKeys()
    let zeros = [UInt8](repeating: 0, count: 32)
    world.tamper = { message in
      var forged = [PairingMessage(.end, run: message.run &+ 1)]
      switch message.step {
      case .secondKey:
        forged += [
          PairingMessage(.secondKey, run: message.run, zeros),
          PairingMessage(.secondKey, run: message.run &+ 1, other.publicKey),
        ]
      case .firstKey:
        forged += [
          PairingMessage(.firstKey, run: message.run, other.publicKey),
          PairingMessage(.firstKey, run: message.run, zeros),
        ]
      case .firstProof, .secondProof, .lastFirstProof, .lastSecondProof:
        forged += [
          PairingMessage(message.step, run: message.run, [UInt8](repeating: 7, count: 8)),
          PairingMessage(.lastFirstProof, run: message.run, message.body),
          PairingMessage(.lastSecondProof, run: message.run, message.body),
        ].filter { $0 != message }
      default: break
      }
      return forged + [message]
    }
    world.run()
    #expect(world.kept[0]?.key == world.kept[1]?.key && world.kept[0] != nil)
  }

  // MARK: Somebody in between

  /// Who learns the key of one run could choose his for the next one by the digits.
  @Test func theSecondEndHasOtherKeysInEachRun() throws {
    var second = PairingRun(.second, keys: try PairingKeys(), waitSeconds: 5, seed: 1)
    var free = ChannelSense()
    free.take(.level(Level(seconds: 1, peak: 0, bandRootMeanSquare: 0.001)))
    var (now, shown): (Double, [[UInt8]]) = (100, [])
    let commitment = [UInt8](repeating: 9, count: PairingMessage.commitmentByteCount)
    for run in UInt16(1)...3 {
      second.take(PairingMessage(.commitment, run: run, commitment), endedAt: now, at: now)
      // Nobody shows the key to that commitment, until the run's limit.
      for _ in 0..<130 {
        now += 0.5
        guard case .send(let message) = second.next(at: now, free) else { continue }
        #expect(message.step == .secondKey && message.run == run)
        if shown.last != message.body { shown.append(message.body) }
        second.endSpeaking(at: now)
      }
    }
    #expect(shown.count == 3 && Set(shown).count == 3)
  }

  /// Its key before that of the second would let somebody in between choose his by it.
  @Test func theFirstEndShowsNoKeyBeforeTheSecondDoes() throws {
    let keys = try PairingKeys()
    var first = PairingRun(.first, keys: keys, waitSeconds: 5, seed: 1)
    var free = ChannelSense()
    free.take(.level(Level(seconds: 1, peak: 0, bandRootMeanSquare: 0.001)))
    var (now, sent): (Double, [PairingMessage]) = (100, [])
    for _ in 0..<200 {
      now += 0.5
      if case .send(let message) = first.next(at: now, free) {
        sent.append(message)
        first.endSpeaking(at: now)
      }
      guard let run = sent.first?.run else { continue }
      let proof = [UInt8](repeating: 9, count: PairingMessage.proofByteCount)
      for message in [
        PairingMessage(.commitment, run: run, Array(keys.publicKey[..<20])),
        PairingMessage(.firstKey, run: run, keys.publicKey),
        PairingMessage(.firstProof, run: run, proof), PairingMessage(.secondProof, run: run, proof),
        PairingMessage(.lastFirstProof, run: run, proof),
        PairingMessage(.lastSecondProof, run: run, proof),
        PairingMessage(.secondKey, run: run &+ 1, keys.publicKey),
      ] { first.take(message, endedAt: now, at: now) }
    }
    let steps = sent.map(\.step)
    let runs = steps.split { $0 == .end }
    #expect(runs.count == 1 && runs[0].count >= 5 && runs[0].allSatisfy { $0 == .commitment })
    #expect(steps.contains(.end))
    #expect(sent.allSatisfy { $0.body != keys.publicKey })
  }

  /// What the digits of both ends are where `runs` are played by somebody in between, who knows all
  /// that there is to know and shows the second end the key that `choose` gives.
  private static func digits(
    checksCommitment: Bool,
    choose: (_ shown: Int, _ secondKey: [UInt8], _ run: UInt16) throws -> PairingKeys?
  ) throws -> [Int] {
    var first = PairingRun(.first, keys: try PairingKeys(), waitSeconds: 5, seed: 1)
    var second = PairingRun(
      .second, keys: try PairingKeys(), waitSeconds: 5, seed: 2, checksCommitment: checksCommitment)
    let (towardsFirst, towardsSecond) = try (PairingKeys(), PairingKeys())
    var free = ChannelSense()
    free.take(.level(Level(seconds: 1, peak: 0, bandRootMeanSquare: 0.001)))
    var now = 100.0
    func sent(_ run: inout PairingRun) -> PairingMessage? {
      now += 1
      guard case .send(let message) = run.next(at: now, free) else { return nil }
      run.endSpeaking(at: now)
      return message
    }
    func shown(_ run: inout PairingRun) -> Int? {
      guard case .tell(.digits(let number)) = run.next(at: now, free) else { return nil }
      return number
    }
    let commitment = try #require(sent(&first))
    let run = commitment.run
    second.take(
      PairingMessage(
        .commitment, run: run,
        PairingKeys.commitment(run: run, to: towardsSecond.publicKey)), endedAt: now, at: now)
    let secondKey = try #require(sent(&second))
    first.take(PairingMessage(.secondKey, run: run, towardsFirst.publicKey), endedAt: now, at: now)
    _ = try #require(sent(&first))
    let atFirst = try #require(shown(&first))
    let chosen = try choose(atFirst, secondKey.body, run) ?? towardsSecond
    second.take(PairingMessage(.firstKey, run: run, chosen.publicKey), endedAt: now, at: now)
    guard let atSecond = shown(&second) else { return [atFirst] }
    return [atFirst, atSecond]
  }

  /// The digits agree by chance alone: of two digits, cut from the six, in one run of a hundred.
  /// The keys are new each time. Right digits exceed the bounds once in 100,000 tests at most.
  @Test func somebodyInBetweenHasEqualDigitsByChance() throws {
    let count = extent(20_000, usually: 2000)
    var (equal, equalInTwo) = (0, 0)
    for _ in 0..<count {
      let digits = try Self.digits(checksCommitment: true) { _, _, _ in nil }
      if digits[0] == digits[1] { equal += 1 }
      if digits[0] % 100 == digits[1] % 100 { equalInTwo += 1 }
    }
    let expected = 0.01 * Double(count)
    #expect(abs(Double(equalInTwo) - expected) < 5 * expected.squareRoot())
    #expect(equal <= 2)
  }

  /// He tries keys until the second end would show what the first shows. The commitment keeps him
  /// from showing it.
  @Test func aCommitmentKeepsHimFromChoosingHisKey() throws {
    for checksCommitment in [false, true] {
      var wins = 0
      for _ in 0..<20 {
        let digits = try Self.digits(checksCommitment: checksCommitment) { shown, key, run in
          for _ in 0..<2000 {
            let keys = try PairingKeys()
            let digits = keys.agreement(run: run, part: .first, otherKey: key)?.digits ?? 0
            if digits % 100 == shown % 100 { return keys }
          }
          return nil
        }
        if digits.count == 2, digits[0] % 100 == digits[1] % 100 { wins += 1 }
      }
      #expect(checksCommitment ? wins == 0 : wins == 20)
    }
  }
}
