import Foundation
import HandShakeCatalog
import HandShakeModem
import Testing

/// A protocol file of the user's that goes with its test.
final class ProtocolFile {
  let path: String

  /// A file with these bytes.
  init(_ contents: Data) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("catalog-\(UUID().uuidString).json").path
    try contents.write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String) throws { try self.init(Data(text.utf8)) }

  /// A good file in which `fields` replace those of the same name; nil removes one.
  convenience init(replacing fields: [String: Any?] = [:]) throws {
    var object = Self.good
    for (name, value) in fields { object[name] = value }
    try self.init(JSONSerialization.data(withJSONObject: object))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static var good: [String: Any] {
    [
      "name": "mine", "summary": "for a test", "family": "alphabet",
      "placements": [placement(17036), placement(15536)], "symbolsPerSecond": 15.25,
      "toneSpacingHertz": 30.5, "fadeSeconds": 0.008, "fade": "raised-cosine",
      "startMarker": [0, 52, 64, 37, 14, 0, 78, 25], "repairSymbols": 8, "checkSymbols": 4,
    ]
  }

  static func placement(_ lowest: Double, width: Double = 2928) -> [String: Any] {
    ["lowestToneHertz": lowest, "highestToneHertz": lowest + width]
  }

  /// Finds the protocol in the file and expects this error, whole.
  func expect(
    _ error: (_ path: String) -> CatalogError, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error(path), comment, sourceLocation: sourceLocation) {
      try ProtocolCatalog.find(path)
    }
  }
}

/// Expects that a file with these fields replaced is refused because of `field`.
func expectBadField(
  _ field: String, _ reason: String, replacing fields: [String: Any?],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try ProtocolFile(replacing: fields).expect(
    { .badField(path: $0, field: field, reason: reason) }, sourceLocation: sourceLocation)
}
