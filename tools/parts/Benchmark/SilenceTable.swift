import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem
import HandShakeSignal
import HandShakeTransferKit

/// The share of each near-ultrasonic protocol at audible frequencies, for every available fade.
enum SilenceTable {
  private static let rateHertz = 48000.0

  static func print() {
    Swift.print("Energy 2 kHz below the lowest tone and lower, of 64 characters at 48 kHz")
    Swift.print("  protocol                       lowest Hz  of all dB  loudest 10 ms dB")
    for modem in ProtocolCatalog.builtIn
    where modem.placements.allSatisfy({ $0.lowestToneHertz >= 13_300 }) {
      for placement in modem.placements {
        line(modem.name, modem, placement)
      }
      var fields = fields(ofBuiltIn: modem.name)
      guard fields["fade"] != nil else { continue }
      for fade in TimingFunction.all {
        fields["fade"] = .string(fade.name)
        line("\(modem.name), \(fade.name)", declared(fields), modem.placements[0])
      }
    }
    Swift.print("")
  }

  private static func line(_ name: String, _ modem: ModemProtocol, _ placement: Placement) {
    var random = SeededRandom(seed: 1)
    do throws(TransmitterError) {
      var transmitter = try Transmitter(
        .text(randomText(64, &random)), protocol: modem, placement: placement,
        sampleRateHertz: rateHertz)
      let samples = transmitter.samples()
      let heard = Audibility(
        of: samples, rateHertz: rateHertz, belowHertz: placement.lowestToneHertz - 2000)
      Swift.print(
        "  \(name.padded(29))  \(column(placement.lowestToneHertz, 0, width: 9))"
          + "  \(column(heard.energyDecibels, 1, width: 9))"
          + "  \(column(heard.clickDecibels, 1, width: 16))")
    } catch {
      Swift.print("  \(name): \(error)")
    }
  }
}
