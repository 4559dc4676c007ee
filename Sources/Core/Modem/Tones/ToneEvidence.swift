import HandShakeSignal

/// The strength of a frame by its tones, once the sent tones are known.
///
/// Fading costs strength: one symbol at 10 dB and one at -10 dB carry less than two at 0 dB. A
/// symbol with ratio g of energy to noise density tells about `1 - exp(-g / scale)` of its bits.
/// All symbols together tell the mean share: the exponential effective mapping of 3GPP TR 25.892,
/// A.4. The frame can be read while the mean share is more than the code needs. The margin is the
/// factor by which all g may shrink to this limit.
///
/// The measured value is not g but the energy x of tone and noise over the noise. If x is
/// noncentral chi-squared with two degrees, `(1 + s) exp(-s x)` has the mean `exp(-g s / (1 + s))`.
struct ToneEvidence {
  /// Ratio of energy to noise density at which a symbol tells `1 - 1/e` of its bits. The limits of
  /// codes of rates 1/2 and 2/3 in noise agree on it.
  private static let scale = 7.0

  private var signalSum = 0.0
  private var noiseSum = 0.0
  /// Energy over noise of each symbol.
  private var ratios: [Double] = []

  /// Energy over noise of tones that were not sent.
  private var silentRatios: [Float] = []

  private static let mostSilentRatios = 8192
  /// Lower quartile of an exponential variable of mean 1. The few tones that echo hardly move it.
  private static let exponentialQuartile = 0.2876821
  /// Largest factor between the noise in the frame and before it, which may have been heard only
  /// briefly. A larger factor comes from spectral leakage and echoes of the sent tones.
  private static let largestChange = 4.0
  /// Ratio of the energy of a tone to the energy between it and the next tone.
  private let skirtRatio: Double

  /// - Parameter skirtRatio: energy of a tone over its mean leakage to other tones.
  init(skirtRatio: Double) { self.skirtRatio = skirtRatio }

  /// Adds a symbol: the energies in the matched filters of all tones, their noise before the frame,
  /// and the sent tone.
  mutating func add(_ energies: UnsafeBufferPointer<Float>, noise: [Float], sent: Int) {
    let own = max(Double(noise[sent]), 1e-20)
    signalSum += Double(energies[sent])
    noiseSum += own
    ratios.append(Double(energies[sent]) / own)
    guard silentRatios.count + energies.count <= Self.mostSilentRatios else { return }
    for tone in 0..<energies.count where abs(tone - sent) > 1 {
      silentRatios.append(energies[tone] / max(noise[tone], 1e-20))
    }
  }

  /// The noise in the frame over the noise before it.
  private var change: Double {
    guard !silentRatios.isEmpty else { return 1 }
    let quartile = Double(silentRatios.quantile(0.25))
    let change = quartile / Self.exponentialQuartile
    // The tones themselves may be louder than the noise before.
    if change > 1, ratios.reduce(0, +) / Double(ratios.count) > skirtRatio * change { return 1 }
    return change < Self.largestChange && change > 1 / Self.largestChange ? change : 1
  }

  /// Adds all symbols of another frame.
  mutating func add(_ other: ToneEvidence) {
    signalSum += other.signalSum
    noiseSum += other.noiseSum
    ratios += other.ratios
    silentRatios += other.silentRatios.prefix(Self.mostSilentRatios - silentRatios.count)
  }

  /// Level of the tones relative to a full-scale sine, in dB; nil if no symbol was added.
  ///
  /// - Parameter toneGain: as in `signalToNoiseDecibels`.
  func levelDecibels(toneGain: Double) -> Double? {
    guard !ratios.isEmpty else { return nil }
    let energy = signalSum / Double(ratios.count)
    // A full-scale sine has the power 1/2, and half of that in the baseband.
    return decibels(powerRatio: max(4 * energy / toneGain, 1e-20))
  }

  /// Power of the tones over the power of the noise in 0 to 24 kHz.
  ///
  /// - Parameters:
  ///   - toneGain: energy of a tone that arrives with baseband magnitude 1.
  ///   - largestNoise: largest energy of the noise in the frame, if known. The noise before the
  ///     frame may include the beginning of the frame.
  func signalToNoiseDecibels(toneGain: Double, largestNoise: Double? = nil) -> Double {
    // A sine of power p at the input has p / 2 in the baseband. White noise of power n in 24 kHz
    // has n / 6 in the baseband's 8 kHz. Half of it is at negative frequencies of the input.
    let noise = min(noiseSum * change, largestNoise.map { $0 * Double(ratios.count) } ?? .infinity)
    return decibels(
      powerRatio: max(2 * (signalSum - noise) / toneGain, 1e-20) / max(6 * noise, 1e-20))
  }

  /// By how many dB the signal may be weaker to be at the limit. If negative, it must be stronger.
  ///
  /// - Parameter neededRatio: of energy to noise density if all symbols arrive alike.
  /// - Returns: nil if no symbol was added.
  func marginDecibels(neededRatio: Double) -> Double? {
    guard !ratios.isEmpty else { return nil }
    let change = change
    let ratios = ratios.map { $0 / change }
    let neededShare = 1 - exponential(-neededRatio / Self.scale)
    // The share falls with the signal: bisect the interval.
    var (low, high) = (Self.leastMarginDecibels, 140.0)
    guard Self.share(of: ratios, afterDecibels: low) > neededShare else {
      // If single symbols are too weak to tell anything, use their mean.
      let mean = ratios.reduce(0, +) / Double(ratios.count) - 1
      return min(low, decibels(powerRatio: max(mean, 0.01) / neededRatio))
    }
    for _ in 0..<30 {
      let middle = 0.5 * (low + high)
      if Self.share(of: ratios, afterDecibels: middle) > neededShare {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }

  /// Whether a few symbols hold the energy of the frame, as with another sound. The single symbols
  /// are far too weak, but their mean is far stronger than needed.
  ///
  /// - Parameter neededRatio: as in `marginDecibels`.
  func isUneven(neededRatio: Double) -> Bool {
    guard let margin = marginDecibels(neededRatio: neededRatio) else { return false }
    let mean = ratios.reduce(0, +) / Double(ratios.count) / change - 1
    return margin <= Self.leastMarginDecibels
      && mean > neededRatio * powerRatio(decibels: -Self.leastMarginDecibels)
  }

  /// The mean share of bits that the symbols would tell with the signal weaker by `decibels`.
  private static func share(of ratios: [Double], afterDecibels decibels: Double) -> Double {
    let gain = powerRatio(decibels: -decibels) / scale
    let slope = gain / (1 - gain)
    var left = 0.0
    for ratio in ratios { left += exponential(-min(slope * ratio, 80)) }
    return 1 - (1 + slope) * left / Double(ratios.count)
  }

  /// Loss of energy, in dB, of a reader in white noise. The reader must find the times and the
  /// speed of the tones.
  static let lossDecibels = 0.5

  /// Least margin from single symbols. Below it their noise outweighs their energy.
  private static let leastMarginDecibels = -5.0
}
