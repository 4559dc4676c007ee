import HandShakeCoding
import Testing

@testable import HandShakeModem

/// Blocks as they are sent, and what becomes of them.
extension BurstReassemblyTests {
  /// A sender's frames as a receiver reads them.
  struct Sent {
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
  struct Desk {
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

  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
  }

  func file(_ count: Int, name: String = "a.bin") throws -> CarriedFile {
    try #require(
      CarriedFile(
        name: Array(name.utf8), digest: [UInt8](repeating: 9, count: 32), bytes: bytes(count)))
  }
}
