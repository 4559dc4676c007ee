/// A protocol of the ggwave library: several tones at once, half a byte each.
///
/// Everything that all of them share is below; `Protocols/README.md` has the whole wire format.
public struct GGWaveParameters: Sendable, Equatable {
  /// How long a set of tones sounds: a whole multiple of 64 ms.
  public var symbolSeconds: Double
  /// Tones that sound together: an even number, or 1, which sends the halves of a byte in turn.
  public var tonesAtOnce: Int
  /// Bytes of every message where sender and receiver have agreed on a length; then there are no
  /// markers. Nil for messages of any length, between markers.
  public private(set) var fixedLength: Int?

  package init(symbolSeconds: Double, tonesAtOnce: Int, fixedLength: Int? = nil) {
    self.symbolSeconds = symbolSeconds
    self.tonesAtOnce = tonesAtOnce
    self.fixedLength = fixedLength
  }

  /// Most bytes of a message between markers.
  public static let longestMessage = 140
  /// Most bytes of a message of fixed length.
  public static let longestFixedMessage = 64

  /// Distance of neighbouring tones, on whose multiples all tones lie.
  public static let toneSpacingHertz = 46.875
  /// Tones from which each of those that sound together is chosen.
  static let tonesPerGroup = 16
  /// The time in which every tone makes whole turns.
  static let frameSeconds = 1 / toneSpacingHertz
  /// The duration of the shortest symbol, of which all others are multiples: three frames.
  public static let shortestSymbolSeconds = 3 / toneSpacingHertz
  static let markerSeconds = 16 * frameSeconds
  /// Tones of the band that a marker uses, one of every two neighbours.
  static let markerToneCount = 32
  /// Part of a symbol or marker during which its amplitude rises, and falls, linearly.
  static let rampShare = 0.15

  /// All tones of a symbol.
  var toneCount: Int { Self.tonesPerGroup * tonesAtOnce }

  /// Whether only messages of fixed length can be sent: one tone at a time has no room for markers.
  public var needsFixedLength: Bool { tonesAtOnce == 1 }

  /// Most bytes of a message.
  var longestPayload: Int { fixedLength ?? Self.longestMessage }

  /// The same for messages of `count` bytes, 1...64, without markers.
  func fixed(length count: Int) -> GGWaveParameters {
    GGWaveParameters(symbolSeconds: symbolSeconds, tonesAtOnce: tonesAtOnce, fixedLength: count)
  }
}

extension ModemProtocol {
  /// The same for messages of `byteCount` bytes, which sender and receiver have agreed on.
  ///
  /// - Returns: nil where the protocol has no such mode, or none for so many bytes.
  public func fixedLength(_ byteCount: Int) -> ModemProtocol? {
    guard case .ggwave(let parameters) = family,
      (1...GGWaveParameters.longestFixedMessage).contains(byteCount)
    else { return nil }
    return ModemProtocol(
      name: name, summary: summary, placements: placements,
      family: .ggwave(parameters.fixed(length: byteCount)))
  }
}
