import HandShakeCatalog
import HandShakeCoding
import HandShakeSignal
import HandShakeTestKit
import Testing

@testable import HandShakeModem

@Suite struct BurstTransmissionTests {
  private func send(
    _ text: [UInt8], _ name: String, pace: TransmissionPace = .automatic,
    rateHertz: Double = 48000, isRepeated: Bool = false
  ) throws -> [Float] {
    let modem = try ProtocolCatalog.find(name)
    var transmitter = try Transmitter(
      .text(text), protocol: modem, placement: modem.placements[0], sampleRateHertz: rateHertz,
      identity: 0xBEEF, isRepeated: isRepeated, pace: pace)
    var samples = [Float](repeating: 0, count: transmitter.sampleCount + 10)
    let count = samples.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
    #expect(count == transmitter.sampleCount)
    return Array(samples[..<count])
  }

  private func text(_ count: Int) -> [UInt8] {
    var random = CongruentialSequence(seed: UInt32(count))
    return (0..<count).map { _ in UInt8(32 + random.next(below: 95)) }
  }

  /// Every rung of every protocol comes back as it was, its noise being what the reduction of peaks
  /// leaves; at rates that are no simple multiples too.
  private static let rungs: [(name: String, rung: Int, rateHertz: Double)] = [
    ("burst", 0, 48000), ("burst", 1, 44100), ("burst", 2, 48000), ("burst", 3, 96000),
    ("burst", 4, 48000), ("burst", 5, 44100), ("burst", 6, 48000), ("burst", 7, 192_000),
    ("burst", 8, 48000), ("burst", 9, 48000), ("burst", 10, 48000), ("burst-max", 10, 48000),
    ("burst-cable", 3, 48000), ("burst-cable", 10, 44100), ("burst-cable", 11, 48000),
    ("burst-cable", 12, 48000),
  ]

  @Test(
    arguments: extent(
      rungs, usually: rungs.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)))
  func everyRungComesBack(name: String, rung: Int, rateHertz: Double) throws {
    let modem = try ProtocolCatalog.find(name)
    let parameters = try burstParameters(name)
    let genie = BurstGenie(
      parameters: parameters, placement: modem.placements[0], sampleRateHertz: rateHertz)
    for count in extent([1, 64, 300], usually: [1, 300]) {
      let text = text(count)
      let samples = try send(text, name, pace: .rung(rung), rateHertz: rateHertz)
      let step = try parameters.step(byteCount: count, pace: .rung(rung))
      let read = try genie.read(samples, start: 0, sounder: step.sounder, variance: 0.002)
      #expect(read?.header == BurstHeader(rung: rung, byteCount: count))
      #expect(read?.part == nil)
      let bytes = read?.blocks.flatMap { $0 } ?? []
      #expect(Array(bytes.prefix(count)) == text, "\(count) bytes")
      if let blocks = read?.blocks.count, blocks > 1 {
        let check = Bits.pack(Bits.unpack(CRC.bzip2.checksum(bytes: text), count: 32))
        #expect(Array(bytes[count..<count + 4]) == check)
      }
    }
  }

  /// How far the symbols lie from where they should: what cutting the peaks costs.
  @Test(arguments: [
    ("burst", 3, -20.0), ("burst", 7, -25), ("burst", 10, -31), ("burst-cable", 12, -36),
  ])
  func peakReductionLeavesTheSymbols(name: String, rung: Int, decibels: Double) throws {
    let modem = try ProtocolCatalog.find(name)
    let parameters = try burstParameters(name)
    let text = text(600)
    let samples = try send(text, name, pace: .rung(rung))
    let frames = try parameters.frames(.text(text), TransmissionOptions(pace: .rung(rung)))
    let frame = try frames.symbols(0)
    let genie = BurstGenie(
      parameters: parameters, placement: modem.placements[0], sampleRateHertz: 48000)
    let heard = genie.symbols(samples, start: 0, layout: frame.layout)
    var error: Float = 0
    var power: Float = 0
    for index in frame.layout.firstSymbol(ofBlock: 0)..<frame.layout.symbolCount {
      let sent = frame.symbols[index]
      error += (heard[index] - sent).power
      power += sent.power
    }
    let ratio = 10 / 2.302585092994046 * logarithm(Double(error / power))
    #expect(ratio < decibels)
  }

  /// A message longer than a frame: numbered parts with silence between, and a check at the end.
  @Test func longMessagesComeInParts() throws {
    let name = "burst-cable"
    let modem = try ProtocolCatalog.find(name)
    let parameters = try burstParameters(name)
    let text = text(9000)
    let samples = try send(text, name)
    let frames = try parameters.frames(.text(text), TransmissionOptions(identity: 0xBEEF))
    #expect(frames.frameCount == 3)
    let genie = BurstGenie(
      parameters: parameters, placement: modem.placements[0], sampleRateHertz: 48000)
    var start = 0
    var stream: [UInt8] = []
    for number in 0..<frames.frameCount {
      let read = try genie.read(
        samples, start: start, sounder: frames.step.sounder, variance: 0.002)
      var expected = frames.part
      expected?.number = number
      #expect(read?.part == expected)
      #expect(read?.blocks.allSatisfy { $0.count == 256 } == true)
      stream += read?.blocks.flatMap { $0 } ?? []
      start += frames.sampleCount(ofFrame: number, sampleRateHertz: 48000)
      let gap = Int(parameters.gapSeconds * 48000)
      if number + 1 < frames.frameCount {
        #expect(gap >= 960 && samples[start..<start + gap].allSatisfy { $0 == 0 })
      }
      start += gap
    }
    #expect(start - Int(parameters.gapSeconds * 48000) == samples.count)
    let check = Bits.pack(Bits.unpack(CRC.bzip2.checksum(bytes: text), count: 32))
    #expect(Array(stream.prefix(9004)) == text + check)
    #expect(stream.dropFirst(9004).allSatisfy { $0 == 0 })
  }

  /// What is sent again has an identity, and stays short.
  @Test func repeatedMessagesCarryAnIdentity() throws {
    let parameters = try burstParameters()
    let once = try parameters.frames(.text(text(16)), TransmissionOptions(identity: 7))
    #expect(once.part == nil && once.frameCount == 1)
    let again = try parameters.frames(
      .text(text(16)), TransmissionOptions(identity: 7, isRepeated: true))
    #expect(again.part == BurstPart(identity: 7, streamBytes: 20, pieceBytes: 20, number: 0))
    #expect(again.layout(0).blockCount == 1)
  }

  /// In whatever pieces it is read, it is the same sound, and reading takes no memory that grows.
  @Test func blocksDoNotMatter() throws {
    let modem = try ProtocolCatalog.find("burst")
    let whole = try send(text(300), "burst")
    var transmitter = try Transmitter(
      .text(text(300)), protocol: modem, placement: modem.placements[0], sampleRateHertz: 48000)
    var pieces: [Float] = []
    var size = 1
    while true {
      var block = [Float](repeating: 9, count: size)
      let count = block.withUnsafeMutableBufferPointer { transmitter.read(into: $0) }
      pieces += block[..<count]
      if count < size { break }
      size = size % 1500 + 17
    }
    #expect(pieces.count == whole.count)
    let worst = zip(pieces, whole).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 1e-4)
  }

  /// What is on air for 16 bytes, and bits a second of 64 and 1024.
  @Test func framesAreShort() throws {
    #expect(try send(text(16), "burst").count < 14400)
    for (pace, least) in [
      (TransmissionPace.automatic, [1500, 3500]), (.fast, [2000, 5800]), (.robust, [350, 900]),
      (.signalToNoiseDecibels(10), [1000, 2200]),
    ] {
      for (count, bitsPerSecond) in zip([64, 1024], least) {
        let sampleCount = try send(text(count), "burst", pace: pace).count
        #expect(8 * count * 48000 / sampleCount >= bitsPerSecond)
      }
    }
    #expect(4096 * 8 * 48000 / (try send(text(4096), "burst-cable").count) >= 60000)
    let fast = try send(text(4096), "burst-cable", pace: .signalToNoiseDecibels(35)).count
    #expect(4096 * 8 * 48000 / fast >= 90000)
  }

  @Test func refusesWhatItCannotSend() throws {
    #expect(throws: TransmitterError.emptyText) { try send([], "burst") }
    #expect(throws: TransmitterError.notText(position: 2)) { try send([65, 66, 0xFF], "burst") }
    #expect(throws: TransmitterError.notText(position: 1)) { try send([65, 0xC3], "burst") }
    #expect(throws: TransmitterError.textTooLong(count: 1_048_577, limit: 1_048_576)) {
      try send([UInt8](repeating: 65, count: 1_048_577), "burst")
    }
    #expect(throws: TransmitterError.unknownRung(2, offered: Array(3...10))) {
      try send(text(5), "burst-max", pace: .rung(2))
    }
    #expect(throws: TransmitterError.noRungs) { try send(text(5), "hop", pace: .rung(3)) }
    #expect(throws: TransmitterError.noRungs) {
      try send(text(5), "classic", pace: .signalToNoiseDecibels(3))
    }
  }

  /// A million bytes are planned at once but made frame by frame.
  @Test func aMillionBytesFit() throws {
    let modem = try ProtocolCatalog.find("burst")
    let transmitter = try Transmitter(
      .text([UInt8](repeating: 65, count: 1 << 20)), protocol: modem,
      placement: modem.placements[0], sampleRateHertz: 48000)
    #expect((31.0...36).contains(Double(transmitter.sampleCount) / 48000 / 60))
  }
}
