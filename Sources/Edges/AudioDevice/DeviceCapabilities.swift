/// The capabilities of a device without conversions.
package struct DeviceCapabilities: Equatable, Sendable {
  /// ALSA's name of the kind of PCM: `HW` for a card, `IOPLUG` for a sound server, `PLUG` for
  /// conversions.
  package var kind: String
  /// The number of the card behind it; nil for a sound server and similar devices.
  package var card: Int?
  /// The common rates that it supports.
  package var ratesHertz: [Int]
  /// ALSA's names of its sample formats.
  package var formats: [String]
  /// The numbers of channels that it supports.
  package var channelCounts: ClosedRange<Int>

  /// The common rates.
  static let knownRatesHertz = [
    8000, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
  ]
}
