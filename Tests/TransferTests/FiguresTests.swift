import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// What is told of a frame besides its text.
@Suite struct FiguresTests {
  private let text = "lamp 42 at north"

  /// Protocol, pace, and the signal-to-noise ratio at which nine of ten messages of 16 characters
  /// arrive in white noise, as `tools/bench` and the page Choosing a protocol have it.
  static let limits: [(name: String, rung: Int?, decibels: Double)] = [
    ("hop", nil, -19.9), ("hop-quick", nil, -19), ("hop-deep", nil, -25.6),
    ("classic", nil, -21.5), ("burst", 3, -5.3), ("burst", 0, -12.8), ("burst", 6, 2),
    ("burst", 10, 13.3), ("burst-cable", 9, 18.4), ("burst", 4, -3.6), ("burst", 5, -1.6),
  ]

  /// What a receiver says of a recording.
  private func events(_ recording: [Float], _ protocols: [ModemProtocol]) throws -> [ReceiverEvent]
  {
    var receiver = try Receiver(protocols: protocols, sampleRateHertz: 48000)
    return receiver.listen(to: recording)
  }

  /// The failures that a receiver of all near-ultrasonic protocols tells of.
  private func failures(_ recording: [Float]) throws -> [Failure] {
    let all = ProtocolCatalog.builtIn.filter { $0.name != "burst-cable" }
    return try events(recording, all).compactMap { event in
      if case .failed(let failure) = event { failure } else { nil }
    }
  }

  /// The message through a channel, as its event.
  private func message(_ name: String, rung: Int?, _ channel: Channel, seed: UInt64) throws
    -> Message?
  {
    let modem = try ProtocolCatalog.find(name)
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: 48000, pace: rung.map { .rung($0) } ?? .automatic)
    let samples = transmitter.samples()
    var random = SeededRandom(seed: seed)
    let recording = channel.capture(samples, random: &random)
    for case .message(let message) in try events(recording, [modem])
    where message.bytes == Array(text.utf8) {
      return message
    }
    return nil
  }

  /// The margin is what the noise may still grow by, from just above the limit to far above.
  @Test(arguments: limits, extent([1.5, 4.0, 10.0, 20.0], usually: [1.5, 10]))
  func marginsAndRatiosInNoise(
    limit: (name: String, rung: Int?, decibels: Double), above: Double
  ) throws {
    let decibels = limit.decibels + above
    var margins: [Double] = []
    for seed in 1...extent(3, usually: 2) as ClosedRange<UInt64> {
      guard
        let message = try message(
          limit.name, rung: limit.rung, Channel(signalToNoiseDecibels: decibels), seed: seed)
      else { continue }
      let margin = try #require(message.frame.marginDecibels)
      margins.append(margin)
      #expect(
        abs(message.frame.signalToNoiseDecibels - decibels) < 2, "\(decibels) dB, seed \(seed)")
    }
    try #require(!margins.isEmpty, "no message of \(limit.name) came \(above) dB above its limit")
    let mean = margins.reduce(0, +) / Double(margins.count)
    #expect(abs(mean - above) < 2, "\(limit.name), \(margins)")
  }

  /// A frame that fails by 2 dB is said to be too weak by about as much.
  @Test(arguments: [("classic", nil, -23.5), ("burst", 2, -9.6), ("burst", 6, 0.0)])
  func whatIsTooWeakIsSaidToBe(name: String, rung: Int?, decibels: Double) throws {
    let modem = try ProtocolCatalog.find(name)
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: 48000, pace: rung.map { .rung($0) } ?? .automatic)
    let samples = transmitter.samples()
    var told: [Double] = []
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let channel = Channel(signalToNoiseDecibels: decibels, leadSeconds: 1.5...2)
      for failure in try failures(channel.capture(samples, random: &random).map { 0.01 * $0 })
      where failure.frame.protocolName == name {
        guard case .tooWeak(let missing) = failure.cause else {
          Issue.record("\(failure.cause), seed \(seed)")
          continue
        }
        told.append(missing)
      }
    }
    #expect(!told.isEmpty)
    #expect(told.allSatisfy { $0 < 5 }, "\(told)")
  }

  /// Loud sound of another kind drives the input to its limits from a third of a frame on: at 12 dB
  /// and more beyond them nothing is left of the rest.
  @Test(arguments: [Mode.all[0], .robustBurst])
  func clippingIsBlamed(mode: Mode) throws {
    let sound = try mode.transmission(text)
    var random = SeededRandom(seed: 2)
    var recording = Channel(
      signalToNoiseDecibels: 25, leadSeconds: 0.5...0.5, tailSeconds: 2
    ).capture(sound, random: &random)
    for index in recording.indices {
      let hum = Float(30 * (Double(index) * 0.04).truncatingRemainder(dividingBy: 2) - 30)
      let isLoud = index > 24_000 + sound.count / 3
      recording[index] = max(-1, min(1, 0.3 * recording[index] + (isLoud ? hum : 0)))
    }
    let failures = try failures(recording)
    let failure = try #require(failures.first { $0.frame.protocolName == mode.modem.name })
    #expect(failure.clippedShare > 0.5)
    #expect(failure.cause == .clipped(share: failure.clippedShare))
  }

  /// A full-scale sender recorded without loss is loud and not clipped, which the failure of its
  /// first two thirds tells.
  @Test(arguments: Mode.all + Mode.bursts)
  func fullScaleIsNotClipping(mode: Mode) throws {
    let sound = try mode.transmission(text)
    let reception = try listen(Array(sound.prefix(sound.count * 2 / 3)), protocols: [mode.modem])
    #expect(!reception.failures.isEmpty)
    for failure in reception.failures {
      #expect(failure.clippedShare < 0.1)
      if case .clipped = failure.cause { Issue.record("\(failure.cause)") }
    }
  }

  /// A second sender that starts while the first one sends: what cannot be read is blamed on it,
  /// and both are read where that is possible.
  @Test(arguments: [0.3, 0.6, 0.9])
  func overlappingSenders(startSeconds: Double) throws {
    let mode = Mode.all[0]
    let first = try mode.transmission(text)
    let second = try mode.transmission("quite another message")
    let offset = Int(startSeconds * 48000)
    var sum = [Float](repeating: 0, count: offset + second.count)
    for index in first.indices where index < sum.count { sum[index] += 0.3 * first[index] }
    for index in second.indices { sum[index + offset] += 0.3 * second[index] }
    var random = SeededRandom(seed: 4)
    let recording = Channel(signalToNoiseDecibels: 30).capture(sum, random: &random)
    var texts: [String] = []
    var causes: [Failure.Cause] = []
    for event in try events(recording, [mode.modem]) {
      if case .message(let message) = event {
        texts.append(String(decoding: message.bytes, as: UTF8.self))
      }
      if case .failed(let failure) = event { causes.append(failure.cause) }
    }
    #expect(Set(texts).isSubset(of: [text, "quite another message"]))
    #expect(texts.count + causes.count == 2, "\(texts), \(causes)")
    #expect(causes.allSatisfy { $0 == .otherSender(protocolName: mode.modem.name) })
  }

  /// What a clock and what motion explain of one dilation.
  @Test(arguments: [(40.0, 0.0), (0, 1.5), (0, -0.5)])
  func clockOrSpeed(parts: Double, speed: Double) throws {
    let channel = Channel(
      signalToNoiseDecibels: 20,
      motion: Motion(clockPartsPerMillion: parts, metresPerSecond: speed))
    let heard = try message("hop", rung: nil, channel, seed: 3)
    let frame = try #require(heard?.frame)
    if speed == 0 {
      let clock = try #require(frame.clockPartsPerMillion)
      #expect(abs(clock - parts) < 30)
      #expect(frame.closingSpeedMetresPerSecond == nil)
    } else {
      let closing = try #require(frame.closingSpeedMetresPerSecond)
      #expect(abs(closing - speed) < 0.07)
      #expect(frame.clockPartsPerMillion == nil)
    }
  }

  @Test func symbolsThatWereRepairedAreCounted() throws {
    for (name, rung, decibels) in [("hop", nil, -18.5), ("classic", nil, -20.0), ("burst", 3, -3)]
      as [(String, Int?, Double)]
    {
      let weak = try message(
        name, rung: rung, Channel(signalToNoiseDecibels: decibels), seed: 1)
      let strong = try message(name, rung: rung, Channel(signalToNoiseDecibels: 20), seed: 1)
      #expect(try #require(weak).correctedSymbols > 0, "\(name)")
      #expect(try #require(strong).correctedSymbols == 0, "\(name)")
    }
  }
}
