import HandShakeCatalog
import HandShakeChannelModel
import HandShakeCoding
import Testing

@testable import HandShakeModem

/// Messages sent in rounds, put together again.
extension BurstReassemblyTests {
  private func rounds(_ file: CarriedFile, by name: String = "burst") throws -> MessageRounds {
    try MessageRounds(.file(file), protocol: ProtocolCatalog.find(name), identity: 7, run: 0)
  }

  /// Whatever gets lost, at whatever rung: any blocks rebuild the file, as soon as they are as many
  /// as it has.
  @Test(arguments: [UInt64(1), 2, 3]) func anyBlocksRebuildAFile(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let file = try file(20_000)
    let rounds = try rounds(file)
    #expect(rounds.rungs == Array(3...11) && rounds.frameBlocks == 16)
    #expect(rounds.frameCount > rounds.ownFrameCount)
    var desk = Desk()
    var number = 0
    while desk.files.isEmpty, desk.frameCount < 200 {
      let rung = try #require(rounds.rungs.randomElement(using: &random))
      let frames = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        defer { number = (number + 1) % rounds.frameCount }
        return rounds.frame(number, mostBlocks: .random(in: 1...16, using: &random))
      }
      for (frame, sent) in zip(frames, try Sent(rounds, frames, rung: rung).frames) {
        #expect(sent.blocks.count == frame.blockCount)
        desk.take(sent, without: Set((0..<16).filter { _ in Bool.random(using: &random) }))
      }
    }
    #expect(desk.files == [file], "seed \(seed)")
    #expect(desk.progress.last == [rounds.blockCount, rounds.blockCount])
    #expect(desk.detections == 1 && desk.failures.isEmpty)
  }

  @Test(arguments: [true, false])
  func whoSendsKnownBlocksAgainHearsHowManyThereAre(wantsAnswer: Bool) throws {
    let text = TransmittedContent.text([UInt8](repeating: 65, count: 9000))
    let sent = try Sent(text, wantsAnswer: wantsAnswer)
    var desk = Desk()
    desk.take(sent.frames[0])
    let first = desk.progress
    desk.take(sent.frames[0])
    #expect(desk.progress.count == (wantsAnswer ? 2 : 1) * first.count)
    #expect(desk.progress.last == first.last)
  }

  @Test func framesOfRepairMayBeShort() throws {
    let rounds = try rounds(file(9000))
    let own = rounds.ownFrameCount
    for number in 0..<own {
      let all = rounds.frame(number, mostBlocks: 1)
      #expect(all.blockCount == (number < own - 1 ? 16 : rounds.blockCount - 16 * (own - 1)))
    }
    for most in [-1, 0, 1, 3, 16, 99] {
      let repair = rounds.frame(own, mostBlocks: most)
      #expect(repair == RoundFrame(number: own, blockCount: min(max(most, 1), 16)))
      var desk = Desk()
      for frame in try Sent(rounds, [repair], rung: 6).frames { desk.take(frame) }
      #expect(desk.progress.map { $0[0] } == Array(1...repair.blockCount))
    }
    // Together, the repair frames have exactly the existing repair blocks.
    let repairCount = (own..<rounds.frameCount).reduce(0) {
      $0 + rounds.frame($1, mostBlocks: 16).blockCount
    }
    #expect(repairCount == Bits.powerOfTwo(atLeast: rounds.blockCount))
  }

  @Test func limitsOfRounds() throws {
    let largest = try rounds(file(CarriedFile.largestByteCount))
    #expect(largest.blockCount == 4097 && largest.frameCount == 257 + 512)
    let last = largest.frame(largest.frameCount - 1, mostBlocks: 16)
    for frame in try Sent(largest, [last], rung: 9).frames {
      #expect(BurstStreamLayout(frame.header, frame.part) != nil)
    }
    // What is one block alone has as many blocks of repair: copies.
    let text = TransmittedContent.text(Array("ok".utf8))
    let burst = try ProtocolCatalog.find("burst")
    let short = try MessageRounds(text, protocol: burst, identity: 7, run: 0)
    #expect(short.blockCount == 1 && short.frameBlocks == 1 && short.frameCount == 2)
    for number in 0..<2 {
      var desk = Desk()
      let frames = [short.frame(number, mostBlocks: 16)]
      for frame in try Sent(short, frames, rung: 4).frames { desk.take(frame) }
      #expect(desk.texts == ["ok"])
    }
    #expect(try rounds(file(9), by: "burst-max").rungs == Array(3...10))
    #expect(throws: TransmitterError.noAnswers) {
      // Blocks of the rungs below have another size.
      try MessageRounds(text, protocol: burstProtocol(rung: 2, sounder: .long), identity: 7, run: 0)
    }
    #expect(throws: TransmitterError.emptyText) {
      try MessageRounds(.text([]), protocol: burst, identity: 7, run: 0)
    }
    let tooLong = try file(CarriedFile.largestByteCount + 1)
    #expect(throws: TransmitterError.self) { try rounds(tooLong) }
  }
}
