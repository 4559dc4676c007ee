import HandShakeCatalog
import HandShakeChannelModel
import HandShakeTestKit
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// Messages of ggwave's protocols, in the library's waveform.
@Suite struct GGWaveTests {
  static let modes = ProtocolCatalog.builtIn.filter { $0.family is GGWaveParameters }.map {
    Mode(modem: $0, placement: $0.placements[0])
  }
  static let ultrasound = modes.filter { $0.modem.name.contains("ultrasound") }
  static let fastest = ultrasound.first { $0.modem.name.hasSuffix("fastest") }!
  private let text = "lamp 42 at north"
  /// In digital silence the other listeners would take notice of what rounding leaves in their
  /// band.
  private let quiet = Channel(signalToNoiseDecibels: 50)

  private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private func samples(_ payload: [UInt8], _ modem: ModemProtocol) throws -> [Float] {
    var transmitter = try Transmitter(
      .text(payload), protocol: modem, placement: modem.placements[0], sampleRateHertz: 48000)
    return transmitter.samples()
  }

  /// The messages that a receiver of `protocols` hears.
  private func messages(
    _ recording: [Float], _ protocols: [ModemProtocol]
  ) throws -> [Message] {
    var receiver = try Receiver(protocols: protocols, sampleRateHertz: 48000)
    let events = receiver.listen(to: recording)
    return events.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }

  @Test(arguments: modes.sample)
  func textsOfAllLengthsArrive(mode: Mode) throws {
    let isQuick = mode.modem.name.hasSuffix("fastest")
    for text in isQuick ? ["x", "hi", "abc", "four", "fünf 🦊", words(33, seed: 2)] : [text] {
      try transfer(text, as: mode, through: quiet, expecting: .delivered)
    }
  }

  @Test(arguments: modes.filter { $0.modem.name.hasSuffix("fastest") })
  func longBinaryMessagesArrive(mode: Mode) throws {
    for count in extent([100, 139, 140], usually: [140]) {
      let payload = bytes(count, seed: UInt64(count))
      var random = SeededRandom(seed: 1)
      let recording = Channel(signalToNoiseDecibels: 15)
        .capture(try samples(payload, mode.modem), random: &random)
      let heard = try messages(recording, Self.modes.map(\.modem))
      #expect(heard.map(\.bytes) == [payload])
      #expect(heard.map(\.frame.protocolName) == [mode.modem.name])
    }
  }

  /// Messages all of whose tones are those of the start marker, or of the end marker, and far
  /// louder.
  @Test(
    arguments: modes.filter { $0.modem.name.hasSuffix("fastest") },
    [[0, 3, 4, 7, 8, 11, 12, 15], [1, 2, 5, 6, 9, 10, 13, 14]] as [[UInt8]])
  func dataThatSoundLikeMarkersArrive(mode: Mode, halves: [UInt8]) throws {
    for seed in 1...extent(6, usually: 2) {
      var random = SeededRandom(seed: UInt64(seed))
      let payload = (0..<10 + 15 * seed).map { _ in
        halves.randomElement(using: &random)! + 16 * halves.randomElement(using: &random)!
      }
      let recording = quiet.capture(try samples(payload, mode.modem), random: &random)
      #expect(try messages(recording, [mode.modem]).map(\.bytes) == [payload], "seed \(seed)")
    }
  }

  @Test(
    arguments: ProtocolCatalog.builtIn.filter {
      $0.family is GGWaveParameters
    }
  )
  func messagesOfFixedLengthArrive(modem: ModemProtocol) throws {
    for length in modem.name.hasSuffix("fastest") ? [1, 3, 8, 64] : [8] {
      let fixed = try #require(modem.fixedLength(length))
      for (payload, decibels) in [
        (Array("abcd".utf8.prefix(length)), 30.0), (bytes(length, seed: 5), .infinity),
      ] {
        var random = SeededRandom(seed: 1)
        let recording = Channel(signalToNoiseDecibels: decibels)
          .capture(try samples(payload, fixed), random: &random)
        #expect(try messages(recording, [fixed]).map(\.bytes) == [payload])
      }
    }
  }

  /// 6 dB below what the real receiver needs.
  @Test(arguments: ultrasound)
  func messagesArriveInNoise(mode: Mode) throws {
    for seed in 1...extent(3, usually: 1) as ClosedRange<UInt64> {
      try transfer(
        text, as: mode, through: Channel(signalToNoiseDecibels: -4), expecting: .delivered,
        seed: seed)
    }
  }

  @Test(arguments: ultrasound, [-1.5, 1.5])
  func messagesArriveInMotion(mode: Mode, metresPerSecond: Double) throws {
    try transfer(
      text, as: mode,
      through: Channel(
        signalToNoiseDecibels: 20, device: DeviceResponse(),
        motion: Motion(metresPerSecond: metresPerSecond)), expecting: .delivered)
  }

  @Test func anAcceleratingListenerHears() throws {
    try transfer(
      text, as: Self.fastest,
      through: Channel(
        signalToNoiseDecibels: 20, motion: Motion(metresPerSecondSquared: 1)),
      expecting: .delivered)
  }

  @Test(arguments: modes.filter { $0.modem.name.hasSuffix("fastest") }, [0, 0.02])
  func twoMessagesInARow(mode: Mode, pauseSeconds: Double) throws {
    let pause = [Float](repeating: 0, count: Int(pauseSeconds * 48000))
    let sent = try mode.transmission(text) + pause + mode.transmission("echo river blue.")
    for channel in extent([quiet, Channel(signalToNoiseDecibels: 10)], usually: [quiet]) {
      var random = SeededRandom(seed: 2)
      let reception = try listen(channel.capture(sent, random: &random))
      #expect(reception.texts == [text, "echo river blue."])
      #expect(reception.failures.isEmpty)
    }
  }

  @Test(arguments: modes.filter { $0.modem.name.hasSuffix("fastest") })
  func recordingsOfNothingButTheMessage(mode: Mode) throws {
    for text in ["hi", text] {
      try transfer(
        text, as: mode,
        through: Channel(signalToNoiseDecibels: 50, leadSeconds: 0...0, tailSeconds: 0),
        expecting: .delivered)
    }
  }

  @Test(arguments: [0.3, 0.5, 0.7])
  func truncatedMessagesFail(part: Double) throws {
    let sent = try Self.fastest.transmission(words(60, seed: 1))
    let cut = Array(sent.prefix(Int(part * Double(sent.count))))
    try transfer(cut, text: "", Self.fastest, through: Channel(), expecting: .refused)
    let another = try Self.fastest.transmission(text)
    let reception = try listen(cut + another)
    #expect(reception.texts == [text])
    #expect(reception.failures.map(\.stage) == [.cutOff])
  }

  /// While a message of ggwave's arrives, faint starts of hop wait: most are its own tones.
  @Test(arguments: [0.2, 20])
  func aFaintMessageArrivesAfterOneThatBreaksOff(tailSeconds: Double) throws {
    let hop = try #require(Mode.all.first { $0.modem.name == "hop" })
    let broken = try Self.fastest.transmission(words(60, seed: 1))
    var faint = try hop.transmission(text)
    Recorder(gainDecibels: -25).record(&faint)
    let pause = [Float](repeating: 0, count: 48000)
    var random = SeededRandom(seed: 3)
    let recording = Channel(signalToNoiseDecibels: 12, tailSeconds: tailSeconds)
      .capture(broken.prefix(broken.count / 2) + pause + faint, random: &random)
    let reception = try listen(recording)
    #expect(reception.texts == [text])
    #expect(reception.failures.map(\.stage) == [.cutOff])
  }

  /// Of messages whose start is missing, data sound like another, weaker one.
  @Test(arguments: [
    ("ggwave-ultrasound-fastest", "djahfhjdidehLLpt<8pOxw87LC;4sx3wHLxwx8w0p433<"),
    ("ggwave-dual-fastest", "gecgcbcjjhccGxp0L?x387GO?Hs7t?0<"),
  ])
  func dataOfMessagesWithoutAStartAreNoFrame(name: String, text: String) throws {
    let mode = try #require(Self.modes.first { $0.modem.name == name })
    let reception = try listen(Array(mode.transmission(text).dropFirst(28_800)))
    #expect(reception.texts.isEmpty && reception.failures.isEmpty)
  }

  @Test func markersAloneAndOfOthersGiveNothing() throws {
    let length = Int(GGWaveParameters.markerSeconds * 48000)
    let sent = try Self.fastest.transmission(text)
    let (start, end) = (Array(sent.prefix(length)), Array(sent.suffix(length)))
    let data = Array(sent.dropFirst(length).dropLast(length))
    for sounds in [
      start + end, end + data + start, end + end, start + start, data, start + start + end,
      end + data + end, data + end,
    ] {
      #expect(try listen(sounds).texts.isEmpty)
    }
    // Data of the band above between markers of the one below.
    let audible = try Self.modes.first { $0.modem.name == "ggwave-audible-fastest" }!
      .transmission(text)
    #expect(
      try listen(Array(audible.prefix(length)) + data + Array(audible.suffix(length)))
        .texts.isEmpty)
  }

  /// A sender whose sound stutters: the symbol of the length comes twice, and makes a message of
  /// its own.
  @Test func aLengthThatIsRepeatedIsNoMessage() throws {
    let parameters = try #require(Self.fastest.modem.family as? GGWaveParameters)
    let marker = Int(GGWaveParameters.markerSeconds * 48000)
    let symbol = Int((parameters.symbolSeconds * 48000).rounded())
    let sent = try Self.fastest.transmission("a")
    let start = Array(sent.prefix(marker + symbol))
    let end = Array(sent.dropFirst(marker + 2 * symbol))
    let reception = try transfer(
      start + start.suffix(symbol) + end, text: "", Self.fastest,
      through: Channel(signalToNoiseDecibels: 40), expecting: .refused)
    #expect(reception.failures.map(\.stage) == [.doubt])
    try transfer(
      sent, text: "a", Self.fastest, through: Channel(signalToNoiseDecibels: 40),
      expecting: .delivered)
  }

  /// Devices that wake up late lose the start of a sound, others its end.
  @Test(
    arguments: modes.filter { $0.modem.name.hasSuffix("fastest") }, extent([4.0, 9], usually: [9]))
  func aPartOfAMarkerIsEnough(mode: Mode, lostFrames: Double) throws {
    let sent = try mode.transmission(text)
    let lost = Int(lostFrames * GGWaveParameters.frameSeconds * 48000)
    for part in [Array(sent.dropFirst(lost)), Array(sent.dropLast(lost))] {
      try transfer(
        part, text: text, mode, through: Channel(signalToNoiseDecibels: 40),
        expecting: .delivered)
    }
  }

  /// Right markers about tones that no sender sends.
  @Test func randomTonesBetweenMarkersAreRefused() throws {
    let parameters = try #require(Self.fastest.modem.family as? GGWaveParameters)
    let code = GGWaveCode(parameters)
    for seed in 1...extent(20, usually: 3) as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let stream = bytes(3 * Int(random.uniform(2...30)), seed: seed)
      let sent = GGWaveWave(
        tones: code.tones(stream), parameters: parameters, placement: Self.fastest.placement,
        sampleRateHertz: 48000)
      var samples = [Float](repeating: 0, count: sent.sampleCount)
      _ = samples.withUnsafeMutableBufferPointer { sent.read(into: $0) }
      try transfer(
        samples, text: "", Self.fastest, through: Channel(signalToNoiseDecibels: 20),
        expecting: .refused, seed: seed)
    }
  }

  /// Of the real receiver's texts of so few bytes a sixth is wrong.
  @Test(arguments: [15.0, 5, 0, -6])
  func shortMessagesAreNeverWrong(decibels: Double) throws {
    let protocols = Self.ultrasound.map(\.modem)
    var arrived = 0
    let count: UInt64 = extent(24, usually: 8)
    for seed in 1...count {
      let mode = Self.ultrasound[Int(seed) % 3]
      let payload = bytes(1 + Int(seed / 3) % 4, seed: seed)
      var random = SeededRandom(seed: seed)
      let recording = Channel(signalToNoiseDecibels: decibels)
        .capture(try samples(payload, mode.modem), random: &random)
      for message in try messages(recording, protocols) {
        #expect(message.bytes == payload, "seed \(seed)")
        #expect(message.frame.protocolName == mode.modem.name, "seed \(seed)")
        arrived += 1
      }
    }
    if decibels >= 0 { #expect(arrived == Int(count)) }
  }

  @Test(arguments: [-12.0, 0])
  func overlaidMessagesAreNeverWrong(decibels: Double) throws {
    let first = try Self.fastest.transmission(text)
    let second = try Self.fastest.transmission("echo river blue.")
    let gain = Recorder(gainDecibels: decibels)
    var added = second
    gain.record(&added)
    var random = SeededRandom(seed: 7)
    for tenths in extent([0, 1, 3, 5, 8], usually: [0, 5]) {
      let shift = first.count * tenths / 10 + Int(random.uniform(0...3000))
      var sum = first + [Float](repeating: 0, count: second.count)
      for index in added.indices where index + shift < sum.count {
        sum[index + shift] += added[index]
      }
      for heard in try listen(sum).texts {
        #expect(heard == text || heard == "echo river blue.", "\(shift) samples apart")
      }
    }
  }

  @Test(arguments: [
    Interference.clicks(perSecond: 8, peakDecibels: 0), .typing(peakDecibels: 0),
    .music(decibels: 0), .speech(decibels: 0), .whistle(hertz: 15_047, decibels: -10),
    .melody(lowestHertz: 15_000, highestHertz: 19_450, notesPerSecond: 15.6, decibels: -10),
    .melody(lowestHertz: 1100, highestHertz: 6300, notesPerSecond: 7.8, decibels: -10),
  ])
  func soundsOfOthersGiveNoMessage(interference: Interference) throws {
    let seconds = extent(60.0, usually: 4)
    var random = SeededRandom(seed: 8)
    let recording = Channel(
      signalToNoiseDecibels: 30, interference: [interference], leadSeconds: seconds...seconds
    ).capture([], random: &random)
    let fixed = ["ggwave-ultrasound-fastest", "ggwave-dual-fast"].compactMap { name in
      Self.modes.first { $0.modem.name == name }?.modem.fixedLength(8)
    }
    #expect(try messages(recording, Self.modes.map(\.modem) + fixed).isEmpty)
  }
}
