import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// Messages in many frames on their way through noise: frames that are lost, copies, several
/// senders.
@Suite struct StreamTests {
  private static let mode = Mode.bursts.first { $0.modem.name == "burst" }!
  private static let snrDecibels = 25.0

  private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private func file(_ name: String, _ count: Int, seed: UInt64) throws -> CarriedFile {
    try #require(
      CarriedFile(
        name: Array(name.utf8), digest: [UInt8](repeating: 1, count: 32),
        bytes: bytes(count, seed: seed)))
  }

  /// The sound of each frame of a transmission, at 48 kHz.
  private func frames(
    _ content: TransmittedContent, identity: UInt16, repairPercent: Int = 0
  ) throws -> [[Float]] {
    var transmitter = try Transmitter(
      content, protocol: Self.mode.modem, placement: Self.mode.placement, sampleRateHertz: 48000,
      identity: identity, isRepeated: true, pace: .fast, repairPercent: repairPercent)
    let samples = transmitter.samples()
    var frames: [[Float]] = [[]]
    var silence = 0
    for sample in samples {
      if sample != 0, silence >= 2000 { frames.append([]) }
      silence = sample == 0 ? silence + 1 : 0
      frames[frames.count - 1].append(sample)
    }
    return frames
  }

  /// What comes of frames one after the other, with pauses, in noise.
  private func receive(
    _ frames: [[Float]], seed: UInt64
  ) throws -> (files: [CarriedFile], reception: Reception) {
    let pause = [Float](repeating: 0, count: 4800)
    var recording = pause
    for frame in frames { recording += frame + pause }
    var random = SeededRandom(seed: seed)
    recording = Channel(signalToNoiseDecibels: Self.snrDecibels).capture(recording, random: &random)
    var receiver = try Receiver(protocols: [Self.mode.modem], sampleRateHertz: 48000)
    let events = receiver.listen(to: recording)
    var reception = Reception()
    reception.add(events)
    let files = events.compactMap { event -> CarriedFile? in
      if case .file(let received) = event { received.file } else { nil }
    }
    return (files, reception)
  }

  /// A third of the blocks are repair; a frame of three may be lost, whichever it is.
  @Test(arguments: extent(Array(0..<4), usually: [0, 3])) func anyFrameMayBeLost(lost: Int) throws {
    let content = try file("a.bin", 7000, seed: 1)
    var sent = try frames(.file(content), identity: 3, repairPercent: 60)
    #expect(sent.count == 4)
    sent.remove(at: lost)
    let (files, reception) = try receive(sent, seed: 5)
    #expect(files == [content], "seed 5")
    #expect(reception.failures.isEmpty, "seed 5")
    let (none, lacking) = try receive(Array(sent.prefix(1)), seed: 6)
    #expect(none.isEmpty && lacking.failures.count == 1, "seed 6")
  }

  /// The second round brings what the first one lacked, in any order.
  @Test func roundsAddUp() throws {
    let text = words(9000, seed: 4)
    let sent = try frames(.text(Array(text.utf8)), identity: 9)
    #expect(sent.count == 3)
    let reception = try receive([sent[2], sent[0], sent[0], sent[1], sent[2]], seed: 7).reception
    #expect(reception.texts.count == 1 && reception.texts.first == text, "seed 7")
    #expect(reception.failures.isEmpty, "seed 7")
  }

  /// Frames of several senders in turns: each file comes whole, and a text between them.
  @Test func sendersStayApart() throws {
    let first = try file("a.bin", 6000, seed: 11)
    let second = try file("a.bin", 6000, seed: 12)
    let one = try frames(.file(first), identity: 1)
    let two = try frames(.file(second), identity: 2)
    let text = try Self.mode.transmission("a text meanwhile")
    let (files, reception) = try receive([one[0], two[0], text, two[1], one[1]], seed: 8)
    #expect(files == [second, first], "seed 8")
    #expect(reception.texts == ["a text meanwhile"] && reception.failures.isEmpty, "seed 8")
  }

  /// A click in the middle of a frame takes the blocks it hits, and no others.
  @Test func aClickTakesFewBlocks() throws {
    var sent = try frames(.file(file("a.bin", 3900, seed: 13)), identity: 1)
    #expect(sent.count == 1)
    for index in 100_000..<104_800 { sent[0][index] = 0 }
    let failures = try receive(sent, seed: 9).reception.failures
    guard case .blocks(let missing, let count, 0)? = failures.first?.stage else {
      Issue.record("no failure, seed 9")
      return
    }
    #expect(count == 16 && missing.count <= 2, "seed 9")
  }
}
