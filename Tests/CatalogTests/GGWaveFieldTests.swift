import Foundation
import HandShakeCatalog
import Testing

@testable import HandShakeModem

/// One wrong field of a ggwave protocol at a time.
@Suite struct GGWaveFieldTests {
  private static func placement(_ lowest: Double, width: Double = 4453.125) -> [String: Any] {
    ["lowestToneHertz": lowest, "highestToneHertz": lowest + width]
  }

  private static var good: [String: Any] {
    [
      "name": "mine", "summary": "for a test", "family": "ggwave",
      "placements": [placement(15000)], "symbolSeconds": 0.128, "tonesAtOnce": 6,
    ]
  }

  private func file(_ fields: [String: Any?]) throws -> ProtocolFile {
    var object = Self.good
    for (name, value) in fields { object[name] = value }
    return try ProtocolFile(JSONSerialization.data(withJSONObject: object))
  }

  private func expectBad(
    _ field: String, _ reason: String, _ fields: [String: Any?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try file(fields).expect(
      { .badField(path: $0, field: field, reason: reason) }, sourceLocation: sourceLocation)
  }

  @Test func theGoodFileIsGood() throws {
    let file = try file([:])
    let parameters = try #require(try ProtocolCatalog.find(file.path).family as? GGWaveParameters)
    #expect(parameters.symbolSeconds == 0.128)
    #expect(parameters.tonesAtOnce == 6)
    #expect(parameters.fixedLength == nil)
  }

  @Test func fieldsHaveTheirRange() throws {
    try expectBad("symbolSeconds", "is missing", ["symbolSeconds": nil])
    try expectBad(
      "symbolSeconds", "must be a whole multiple of 0.064", ["symbolSeconds": 0.1])
    try expectBad(
      "symbolSeconds", "must be 0.064 to 0.64, not 0.01", ["symbolSeconds": 0.01])
    try expectBad("tonesAtOnce", "must be 2, 4 or 6", ["tonesAtOnce": 3])
    try expectBad("tonesAtOnce", "must be 2 to 6, not 8", ["tonesAtOnce": 8])
  }

  @Test func placementsLieOnTheGrid() throws {
    try expectBad(
      "placements[0].lowestToneHertz", "must be a whole multiple of 46.875",
      ["placements": [Self.placement(15001)]])
    try expectBad(
      "placements[0].highestToneHertz",
      "must lie 4453.125 above, so that 96 tones fill the placement",
      ["placements": [Self.placement(15000, width: 1453.125)]])
    try expectBad(
      "placements[0].lowestToneHertz",
      "must lie with all tones in 600 to 7400 or 13700 to 20300",
      ["placements": [Self.placement(46.875 * 100)]])
    try expectBad(
      "placements[0].lowestToneHertz", "must be 600 to 20300, not 468.75",
      ["placements": [Self.placement(468.75)]])
  }
}
