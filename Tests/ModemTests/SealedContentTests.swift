import HandShakeCatalog
import HandShakeChannelModel
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// Content that the modem carries and does not know.
@Suite struct SealedContentTests {
  /// What comes of `count` random bytes by a protocol, in noise.
  private func receive(
    _ count: Int, by name: String, copies: Int = 1, isRepeated: Bool = false
  ) throws -> (sent: [UInt8], events: [ReceiverEvent]) {
    let modem = try ProtocolCatalog.find(name)
    let sealed = SealedBytes(leastByteCount: count) { filled in
      (0..<filled).map { UInt8(truncatingIfNeeded: ($0 + 3) * 101) }
    }
    var transmitter = try Transmitter(
      .sealed(sealed), protocol: modem, placement: modem.placements[0], sampleRateHertz: 48000,
      identity: 700, copies: copies, isRepeated: isRepeated)
    var random = SeededRandom(seed: 12)
    let pause = [Float](repeating: 0, count: 24_000)
    let recording = Channel(signalToNoiseDecibels: 15)
      .capture(pause + transmitter.samples() + pause, random: &random)
    var receiver = try Receiver(protocols: [modem], sampleRateHertz: 48000)
    let events = receiver.listen(to: recording)
    let received = events.compactMap { if case .sealed(let sealed) = $0 { sealed } else { nil } }
    #expect(received.count == 1)
    let bytes = try #require(received.first).bytes
    return (sealed.bytes(bytes.count), events)
  }

  @Test(arguments: [
    ("hop", 19), ("hop", 400), ("hop-quick", 60), ("hop-deep", 30), ("burst", 1), ("burst", 19),
    ("burst", 3000),
  ])
  func comesAsItWasSent(name: String, count: Int) throws {
    let (sent, events) = try receive(count, by: name)
    for event in events {
      switch event {
      case .sealed(let sealed): #expect(sealed.bytes == sent && sealed.bytes.count >= count)
      case .message, .file, .receipt, .ranging, .pairing, .repeated, .failed:
        Issue.record("\(event)")
      case .level, .detected, .progress, .blocks: break
      }
    }
  }

  @Test(arguments: ["hop", "hop-quick"]) func copiesAreOne(name: String) throws {
    _ = try receive(19, by: name, copies: 3, isRepeated: true)
  }

  @Test(arguments: ["classic", "ggwave-ultrasound-fast"])
  func protocolsWithoutContentNumbersRefuse(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    let sealed = SealedBytes(leastByteCount: 3) { [UInt8](repeating: 65, count: $0) }
    #expect(throws: TransmitterError.noSealedContent) {
      try EncodedMessage(.sealed(sealed), protocol: modem)
    }
  }
}
