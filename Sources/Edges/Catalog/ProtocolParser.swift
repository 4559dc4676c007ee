import Modem

/// A protocol's JSON to its value, every field checked.
enum ProtocolParser {
  /// The protocol declared by `bytes`, read from `path`.
  static func parse(_ bytes: [UInt8], path: String) throws(CatalogError) -> ModemProtocol {
    var fields = try CheckedFields(bytes: bytes, path: path)
    let name = try fields.string("name", limit: 40)
    let summary = try fields.string("summary", limit: 100)
    let familyName = try fields.string("family", limit: 40)
    let band =
      switch familyName {
      case "burst": wideBandHertz
      case "ggwave": ggwaveBandHertz
      default: ModemProtocol.listeningBandHertz
      }
    let placements = try placements(&fields, in: band)
    let family: ModemProtocol.Family
    switch familyName {
    case "alphabet":
      family = .alphabet(try alphabet(&fields, placements: placements))
    case "hop":
      family = .hop(try hop(&fields, placements: placements))
    case "burst":
      family = .burst(try burst(&fields, placements: placements))
    case "ggwave":
      family = .ggwave(try ggwave(&fields, placements: placements))
    default:
      throw fields.error("family", "must be alphabet, hop, burst or ggwave, not \(familyName)")
    }
    try fields.requireNoOthers()
    return ModemProtocol(name: name, summary: summary, placements: placements, family: family)
  }

  /// Where a burst may lie: it has a receiver of its own where the shared one doesn't hear.
  private static let wideBandHertz = 100.0...22_000.0

  /// The bands, highest first, all of one width, inside `band`.
  private static func placements(
    _ fields: inout CheckedFields, in band: ClosedRange<Double>
  ) throws(CatalogError) -> [Placement] {
    var placements: [Placement] = []
    for var entry in try fields.objects("placements", count: 1...8) {
      let lowest = try entry.number("lowestToneHertz", in: band)
      let highest = try entry.number("highestToneHertz", in: band)
      try entry.requireNoOthers()
      guard highest > lowest else {
        throw entry.error("highestToneHertz", "must lie above lowestToneHertz")
      }
      if let previous = placements.last {
        guard highest < previous.highestToneHertz else {
          throw entry.error("highestToneHertz", "must lie below that of the placement before")
        }
        guard isClose(highest - lowest, previous.highestToneHertz - previous.lowestToneHertz)
        else {
          throw entry.error("highestToneHertz", "must give all placements the same width")
        }
      }
      placements.append(Placement(lowestToneHertz: lowest, highestToneHertz: highest))
    }
    return placements
  }

  private static func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-6 }
}
