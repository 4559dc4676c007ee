import HandShakeChannelModel
import HandShakeSignal
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

struct BurstReceiverTests {
  private static let text = Array(
    "sixty-four bytes go through the noise, whatever rung they stand on".utf8)

  /// The recording in white noise, with pauses around it.
  private func recording(
    _ transmission: [Float], snrDecibels: Double, seed: UInt64
  ) -> [Float] {
    var random = SeededRandom(seed: seed)
    let pause = [Float](repeating: 0, count: 30000)
    let sigma = Float(0.5.squareRoot() * exponential(-snrDecibels / 20 * 2.302585))
    return (pause + transmission + pause).map { 0.5 * ($0 + sigma * Float(random.normal())) }
  }

  /// The texts that come out of a recording, and what failed.
  private func receive(
    _ recording: [Float], _ modem: ModemProtocol
  ) throws -> (texts: [[UInt8]], failures: [Failure]) {
    var texts: [[UInt8]] = []
    var failures: [Failure] = []
    for event in try events(recording, modem) {
      if case .message(let message) = event { texts.append(message.bytes) }
      if case .failed(let failure) = event { failures.append(failure) }
    }
    return (texts, failures)
  }

  @Test(arguments: [
    (BurstSounder.medium, 5, 20.0), (.long, 1, -6.0), (.medium, 9, 25.0), (.short, 10, 33.0),
    (.long, 0, -9.0), (.medium, 3, -3.0),
  ])
  func framesComeThroughNoise(sounder: BurstSounder, rung: Int, snr: Double) throws {
    let modem = burstProtocol(rung: rung, sounder: sounder)
    let seed: UInt64 = 5
    let (texts, failures) = try receive(
      recording(samples(Self.text, modem), snrDecibels: snr, seed: seed), modem)
    #expect(texts == [Self.text], "seed \(seed)")
    #expect(failures.isEmpty, "seed \(seed)")
  }

  /// Texts that are awaited live: 0.2 s after the sound, of which the search's block takes most.
  @Test(arguments: [(5, "hello"), (5, "forty characters are read in one block."), (3, "hello")])
  func textsComeSoonAfterTheirSound(rung: Int, text: String) throws {
    let modem = burstProtocol(rung: rung, sounder: .medium)
    for seed in UInt64(1)...3 {
      // So that the frame starts anywhere in the blocks of the search.
      let silence = [Float](repeating: 0, count: Int(seed) * 777)
      let sound = try recording(
        silence + samples(Array(text.utf8), modem), snrDecibels: 20, seed: seed)
      var receiver = try Receiver(protocols: [modem], sampleRateHertz: 48000)
      var pushed = 0
      var delay: Double?
      while pushed < sound.count, delay == nil {
        let block = sound[pushed..<min(pushed + 480, sound.count)]
        pushed += block.count
        let events = block.withUnsafeBufferPointer { receiver.push($0) }
        for case .message(let message) in events {
          delay = Double(pushed) / 48000 - message.frame.endSeconds
        }
      }
      #expect(try #require(delay, "seed \(seed)") < 0.25, "seed \(seed)")
    }
  }

  @Test func noiseBringsNothing() throws {
    let noise = recording(
      [Float](repeating: 0, count: 480_000), snrDecibels: -6, seed: 8)
    #expect(try events(noise, burstProtocol(rung: 3, sounder: .medium)).isEmpty, "seed 8")
  }

  @Test func deepNoiseGivesNoOtherText() throws {
    let modem = burstProtocol(rung: 7, sounder: .medium)
    for seed in UInt64(1)...4 {
      let (texts, _) = try receive(
        recording(samples(Self.text, modem), snrDecibels: 4, seed: seed), modem)
      #expect(texts.isEmpty || texts == [Self.text], "seed \(seed)")
    }
  }

  @Test func framesInAllPlacementsAreHeardAtOnce() throws {
    // An eighth of the one band lies in the other.
    let modem = burstProtocol(rung: 1, sounder: .long)
    let first = try samples(Self.text, modem, placementIndex: 0)
    let second = try samples(Array("elsewhere".utf8), modem, placementIndex: 2)
    var sum = [Float](repeating: 0, count: max(first.count, second.count + 2000))
    for index in first.indices { sum[index] += 0.5 * first[index] }
    for index in second.indices { sum[index + 2000] += 0.5 * second[index] }
    let (texts, _) = try receive(recording(sum, snrDecibels: 25, seed: 3), modem)
    #expect(Set(texts) == [Self.text, Array("elsewhere".utf8)], "seed 3")
  }

  @Test func framesBackToBackMakeOneMessage() throws {
    let modem = burstProtocol(rung: 9, sounder: .short)
    let text = letters(9000)
    let (texts, failures) = try receive(
      recording(samples(text, modem), snrDecibels: 30, seed: 2), modem)
    let isWhole = texts == [text]
    #expect(isWhole, "seed 2")
    #expect(failures.isEmpty, "seed 2")
  }

  @Test func partsThatLackAreNamed() throws {
    let modem = burstProtocol(rung: 9, sounder: .short)
    let text = letters(9000)
    var transmission = try samples(text, modem)
    // The start of the second of three frames is lost.
    for index in transmission.count * 433 / 1000..<transmission.count * 6 / 10 {
      transmission[index] = 0
    }
    let (texts, failures) = try receive(
      recording(transmission, snrDecibels: 30, seed: 2), modem)
    #expect(texts.isEmpty, "seed 2")
    #expect(
      failures.map(\.stage) == [.blocks(missing: Array(17...22), count: 36, repair: 0)], "seed 2")
  }

  @Test func aFrameThatEndsTooSoonIsCutOff() throws {
    let modem = burstProtocol(rung: 2, sounder: .long)
    let whole = try recording(samples(Self.text, modem), snrDecibels: 20, seed: 4)
    let (texts, failures) = try receive(Array(whole.prefix(30000 + 14000)), modem)
    #expect(texts.isEmpty, "seed 4")
    #expect(failures.map(\.stage) == [.cutOff], "seed 4")
  }

  @Test(arguments: [20.0, 60])
  func aHeaderThatCannotBeReadIsRefusedOnACable(snr: Double) throws {
    let modem = burstProtocol(
      rung: 9, sounder: .long, rateHertz: 24000, placements: cablePlacements)
    var sound = try samples(Self.text, modem)
    // Behind the 600 samples of the sounder.
    var random = SeededRandom(seed: 9)
    for index in 1230..<1830 { sound[index] = 0.2 * Float(random.normal()) }
    let (texts, failures) = try receive(recording(sound, snrDecibels: snr, seed: 9), modem)
    #expect(texts.isEmpty, "seed 9")
    #expect(failures.map(\.stage) == [.header], "seed 9")
  }

  @Test(arguments: [48000.0, 96000])
  func cablesCarryTheWholeSpectrum(rateHertz: Double) throws {
    let modem = burstProtocol(
      rung: 9, sounder: .long, rateHertz: 24000, placements: cablePlacements)
    let text = letters(4096)
    var transmitter = try Transmitter(
      .text(text), protocol: modem, placement: cablePlacements[0], sampleRateHertz: rateHertz)
    let sound = transmitter.samples()
    let noisy = recording(sound, snrDecibels: 27, seed: 6)
    var receiver = try Receiver(protocols: [modem], sampleRateHertz: rateHertz)
    let heard = receiver.listen(to: noisy)
    let texts = heard.compactMap { event -> [UInt8]? in
      if case .message(let message) = event { message.bytes } else { nil }
    }
    let isWhole = texts == [text]
    #expect(isWhole, "seed 6")
  }
}
