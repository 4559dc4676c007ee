/// A text that was read, and how it arrived.
struct HopFound {
  var text: HopText
  /// Symbols that seemed to be others than were sent.
  var correctedSymbols: Int
  var evidence: ToneEvidence
  /// Relative speed-up at the end.
  var dilation: Double
}
