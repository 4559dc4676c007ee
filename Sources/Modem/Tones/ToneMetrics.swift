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
  /// Energy of the marker's echo, one symbol later and so on, relative to the tone itself.
  private var echoGains: [Float]
  /// Energies of the latest symbols less what may be noise, newest first.
  private var earlier: [[Float]] = []
  /// Weighted sums behind the level expected per tone.
  private var weights: [Float]
  private var weightedEnergies: [Float]
  /// Sum of the energies of the tones seen so far, and their number.
  private var levelSum: Float = 0
  private var levelWeight: Float = 0
  /// Mean noise energy of the latest symbol.
  private(set) var meanNoise: Float = 0

  /// Part of the tones that fall in a notch, and their energy relative to the others.
  private static let notchShare: Float = 0.2
  private static let notchGain: Float = 0.12
  /// Neighbouring tones that share their fading: Gaussian standard deviation in hertz.
  private static let coherenceHertz = 150.0
  private let coherenceTones: Float

  /// Metrics of `toneCount` tones whose echoes reach `echoSymbols` symbols far.
  init(toneCount: Int, toneSpacingHertz: Double, echoSymbols: Int) {
    count = toneCount
    coherenceTones = Float(Self.coherenceHertz / toneSpacingHertz)
    echoGains = [Float](repeating: 0, count: echoSymbols)
    weights = [Float](repeating: 0, count: count)
    weightedEnergies = [Float](repeating: 0, count: count)
  }

  /// Mean energy of the tones that were sent, noise taken off.
  var level: Float { levelWeight > 0 ? levelSum / levelWeight : 0 }

  /// Noise of every tone in one symbol: what all tones have more of than before is noise as well.
  private func symbolNoise(_ energies: [Float], _ noise: [Float]) -> [Float] {
    var mean: Float = 0
    var meanNoise: Float = 0
    var result = noise
    energies.withUnsafeBufferPointer { energies in
      result.withUnsafeMutableBufferPointer { noise in
        var start = 0
        while start < count {
          // Eight logarithms at a time; sums in the order of the tones need none.
          let lanes = min(8, count - start)
          var energy = SIMD8<Float>(repeating: 1)
          var floor = SIMD8<Float>(repeating: 1)
          for lane in 0..<lanes {
            energy[lane] = energies[start + lane] + 1e-16
            floor[lane] = noise[start + lane]
          }
          let logarithms = fastLogarithm(floor)
          mean += (fastLogarithm(energy) - logarithms).sum()
          meanNoise += logarithms.sum()
          start += lanes
        }
        let common = fastExponential(mean / Float(count) + NoiseFloor.eulerConstant)
        let least = 0.3 * fastExponential(meanNoise / Float(count))
        let factor = common > 1.4 ? common : 1
        for tone in 0..<count { noise[tone] = factor * max(noise[tone], least) }
      }
    }
    return result
  }

  /// Learns level and echoes from the marker: energies and noise of every tone in each of its
  /// symbols, and which tone each one sent.
  mutating func learn(marker: [(energies: [Float], noise: [Float])], tones: [Int]) {
    let lags = echoGains.count
    var own = [Float](repeating: 0, count: lags)
    var echo = own
    for (index, tone) in tones.enumerated() {
      let noise = symbolNoise(marker[index].energies, marker[index].noise)
      let energy = marker[index].energies[tone]
      observe(tone: tone, energy: max(0, energy - noise[tone]))
      meanNoise = noise.reduce(0, +) / Float(count)
      for lag in 1...lags where index + lag < tones.count && tones[index + lag] != tone {
        let later = marker[index + lag]
        own[lag - 1] += energy
        echo[lag - 1] += later.energies[tone] - symbolNoise(later.energies, later.noise)[tone]
      }
    }
    for lag in 0..<lags where own[lag] > 0 {
      echoGains[lag] = max(0, min(1, echo[lag] / own[lag]))
    }
    for symbol in marker.suffix(lags) { remember(symbol.energies, symbol.noise) }
  }

  /// Takes a tone as sent with `energy`, noise taken off.
  mutating func observe(tone: Int, energy: Float) {
    levelSum += energy
    levelWeight += 1
    for other in 0..<count {
      let distance = Float(other - tone) / coherenceTones
      guard abs(distance) < 4 else { continue }
      let weight = fastExponential(-0.5 * distance * distance)
      weights[other] += weight
      weightedEnergies[other] += weight * energy
    }
  }

  /// Forgets the symbols before: what is appended next follows on silence.
  mutating func forgetEarlier() { earlier.removeAll() }

  private mutating func remember(_ energies: [Float], _ noise: [Float]) {
    earlier.insert((0..<count).map { max(0, energies[$0] - 4 * noise[$0]) }, at: 0)
    if earlier.count > echoGains.count { earlier.removeLast() }
  }

  /// What disturbs each tone of a symbol: its noise and the echoes of those before.
  private func disturbance(_ energies: [Float], _ noise: [Float]) -> [Float] {
    var disturbance = symbolNoise(energies, noise)
    for (lag, past) in earlier.enumerated() {
      for tone in 0..<count { disturbance[tone] += echoGains[lag] * past[tone] }
    }
    return disturbance
  }

  /// Appends the log-likelihood ratio of every tone in a symbol with these `energies`.
  ///
  /// - Returns: the likeliest tone, its ratio and its noise.
  @discardableResult
  mutating func append(
    _ energies: [Float], noise: [Float], to ratios: inout [Float]
  ) -> (tone: Int, ratio: Float, noise: Float) {
    let disturbance = disturbance(energies, noise)
    meanNoise = noise.reduce(0, +) / Float(count)
    let level = max(self.level, meanNoise)
    let base = ratios.count
    ratios.append(contentsOf: repeatElement(0, count: count))
    ratios.withUnsafeMutableBufferPointer { ratios in
      var start = 0
      while start < count {
        let lanes = min(8, count - start)
        var noise = SIMD8<Float>(repeating: 1)
        var energy = SIMD8<Float>.zero
        var expected = SIMD8<Float>(repeating: 1)
        for lane in 0..<lanes {
          let tone = start + lane
          noise[lane] = disturbance[tone] + 0.002 * level
          energy[lane] = energies[tone]
          expected[lane] = max(
            (weightedEnergies[tone] + 2 * level) / (weights[tone] + 2), 0.3 * level)
        }
        let strong = noise + expected
        let weak = noise + Self.notchGain * expected
        let sent =
          (1 - Self.notchShare) / strong * fastExponential(-energy / strong)
          + Self.notchShare / weak * fastExponential(-energy / weak)
        let tail = fastLogarithm(1 + energy / (3 * noise))
        let ratio = fastLogarithm(sent * noise + .leastNormalMagnitude) + 4 * tail
        for lane in 0..<lanes { ratios[base + start + lane] = ratio[lane] }
        start += lanes
      }
    }
    var best = (tone: 0, ratio: -Float.infinity, noise: Float(0))
    for tone in 0..<count where ratios[base + tone] > best.ratio {
      best = (tone, ratios[base + tone], disturbance[tone])
    }
    remember(energies, noise)
    return best
  }

  /// Appends the log-likelihood ratio of every tone if each arrives with the same energy on one path:
  /// that of a Rician against an exponential variable. Nearer to the limit than `append` where there
  /// are no reflections.
  mutating func appendSteady(_ energies: [Float], noise: [Float], to ratios: inout [Float]) {
    let disturbance = disturbance(energies, noise)
    let level = max(self.level, meanNoise)
    for tone in 0..<count {
      let noise = disturbance[tone] + 0.02 * level
      ratios.append(
        logarithmOfBesselI0(2 * (level * energies[tone]).squareRoot() / noise) - level / noise)
    }
    remember(energies, noise)
  }
}

/// Logarithm of the modified Bessel function of order 0 for positive `x`, to 1e-3.
///
/// Abramowitz and Stegun, Handbook of Mathematical Functions, 9.8.1 and 9.8.2.
private func logarithmOfBesselI0(_ x: Float) -> Float {
  if x < 3.75 {
    let y = (x / 3.75) * (x / 3.75)
    return fastLogarithm(
      1 + y * (3.5156229 + y * (3.0899424 + y * (1.2067492 + y * (0.2659732 + y * 0.0360768)))))
  }
  let y = 3.75 / x
  return x - 0.5 * fastLogarithm(x)
    + fastLogarithm(0.39894228 + y * (0.01328592 + y * (0.00225319 - y * 0.00157565)))
}
