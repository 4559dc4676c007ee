import HandShakeCatalog
import HandShakeTransferKit
import Testing

@testable import HandShakeModem

/// By what name a burst is told where several protocols share its waveform.
@Suite struct BurstNameTests {
  /// A frame as only `burst-max` sends it is told as that, and others as the first that sends so.
  @Test(arguments: [("burst-max", 9), ("burst", 9), ("burst", 0)])
  func aBurstIsToldByTheProtocolThatSendsSo(name: String, rung: Int) throws {
    let protocols = ProtocolCatalog.heardUnasked
    let sender = try ProtocolCatalog.find(name)
    var transmitter = try Transmitter(
      .text(Array("which one?".utf8)), protocol: sender, placement: sender.placements[0],
      sampleRateHertz: 48_000, pace: .rung(rung))
    let silence = [Float](repeating: 0, count: 24_000)
    var receiver = try Receiver(protocols: protocols, sampleRateHertz: 48_000)
    let heard = receiver.listen(to: silence + transmitter.samples() + silence)
    let names = heard.compactMap { event -> String? in
      if case .message(let message) = event { message.frame.protocolName } else { nil }
    }
    #expect(names == [name])
  }

  /// Streams are followed from frame to frame by the gap between them: protocols with other gaps
  /// are others.
  @Test func protocolsWithOtherGapsAreSearchedApart() throws {
    let protocols = [0.05, 0.5].map {
      burstProtocol(rung: 3, sounder: .long, gapSeconds: $0)
    }
    let listened = try protocols.map {
      Listened(
        name: $0.name, placements: $0.placements,
        parameters: try #require($0.family as? BurstParameters))
    }
    #expect(BurstParameters.listeners(for: listened, sampleRateHertz: 48_000).count == 2)
    let alike = [listened[0], listened[0]]
    #expect(BurstParameters.listeners(for: alike, sampleRateHertz: 48_000).count == 1)
  }
}
