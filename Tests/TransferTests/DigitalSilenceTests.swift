import HandShakeCatalog
import HandShakeModem
import HandShakeTestKit
import Testing

/// Exact zeros between messages, as in every file that a program writes.
@Suite struct DigitalSilenceTests {
  private static let modems = ["hop", "burst"].map { name in
    ProtocolCatalog.builtIn.first { $0.name == name }!
  }

  /// Who listens.
  enum Listener: CaseIterable {
    case everything
    case hopAlone
    case burstAlone

    var modems: [ModemProtocol] {
      switch self {
      case .everything: ProtocolCatalog.heardUnasked
      case .hopAlone: [DigitalSilenceTests.modems[0]]
      case .burstAlone: [DigitalSilenceTests.modems[1]]
      }
    }
  }

  /// What a receiver learns from one message is no noise that the next could be measured by.
  @Test(arguments: Listener.allCases)
  func messagesOfTwoProtocolsInTurnAllArrive(listener: Listener) throws {
    let listened = listener.modems
    var receiver = try Receiver(protocols: listened, sampleRateHertz: 48_000)
    var reception = Reception()
    var expected: [String] = []
    let silence = [Float](repeating: 0, count: 48_000)
    for number in 0..<extent(30, usually: 10) {
      for modem in Self.modems {
        let text = "\(modem.name) message number \(number)"
        if listened.contains(where: { $0.name == modem.name }) { expected.append(text) }
        let sent = try Mode(modem: modem, placement: modem.placements[0]).transmission(text)
        for part in [sent, silence] {
          part.withUnsafeBufferPointer { reception.add(receiver.push($0)) }
        }
      }
    }
    reception.add(receiver.finish())
    #expect(reception.texts == expected)
    #expect(reception.failures.isEmpty)
  }
}
