import HandShakeChannelModel
import HandShakeSealing
import HandShakeTestKit
import Testing

@testable import HandShake

/// The rules of a conversation that always hold, F1 to F8 of Security.md, in a world without sound:
/// stations, restarts, clocks, disks, and an attacker who records, drops, repeats, splices and
/// forges.
@Suite struct ModelTests {
  private static let secret = try? Secret(passphrase: Array("platform four".utf8))

  private func world(_ operations: [ModelOperation], seed: UInt64 = 1) throws -> ModelWorld {
    let world = try ModelWorld(
      #require(Self.secret), try ProtocolCatalog.find("burst"), seed: seed)
    world.run(operations)
    return world
  }

  private static func schedule(_ random: inout SeededRandom) -> [ModelOperation] {
    func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    func draw() -> UInt16 { UInt16(truncatingIfNeeded: random.next()) }
    return (0..<8 + number(20)).map { _ -> ModelOperation in
      switch number(20) {
      case 0, 1: .send
      case 2, 3: .confirmText
      case 4: .confirmFile
      case 5, 6:
        .jam(listener: number(4), heard: number(2) == 0 ? 0xFF : UInt8(truncatingIfNeeded: draw()))
      case 7, 8, 9, 10: .replay(draw())
      case 11: .forge(draw(), block: draw())
      case 12: .flood(draw())
      case 13: .wait(seconds: random.uniform(0...20))
      case 14: .wait(seconds: [45, 59, 61, 300, 640, 1000, 2000, 3500, 3700, 10_800][number(10)])
      case 15: .restart(station: number(4))
      case 16: .reopen(station: number(4))
      case 17: .setClock(machine: number(4), seconds: random.uniform(-4000...4000))
      case 18:
        .setClock(machine: number(4), seconds: [-1.79e9, 2.5e9, 60, -60][number(4)])
      default: .fillDisk(machine: number(4), isFull: number(2) == 0)
      }
    }
  }

  /// One that fails is cut down to the operations that it needs.
  @Test func drawnSchedules() throws {
    var (confirmed, printed) = (0, 0)
    let count = extent(10_000, usually: 500)
    for seed in 1...UInt64(count) {
      var random = SeededRandom(seed: seed)
      var operations = Self.schedule(&random)
      let world = try world(operations, seed: seed)
      confirmed += world.confirmedCount
      printed += world.printedCount
      guard !world.faults.isEmpty else { continue }
      var index = 0
      while index < operations.count {
        var fewer = operations
        fewer.remove(at: index)
        if try !self.world(fewer, seed: seed).faults.isEmpty {
          operations = fewer
        } else {
          index += 1
        }
      }
      let faults = try self.world(operations, seed: seed).faults
      Issue.record("seed \(seed): \(faults), by \(operations)")
      break
    }
    // What nothing comes of breaks no rule either.
    #expect(confirmed > count / 4 && printed > 2 * count, "\(confirmed), \(printed)")
  }

  /// Finding 1: a block is kept back, and a known one is played again every 45 seconds for three
  /// hours.
  @Test func knownBlocksExtendNoLife() throws {
    var operations: [ModelOperation] = (0..<4).map { .jam(listener: $0, heard: 0b1101) }
    operations += [.send, .wait(seconds: 5)]
    for _ in 0..<240 { operations += [.replay(0), .wait(seconds: 45)] }
    operations += (0..<4).map { .jam(listener: $0, heard: 0xFF) }
    let world = try world(operations + [.replay(0), .wait(seconds: 5)])
    #expect(world.faults.isEmpty, "\(world.faults)")
    #expect(world.printedCount == 0)
  }

  /// Finding 1: a block is kept back while the others are remembered, and is played when the
  /// message is too old.
  @Test(arguments: [560.0, 700, 3500]) func theAgeIsThatOfTheLastBlock(seconds: Double) throws {
    let deaf: [ModelOperation] = (0..<4).map { .jam(listener: $0, heard: 0b1101) }
    let hearing: [ModelOperation] = (0..<4).map { .jam(listener: $0, heard: 0xFF) }
    let world = try world(
      deaf + [.send, .wait(seconds: seconds)] + hearing + [.replay(0), .wait(seconds: 5)])
    #expect(world.faults.isEmpty, "\(world.faults)")
    #expect(world.printedCount == (seconds < 600 ? 4 : 0))
  }

  /// Finding 2: who wants one message has it, and another is confirmed to nobody.
  @Test func whatNobodyPrintedIsNotDelivered() throws {
    let deaf: [ModelOperation] = [0, 1, 3].map { .jam(listener: $0, heard: 0) }
    let world = try world(
      deaf + [.confirmText, .wait(seconds: 40), .confirmText, .wait(seconds: 60)])
    #expect(world.faults.isEmpty, "\(world.faults)")
    #expect(world.confirmedCount == 1 && world.printedCount == 1)
  }

  /// Finding 4: a recording is played to listeners that were started again.
  @Test func restartsForgetNothing() throws {
    let world = try world(
      [.send, .wait(seconds: 5)] + (0..<4).map { .restart(station: $0) }
        + [.replay(0), .wait(seconds: 5), .wait(seconds: 300), .replay(0), .wait(seconds: 5)])
    #expect(world.faults.isEmpty, "\(world.faults)")
    #expect(world.printedCount == 4)
  }

  /// Finding 7: the receipt of a file is played again while the same file is sent to nobody.
  @Test func anOldReceiptConfirmsNoFile() throws {
    let deaf: [ModelOperation] = (0..<4).map { .jam(listener: $0, heard: 0) }
    let replays: [ModelOperation] = (0..<40).flatMap { [.replay($0), .wait(seconds: 0.5)] }
    let world = try world(
      [.confirmFile, .wait(seconds: 60)] + deaf + [.confirmFile, .wait(seconds: 2)] + replays)
    #expect(world.faults.isEmpty, "\(world.faults)")
    #expect(world.confirmedCount == 1)
  }

  /// Finding 8: a stranger uses up no answers of those who have the secret.
  @Test func aStrangerUsesUpNoAnswers() throws {
    let floods: [ModelOperation] = (0..<60).flatMap { [.flood($0), .wait(seconds: 8)] }
    let world = try world(floods + [.confirmText, .wait(seconds: 30)])
    #expect(world.faults.isEmpty, "\(world.faults)")
    #expect(world.confirmedCount == 1)
  }

  /// Finding 9: a block of the attacker's own is played before the true one comes, and after it.
  @Test(arguments: [UInt16(0), 60, 120]) func aForgedBlockDiscardsNothing(block: UInt16) throws {
    let first: [ModelOperation] = (0..<4).map { .jam(listener: $0, heard: 0b0011) }
    let rest: [ModelOperation] = (0..<4).map { .jam(listener: $0, heard: 0b1100) }
    let world = try world(
      first + [.send, .wait(seconds: 2), .forge(0, block: block), .wait(seconds: 1)] + rest
        + [.replay(0), .wait(seconds: 2)], seed: 5)
    #expect(world.printedCount == 4)
  }
}
