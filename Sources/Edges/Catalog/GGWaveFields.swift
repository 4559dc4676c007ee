import Modem

extension ProtocolParser {
  /// Where a ggwave protocol may lie: in the band that all share, or in one of its own below.
  static let ggwaveBandHertz =
    ModemProtocol.lowBandHertz.lowerBound...ModemProtocol.listeningBandHertz.upperBound

  /// The fields of a ggwave protocol.
  static func ggwave(
    _ fields: inout CheckedFields, placements: [Placement]
  ) throws(CatalogError) -> GGWaveParameters {
    let spacing = GGWaveParameters.toneSpacingHertz
    let seconds = try fields.number("symbolSeconds", in: 0.064...0.64)
    let multiple = seconds / GGWaveParameters.shortestSymbolSeconds
    guard abs(multiple - multiple.rounded()) < 1e-9 else {
      throw fields.error("symbolSeconds", "must be a whole multiple of 0.064")
    }
    let tonesAtOnce = try fields.integer("tonesAtOnce", in: 1...6)
    guard tonesAtOnce == 1 || tonesAtOnce % 2 == 0 else {
      throw fields.error("tonesAtOnce", "must be 1, 2, 4 or 6")
    }
    let width = spacing * Double(16 * tonesAtOnce - 1)
    for (index, placement) in placements.enumerated() {
      let field = "placements[\(index)]."
      let place = placement.lowestToneHertz / spacing
      guard place == place.rounded() else {
        throw fields.error(
          field + "lowestToneHertz", "must be a whole multiple of \(plain(spacing))")
      }
      guard abs(placement.highestToneHertz - placement.lowestToneHertz - width) < 1e-6 else {
        throw fields.error(
          field + "highestToneHertz",
          "must lie \(plain(width)) above, so that \(16 * tonesAtOnce) tones fill the placement")
      }
      let bands = [ModemProtocol.lowBandHertz, ModemProtocol.listeningBandHertz]
      guard
        bands.contains(where: {
          $0.contains(placement.lowestToneHertz) && $0.contains(placement.highestToneHertz)
        })
      else {
        let words = bands.map { "\(plain($0.lowerBound)) to \(plain($0.upperBound))" }
        throw fields.error(
          field + "lowestToneHertz", "must lie with all tones in \(words.joined(separator: " or "))"
        )
      }
    }
    return GGWaveParameters(
      symbolSeconds: multiple.rounded() * GGWaveParameters.shortestSymbolSeconds,
      tonesAtOnce: tonesAtOnce)
  }
}
