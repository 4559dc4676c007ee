import HandShakeSignal

/// A place where a start marker seems to be.
struct MarkerCandidate {
  /// Which of the searched placements.
  var placementIndex: Int
  /// Baseband sample at which its first tone starts, to an eighth of a tone.
  var start: Double
  /// Relative speed-up of the signal, to a quarter of a tone's bandwidth.
  var dilation: Double
  /// Sum over the marker's tones of `log(1 + energy / (3 noise))`.
  var score: Float
  /// The noise from before the marker.
  var noise: NoiseSnapshot
}

/// The noise floor at one moment, by frequency.
struct NoiseSnapshot {
  /// Natural logarithm of the noise energy in each of `bins`.
  let logarithms: [Float]
  let bins: BasebandBins

  /// Noise energy in a matched filter at `hertz` (as received).
  func energy(atHertz hertz: Double) -> Float {
    fastExponential(logarithms[max(0, min(logarithms.count - 1, bins.bin(ofHertz: hertz)))])
  }
}
