import HandShakeCatalog
import HandShakeChannelModel
import HandShakeCoding
import Testing

@testable import HandShakeModem

/// Streams of blocks put together again, without any sound.
@Suite struct BurstReassemblyTests {
  /// A sender's frames as a receiver reads them.
  private struct Sent {
    var frames: [(header: BurstHeader, part: BurstPart, blocks: [[UInt8]])] = []

    init(
      _ content: TransmittedContent, rung: Int = 5, identity: UInt16 = 7, repairPercent: Int = 0,
      wantsAnswer: Bool = false
    ) throws {
      let modem = burstProtocol(rung: rung, sounder: .long)
      let parameters = try #require(modem.family as? BurstParameters)
      let made = try parameters.frames(
        content,
        TransmissionOptions(
          identity: identity, isRepeated: true, repairPercent: repairPercent,
          wantsAnswer: wantsAnswer))
      try self.init(made, numbers: Array(0..<made.frameCount))
    }

    /// The frames of a round.
    init(_ rounds: MessageRounds, _ frames: [RoundFrame], rung: Int) throws {
      let made = try #require(rounds.message(frames, rung: rung).frames as? BurstFrames)
      try self.init(made, numbers: frames.map(\.number))
    }

    private init(_ made: BurstFrames, numbers: [Int]) throws {
      for (index, number) in numbers.enumerated() {
        let frame = try made.symbols(index)
        var part = try #require(made.part)
        part.number = number
        let blocks = frame.blockBits.map {
          Bits.pack(Array($0.prefix(8 * frame.layout.blockBytes)))
        }
        frames.append((frame.layout.header, part, blocks))
      }
    }
  }

  /// What became of blocks given one after the other, a second a frame.
  private struct Desk {
    var messages = Reassembly<BurstStream>()
    var seconds = 0.0
    var frameCount = 0
    /// As strings, for arrays of thousands fill the log where a test fails.
    var texts: [String] = []
    var files: [CarriedFile] = []
    /// Times on air of files.
    var soundSeconds: [Double] = []
    var failures: [Failure.Stage] = []
    var progress: [[Int]] = []
    var detections = 0
    /// The identities of the answers that blocks, messages and files ask for.
    var wishes: [UInt16?] = []

    mutating func take(
      _ frame: (header: BurstHeader, part: BurstPart, blocks: [[UInt8]]),
      without lost: Set<Int> = [], bandIndex: Int = 0
    ) {
      frameCount += 1
      seconds += 1
      var heard = Frame(
        number: frameCount, protocolName: "burst", placement: burstPlacements[0],
        startSeconds: seconds - 1, endSeconds: seconds, signalToNoiseDecibels: 0,
        dilationPartsPerMillion: 0)
      heard.answer = frame.part.answer
      guard let stream = BurstStream(frame.header, frame.part, bandIndex: bandIndex) else { return }
      var session = Session()
      messages.open(stream, heard, &session)
      for (number, bytes) in frame.blocks.enumerated() where !lost.contains(number) {
        messages.take(
          bytes, block: number, ofFrame: frame.part.number, of: stream, heard, &session)
      }
      add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
    }

    mutating func wait(_ time: Double) {
      seconds += time
      var session = Session()
      messages.expire(at: seconds, &session)
      add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
    }

    mutating func finish() {
      var session = Session()
      messages.expire(at: .infinity, &session)
      add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
    }

    private mutating func add(_ events: [ReceiverEvent]) {
      for event in events {
        switch event {
        case .blocks(let frame, _, _): wishes.append(frame.answer?.identity)
        case .message(let message): wishes.append(message.frame.answer?.identity)
        case .file(let received): wishes.append(received.frame.answer?.identity)
        default: break
        }
        switch event {
        case .detected: detections += 1
        case .message(let message): texts.append(String(decoding: message.bytes, as: UTF8.self))
        case .file(let received):
          files.append(received.file)
          soundSeconds.append(received.frame.soundSeconds)
        case .failed(let failure): failures.append(failure.stage)
        case .blocks(_, let received, let count): progress.append([received, count])
        case .level, .progress, .sealed, .receipt, .ranging, .pairing, .repeated: break
        }
      }
      // What was detected ends once.
      #expect(detections >= texts.count + files.count + failures.count)
    }
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
  }

  private func file(_ count: Int, name: String = "a.bin") throws -> CarriedFile {
    try #require(
      CarriedFile(
        name: Array(name.utf8), digest: [UInt8](repeating: 9, count: 32), bytes: bytes(count)))
  }

  @Test(arguments: [0, 1, 2, 5, 11], [0, 1, 200, 300, 5000, 9000])
  func filesComeBack(rung: Int, count: Int) throws {
    let file = try self.file(count)
    var desk = Desk()
    for frame in try Sent(.file(file), rung: rung).frames { desk.take(frame) }
    #expect(desk.files == [file] && desk.texts.isEmpty && desk.failures.isEmpty)
    #expect(desk.detections == 1)
    let last = try #require(desk.progress.last)
    #expect(last[0] == last[1] && desk.progress.map { $0[0] } == Array(1...last[1]))
    // What comes again is not told again.
    for frame in try Sent(.file(file), rung: rung).frames { desk.take(frame) }
    desk.finish()
    #expect(desk.files.count == 1 && desk.detections == 1 && desk.failures.isEmpty)
  }

  /// Any of the blocks may be lost where there is repair for them, and not one more.
  @Test(arguments: [(3000, 3), (9000, 5), (60_000, 8)]) func repairs(count: Int, rung: Int) throws {
    let seed: UInt64 = 31
    var random = SeededRandom(seed: seed)
    let content = try file(count)
    let sent = try Sent(.file(content), rung: rung, repairPercent: 20)
    let part = try #require(sent.frames.first)
    let layout = try #require(BurstStreamLayout(part.header, part.part))
    let repairCount = layout.repairCount(percent: 20)
    let all = sent.frames.enumerated().flatMap { number, frame in
      frame.blocks.indices.map { (number, $0) }
    }
    #expect(all.count == layout.blockCount + repairCount)
    for excess in [0, 1] {
      let lost = all.shuffled(using: &random).prefix(repairCount + excess)
      var desk = Desk()
      for (number, frame) in sent.frames.enumerated() {
        desk.take(frame, without: Set(lost.filter { $0.0 == number }.map { $0.1 }))
      }
      desk.finish()
      if excess == 0 {
        #expect(desk.files == [content], "seed \(seed)")
      } else {
        #expect(desk.files.isEmpty, "seed \(seed)")
        guard case .blocks(let missing, let count, let repair)? = desk.failures.first else {
          Issue.record("no failure, seed \(seed)")
          continue
        }
        #expect(missing.count == repair + 1 && count == layout.blockCount)
      }
    }
  }

  /// Whoever replays a known frame keeps nothing alive: an hour after its last new block a stream
  /// is forgotten.
  @Test func knownBlocksExtendNoLife() throws {
    let sent = try Sent(.file(try file(9000)))
    #expect(sent.frames.count > 1)
    var desk = Desk()
    for frame in sent.frames.dropLast() { desk.take(frame) }
    for _ in 0..<82 {
      desk.wait(44)
      desk.take(sent.frames[0])
    }
    desk.take(try #require(sent.frames.last))
    desk.finish()
    #expect(desk.files.map { $0.bytes.count } == [] && desk.failures.count == desk.detections)
  }

  /// The time on air counts each frame once, and no pause.
  @Test func theTimeOnAirCountsNewFramesAlone() throws {
    let sent = try Sent(.file(try file(9000)))
    var desk = Desk()
    for frame in sent.frames {
      desk.take(frame)
      desk.wait(20)
      desk.take(frame)
    }
    #expect(desk.files.count == 1)
    #expect(desk.soundSeconds == [Double(sent.frames.count)])
  }

  /// A late receiver collects from the next round what it lacks.
  @Test func roundsAddUp() throws {
    let text = String(repeating: "A", count: 9000)
    let sent = try Sent(.text(Array(text.utf8)))
    var desk = Desk()
    desk.take(sent.frames[2])
    desk.take(sent.frames[0], without: [3, 4])
    desk.wait(100)
    #expect(
      desk.failures == [.blocks(missing: [4, 5] + Array(17...32), count: 36, repair: 0)])
    desk.take(sent.frames[1])
    #expect(desk.texts.isEmpty && desk.detections == 2)
    desk.take(sent.frames[0])
    #expect(desk.texts == [text])
    desk.finish()
    #expect(desk.failures.count == 1 && desk.detections == 2)
  }

  @Test func anHourLaterAllIsForgotten() throws {
    let sent = try Sent(.text(bytes(8000).map { $0 & 0x7F }))
    var desk = Desk()
    desk.take(sent.frames[0])
    desk.wait(4000)
    desk.take(sent.frames[1])
    desk.finish()
    #expect(desk.texts.isEmpty && desk.failures.count == 2)
  }

  @Test func sendersStayApart() throws {
    let texts = ["A", "B", "C", "D"].map { String(repeating: $0, count: 6000) }
    let sent = try texts.enumerated().map { try Sent(.text(Array($1.utf8)), identity: UInt16($0)) }
    var desk = Desk()
    for number in sent[0].frames.indices {
      for sender in sent { desk.take(sender.frames[number]) }
    }
    #expect(desk.texts == texts && desk.failures.isEmpty)
  }

  /// Two messages of the same identity and length: never a mixture, and the later one arrives.
  @Test func oneIdentityTwice() throws {
    let first = try Sent(.text([UInt8](repeating: 65, count: 6000)))
    let second = try Sent(.text([UInt8](repeating: 66, count: 6000)))
    var desk = Desk()
    desk.take(first.frames[0])
    desk.take(second.frames[1])
    desk.take(second.frames[0])
    desk.take(second.frames[1])
    #expect(desk.texts == [String(repeating: "B", count: 6000)])
    for frame in first.frames { desk.take(frame) }
    #expect(desk.texts.last == String(repeating: "A", count: 6000))
    // Halves of both, which do not contradict each other.
    var other = Desk()
    other.take(first.frames[0])
    other.take(second.frames[1])
    #expect(other.texts.isEmpty && other.failures == [.check])
  }

  /// What is out is no second message when it comes again, though another of its identity lacks
  /// blocks.
  @Test func whatIsOutIsNoSecondMessage() throws {
    let first = try Sent(.text([UInt8](repeating: 65, count: 6000)))
    let second = try Sent(.text([UInt8](repeating: 66, count: 6000)))
    var desk = Desk()
    desk.take(first.frames[0])
    for _ in 0..<3 { for frame in second.frames { desk.take(frame) } }
    #expect(desk.texts == [String(repeating: "B", count: 6000)])
    for frame in first.frames { desk.take(frame) }
    desk.finish()
    #expect(desk.texts.last == String(repeating: "A", count: 6000) && desk.texts.count == 2)
  }

  /// Descriptors that no sender would send, and floods of those that one might.
  @Test func hostileDescriptors() throws {
    let text = String(repeating: "A", count: 6000)
    let sent = try Sent(.text(Array(text.utf8)))
    let frame = sent.frames[0]
    var desk = Desk()
    desk.take(frame)
    for (bytes, piece, number) in [
      (0xFF_FFFF, 4096, 0), (1_048_933, 4096, 0), (6004, 1, 0), (6004, 4095, 0), (5, 4096, 0),
      (6004, 4096, 65535), (6004, 4096, 1), (6004, 4096, 4),
    ] {
      var part = frame.part
      part.streamBytes = bytes
      part.pieceBytes = piece
      part.number = number
      desk.take((frame.header, part, frame.blocks))
    }
    #expect(desk.messages.streamCount == 1)
    for identity in 100..<400 {
      var part = frame.part
      part.identity = UInt16(identity)
      part.streamBytes = 1_048_932
      desk.take((frame.header, part, frame.blocks), without: Set(1...15))
    }
    #expect(desk.messages.streamCount <= 8)
    desk.take(sent.frames[1])
    #expect(desk.texts == [text])
  }

  @Test func unknownContentIsNoText() throws {
    var desk = Desk()
    for var frame in try Sent(.text(bytes(100).map { $0 & 0x7F })).frames {
      frame.part.content = ContentNumber(rawValue: 9)
      desk.take(frame)
    }
    #expect(desk.texts.isEmpty && desk.failures == [.unknownContent(9)])
    for var frame in try Sent(.text([UInt8](repeating: 65, count: 20))).frames {
      frame.part.content = .file
      desk.take(frame)
    }
    #expect(desk.files.isEmpty && desk.failures.last == .check)
  }

  @Test func whatWantsAnAnswerSaysSoInEveryBlock() throws {
    let text = "ok"
    let file = try file(9000)
    for content in [TransmittedContent.text(Array(text.utf8)), .file(file)] {
      let sent = try Sent(content, identity: 99, wantsAnswer: true)
      var desk = Desk()
      for frame in sent.frames { desk.take(frame) }
      #expect(desk.texts.count + desk.files.count == 1)
      let count = try #require(desk.progress.last)[1]
      #expect(desk.wishes == Array(repeating: 99, count: count + 1))
      // A sender that had no answer: all is here, it hears, and once more nothing is delivered.
      for frame in sent.frames { desk.take(frame) }
      desk.finish()
      #expect(desk.texts.count + desk.files.count == 1 && desk.failures.isEmpty)
      #expect(desk.wishes == Array(repeating: 99, count: 2 * count + 1))
      #expect(desk.progress.suffix(count) == Array(repeating: [count, count], count: count)[...])
    }
    var other = Desk()
    for frame in try Sent(.file(file)).frames { other.take(frame) }
    #expect(other.wishes.allSatisfy { $0 == nil })
  }

  // MARK: Rounds

  private func rounds(_ file: CarriedFile, by name: String = "burst") throws -> MessageRounds {
    try MessageRounds(.file(file), protocol: ProtocolCatalog.find(name), identity: 7, run: 0)
  }

  /// Whatever gets lost, at whatever rung: any blocks rebuild the file, as soon as they are as many
  /// as it has.
  @Test(arguments: [UInt64(1), 2, 3]) func anyBlocksRebuildAFile(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let file = try file(20_000)
    let rounds = try rounds(file)
    #expect(rounds.rungs == Array(3...9) && rounds.frameBlocks == 16)
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
    // As many blocks of repair as there are, and no more.
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
    #expect(try rounds(file(9), by: "burst-max").rungs == Array(3...9))
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
