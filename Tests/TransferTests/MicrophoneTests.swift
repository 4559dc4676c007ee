import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// Messages as several microphones hear them.
@Suite struct MicrophoneTests {
  /// Frames of microphones that hear `sound` at these ratios in noise of their own, in dB.
  private func frames(
    _ sound: [Float], decibels: [Double], seed: UInt64, _ change: (Int, [Float]) -> [Float]
  ) -> [Float] {
    let channels = decibels.enumerated().map { index, decibels in
      var random = SeededRandom(seed: 100 * seed + UInt64(index))
      return change(
        index,
        Channel(signalToNoiseDecibels: decibels, leadSeconds: 1...1).capture(sound, random: &random)
      )
    }
    return (0..<channels[0].count).flatMap { place in channels.map { $0[place] } }
  }

  private func texts(
    _ frames: [Float], channelCount: Int,
    _ protocols: [ModemProtocol] = ProtocolCatalog.heardUnasked
  ) throws -> [String] {
    var receiver = try Receiver(
      protocols: protocols, sampleRateHertz: 48_000, channelCount: channelCount)
    let events = frames.withUnsafeBufferPointer { receiver.push($0) } + receiver.finish()
    return events.compactMap { event in
      guard case .message(let message) = event else { return nil }
      return String(decoding: message.bytes, as: UTF8.self)
    }
  }

  /// Of ten messages two microphones hear four more than one, where one hears few.
  @Test(arguments: [("hop", -21.5), ("classic", -23), ("ggwave-ultrasound-fastest", -8.5)])
  func twoHearWhatOneDoesNot(example: (name: String, decibels: Double)) throws {
    let mode = try #require(
      (Mode.all + Mode.nearUltrasonic).first { $0.modem.name == example.name })
    let sound = try mode.transmission("lamp 42 at north")
    var heard = [1: 0, 2: 0]
    for seed in 1...10 as ClosedRange<UInt64> {
      for count in [1, 2] {
        let frames = frames(
          sound, decibels: Array(repeating: example.decibels, count: count), seed: seed
        ) { $1 }
        let texts = try texts(frames, channelCount: count, [mode.modem])
        #expect(texts.isEmpty || texts == ["lamp 42 at north"])
        heard[count]! += texts.count
      }
    }
    #expect(heard[2]! >= heard[1]! + 4, "\(heard)")
  }

  /// What may be wrong with a microphone.
  enum Fault: CaseIterable {
    case none, silent, copy, inverted, faint, clipped, late, deaf
  }

  /// Two to eight microphones, all but one of which have a fault, hear what that one hears.
  @Test(arguments: Fault.allCases)
  func faultyMicrophonesCostNothing(fault: Fault) throws {
    let mode = Mode.all[0]
    let sound = try mode.transmission("lamp 42 at north")
    for (count, good) in [(2, 0), (2, 1), (4, 2), (8, 7)] {
      let decibels = (0..<count).map { index in
        fault == .deaf && index != good ? -60 : mode.comfortableDecibels
      }
      var first: [Float] = []
      let frames = frames(sound, decibels: decibels, seed: 1) { index, samples in
        if index == 0 { first = samples }
        guard index != good else { return samples }
        switch fault {
        case .none, .deaf: return samples
        case .silent: return samples.map { _ in 0 }
        case .copy: return first
        case .inverted: return first.map { -$0 }
        case .faint: return samples.map { 0.1 * $0 }
        case .clipped: return samples.map { min(max($0, -0.1), 0.1) }
        case .late: return [Float](repeating: 0, count: 480) + samples.dropLast(480)
        }
      }
      #expect(
        try texts(frames, channelCount: count) == ["lamp 42 at north"],
        "\(fault) in all of \(count) microphones except number \(good)")
    }
  }

  /// Three microphones with noise alone, beside one that hears a faint message, cost three of
  /// twenty. At equal loudness in the message they would cost nine.
  @Test func deafMicrophonesHideNothing() throws {
    let modem = try #require(
      ProtocolCatalog.builtIn.first { $0.name == "ggwave-ultrasound-fastest" })
    let mode = Mode(modem: modem, placement: modem.placements[0])
    let sound = try mode.transmission("lamp 42 at north")
    var heard = [1: 0, 4: 0]
    for seed in 1...20 as ClosedRange<UInt64> {
      for count in [1, 4] {
        let frames = frames(
          sound, decibels: (0..<count).map { $0 == 0 ? -5 : -60 }, seed: seed
        ) { $1 }
        let texts = try texts(frames, channelCount: count, [modem])
        #expect(texts.isEmpty || texts == ["lamp 42 at north"])
        heard[count]! += texts.count
      }
    }
    #expect(heard[4]! >= 14 && heard[1]! >= 18, "\(heard)")
  }

  /// Bursts beyond the band of the others have a filter of their own, which works in blocks.
  @Test(
    arguments: ProtocolCatalog.builtIn.flatMap { modem in
      modem.placements.map { Mode(modem: modem, placement: $0) }
    })
  func threeHearEveryProtocol(mode: Mode) throws {
    let sound = try mode.transmission("lamp 42 at north")
    let frames = frames(sound, decibels: [30, 20, 25], seed: 1) { $1 }
    #expect(try texts(frames, channelCount: 3, [mode.modem]) == ["lamp 42 at north"])
  }

  /// Of two or four microphones one hears a burst, which is clear there.
  @Test(arguments: [(2, 0), (2, 1), (4, 0), (4, 3)])
  func oneMicrophoneIsEnoughForABurst(example: (count: Int, good: Int)) throws {
    let sound = try Mode.robustBurst.transmission("lamp 42 at north")
    for seed in 1...4 as ClosedRange<UInt64> {
      let frames = frames(
        sound,
        decibels: (0..<example.count).map { $0 == example.good ? 20 : -60 }, seed: seed
      ) { $1 }
      #expect(
        try texts(frames, channelCount: example.count, [Mode.robustBurst.modem])
          == ["lamp 42 at north"])
    }
  }

  /// Noise suppressors in all microphones but the first open and shut amid a burst, by 20 dB.
  @Test(arguments: [2, 8])
  func suppressorsHideNothing(channelCount: Int) throws {
    let mode = Mode.bursts(rungs: [6])[0]
    let sound = try mode.transmission("lamp 42 at north")
    for seed in 1...4 as ClosedRange<UInt64> {
      let decibels = [Double](repeating: 14, count: channelCount)
      let frames = frames(sound, decibels: decibels, seed: seed) { index, samples in
        var random = SeededRandom(seed: seed)
        return index == 0
          ? samples
          : MicrophoneFault.suppressed.hear(
            samples, besides: samples, signalToNoiseDecibels: 14, random: &random)
      }
      #expect(try texts(frames, channelCount: channelCount, [mode.modem]) == ["lamp 42 at north"])
    }
  }

  /// Somebody speaks into one microphone.
  @Test func aVoiceInOneHidesNothing() throws {
    let sound = try Mode.all[0].transmission("lamp 42 at north")
    let frames = frames(sound, decibels: [-10, -10], seed: 1) { index, samples in
      guard index == 0 else { return samples }
      var random = SeededRandom(seed: 3)
      let voice = Interference.speech(decibels: 0)
        .samples(count: samples.count, rateHertz: 48_000, random: &random)
      return zip(samples, voice).map { $0 + $1 }
    }
    #expect(try texts(frames, channelCount: 2) == ["lamp 42 at north"])
  }

  /// A recording with the same channel twice brings the events of one.
  @Test(arguments: Mode.ofEveryFamily)
  func aCopyBringsNothing(mode: Mode) throws {
    let sound = try mode.transmission("lamp 42 at north")
    let one = frames(sound, decibels: [mode.comfortableDecibels + 6], seed: 2) { $1 }
    func events(_ frames: [Float], channelCount: Int) throws -> [String] {
      var receiver = try Receiver(
        protocols: [mode.modem], sampleRateHertz: 48_000, channelCount: channelCount)
      return (frames.withUnsafeBufferPointer { receiver.push($0) } + receiver.finish())
        .map { "\($0)" }
    }
    let expected = try events(one, channelCount: 1)
    #expect(try events(one.flatMap { [$0, $0] }, channelCount: 2) == expected)
    #expect(try events(one.flatMap { [$0, -$0, 0.5 * $0] }, channelCount: 3) == expected)
  }
}
