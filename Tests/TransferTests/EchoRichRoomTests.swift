import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeTestKit
import Testing

/// Messages through rooms of echoes without a clear direct path, where hardly any noise is.
@Suite struct EchoRichRoomTests {
  /// How many of some rooms a protocol has to get a message through.
  struct Demand: CustomTestStringConvertible {
    let name: String
    var pace = TransmissionPace.automatic
    var decaySeconds = 0.2
    var rooms = 12
    let least: Int

    var testDescription: String {
      (pace == .automatic ? name : "\(name) at \(pace)") + ", \(decaySeconds) s"
    }
  }

  static let demands = [
    Demand(name: "hop", least: 10),
    Demand(name: "hop", decaySeconds: 0.4, rooms: 24, least: 20),
    Demand(name: "hop-quick", least: 8),
    Demand(name: "hop-deep", least: 12),
    Demand(name: "classic", least: 9),
    Demand(name: "burst", pace: .rung(0), least: 12),
    Demand(name: "ggwave-ultrasound-fastest", least: 8),
  ]

  @Test(arguments: extent(demands, usually: [demands[0], demands[6]]))
  func mostShortMessagesArrive(demand: Demand) throws {
    let text = "lamp 42 at north"
    let modem = try ProtocolCatalog.find(demand.name)
    let mode = Mode(modem: modem, placement: modem.placements[0], pace: demand.pace)
    let samples = try mode.transmission(text)
    let channel = Channel(
      signalToNoiseDecibels: 25, device: DeviceResponse(),
      room: .echoRich(
        directToReverberantDecibels: -16, decaySeconds: demand.decaySeconds,
        strongestArrivalSeconds: 0.045),
      motion: Motion(clockPartsPerMillion: 40))
    var delivered = 0
    let rooms = extent(demand.rooms, usually: 6)
    for seed in 1...UInt64(rooms) {
      let reception = try transfer(
        samples, text: text, mode, through: channel, expecting: .neverWrong, seed: seed)
      delivered += reception.texts.count
    }
    #expect(demand.rooms - rooms + delivered >= demand.least, "\(delivered) of \(rooms) rooms")
  }
}
