import HandShakeChannelModel
import Testing

@testable import HandShakeModem

/// Streams of blocks put together again, without any sound.
@Suite struct BurstReassemblyTests {
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
}
