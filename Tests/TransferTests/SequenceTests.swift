import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import Testing

/// Where in a recording transmissions lie, and several of them.
@Suite struct SequenceTests {
  private let text = "lamp 42 at north"
  private let other = "echo river blue."

  @Test(arguments: Mode.some, [Double.infinity, 20])
  func recordingOfNothingButTheSignal(mode: Mode, decibels: Double) throws {
    let channel = Channel(
      signalToNoiseDecibels: decibels, leadSeconds: 0...0, tailSeconds: 0)
    for seed in 1...extent(3, usually: 1) as ClosedRange<UInt64> {
      try transfer(text, as: mode, through: channel, expecting: .delivered, seed: seed)
    }
  }

  @Test(arguments: Mode.some)
  func digitalSilenceAroundANoisyRecording(mode: Mode) throws {
    var random = SeededRandom(seed: 1)
    let channel = Channel(
      signalToNoiseDecibels: 10, leadSeconds: 0.1...0.1, tailSeconds: 0.1)
    let recording = channel.capture(try mode.transmission(text), random: &random)
    let silence = [Float](repeating: 0, count: 96000)
    let reception = try listen(silence + recording + silence)
    #expect(reception.texts == [text])
    #expect(reception.failures.isEmpty)
  }

  @Test(arguments: Mode.some, extent([0, 0.01, 0.4], usually: [0, 0.01]))
  func twoMessagesInARow(mode: Mode, pauseSeconds: Double) throws {
    let pause = [Float](repeating: 0, count: Int(pauseSeconds * 48000))
    let sent = try mode.transmission(text) + pause + mode.transmission(other)
    for channel in [Channel(), Channel(signalToNoiseDecibels: 15, device: DeviceResponse())] {
      var random = SeededRandom(seed: 2)
      let reception = try listen(channel.capture(sent, random: &random))
      #expect(reception.texts == [text, other])
      #expect(reception.failures.isEmpty)
    }
  }

  private static let echoRichRoom = Room.echoRich(
    directToReverberantDecibels: 0, decaySeconds: 0.3, strongestArrivalSeconds: 0.01)

  /// Tones hold much that seems to be the start of a burst, and may not use up what the next burst
  /// needs.
  @Test(arguments: [nil, echoRichRoom])
  func burstsAreHeardAmongTones(room: Room?) throws {
    let channel = Channel(signalToNoiseDecibels: 25, room: room)
    let modes = try ["hop", "burst"].map { name in
      let modem = try ProtocolCatalog.find(name)
      return Mode(modem: modem, placement: modem.placements[0])
    }
    for seed in 1...extent(12, usually: 3) as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var sent: [Float] = []
      var texts: [String] = []
      for number in 0..<10 {
        texts.append("\(number) of \(seed)" + String(repeating: "x", count: (5 * number) % 9))
        sent += try modes[number % 2].transmission(texts[number])
        sent += [Float](repeating: 0, count: Int(random.uniform(24_000...36_000)))
      }
      let reception = try listen(channel.capture(sent, random: &random))
      #expect(reception.texts == texts, "seed \(seed)")
    }
  }

  @Test(arguments: Mode.some)
  func theSameMessageTwiceIsTwoMessages(mode: Mode) throws {
    let sent = try mode.transmission(text)
    #expect(try listen(sent + sent).texts == [text, text])
  }

  /// Every pair of placements that do not overlap, within a protocol and across protocols.
  @Test(arguments: Mode.all)
  func twoMessagesAtOnceInDifferentPlacements(mode: Mode) throws {
    for upper in Mode.all
    where upper.placement.lowestToneHertz > mode.placement.highestToneHertz {
      let low = try mode.transmission(text)
      let high = try upper.transmission(other)
      for shift in extent([0, 4001], usually: [4001]) {
        var sum = [Float](repeating: 0, count: max(low.count, high.count + shift))
        for index in low.indices { sum[index] += low[index] }
        for index in high.indices { sum[index + shift] += high[index] }
        var random = SeededRandom(seed: 3)
        let channel = Channel(signalToNoiseDecibels: 15)
        let reception = try listen(channel.capture(sum, random: &random))
        #expect(
          reception.texts.sorted() == [other, text],
          "\(mode.testDescription) and \(upper.testDescription), \(shift) samples apart")
        #expect(Set(reception.placements.map(\.lowestToneHertz)).count == 2)
      }
    }
  }

  @Test(arguments: Mode.some)
  func blocksMayHaveAnySize(mode: Mode) throws {
    var random = SeededRandom(seed: 4)
    let recording = Channel(signalToNoiseDecibels: 15)
      .capture(try mode.transmission(text), random: &random)
    for largest in [1.0, 700, 100_000] {
      var receiver = try Receiver(protocols: [mode.modem], sampleRateHertz: 48000)
      var reception = Reception()
      var rest = recording[...]
      while !rest.isEmpty {
        let block = rest.prefix(Int(random.uniform(0...largest).rounded()))
        block.withUnsafeBufferPointer { reception.add(receiver.push($0)) }
        rest = rest.dropFirst(block.count)
      }
      reception.add(receiver.finish())
      #expect(reception.texts == [text], "blocks of up to \(largest) samples")
    }
  }

  @Test(
    arguments: Mode.some, extent([48000.0, 64000, 96000, 192_000], usually: [64000.0, 192_000]))
  func everyRateTheReceiverTakes(mode: Mode, rateHertz: Double) throws {
    var random = SeededRandom(seed: 5)
    let recording = Channel(signalToNoiseDecibels: 10).capture(
      try mode.transmission(text, rateHertz: rateHertz), rateHertz: rateHertz, random: &random)
    #expect(try listen(recording, rateHertz: rateHertz).texts == [text])
  }

  @Test func otherRatesAreRefused() {
    for rateHertz in [0, 16000, 32000, 44100, 47999, 48000.5, .infinity, .nan, -48000] {
      do throws(ReceiverError) {
        _ = try Receiver(protocols: [], sampleRateHertz: rateHertz)
        Issue.record("\(rateHertz) Hz")
      } catch {
        if case .unsupportedRate(let hertz) = error { #expect(hertz == rateHertz || hertz.isNaN) }
      }
    }
  }

  @Test(arguments: Mode.all)
  func framesSayWhenAndHowTheyArrived(mode: Mode) throws {
    var random = SeededRandom(seed: 6)
    let sent = try mode.transmission(text)
    let channel = Channel(
      signalToNoiseDecibels: 10, motion: Motion(clockPartsPerMillion: 200),
      leadSeconds: 0.7...0.7)
    var receiver = try Receiver(protocols: [mode.modem], sampleRateHertz: 48000)
    let events = channel.capture(sent, random: &random).withUnsafeBufferPointer {
      receiver.push($0)
    }
    let messages = events.compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
    let frame = try #require(messages.first).frame
    #expect(frame.protocolName == mode.modem.name)
    #expect(frame.placement == mode.placement)
    #expect(abs(frame.startSeconds - 0.7) < 0.01)
    #expect(abs(frame.endSeconds - 0.7 - Double(sent.count) / 48000) < 0.02)
    #expect(abs(frame.dilationPartsPerMillion - 200) < 150)
    #expect(abs(frame.signalToNoiseDecibels - 10) < 2.5)
  }
}
