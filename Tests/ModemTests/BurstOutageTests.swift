import HandShakeChannelModel
import HandShakeSignal
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// Streams of which a stretch is not heard.
struct BurstOutageTests {
  private static let rateHertz = 48000.0
  /// 36 blocks in frames of 16, 16 and 4.
  private static let text = letters(9000)
  private static let modem = burstProtocol(rung: 9, sounder: .short)

  /// What replaces the sound.
  enum Outage: CaseIterable {
    case silence
    case noise
  }

  /// A stream as it is sent, and where its frames lie.
  private struct Sent {
    var sound: [Float]
    private(set) var frames: [(start: Int, layout: BurstFrameLayout)] = []

    init(
      _ text: [UInt8], _ modem: ModemProtocol = modem, placementIndex: Int = 0,
      repairPercent: Int = 0
    ) throws {
      let content = TransmittedContent.text(text)
      var transmitter = try Transmitter(
        content, protocol: modem, placement: modem.placements[placementIndex],
        sampleRateHertz: rateHertz, identity: 1, repairPercent: repairPercent)
      sound = transmitter.samples()
      let parameters = try #require(modem.family as? BurstParameters)
      let made = try parameters.frames(
        content, TransmissionOptions(identity: 1, repairPercent: repairPercent))
      var start = 0
      for number in 0..<made.frameCount {
        frames.append((start, made.layout(number)))
        start += made.sampleCount(ofFrame: number, sampleRateHertz: rateHertz)
        start += Int(made.gapSeconds * rateHertz)
      }
    }

    /// Where block `block` of a frame begins; the first one for all before them.
    func start(ofBlock block: Int, frame: Int) -> Int {
      let (start, layout) = frames[frame]
      let sample =
        BurstShaper.marginCount + layout.sounder.sampleCount
        + layout.firstSymbol(ofBlock: block) / 3 * 4
      return start + sample * 12
    }

    /// The samples of a frame before its first block.
    func head(_ frame: Int) -> Range<Int> { frames[frame].start..<start(ofBlock: 0, frame: frame) }

    mutating func lose(_ range: Range<Int>, _ outage: Outage = .silence) {
      var random = SeededRandom(seed: 5)
      for index in range {
        sound[index] = outage == .noise ? Float(random.normal()) : 0
      }
    }
  }

  /// The texts that come out of a sound in white noise, and the failures.
  private func receive(
    _ sound: [Float], _ modem: ModemProtocol = modem
  ) throws -> (texts: [[UInt8]], failures: [Failure.Stage]) {
    var random = SeededRandom(seed: 2)
    let pause = [Float](repeating: 0, count: Int(0.6 * Self.rateHertz))
    let sigma = Float(0.5.squareRoot() * amplitudeRatio(decibels: -30))
    let heard = (pause + sound + pause).map { 0.5 * ($0 + sigma * Float(random.normal())) }
    var texts: [[UInt8]] = []
    var failures: [Failure.Stage] = []
    for event in try events(heard, modem) {
      if case .message(let message) = event { texts.append(message.bytes) }
      if case .failed(let failure) = event { failures.append(failure.stage) }
    }
    return (texts, failures)
  }

  /// The first frame is read once the second was, the others where they are expected.
  @Test(arguments: 0..<3, Outage.allCases)
  func blocksAreReadWhereTheHeadWasHit(frame: Int, outage: Outage) throws {
    var sent = try Sent(Self.text)
    sent.lose(sent.head(frame), outage)
    let (texts, failures) = try receive(sent.sound)
    let isWhole = texts == [Self.text]
    #expect(isWhole && failures.isEmpty)
  }

  /// A descriptor that is missing behind a header is not told as a failure.
  @Test func blocksAreReadWhereTheDescriptorWasHit() throws {
    var sent = try Sent(Self.text)
    let head = sent.head(1)
    sent.lose(head.upperBound - 12 * BurstSounder.short.partSymbolCount..<head.upperBound)
    let (texts, failures) = try receive(sent.sound)
    let isWhole = texts == [Self.text]
    #expect(isWhole && failures.isEmpty)
  }

  /// Two heads in a row are not heard, nor anything between.
  @Test func aFrameIsFoundBehindOneThatWasNotHeard() throws {
    let text = Self.text + Self.text
    var sent = try Sent(text)
    sent.lose(sent.head(2).lowerBound..<sent.head(3).upperBound)
    let (_, failures) = try receive(sent.sound)
    #expect(failures == [.blocks(missing: Array(33...48), count: 71, repair: 0)])
  }

  @Test(arguments: Outage.allCases)
  func onlyBlocksThatWereHitAreLost(outage: Outage) throws {
    var sent = try Sent(Self.text)
    let first = sent.start(ofBlock: 1, frame: 1) + 500
    sent.lose(first..<sent.start(ofBlock: 15, frame: 1) - 500, outage)
    let (_, failures) = try receive(sent.sound)
    #expect(failures == [.blocks(missing: Array(18...31), count: 36, repair: 0)])
  }

  /// How many blocks the last frame of repair has is said in its head alone.
  @Test func theLastFrameOfRepairIsReadWithoutItsHead() throws {
    var sent = try Sent(Self.text, repairPercent: 8)
    #expect(sent.frames.count == 4)
    let lost = sent.start(ofBlock: 2, frame: 0)..<sent.start(ofBlock: 4, frame: 0)
    sent.lose(lost)
    sent.lose(sent.head(3))
    let (texts, failures) = try receive(sent.sound)
    let isWhole = texts == [Self.text]
    #expect(isWhole && failures.isEmpty)
  }

  @Test func streamsInTwoPlacementsAreFollowedAtOnce() throws {
    let apart = burstProtocol(
      rung: 9, sounder: .short,
      placements: [16490.0, 12_800].map {
        Placement(lowestToneHertz: $0, highestToneHertz: $0 + 3500)
      })
    var first = try Sent(Self.text, apart)
    var second = try Sent(Self.text, apart, placementIndex: 1)
    first.lose(first.head(1))
    second.lose(second.head(0))
    let delay = 2000
    var sound = first.sound.map { 0.5 * $0 } + [Float](repeating: 0, count: delay)
    for (index, sample) in second.sound.enumerated() { sound[index + delay] += 0.5 * sample }
    let (texts, failures) = try receive(sound, apart)
    let isWhole = texts == [Self.text, Self.text]
    #expect(isWhole && failures.isEmpty)
  }

  /// Noise around one frame of many is not taken for the others.
  @Test func framesThatNobodySendsBringNothing() throws {
    var sent = try Sent(Self.text + Self.text)
    sent.lose(0..<sent.frames[1].start - 2400, .noise)
    sent.lose(sent.frames[2].start..<sent.sound.count, .noise)
    let (_, failures) = try receive(sent.sound)
    let missing = Array(1...16) + Array(33...71)
    #expect(failures == [.blocks(missing: missing, count: 71, repair: 0)])
  }

  /// Where descriptors that no sender would send leave frames to expect.
  @Test func framesAreExpectedOnlyWhereThereMayBeSome() {
    let layout = BurstStreamLayout(streamBytes: 9004, rung: BurstRung.ladder[9])
    func counts(_ number: Int, mayBeLast: Bool = true) -> ClosedRange<Int>? {
      layout.blockCounts(ofFrame: number, mayBeLast: mayBeLast)
    }
    #expect(counts(-1) == nil && counts(0) == 16...16 && counts(2) == 4...4)
    #expect(counts(3) == 1...16 && counts(3, mayBeLast: false) == 16...16)
    // No more than 64 repair blocks.
    #expect(counts(6) == 1...16 && counts(7) == nil && counts(65_536) == nil)
  }
}
