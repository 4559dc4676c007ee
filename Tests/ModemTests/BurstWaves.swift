import HandShakeCatalog
import HandShakeSignal
import HandShakeTransferKit

@testable import HandShakeModem

/// A text of `count` small letters.
func letters(_ count: Int) -> [UInt8] {
  (0..<count).map { (index: Int) -> UInt8 in UInt8(97 + index * index % 26) }
}

/// A burst protocol with one choice for the sender.
func burstProtocol(
  rung: Int, sounder: BurstSounder, rateHertz: Double = 4000, gapSeconds: Double = 0.05,
  placements: [Placement] = burstPlacements
) -> ModemProtocol {
  let bands = placements.map {
    #"{"lowestToneHertz": \#($0.lowestToneHertz), "highestToneHertz": \#($0.highestToneHertz)}"#
  }
  let json = """
    {
      "name": "burst", "summary": "a burst", "family": "burst",
      "placements": [\(bands.joined(separator: ","))],
      "basebandRateHertz": \(rateHertz), "gapSeconds": \(gapSeconds), "assumedSNRDecibels": 25,
      "steps": [
        {
          "rung": \(rung), "sounder": "\(sounder.rawValue)", "leastSNRDecibels": -30,
          "longestBytes": 1048576
        }
      ]
    }
    """
  do {
    return try ProtocolCatalog.parse(Array(json.utf8), path: "test")
  } catch {
    preconditionFailure("\(error)")
  }
}

/// The placements of `burst`.
let burstPlacements = [16490.0, 14990, 13490].map {
  Placement(lowestToneHertz: $0, highestToneHertz: $0 + 3500)
}

/// Where `burst-cable` lies.
let cablePlacements = [Placement(lowestToneHertz: 300, highestToneHertz: 20500)]

/// Samples at 48 kHz of one transmission.
func samples(
  _ text: [UInt8], _ modem: ModemProtocol, placementIndex: Int = 0, identity: UInt16 = 1
) throws(TransmitterError) -> [Float] {
  var transmitter = try Transmitter(
    .text(text), protocol: modem, placement: modem.placements[placementIndex],
    sampleRateHertz: 48000, identity: identity)
  return transmitter.samples()
}

/// What a receiver of `modem` makes of a recording at 48 kHz.
func events(_ recording: [Float], _ modem: ModemProtocol) throws(ReceiverError) -> [ReceiverEvent] {
  var receiver = try Receiver(protocols: [modem], sampleRateHertz: 48000)
  let events = receiver.listen(to: recording)
  return events.filter {
    if case .level = $0 { false } else { true }
  }
}
