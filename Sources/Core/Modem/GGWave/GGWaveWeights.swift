/// The weights of the microphones for a message, from the tones of its markers.
///
/// An energy has the weight of signal over signal plus noise, as in Rayleigh fading (Proakis,
/// "Digital Communications", section on noncoherent combining).
struct GGWaveWeights {
  /// Factor for the energies of each microphone.
  let ofChannels: [Float]
  /// Number of equally good microphones with the same noise as the weighted sum.
  let microphoneCount: Float

  /// The weights between two markers; nil if no microphone hears the sent tones above the others.
  ///
  /// - Parameter gains: the gains that make all microphones equally loud. The energies beside a
  ///   marker's tones tell less: a microphone may be silent there and loud elsewhere.
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
