/// A protocol in which a character is a tone.
public struct AlphabetParameters: Sendable, Equatable {
  /// Distance between neighbouring tones; a whole multiple of `1 / symbolSeconds`.
  public var toneSpacingHertz: Double
  /// Duration of every tone, fades included.
  public var symbolSeconds: Double
  /// Duration of the fade at either end of a tone.
  public var fadeSeconds: Double
  /// Name of the fade's timing function (`TimingFunction`).
  public var fadeName: String
  /// Symbols of the start marker, each 0 to 96.
  public var startMarker: [Int]
  /// Parity symbols of a block that repair it.
  public var repairSymbols: Int
  /// Parity symbols of a block that are left to check the repair.
  public var checkSymbols: Int

  public init(
    toneSpacingHertz: Double, symbolSeconds: Double, fadeSeconds: Double, fadeName: String,
    startMarker: [Int], repairSymbols: Int, checkSymbols: Int
  ) {
    self.toneSpacingHertz = toneSpacingHertz
    self.symbolSeconds = symbolSeconds
    self.fadeSeconds = fadeSeconds
    self.fadeName = fadeName
    self.startMarker = startMarker
    self.repairSymbols = repairSymbols
    self.checkSymbols = checkSymbols
  }
}
