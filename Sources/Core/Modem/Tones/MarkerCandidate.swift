import HandShakeCoding
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

/// The noise floor at one moment in all microphones, by frequency, and how much each of them counts.
struct NoiseSnapshot {
  /// What one microphone hears.
  struct Channel {
    /// Its number.
    let index: Int
    /// Natural logarithm of the noise energy in each bin.
    let logarithms: [Float]
    /// How much its energies over the noise count, 1 at most.
    var weight: Float = 1
  }

  let bins: BasebandBins
  /// The microphones that count, the one that counts most first. Energies of all of them together are told in the noise
  /// of that one.
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

  /// Weighs the microphones by the `ratios` of signal to noise in each of `channels`: energies that fade count as g / (1
  /// + g).
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

  /// What counts less adds nothing.
  private static let leastWeight: Float = 0.03
}
