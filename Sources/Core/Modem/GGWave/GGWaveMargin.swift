import Signal

extension GGWaveParameters {
  /// Data need energy in the blocks of every tone, and less of it in each block of longer symbols, whose
  /// energies are added up (65 % of what adding up amplitudes would gain). Markers have sixteen tones instead
  /// of the data's few, at the same peak, so that they have less power: long symbols are clear
  /// before their markers are found.
  var leastDensityRatioDecibels: Double {
    let tones = Double(tonesAtOnce)
    let shortest = Self.shortestSymbolSeconds
    let data =
      Self.leastToneDecibels + decibels(powerRatio: tones / shortest)
      - Self.blockGainShare * decibels(powerRatio: symbolSeconds / shortest)
    guard fixedLength == nil, !needsFixedLength else { return data }
    return max(data, Self.leastMarkerDecibels + decibels(powerRatio: 16 / tones))
  }

  /// By how many dB a transmission exceeds what it needs.
  ///
  /// - Parameter signalToNoiseDecibels: power of the tones over that of the noise in 0 to 24 kHz.
  func marginDecibels(signalToNoiseDecibels: Double) -> Double {
    signalToNoiseDecibels + decibels(powerRatio: Self.noiseBandHertz) - leastDensityRatioDecibels
  }

  /// Measured with messages of 16 bytes, 40 at each ratio: the energy of a tone in a block of 64 ms, and the
  /// power of a marker, both over the density of the noise.
  private static let leastToneDecibels = 10.3
  private static let leastMarkerDecibels = 24.0
  private static let blockGainShare = 0.65
  private static let noiseBandHertz = 24_000.0
}
