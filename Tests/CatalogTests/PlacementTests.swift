import Foundation
import HandShakeCatalog
import HandShakeModem
import Testing

/// The bands of a protocol.
@Suite struct PlacementTests {
  private func expect(
    _ field: String, _ reason: String, _ placements: [Any],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectBadField(
      field, reason, replacing: ["placements": placements], sourceLocation: sourceLocation)
  }

  @Test func thereIsAtLeastOneAndAtMostEight() throws {
    try expect("placements", "must have 1 to 8 entries", [])
    try expect(
      "placements", "must have 1 to 8 entries",
      (0..<9).map { ProtocolFile.placement(17036 - 100 * Double($0)) })
    let wrong: [Any] = ["17036", 5, NSNull(), ProtocolFile.placement(17036)]
    for value in wrong {
      try expectBadField("placements", "must be a list", replacing: ["placements": value])
    }
    try expect("placements[0]", "must be an object", [17036])
    try expect("placements[1]", "must be an object", [ProtocolFile.placement(17036), [17036]])
  }

  @Test func tonesLieWhereTheReceiverListens() throws {
    try expect(
      "placements[0].lowestToneHertz", "must be 13700 to 20300, not 13000",
      [ProtocolFile.placement(13000)])
    try expect(
      "placements[0].highestToneHertz", "must be 13700 to 20300, not 20928",
      [ProtocolFile.placement(18000)])
    try expect(
      "placements[0].lowestToneHertz", "must be 13700 to 20300, not -17036",
      [ProtocolFile.placement(-17036)])
    try expect("placements[0].highestToneHertz", "is missing", [["lowestToneHertz": 17036]])
    try expect(
      "placements[0].highestToneHertz", "must be a number",
      [["lowestToneHertz": 17036, "highestToneHertz": "19964"]])
  }

  @Test func theyFallAndHaveOneWidth() throws {
    let upper = ProtocolFile.placement(17036)
    try expect(
      "placements[0].highestToneHertz", "must lie above lowestToneHertz",
      [ProtocolFile.placement(17036, width: 0)])
    try expect(
      "placements[1].highestToneHertz", "must lie below that of the placement before",
      [upper, upper])
    try expect(
      "placements[1].highestToneHertz", "must lie below that of the placement before",
      [ProtocolFile.placement(15536), upper])
    try expect(
      "placements[1].highestToneHertz", "must give all placements the same width",
      [upper, ProtocolFile.placement(15536, width: 2900)])
  }

  @Test func theHighestBelowTheCeilingIsTaken() throws {
    let file = try ProtocolFile()
    let found = try ProtocolCatalog.find(file.path)
    #expect(found.placement(belowHertz: 24000)?.lowestToneHertz == 17036)
    #expect(found.placement(belowHertz: 19964.5)?.lowestToneHertz == 17036)
    #expect(found.placement(belowHertz: 19964)?.lowestToneHertz == 15536)
    #expect(found.placement(belowHertz: 18464) == nil)
    #expect(found.placement(belowHertz: 0) == nil)
    #expect(found.placement(belowHertz: -1) == nil)
    #expect(found.placement(belowHertz: .nan) == nil)
  }
}
