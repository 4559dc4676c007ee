/// A protocol that hops: 64 tones, one at a time, coded.
public struct HopParameters: Sendable, Equatable {
  /// Duration of a symbol.
  public var symbolSeconds: Double
  /// Distance between neighbouring tones; a whole multiple of `1 / symbolSeconds`.
  public var toneSpacingHertz: Double
  /// Time in which the frequency moves from one tone to the next, centred on the boundary.
  public var transitionSeconds: Double
  /// Time in which the amplitude rises before the first symbol and falls after the last.
  public var rampSeconds: Double
  /// Silence between the frames of one message, parts or copies.
  public var gapSeconds: Double
  /// Tones of the preamble.
  public var preamble: [Int]
  /// Information bits in a symbol of the payload: 3 or 4 of its 6.
  public var bitsPerSymbol: Int
  /// Tells variants of one timing apart in the header: 0 or 1.
  public var variant: Int

  /// Longest text of a frame in bytes.
  public var longestTextBytes: Int

  package init(
    symbolSeconds: Double, toneSpacingHertz: Double, transitionSeconds: Double,
    rampSeconds: Double, gapSeconds: Double, preamble: [Int], bitsPerSymbol: Int, variant: Int,
    longestTextBytes: Int
  ) {
    self.symbolSeconds = symbolSeconds
    self.toneSpacingHertz = toneSpacingHertz
    self.transitionSeconds = transitionSeconds
    self.rampSeconds = rampSeconds
    self.gapSeconds = gapSeconds
    self.preamble = preamble
    self.bitsPerSymbol = bitsPerSymbol
    self.variant = variant
    self.longestTextBytes = longestTextBytes
  }

  /// Tones of the alphabet of symbols.
  static let toneCount = 64
  /// Energy of a tone over that of its skirts: it neither starts nor ends softly.
  static let skirtRatio = 100.0
  /// Symbols of the header.
  static let headerCount = 4

  /// Whether preamble and header are the same, so that one search finds both.
  func isSameTiming(as other: HopParameters) -> Bool {
    symbolSeconds == other.symbolSeconds && toneSpacingHertz == other.toneSpacingHertz
      && rampSeconds == other.rampSeconds && gapSeconds == other.gapSeconds
      && preamble == other.preamble && longestTextBytes == other.longestTextBytes
  }

  /// Frequency of a tone.
  func hertz(of tone: Int, in placement: Placement) -> Double {
    placement.lowestToneHertz + toneSpacingHertz * Double(tone)
  }
}
