import Signal

/// A protocol in which a character is a tone.
public struct AlphabetParameters: Sendable, Equatable {
  /// Distance between neighbouring tones; a whole multiple of `1 / symbolSeconds`.
  public var toneSpacingHertz: Double
  /// Duration of every tone, fades included.
  public var symbolSeconds: Double
  /// Duration of the fade at either end of a tone.
  public var fadeSeconds: Double
  /// How the amplitude moves during a fade.
  public var fade: TimingFunction
  /// Symbols of the start marker, each 0 to 96.
  public var startMarker: [Int]
  /// Parity symbols of a block that repair it.
  public var repairSymbols: Int
  /// Parity symbols of a block that are left to check the repair.
  public var checkSymbols: Int

  package init(
    toneSpacingHertz: Double, symbolSeconds: Double, fadeSeconds: Double, fade: TimingFunction,
    startMarker: [Int], repairSymbols: Int, checkSymbols: Int
  ) {
    self.toneSpacingHertz = toneSpacingHertz
    self.symbolSeconds = symbolSeconds
    self.fadeSeconds = fadeSeconds
    self.fade = fade
    self.startMarker = startMarker
    self.repairSymbols = repairSymbols
    self.checkSymbols = checkSymbols
  }
}
