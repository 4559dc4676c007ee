import Signal

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
  /// Natural logarithm of the noise energy near each of the searched bins, from before the marker.
  var noise: NoiseSnapshot
}

/// The noise floor at one moment, by frequency.
struct NoiseSnapshot {
  private let logarithms: [Float]
  private let firstBin: Int
  private let binHertz: Double

  /// - Parameters:
  ///   - logarithms: natural logarithms of the noise energy per bin.
  ///   - firstBin: the first of these bins, counted from the centre of the baseband.
  init(logarithms: [Float], firstBin: Int, binHertz: Double) {
    self.logarithms = logarithms
    self.firstBin = firstBin
    self.binHertz = binHertz
  }

  /// Noise energy in a matched filter at `hertz` (as received).
  func energy(atHertz hertz: Double) -> Float {
    let bin = Int(((hertz - DownConverter.centreHertz) / binHertz).rounded()) - firstBin
    return fastExponential(logarithms[max(0, min(logarithms.count - 1, bin))])
  }
}
