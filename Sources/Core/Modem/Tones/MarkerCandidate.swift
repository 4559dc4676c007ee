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

/// The noise floor at one moment, by frequency, and how much each microphone counts.
struct NoiseSnapshot {
  /// Natural logarithm of the noise energy in each of `bins`, in the microphone of reference.
  let logarithms: [Float]
  let bins: BasebandBins
  /// The microphones that count, that of reference first until they are weighed: by what its energies are multiplied to
  /// have the noise of that of reference, and how much they count then, the first most.
  private(set) var channels: [(index: Int, gain: Float, weight: Float)]

  /// - Parameter gains: of all microphones, 0 for those that do not count.
  init(logarithms: [Float], bins: BasebandBins, gains: [Float] = [1]) {
    self.logarithms = logarithms
    self.bins = bins
    let channels = gains.indices.filter { gains[$0] > 0 }.map { ($0, gains[$0], Float(1)) }
    self.channels = channels.isEmpty ? [(0, 1, 1)] : channels
  }

  /// Weighs the microphones by the `ratios` of signal to noise in each of `channels`: energies that fade count as g / (1
  /// + g).
  mutating func weigh(_ ratios: [Float]) {
    var weighed = channels
    for place in weighed.indices { weighed[place].weight = ratios[place] / (1 + ratios[place]) }
    weighed.sort { $0.weight > $1.weight }
    let most = weighed[0].weight
    for place in weighed.indices { weighed[place].weight /= most }
    channels = weighed.filter { $0.weight >= Self.leastWeight }
  }

  /// What counts less adds nothing.
  private static let leastWeight: Float = 0.03

  /// Noise energy in a matched filter at `hertz` (as received).
  func energy(atHertz hertz: Double) -> Float {
    fastExponential(logarithms[max(0, min(logarithms.count - 1, bins.bin(ofHertz: hertz)))])
  }
}
