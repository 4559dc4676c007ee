import Foundation
import HandShakeCatalog
import HandShakeModem
import Testing

/// One wrong field at a time.
@Suite struct FieldTests {
  @Test func theGoodFileIsGood() throws {
    let file = try ProtocolFile()
    let found = try ProtocolCatalog.find(file.path)
    #expect(found.name == "mine")
    #expect(found.placements.map(\.lowestToneHertz) == [17036, 15536])
  }

  @Test(arguments: ProtocolFile.good.keys.sorted())
  func everyFieldIsNeeded(field: String) throws {
    try expectBadField(field, "is missing", replacing: [field: nil])
  }

  @Test func unknownFieldsAreRefused() throws {
    try expectBadField(
      "repairSymbol", "is not a field that is known (did you mean repairSymbols?)",
      replacing: ["repairSymbol": 8])
    var placement = ProtocolFile.placement(17036)
    placement["colour"] = "blue"
    try expectBadField(
      "placements[0].colour", "is not a field that is known",
      replacing: ["placements": [placement]])
  }

  @Test(arguments: ["symbolsPerSecond", "toneSpacingHertz", "fadeSeconds", "repairSymbols"])
  func numbersMustBeNumbers(field: String) throws {
    let wrong: [Any] = ["15", true, NSNull(), [15], ["a": 1]]
    for value in wrong {
      try expectBadField(field, "must be a number", replacing: [field: value])
    }
  }

  @Test func numbersHaveTheirRange() throws {
    for (value, text) in [(-15.25, "-15.25"), (0, "0"), (1.999, "1.999"), (1e300, "1e+300")] {
      try expectBadField(
        "symbolsPerSecond", "must be 2 to 60, not \(text)",
        replacing: ["symbolsPerSecond": value])
    }
    try expectBadField(
      "toneSpacingHertz", "must be 2 to 60, not 61", replacing: ["toneSpacingHertz": 61])
    for value in [-0.001, 0.04] {
      try expectBadField(
        "fadeSeconds", "must be 0 to \(0.5 / 15.25), not \(value)",
        replacing: ["fadeSeconds": value])
    }
    try expectBadField(
      "repairSymbols", "must be 0 to 64, not -1", replacing: ["repairSymbols": -1])
    try expectBadField(
      "repairSymbols", "must be 0 to 64, not 1e+18",
      replacing: ["repairSymbols": 1_000_000_000_000_000_000])
    for value in [0, 3, 17] {
      try expectBadField(
        "checkSymbols", "must be 4 to 16, not \(value)", replacing: ["checkSymbols": value])
    }
    try expectBadField(
      "repairSymbols", "must be a whole number, not 8.5", replacing: ["repairSymbols": 8.5])
  }

  @Test(arguments: ["name", "summary", "family", "fade"])
  func stringsMustBeShortAndPlain(field: String) throws {
    let limit = field == "summary" ? 100 : 40
    let wrong: [Any] = [5, true, NSNull(), ["a"]]
    for value in wrong {
      try expectBadField(field, "must be a string", replacing: [field: value])
    }
    for value in ["", String(repeating: "x", count: limit + 1)] {
      try expectBadField(field, "must have 1 to \(limit) characters", replacing: [field: value])
    }
    for value in ["a\nb", "\u{1B}[2J", "\u{7F}", "\u{9B}1m", "a\0"] {
      try expectBadField(field, "must not contain control characters", replacing: [field: value])
    }
  }

  @Test func namesMustBeKnown() throws {
    try expectBadField(
      "family", "must be alphabet, hop, burst or ggwave, not morse", replacing: ["family": "morse"])
    let file = try ProtocolFile(replacing: ["fade": "boing"])
    #expect {
      try ProtocolCatalog.find(file.path)
    } throws: { error in
      guard case CatalogError.badField(_, "fade", let reason) = error else { return false }
      return reason.hasPrefix("must be one of abrupt, linear, raised-cosine, ")
    }
  }

  @Test func markersAreListsOfSymbols() throws {
    let wrong: [Any] = ["0", 5, NSNull(), ["a": 1]]
    for value in wrong {
      try expectBadField("startMarker", "must be a list", replacing: ["startMarker": value])
    }
    for value in [[], [1, 2, 3], Array(0...12)] {
      try expectBadField(
        "startMarker", "must have 4 to 12 entries", replacing: ["startMarker": value])
    }
    let entries: [Any] = [97, -1, 1.5, "2", true, NSNull()]
    for value in entries {
      try expectBadField(
        "startMarker[1]", "must be a whole number from 0 to 96",
        replacing: ["startMarker": [0, value, 2, 3]])
    }
    try expectBadField(
      "startMarker", "must have at least three different tones",
      replacing: ["startMarker": [4, 9, 4, 9, 4, 9]])
  }

  @Test func fieldsMustAgree() throws {
    try expectBadField(
      "toneSpacingHertz", "must be a whole multiple of symbolsPerSecond",
      replacing: ["symbolsPerSecond": 15])
    try expectBadField(
      "toneSpacingHertz", "must be a whole multiple of symbolsPerSecond",
      replacing: ["symbolsPerSecond": 60])
    try expectBadField(
      "toneSpacingHertz", "must be 30.5, so that 97 tones fill each placement",
      replacing: ["symbolsPerSecond": 15, "toneSpacingHertz": 30])
  }
}
