/// What a device offers when nothing is converted on the way.
package struct DeviceCapabilities: Equatable, Sendable {
  /// ALSA's name of the kind of PCM: `HW` for a card itself, `IOPLUG` for a sound server, `PLUG`
  /// for conversions.
  package var kind: String
  /// The number of the card behind it, nil where it is a sound server or the like.
  package var card: Int?
  /// Which of the common rates it runs at.
  package var ratesHertz: [Int]
  /// ALSA's names of its sample formats.
  package var formats: [String]
  /// How many channels it can have.
  package var channelCounts: ClosedRange<Int>

  /// The rates that are asked for.
  static let knownRatesHertz = [
    8000, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
  ]
}
