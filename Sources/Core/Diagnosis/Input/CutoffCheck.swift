import HandShakeSignal

/// Finds the edge above which a codec or a resampler has left nothing.
enum CutoffCheck {
  /// The edge in hertz; nil if sound reaches the top of the bands or fades out naturally.
  ///
  /// An edge is a fall within 750 Hz without a rise anywhere above. It counts if it is steeper than
  /// any sound, or if only the noise of rounding to 16 bits remains. It must show in the floors,
  /// which a transmission in a single band does not raise. It must also show in loud sounds, which
  /// some codecs pass while they drop faint sounds.
  static func edgeHertz(_ spectrum: BandSeries) -> Double? {
    guard spectrum.count >= 10 else { return nil }
    let profiles = [0.25, 0.9].map { share in
      spectrum.bands.indices.map { decibels(power: spectrum.quantile(share, band: $0)) }
    }
    var steepest: (fall: Double, index: Int)?
    for index in spectrum.bands.indices.dropFirst(8).dropLast(5) {
      let fall = profiles.map { fallDecibels($0, at: index) }.min() ?? 0
      if fall > steepest?.fall ?? 0 { steepest = (fall, index) }
    }
    guard let steepest else { return nil }
    let floors = profiles[0]
    let remainder = remainderDecibels(floors, at: steepest.index)
    let last = floors.lastIndex { $0 > remainder + 10 } ?? steepest.index
    return spectrum.bands[last].upperBound
  }

  /// The fall from just below band `index` to all bands above; 0 if it does not count as an edge.
  private static func fallDecibels(_ profile: [Double], at index: Int) -> Double {
    let below = profile[(index - 6)..<(index - 1)].quantile(0.5)
    let above = remainderDecibels(profile, at: index)
    return below - above > (above < roundingDecibels + 4 ? 15 : 30) ? below - above : 0
  }

  /// The level that remains above band `index`.
  private static func remainderDecibels(_ profile: [Double], at index: Int) -> Double {
    profile[(index + 2)...].quantile(0.9)
  }

  /// The density of the noise of rounding to 16 bits at 48 kHz, in dB a hertz.
  private static let roundingDecibels = decibels(power: 1 / 12.0 / 32_768 / 32_768 / 24_000)
}
