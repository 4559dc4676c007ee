import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import HandShakeTransferKit
import Testing

/// What must not give a text, or must not give another one.
@Suite struct RefusalTests {
  private let text = "lamp 42 at north"

  @Test(arguments: Mode.some, extent([0.4, 0.5, 0.6, 0.7], usually: [0.4, 0.7]))
  func truncatedFramesFail(mode: Mode, part: Double) throws {
    let sent = try mode.transmission(words(60, seed: 1))
    let cut = Array(sent.prefix(Int(part * Double(sent.count))))
    let early = Channel(leadSeconds: 0...0, tailSeconds: 0)
    let channels = [early, Channel(), Channel(signalToNoiseDecibels: 10, tailSeconds: 3)]
    for channel in extent(channels, usually: [early, channels[2]]) {
      try transfer(cut, text: "", mode, through: channel, expecting: .refused)
    }
  }

  @Test(arguments: Mode.some)
  func framesCutNearTheirEndNeverGiveWrongText(mode: Mode) throws {
    let sent = try mode.transmission(text)
    for hundredths in stride(from: 85, through: 99, by: extent(2, usually: 7)) {
      let cut = Array(sent.prefix(sent.count * hundredths / 100))
      let channel = Channel(signalToNoiseDecibels: 10)
      try transfer(cut, text: text, mode, through: channel, expecting: .neverWrong)
    }
  }

  @Test(arguments: Mode.some)
  func framesThatLackTheirStartGiveNoText(mode: Mode) throws {
    let sent = try mode.transmission(text)
    let channel = Channel(signalToNoiseDecibels: 10)
    for hundredths in [30, 50, 70] {
      let cut = Array(sent.dropFirst(sent.count * hundredths / 100))
      let reception = try transfer(
        cut, text: text, mode, through: channel, expecting: .neverWrong)
      #expect(reception.texts.isEmpty)
    }
  }

  /// What joins a burst hears many tones at once, some of them in the order of a marker.
  @Test(arguments: Mode.bursts.filter { $0.modem.name == "burst" }, [0.2, 0.6])
  func joiningABurstTellsNothing(mode: Mode, part: Double) throws {
    let sent = try mode.transmission(words(700, seed: 3))
    let cut = Array(sent.dropFirst(Int(part * Double(sent.count))))
    for channel in [Channel(leadSeconds: 0...0), Channel(signalToNoiseDecibels: 30)] {
      var random = SeededRandom(seed: 11)
      let reception = try listen(channel.capture(cut, random: &random))
      #expect(reception.texts.isEmpty, "seed 11")
      #expect(reception.failures.isEmpty, "seed 11")
    }
  }

  @Test(arguments: Mode.some)
  func aMessageAfterATruncatedOneArrives(mode: Mode) throws {
    let first = try mode.transmission(words(40, seed: 2))
    let cut = Array(first.prefix(first.count / 2))
    try #expect(listen(cut + mode.transmission(text)).texts == [text])
  }

  /// A frame on top of another in the same place, at many distances in time and level.
  @Test(arguments: Mode.some, extent([-12.0, -3, 0], usually: [-3, 0]))
  func overlaidFramesNeverGiveWrongText(mode: Mode, decibels: Double) throws {
    let first = try mode.transmission(text)
    let second = try mode.transmission("echo river blue.")
    let gain = Recorder(gainDecibels: decibels)
    var random = SeededRandom(seed: 7)
    for tenths in extent([0, 2, 4, 6, 8], usually: [0, 5]) {
      let shift = first.count * tenths / 10 + Int(random.uniform(0...3000))
      var sum = first + [Float](repeating: 0, count: second.count)
      var added = second
      gain.record(&added)
      for index in added.indices where index + shift < sum.count {
        sum[index + shift] += added[index]
      }
      let recording = Channel(signalToNoiseDecibels: 20).capture(sum, random: &random)
      for heard in try listen(recording).texts {
        #expect(heard == text || heard == "echo river blue.", "\(shift) samples apart")
      }
    }
  }

  @Test func noiseAloneGivesNoMessage() throws {
    let seconds = extent(60.0, usually: 30)
    for seed in 1...extent(4, usually: 2) as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let noise = Channel(signalToNoiseDecibels: 10, leadSeconds: seconds...seconds)
        .capture([], random: &random)
      let reception = try listen(noise)
      #expect(reception.texts.isEmpty, "seed \(seed)")
      #expect(reception.detections == 0, "seed \(seed)")
    }
  }

  @Test(arguments: [
    Interference.clicks(perSecond: 8, peakDecibels: 0), .typing(peakDecibels: 0),
    .music(decibels: 0), .speech(decibels: 0), .whistle(hertz: 18_021, decibels: -10),
    .noiseBurst(startSeconds: 5, seconds: 0.5, decibels: 0),
    .melody(lowestHertz: 14_000, highestHertz: 20_000, notesPerSecond: 15.25, decibels: -10),
    .melody(lowestHertz: 14_000, highestHertz: 20_000, notesPerSecond: 40, decibels: -10),
  ])
  func soundsOfOthersGiveNoMessage(interference: Interference) throws {
    let seconds = extent(60.0, usually: 6)
    var random = SeededRandom(seed: 8)
    let recording = Channel(
      signalToNoiseDecibels: 30, interference: [interference], leadSeconds: seconds...seconds
    ).capture([], random: &random)
    #expect(try listen(recording).texts.isEmpty)
  }

  @Test func silenceAndExtremesGiveNothing() throws {
    let seconds = 96000
    let alternating = (0..<seconds).map { $0.isMultiple(of: 2) ? Float(1) : -1 }
    let huge = (0..<seconds).map { $0.isMultiple(of: 3) ? Float(1e9) : -1e9 }
    for recording in [
      [], [0.5], [Float](repeating: 0, count: seconds), [Float](repeating: 1, count: seconds),
      [Float](repeating: 1e-38, count: seconds), alternating, huge,
    ] {
      var receiver = try Receiver(protocols: Mode.all.map(\.modem), sampleRateHertz: 48000)
      let events = receiver.listen(to: recording)
      for event in events {
        guard case .level(let level) = event else {
          Issue.record("\(event)")
          continue
        }
        #expect(level.peak.isFinite && level.bandRootMeanSquare.isFinite)
      }
    }
  }
}
