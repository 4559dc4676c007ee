import HandShakeCoding
import HandShakeSignal

/// A possible place of a start marker.
struct MarkerCandidate {
  /// Index of the placement.
  var placementIndex: Int
  /// Baseband sample at which its first tone starts, to an eighth of a tone.
  var start: Double
  /// Relative speed-up of the signal, to a quarter of a tone's bandwidth.
  var dilation: Double
  /// Sum over the marker's tones of `log(1 + energy / (3 noise))`.
  var score: Float
  /// The noise before the marker.
  var noise: NoiseSnapshot
}

/// The noise floor of all microphones at one moment, by frequency, and their weights.
struct NoiseSnapshot {
  /// The noise in one microphone.
  struct Channel {
    /// Number of the microphone.
    let index: Int
    /// Natural logarithm of the noise energy in each bin.
    let logarithms: [Float]
    /// Weight of its energies over the noise, at most 1.
    var weight: Float = 1
  }

  let bins: BasebandBins
  /// The microphones that count, the largest weight first. Combined energies are relative to the
  /// noise of the first microphone.
  private(set) var channels: [Channel]

  init(_ channels: [Channel], bins: BasebandBins) {
    self.channels = channels
    self.bins = bins
  }

  /// Noise energy in a matched filter at `hertz` (as received).
  func energy(atHertz hertz: Double) -> Float { energy(atHertz: hertz, in: channels[0]) }

  /// The same in one microphone.
  func energy(atHertz hertz: Double, in channel: Channel) -> Float {
    let last = channel.logarithms.count - 1
    return fastExponential(channel.logarithms[max(0, min(last, bins.bin(ofHertz: hertz)))])
  }

  /// Sets the weights of the microphones from the `ratios` of signal to noise in each of
  /// `channels`. The weight of an energy that fades is g / (1 + g).
  mutating func weigh(_ ratios: [Float]) {
    var weighed = channels
    for place in weighed.indices {
      let ratio = max(ratios[place], Self.leastWeight)
      weighed[place].weight = ratio / (1 + ratio)
    }
    let order = ranking(weighed.map { Double(-$0.weight) })
    let most = weighed[order[0]].weight
    for place in weighed.indices { weighed[place].weight /= most }
    channels = order.map { weighed[$0] }.filter { $0.weight >= Self.leastWeight }
  }

  /// Least weight. A microphone with less weight adds nothing.
  private static let leastWeight: Float = 0.03
}
