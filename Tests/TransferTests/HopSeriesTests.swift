import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import Testing

/// Long texts and repeated ones, by the hop protocols.
@Suite struct HopSeriesTests {
  private static let names = ["hop", "hop-quick"]
  private static let longText = String(repeating: "the quick brown föx, the lazy dog. ", count: 17)

  private func transmission(
    _ text: String, _ name: String, identity: UInt16 = 1, copies: Int = 1
  ) throws -> [Float] {
    let modem = try ProtocolCatalog.find(name)
    var transmitter = try Transmitter(
      .text(Array(text.utf8)), protocol: modem, placement: modem.placements[0],
      sampleRateHertz: 48000, identity: identity, copies: copies)
    #expect(transmitter.copyCount == copies)
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 1000)
    while true {
      let count = block.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      samples += block[..<count]
      if count < block.count { break }
    }
    #expect(samples.count == transmitter.sampleCount)
    return samples
  }

  private func receive(_ samples: [Float], _ name: String, decibels: Double, seed: UInt64 = 1)
    throws
    -> Reception
  {
    var random = SeededRandom(seed: seed)
    let channel = Channel(signalToNoiseDecibels: decibels)
    return try listen(
      channel.capture(samples, random: &random), protocols: [ProtocolCatalog.find(name)])
  }

  private let pause = [Float](repeating: 0, count: 30_000)

  @Test(arguments: names) func aLongTextComesWhole(name: String) throws {
    let reception = try receive(transmission(Self.longText, name), name, decibels: 0)
    #expect(reception.texts == [Self.longText])
    #expect(reception.failures.isEmpty)
  }

  @Test func aLostPartIsNamed() throws {
    var samples = try transmission(Self.longText, "hop")
    // Most of the second of three parts.
    let third = samples.count / 3
    for index in third + third / 5..<2 * third - third / 5 { samples[index] = 0 }
    let reception = try receive(samples, "hop", decibels: 10)
    #expect(reception.texts.isEmpty)
    let stages = reception.failures.map(\.stage)
    #expect(stages.contains(.parts(missing: [2], count: 3)), "\(stages)")
  }

  @Test(arguments: names) func copiesPrintOnce(name: String) throws {
    let samples = try transmission("ok", name, copies: 3)
    let reception = try receive(samples, name, decibels: 0)
    #expect(reception.texts == ["ok"])
    #expect(reception.failures.isEmpty)
  }

  @Test func copiesOfALongTextPrintOnce() throws {
    let samples = try transmission(Self.longText, "hop", copies: 2)
    let reception = try receive(samples, "hop", decibels: 0)
    #expect(reception.texts == [Self.longText])
    #expect(reception.failures.isEmpty)
  }

  @Test func threeSendingsPrintThreeTimes() throws {
    let once = try transmission("ok", "hop")
    let single = try receive(once + pause + once + pause + once, "hop", decibels: 0)
    #expect(single.texts == ["ok", "ok", "ok"])
    var samples: [Float] = []
    for identity in [UInt16(8), 900, 33] {
      samples += try transmission("ok", "hop", identity: identity, copies: 3) + pause
    }
    #expect(try receive(samples, "hop", decibels: 0).texts == ["ok", "ok", "ok"])
  }

  /// Three copies at a level where one frame in twenty would be read.
  @Test func weakCopiesAddUp() throws {
    let text = "platform 4, 18:40"
    let one = try transmission(text, "hop")
    let three = try transmission(text, "hop", copies: 3)
    var read = (one: 0, three: 0)
    for seed in UInt64(1)...4 {
      let single = try receive(one, "hop", decibels: -21.5, seed: seed).texts
      let added = try receive(three, "hop", decibels: -21.5, seed: seed).texts
      #expect(single.isEmpty || single == [text])
      #expect(added.isEmpty || added == [text], "seed \(seed)")
      read.one += single.count
      read.three += added.count
    }
    #expect(read.one <= 2)
    #expect(read.three >= 3)
  }

  @Test func copiesOfDifferentMessagesAreNotMixed() throws {
    // Equally long, at the spacing of copies, and too weak to be read alone.
    let gap = [Float](repeating: 0, count: 4800)
    let texts = ["platform 4, 18:40", "platform 9, 17:20", "call me back soon"]
    let samples = try Array(texts.map { try transmission($0, "hop") }.joined(separator: gap))
    for seed in UInt64(1)...4 {
      let reception = try receive(samples, "hop", decibels: -21, seed: seed)
      #expect(reception.texts.allSatisfy { texts.contains($0) }, "seed \(seed)")
    }
  }
}
