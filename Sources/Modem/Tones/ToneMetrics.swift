import Signal

/// Log-likelihoods of the tones of a symbol from their energies.
///
/// For each tone: the density of its energy if it was sent over the density if it was not. Sent, the
/// energy is exponential (Rayleigh fading) about the level expected at its frequency, or now and then
/// about a much lower one (a notch). Not sent, it follows a Lomax density, exponential noise of
/// uncertain power: its heavy tail keeps one unexplained loud bin from vetoing the truth. Echoes of
/// earlier tones, as strong as those of the marker were, count as noise.
struct ToneMetrics {
  private let count: Int
  /// Noise per tone, from before the frame.
  private let noise: [Float]
  /// Energy of the marker's echo, one and two symbols later, relative to the tone itself.
  private var echoGains: [Float] = [0, 0]
  /// Energies over noise of the two latest symbols, newest first.
  private var earlier: [[Float]] = []
  /// Weighted sums behind the level expected per tone.
  private var weights: [Float]
  private var weightedEnergies: [Float]
  /// Mean energy of the tones seen so far, and its weight.
  private var levelSum: Float = 0
  private var levelWeight: Float = 0

  /// Part of the tones that fall in a notch, and their energy relative to the others.
  private static let notchShare: Float = 0.2
  private static let notchGain: Float = 0.12
  /// Neighbouring tones that share their fading: Gaussian standard deviation in tones.
  private static let coherenceTones: Float = 4

  init(noise: [Float]) {
    count = noise.count
    let mean = noise.reduce(0) { $0 + fastLogarithm($1) } / Float(noise.count)
    let least = 0.3 * fastExponential(mean)
    self.noise = noise.map { max($0, least) }
    weights = [Float](repeating: 0, count: count)
    weightedEnergies = [Float](repeating: 0, count: count)
  }

  /// Mean energy of the tones that were sent, noise taken off.
  var level: Float { levelWeight > 0 ? levelSum / levelWeight : 0 }

  /// Mean noise energy.
  var meanNoise: Float { noise.reduce(0, +) / Float(count) }

  /// Noise of every tone in one symbol: what all tones have more of than before is noise as well.
  private func symbolNoise(_ energies: [Float]) -> [Float] {
    var mean: Float = 0
    for tone in 0..<count {
      mean += fastLogarithm(energies[tone] + 1e-16) - fastLogarithm(noise[tone])
    }
    let common = fastExponential(mean / Float(count) + NoiseFloor.eulerConstant)
    return common > 1.4 ? noise.map { $0 * common } : noise
  }

  /// Learns level and echoes from the marker: energies per symbol, and which tone each one sent.
  mutating func learn(marker: [[Float]], tones: [Int]) {
    var own: [Float] = [0, 0]
    var echo: [Float] = [0, 0]
    for (index, tone) in tones.enumerated() {
      let noise = symbolNoise(marker[index])
      observe(tone: tone, energy: max(0, marker[index][tone] - noise[tone]))
      for lag in 1...2 where index + lag < tones.count && tones[index + lag] != tone {
        own[lag - 1] += marker[index][tone]
        echo[lag - 1] += marker[index + lag][tone] - symbolNoise(marker[index + lag])[tone]
      }
    }
    for lag in 0..<2 where own[lag] > 0 { echoGains[lag] = max(0, min(1, echo[lag] / own[lag])) }
    for energies in marker.suffix(2) { remember(energies) }
  }

  /// Takes a tone as sent with `energy`, noise taken off.
  mutating func observe(tone: Int, energy: Float) {
    levelSum += energy
    levelWeight += 1
    for other in 0..<count {
      let distance = Float(other - tone) / Self.coherenceTones
      guard abs(distance) < 4 else { continue }
      let weight = fastExponential(-0.5 * distance * distance)
      weights[other] += weight
      weightedEnergies[other] += weight * energy
    }
  }

  private mutating func remember(_ energies: [Float]) {
    earlier.insert(energies, at: 0)
    if earlier.count > 2 { earlier.removeLast() }
  }

  /// Appends the log-likelihood ratio of every tone in a symbol with these `energies`.
  ///
  /// - Returns: the likeliest tone and its noise.
  mutating func append(
    _ energies: [Float], to ratios: inout [Float]
  ) -> (tone: Int, ratio: Float, noise: Float) {
    var disturbance = symbolNoise(energies)
    for (lag, past) in earlier.enumerated() {
      for tone in 0..<count {
        disturbance[tone] += echoGains[lag] * max(0, past[tone] - 4 * noise[tone])
      }
    }
    let level = max(self.level, meanNoise)
    var best = (tone: 0, ratio: -Float.infinity, noise: Float(0))
    for tone in 0..<count {
      let noise = disturbance[tone] + 0.002 * level
      let energy = energies[tone]
      let expected = max(
        (weightedEnergies[tone] + 2 * level) / (weights[tone] + 2), 0.3 * level)
      let strong = noise + expected
      let weak = noise + Self.notchGain * expected
      let sent =
        (1 - Self.notchShare) / strong * fastExponential(-energy / strong)
        + Self.notchShare / weak * fastExponential(-energy / weak)
      let tail = fastLogarithm(1 + energy / (3 * noise))
      let ratio = fastLogarithm(sent * noise + .leastNormalMagnitude) + 4 * tail
      ratios.append(ratio)
      if ratio > best.ratio { best = (tone, ratio, disturbance[tone]) }
    }
    remember(energies)
    return best
  }
}
