import Modem

extension ModemProtocol {
  /// The least power of a transmission over the density of the noise, in dB for a hertz, at which nine
  /// of ten messages of 16 characters arrive in white noise: of bursts at the most robust rung.
  ///
  /// Measured with `tools/bench`. What counts is the energy of a symbol, so that the figures hold for
  /// whatever durations a protocol's file declares.
  package var leastDensityRatioDecibels: Double {
    switch family {
    case .hop(let parameters):
      let symbol = parameters.bitsPerSymbol == 4 ? 9.1 : 7.9
      return symbol - decibels(ratio: parameters.symbolSeconds)
    case .alphabet(let parameters):
      return 12 - decibels(ratio: parameters.symbolSeconds)
    case .ggwave(let parameters):
      return parameters.leastDensityRatioDecibels
    case .burst(let parameters):
      let rung = parameters.steps.map(\.rung).min() ?? 0
      return BurstRungNeed.symbolDecibels(rung: rung) + decibels(ratio: parameters.symbolRateHertz)
    }
  }
}

/// What the rungs of bursts need.
enum BurstRungNeed {
  /// The least energy of a symbol over the density of the noise, in dB, were every symbol at the
  /// peak that the loudspeaker plays.
  static func symbolDecibels(rung: Int) -> Double {
    leastSymbolDecibels[min(max(rung, 0), leastSymbolDecibels.count - 1)]
  }

  private static let leastSymbolDecibels = [
    -4.0, -1, 2, 4, 7, 11, 14, 16, 20, 22, 27, 31,
  ]
}
