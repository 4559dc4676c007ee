import HandShakeSignal

/// What the tones of a frame tell of its strength once it is known which were sent.
///
/// Strength in noise is one thing, fading another: one symbol at 10 dB and one at -10 dB carry less than two at 0 dB.
/// The share of its bits that a symbol with ratio g of energy to noise density tells is taken for `1 - exp(-g /
/// scale)`, and all symbols together tell the mean share: the exponential effective mapping of 3GPP TR 25.892, A.4. The
/// frame can be read while that is more than the code needs. The margin is the factor by which all g may shrink until
/// it is not.
///
/// What is measured is no g but an energy x over the noise, that of tone and noise together; where x is a noncentral
/// chi-squared variable of two degrees, `(1 + s) exp(-s x)` has the mean `exp(-g s / (1 + s))`.
struct ToneEvidence {
  /// Ratio of energy to noise density at which a symbol tells `1 - 1/e` of its bits: what the limits of codes of rates
  /// 1/2 and 2/3 in noise agree on.
  private static let scale = 7.0

  private var signalSum = 0.0
  private var noiseSum = 0.0
  /// Of each symbol, the energy over the noise.
  private var ratios: [Double] = []

  /// Of tones that were not sent, the energy over the noise.
  private var silentRatios: [Float] = []

  private static let mostSilentRatios = 8192
  /// The lower quartile of an exponential variable of mean 1: hardly moved by the few tones that echo.
  private static let exponentialQuartile = 0.2876821
  /// Factor by which the noise in the frame may differ from that before it, which may have been heard for a moment
  /// only. Where it differs by more, it is skirts and echoes of what was sent.
  private static let largestChange = 4.0
  /// Ratio of the energy of a tone to that of what lies between it and the next.
  private let skirtRatio: Double

  /// - Parameter skirtRatio: energy of a tone over that of its skirts, in the mean over other tones.
  init(skirtRatio: Double) { self.skirtRatio = skirtRatio }

  /// Adds a symbol: energies in the matched filters of all tones, the noise there as it was before the frame, and which
  /// tone was sent.
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

  /// The noise in the frame over that before it.
  private var change: Double {
    guard !silentRatios.isEmpty else { return 1 }
    let quartile = Double(silentRatios.quantile(0.25))
    let change = quartile / Self.exponentialQuartile
    // What is louder than it was before may be the tones themselves.
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

  /// Level of the tones relative to a full-scale sine, in dB; nil where no symbol was added.
  ///
  /// - Parameter toneGain: as below.
  func levelDecibels(toneGain: Double) -> Double? {
    guard !ratios.isEmpty else { return nil }
    let energy = signalSum / Double(ratios.count)
    // A full-scale sine has the power 1/2, and half of that in the baseband.
    return decibels(powerRatio: max(4 * energy / toneGain, 1e-20))
  }

  /// Power of the tones over that of the noise in 0 to 24 kHz.
  ///
  /// - Parameters:
  ///   - toneGain: energy of a tone that arrives with baseband magnitude 1.
  ///   - largestNoise: energy that the noise in the frame has at most, where that is known: what was heard
  ///     before the frame may be the beginning of it.
  func signalToNoiseDecibels(toneGain: Double, largestNoise: Double? = nil) -> Double {
    // A sine of power p at the input has p / 2 in the baseband; white noise of power n in 24 kHz has n / 6 in the
    // baseband's 8 kHz, of which half lies at negative frequencies of the input.
    let noise = min(noiseSum * change, largestNoise.map { $0 * Double(ratios.count) } ?? .infinity)
    return decibels(
      powerRatio: max(2 * (signalSum - noise) / toneGain, 1e-20) / max(6 * noise, 1e-20))
  }

  /// By how many dB the signal may be weaker, or should be stronger, to be at the limit.
  ///
  /// - Parameter neededRatio: of energy to noise density where all symbols arrive alike.
  /// - Returns: nil where no symbol was added.
  func marginDecibels(neededRatio: Double) -> Double? {
    guard !ratios.isEmpty else { return nil }
    let change = change
    let ratios = ratios.map { $0 / change }
    let neededShare = 1 - exponential(-neededRatio / Self.scale)
    // The share falls as the signal gets weaker: halve the interval.
    var (low, high) = (Self.leastMarginDecibels, 140.0)
    guard Self.share(of: ratios, afterDecibels: low) > neededShare else {
      // So weak that symbols tell nothing one by one: their mean is left.
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

  /// Whether a few symbols hold the energy that all would share in a frame, as where something else sounds: symbol by
  /// symbol it is far too weak, and in the mean far stronger than it must be.
  ///
  /// - Parameter neededRatio: as above.
  func isUneven(neededRatio: Double) -> Bool {
    guard let margin = marginDecibels(neededRatio: neededRatio) else { return false }
    let mean = ratios.reduce(0, +) / Double(ratios.count) / change - 1
    return margin <= Self.leastMarginDecibels
      && mean > neededRatio * powerRatio(decibels: -Self.leastMarginDecibels)
  }

  /// The mean share of bits that the symbols would tell with the signal so much weaker.
  private static func share(of ratios: [Double], afterDecibels decibels: Double) -> Double {
    let gain = powerRatio(decibels: -decibels) / scale
    let slope = gain / (1 - gain)
    var left = 0.0
    for ratio in ratios { left += exponential(-min(slope * ratio, 80)) }
    return 1 - (1 + slope) * left / Double(ratios.count)
  }

  /// Energy of tones, in dB, that a reader in white noise lacks: it has to find out when they sound, and at which
  /// speed.
  static let lossDecibels = 0.5

  /// Least margin that symbols tell one by one: below it their noise outweighs their energy.
  private static let leastMarginDecibels = -5.0
}
