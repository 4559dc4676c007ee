/// What the microphones count in a message, by the tones of its markers.
///
/// In the sum of squares, the energy of a microphone counts its signal over signal and noise: that is how sure it makes
/// that a tone sounds in Rayleigh fading (Proakis, "Digital Communications", section on noncoherent combining).
struct GGWaveWeights {
  /// By how much the energies of each microphone are multiplied.
  let ofChannels: [Float]
  /// To how many equally good microphones the noise of the weighted sum is equal.
  let microphoneCount: Float

  /// The weights of a message between two markers; nil where no microphone hears more of the tones that sounded.
  ///
  /// - Parameter gains: what makes all microphones as loud as each other. The energies beside the tones of a marker
  ///   would tell less: what is silent there may be loud elsewhere.
  init?(_ first: GGWaveMarker, _ last: GGWaveMarker, gains: [Float]) {
    let shares = gains.indices.map { channel -> Float in
      let own = first.levels[channel].own + last.levels[channel].own
      let other = first.levels[channel].other + last.levels[channel].other
      return gains[channel] > 0 && own > other ? 1 - other / own : 0
    }
    let sum = shares.reduce(0, +)
    guard sum > 0 else { return nil }
    ofChannels = zip(shares, gains).map { $0 * $1 }
    microphoneCount = sum * sum / shares.reduce(0) { $0 + $1 * $1 }
  }
}
