import HandShakeCatalog
import HandShakeChannelModel
import HandShakeModem

/// The messages that arrive in rooms with strong echoes and no clear direct path. There echoes
/// damage frames even without noise.
struct EchoRichTable {
  let options: Options

  private static let directToReverberantDecibels = -16.0
  private static let decaySeconds = 0.2
  private static let strongestArrivalSeconds = 0.045

  /// The slowest and most robust rung, in addition to the sender's own choice.
  private static let lowestRung = 0

  /// The protocols if no protocol is named.
  private static let usualProtocols = [
    "hop", "hop-quick", "hop-deep", "classic", "burst", "ggwave-ultrasound-fastest",
  ]

  /// Prints a row for every protocol, and a second row for the lowest rung if it has rungs.
  func printTable() {
    print(
      "Share of messages that arrive in \(options.count) rooms: direct sound"
        + " \(column(Self.directToReverberantDecibels, 0)) dB of what follows, which falls by"
        + " 60 dB in \(column(Self.decaySeconds, 1)) s and is loudest"
        + " \(column(1000 * Self.strongestArrivalSeconds, 0)) ms late; device falling 10 dB from"
        + " 15 to 20 kHz with 2.5 dB of ripple, 40 ppm; seed \(options.seed)")
    print(
      "  \("".padded(28))characters"
        + options.roomDecibels.map { "\(column($0, 0, width: 6)) dB" }.joined() + "    wrong")
    let named =
      options.protocols.isEmpty
      ? ProtocolCatalog.builtIn.filter { Self.usualProtocols.contains($0.name) }
      : options.protocols
    for modem in named {
      for size in options.sizes {
        printRow(modem.name, ChannelTables(modem: modem, options: options), size)
        guard modem.ladder != nil else { continue }
        printRow(
          "\(modem.name) --rung \(Self.lowestRung)",
          ChannelTables(modem: modem, options: options, pace: .rung(Self.lowestRung)), size)
      }
    }
  }

  private func printRow(_ name: String, _ tables: ChannelTables, _ size: Int) {
    let counts = options.roomDecibels.map {
      tables.send(
        options.count, characters: size,
        through: Channel(
          signalToNoiseDecibels: $0, device: DeviceResponse(),
          room: .echoRich(
            directToReverberantDecibels: Self.directToReverberantDecibels,
            decaySeconds: Self.decaySeconds,
            strongestArrivalSeconds: Self.strongestArrivalSeconds),
          motion: Motion(clockPartsPerMillion: 40)))
    }
    print(
      "  \(name.padded(28))\(column(Double(size), 0, width: 10))"
        + counts.map { column($0.share, 2, width: 9) }.joined()
        + column(Double(counts.reduce(0) { $0 + $1.wrong }), 0, width: 9))
  }
}
