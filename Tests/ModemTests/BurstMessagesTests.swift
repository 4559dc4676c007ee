import ChannelModel
import Coding
import Testing

@testable import Modem

/// Streams of blocks put together again, without any sound.
@Suite struct BurstMessagesTests {
  /// A sender's frames as a receiver reads them.
  private struct Sent {
    var frames: [(header: BurstHeader, part: BurstPart, blocks: [[UInt8]])] = []

    init(
      _ content: TransmittedContent, rung: Int = 5, identity: UInt16 = 7, repairPercent: Int = 0
    ) throws {
      let modem = burstProtocol(rung: rung, sounder: .long)
      let parameters = try #require(modem.family as? BurstParameters)
      let made = try parameters.frames(
        content,
        TransmissionOptions(identity: identity, isRepeated: true, repairPercent: repairPercent))
      for number in 0..<made.frameCount {
        let frame = try made.symbols(number)
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
    var messages = BurstMessages()
    var seconds = 0.0
    var frameCount = 0
    /// As strings, for arrays of thousands fill the log where a test fails.
    var texts: [String] = []
    var files: [CarriedFile] = []
    var failures: [Failure.Stage] = []
    var progress: [[Int]] = []
    var detections = 0

    mutating func take(
      _ frame: (header: BurstHeader, part: BurstPart, blocks: [[UInt8]]),
      without lost: Set<Int> = [], bandIndex: Int = 0
    ) {
      frameCount += 1
      seconds += 1
      let heard = Frame(
        number: frameCount, protocolName: "burst", placement: burstPlacements[0],
        startSeconds: seconds - 1, endSeconds: seconds, signalToNoiseDecibels: 0,
        dilationPartsPerMillion: 0)
      var session = Session()
      messages.open(frame.part, frame.header, heard, bandIndex: bandIndex, &session)
      for (number, bytes) in frame.blocks.enumerated() where !lost.contains(number) {
        messages.take(
          bytes, block: number, of: frame.part, frame.header, heard, bandIndex: bandIndex, &session)
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
      messages.finish(&session)
      add(session.takeEvents(now: 0, isOver: true, ClippingRecord()))
    }

    private mutating func add(_ events: [ReceiverEvent]) {
      for event in events {
        switch event {
        case .detected: detections += 1
        case .message(let message): texts.append(String(decoding: message.bytes, as: UTF8.self))
        case .file(let received): files.append(received.file)
        case .failed(let failure): failures.append(failure.stage)
        case .blocks(_, let received, let count): progress.append([received, count])
        case .level, .progress, .sealed, .receipt, .ranging, .repeated: break
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
}
