import Foundation
import HandShakeCatalog
import Testing

@testable import HandShakeModem

/// One wrong field of a burst protocol at a time.
@Suite struct BurstFieldTests {
  private static func step(
    _ rung: Any = 5, _ sounder: Any = "medium", _ decibels: Any = 20, _ bytes: Any = 1 << 20
  ) -> [String: Any] {
    ["rung": rung, "sounder": sounder, "leastSNRDecibels": decibels, "longestBytes": bytes]
  }

  private static var good: [String: Any?] {
    var fields: [String: Any?] = [
      "family": "burst", "placements": [ProtocolFile.placement(16490, width: 3500)],
      "basebandRateHertz": 4000, "gapSeconds": 0.05,
      "assumedSNRDecibels": 25, "steps": [step()],
    ]
    for name in [
      "symbolsPerSecond", "toneSpacingHertz", "fadeSeconds", "fade", "startMarker",
      "repairSymbols", "checkSymbols",
    ] {
      fields.updateValue(nil, forKey: name)
    }
    return fields
  }

  private func expect(
    _ field: String, _ reason: String, _ changed: [String: Any?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var fields = Self.good
    for (name, value) in changed { fields.updateValue(value, forKey: name) }
    try expectBadField(field, reason, replacing: fields, sourceLocation: sourceLocation)
  }

  @Test func theGoodFileIsGood() throws {
    let file = try ProtocolFile(replacing: Self.good)
    let parameters = try #require(try ProtocolCatalog.find(file.path).family as? BurstParameters)
    #expect(parameters.basebandRateHertz == 4000 && parameters.symbolRateHertz == 3000)
    #expect(parameters.steps.map(\.rung) == [5])
  }

  @Test(arguments: [
    "basebandRateHertz", "gapSeconds", "assumedSNRDecibels", "steps",
  ])
  func everyFieldIsNeeded(field: String) throws {
    try expect(field, "is missing", [field: nil])
  }

  @Test func fieldsHaveTheirRange() throws {
    try expect(
      "basebandRateHertz", "must be 1000 to 24000, not 999", ["basebandRateHertz": 999])
    for rate in [3600, 4400] {
      try expect(
        "basebandRateHertz",
        "must be 1.06 to 1.23 times the width of a placement, so that the pulse has its slope",
        ["basebandRateHertz": rate])
    }
    try expect("gapSeconds", "must be 0.02 to 2, not 0.01", ["gapSeconds": 0.01])
    try expect("steps", "must have 1 to 32 entries", ["steps": [Any]()])
    try expect("steps[0].rung", "must be 0 to 12, not 13", ["steps": [Self.step(13)]])
    try expect(
      "steps[0].sounder", "must be one of short, medium, long", ["steps": [Self.step(5, "loud")]])
    try expect(
      "steps[0].leastSNRDecibels", "must be -30 to 80, not 81",
      ["steps": [Self.step(5, "long", 81)]])
    try expect(
      "steps[1].longestBytes", "must be 1 to 1048576, not 0",
      ["steps": [Self.step(), Self.step(5, "long", 8, 0)]])
    try expect(
      "steps", "must have one with longestBytes 1048576",
      ["steps": [Self.step(5, "long", 8, 1000)]])
    var strange = Self.step()
    strange["speed"] = 9
    try expect("steps[0].speed", "is not a field that is known", ["steps": [strange]])
  }

  @Test func theBandMayBeWide() throws {
    try expect(
      "placements[0].lowestToneHertz", "must be 100 to 22000, not 99",
      ["placements": [ProtocolFile.placement(99, width: 3500)]])
    let file = try ProtocolFile(
      replacing: Self.good.merging(
        ["placements": [ProtocolFile.placement(300, width: 20200)], "basebandRateHertz": 24000]
      ) { $1 })
    #expect(try ProtocolCatalog.find(file.path).placements[0].highestToneHertz == 20500)
  }
}
