import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeSealing
import HandShakeTransferKit
import Testing

/// What two stations send each other to agree on a secret.
@Suite struct PairingMessageTests {
  private static let messages: [PairingMessage] = [
    PairingMessage(.commitment, run: 0xBEEF, Array(1...20)),
    PairingMessage(.secondKey, run: 1, Array(1...32)),
    PairingMessage(.firstKey, run: 0, [UInt8](repeating: 0, count: 32)),
    PairingMessage(.firstProof, run: 0xFFFF, Array(1...8)),
    PairingMessage(.secondProof, run: 2, Array(1...8)),
    PairingMessage(.lastFirstProof, run: 3, Array(1...8)),
    PairingMessage(.lastSecondProof, run: 4, Array(1...8)),
    PairingMessage(.end, run: 5),
  ]

  @Test func bytesComeBack() throws {
    for message in Self.messages {
      #expect(PairingMessage(bytes: message.bytes) == message)
      #expect(PairingMessage(bytes: message.bytes + [0, 0]) == message)
      #expect(PairingMessage(bytes: message.bytes + [0, 1]) == nil)
      #expect(PairingMessage(bytes: message.bytes.dropLast()) == nil)
    }
    #expect(Self.messages[0].bytes == [1, 0xBE, 0xEF] + Array(1...20))
    #expect(Self.messages[7].bytes == [6, 0, 5])
  }

  /// A proof covers what its sender allows.
  @Test func aProofTellsWhatItsSenderAllows() throws {
    let (first, second) = try (PairingKeys(), PairingKeys())
    let agreement = try #require(
      first.agreement(run: 9, part: .first, otherKey: second.publicKey))
    for mayStartPrograms in [false, true] {
      let message = PairingMessage(
        .firstProof, run: 9, of: agreement, mayStartPrograms: mayStartPrograms)
      let read = try #require(PairingMessage(bytes: message.bytes))
      #expect(read == message && read.mayStartPrograms == mayStartPrograms)
      #expect(message.bytes[0] == (mayStartPrograms ? 68 : 4))
      #expect(agreement.isProven(by: read))
      var forged = message.bytes
      forged[0] ^= 64
      #expect(!agreement.isProven(by: try #require(PairingMessage(bytes: forged))))
    }
  }

  @Test func otherStepsAreRefused() {
    let known: Set<UInt8> = [1, 2, 3, 4, 5, 6, 20, 21, 68, 69, 84, 85]
    for step in UInt8.min ... .max where !known.contains(step) {
      #expect(PairingMessage(bytes: [step] + [UInt8](repeating: 0, count: 40)) == nil)
    }
    #expect(PairingMessage(bytes: []) == nil)
  }

  @Test(arguments: ["hop", "hop-quick", "hop-deep"])
  func hopCarriesIt(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    for message in name == "hop" ? Self.messages : [Self.messages[3]] {
      var transmitter = try Transmitter(
        .pairing(message.bytes), protocol: modem, placement: modem.placements[0],
        sampleRateHertz: 48_000)
      var random = SeededRandom(seed: 8)
      let recording = Channel(signalToNoiseDecibels: -8)
        .capture(transmitter.samples(), random: &random)
      var receiver = try Receiver(protocols: [modem], sampleRateHertz: 48_000)
      let came = receiver.listen(to: recording).compactMap { event -> PairingMessage? in
        if case .pairing(_, let bytes) = event { PairingMessage(bytes: bytes) } else { nil }
      }
      #expect(came == [message])
    }
  }

  @Test(arguments: ["burst", "classic", "ggwave-ultrasound-fast"])
  func othersDoNot(name: String) throws {
    let modem = try ProtocolCatalog.find(name)
    #expect(throws: TransmitterError.noReceipts) {
      try EncodedMessage(.pairing(Self.messages[0].bytes), protocol: modem)
    }
  }
}
