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
    var world = try World(seed: 3, mayStartPrograms: [first, second])
    world.run()
    for end in world.ended {
      guard case .paired(_, isSure: true, let mayStartPrograms) = end else {
        Issue.record("\(String(describing: end))")
        return
      }
      #expect(mayStartPrograms == (first && second))
    }
  }

  /// Two ends whose frames take as long as by `hop`, and of which a share gets lost.
  private struct World {
    var runs: [PairingRun]
    var ended: [PairingEvent?] = [nil, nil]
    var digits: [Int?] = [nil, nil]
    var now = 0.0
    /// Seconds after the digits at which the people decide, and what they say.
    var decisions: [(seconds: Double, isAccepted: Bool)?] = [(2, true), (3, true)]
    private var deadlines: [Double?] = [nil, nil]
    private var sounding: [(message: PairingMessage, sender: Int, endSeconds: Double)] = []
    private var random: SeededRandom
    private let lossPercent: Int

    init(
      seed: UInt64, lossPercent: Int = 0, mayStartPrograms: [Bool] = [false, false]
    ) throws {
      var random = SeededRandom(seed: seed)
      let seeds = (0..<2).map { _ in UInt32.random(in: .min ... .max, using: &random) }
      (self.random, self.lossPercent) = (random, lossPercent)
      runs = [
        PairingRun(
          .first, keys: try PairingKeys(), mayStartPrograms: mayStartPrograms[0], waitSeconds: 5,
          seed: seeds[0]),
        PairingRun(
          .second, keys: try PairingKeys(), mayStartPrograms: mayStartPrograms[1], waitSeconds: 5,
          seed: seeds[1]),
      ]
    }

    private static func seconds(_ message: PairingMessage) -> Double {
      0.5 + Double(message.bytes.count) * 0.056
    }

    /// Whether nobody is heard; a sound is heard from 0.2 s after its start.
    private func sense(_ index: Int) -> ChannelSense {
      var sense = ChannelSense()
      let isBusy = sounding.contains {
        $0.sender != index && now > $0.endSeconds - Self.seconds($0.message) + 0.2
      }
      for (seconds, rms) in [(0.1, Float(0.001)), (0.2, isBusy ? 1 : 0.001)] {
        sense.take(.level(Level(seconds: seconds, peak: 0, bandRootMeanSquare: rms)))
      }
      return sense
    }

    /// What the end that did not send it hears of a message.
    var tamper: (PairingMessage) -> [PairingMessage] = { [$0] }

    mutating func run(limitSeconds: Double = 200) {
      while now < limitSeconds, ended.contains(where: { $0 == nil }) || !sounding.isEmpty {
        now += 0.1
        for sound in sounding where now >= sound.endSeconds {
          runs[sound.sender].endSpeaking(at: now)
          let collides = sounding.contains { $0.sender != sound.sender }
          guard !collides, Int.random(in: 0..<100, using: &random) >= lossPercent else { continue }
          for message in tamper(sound.message) {
            runs[1 - sound.sender].take(message, at: now + 0.3)
          }
        }
        sounding.removeAll { now >= $0.endSeconds }
        for index in runs.indices { advance(index) }
      }
    }

    private mutating func advance(_ index: Int) {
      if let deadline = deadlines[index], now >= deadline, let decision = decisions[index] {
        deadlines[index] = nil
        if decision.isAccepted { runs[index].accept(at: now) } else { runs[index].refuse(at: now) }
      }
      while let step = runs[index].next(at: now, sense(index)) {
        switch step {
        case .send(let message):
          sounding.append((message, index, now + Self.seconds(message)))
        case .tell(.digits(let number)):
          digits[index] = number
          deadlines[index] = decisions[index].map { now + $0.seconds }
        case .tell(let event): ended[index] = ended[index] ?? event
        }
      }
    }

    /// What each end keeps, nil for nothing, and whether it is sure of the other.
    var kept: [(key: [UInt8], isSure: Bool)?] {
      ended.map {
        if case .paired(let agreement, let isSure, _) = $0 {
          (agreement.storedKey(), isSure)
        } else {
          nil
        }
      }
    }

    /// Whether both ends keep the same or nothing, or both say that the other may have done otherwise.
    var isHonest: Bool {
      if let first = kept[0], let second = kept[1] { return first.key == second.key }
      guard let one = kept[0] ?? kept[1] else { return true }
      return !one.isSure && failures.contains(.timedOut(hasAccepted: true))
    }

    var failures: [PairingFailure?] {
      ended.map { if case .unpaired(let failure) = $0 { failure } else { nil } }
    }
  }

  @Test func withoutLossesBothAgreeSoon() throws {
    for seed in UInt64(1)...20 {
      var world = try World(seed: seed)
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
      var world = try World(seed: UInt64(seed), lossPercent: 30)
      world.run()
      #expect(world.isHonest, "seed \(seed)")
      if world.kept.allSatisfy({ $0 != nil }) { agreed += 1 }
    }
    #expect(100 * agreed >= 97 * count, "\(agreed) of \(count)")
  }

  @Test(arguments: [0, 1])
  func refusedDigitsEndBoth(refusing: Int) throws {
    var world = try World(seed: 3)
    world.decisions[refusing] = (2, false)
    world.decisions[1 - refusing] = (9, true)
    world.run()
    #expect(world.failures[refusing] == .refused)
    #expect(world.failures[1 - refusing] == .endedByOther)
  }

  @Test(arguments: [0, 1])
  func nobodyKeepsWhatOneDidNotAccept(silent: Int) throws {
    var world = try World(seed: 4)
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
    var world = try World(seed: 5)
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
    var world = try World(seed: 6)
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
    // Before each true frame come one of another run, one's own as an echo, and false keys and proofs.
    var world = try World(seed: 7)
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
      ] { first.take(message, at: now) }
    }
    let steps = sent.map(\.step)
    #expect(steps.prefix(5).allSatisfy { $0 == .commitment })
    #expect(steps.dropFirst(5).allSatisfy { $0 == .end } && (6...10).contains(steps.count))
    #expect(sent.allSatisfy { $0.body != keys.publicKey })
  }

  /// What the digits of both ends are where `runs` are played by somebody in between, who knows all that there is to
  /// know and shows the second end the key that `choose` gives.
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
    func sent(_ run: inout PairingRun) -> PairingMessage? {
      guard case .send(let message) = run.next(at: 100, free) else { return nil }
      run.endSpeaking(at: 100)
      return message
    }
    func shown(_ run: inout PairingRun) -> Int? {
      guard case .tell(.digits(let number)) = run.next(at: 101, free) else { return nil }
      return number
    }
    let commitment = try #require(sent(&first))
    let run = commitment.run
    second.take(
      PairingMessage(
        .commitment, run: run,
        PairingKeys.commitment(run: run, to: towardsSecond.publicKey)), at: 99)
    let secondKey = try #require(sent(&second))
    first.take(PairingMessage(.secondKey, run: run, towardsFirst.publicKey), at: 99)
    _ = try #require(sent(&first))
    let atFirst = try #require(shown(&first))
    let chosen = try choose(atFirst, secondKey.body, run) ?? towardsSecond
    second.take(PairingMessage(.firstKey, run: run, chosen.publicKey), at: 100)
    guard let atSecond = shown(&second) else { return [atFirst] }
    return [atFirst, atSecond]
  }

  /// The digits agree by chance alone: of two digits, cut from the six, in one run of a hundred.
  @Test func somebodyInBetweenHasEqualDigitsByChance() throws {
    let count = extent(100_000, usually: 3000)
    var (equal, equalInTwo) = (0, 0)
    for _ in 0..<count {
      let digits = try Self.digits(checksCommitment: true) { _, _, _ in nil }
      if digits[0] == digits[1] { equal += 1 }
      if digits[0] % 100 == digits[1] % 100 { equalInTwo += 1 }
    }
    let expected = 0.01 * Double(count)
    #expect(abs(Double(equalInTwo) - expected) < 4 * expected.squareRoot())
    #expect(equal <= 1)
  }

  /// He tries keys until the second end would show what the first shows. The commitment keeps him from showing it.
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
