import HandShakeSignal

/// Energies and noise of every tone in the window of one symbol.
struct ToneSymbol {
  let energies: [Float]
  /// Energies without possible noise.
  let excess: [Float]
  /// Noise. A rise of all tones above the earlier noise is noise as well.
  let noise: [Float]
  /// The noise with the spectral leakage of louder neighbours.
  let skirtedNoise: [Float]
  /// Mean of the earlier noise.
  let meanNoise: Float

  /// Least energy over noise of a tone with spectral leakage. Noise alone hardly reaches it.
  private static let leastSkirtedRatio: Float = 4
  /// Number of neighbours on each side that spectral leakage reaches.
  private static let skirtReach = 5

  /// Spectral leakage of tones of `symbolSeconds`, `toneSpacingHertz` apart, that fill a part of
  /// the window. Relative to the tone's energy, the nearest neighbours first.
  ///
  /// The echoes of a tone fill parts of the windows in which it starts and ends. The spectrum of
  /// such a part falls as the square of the distance from the tone, in units of
  /// `1 / symbolSeconds`. At a distance of 1, measured rooms leave a fifth of the tone's energy.
  /// Half or twice this value reads them as well.
  static func skirts(toneSpacingHertz: Double, symbolSeconds: Double) -> [Float] {
    (1...skirtReach).map {
      let distance = Float(Double($0) * toneSpacingHertz * symbolSeconds)
      return 0.2 / (distance * distance)
    }
  }

  /// A symbol with the `energies` of all tones, and the `earlierNoise` from before them.
  init(energies: [Float], earlierNoise: [Float], skirts: [Float]) {
    self.energies = energies
    excess = zip(energies, earlierNoise).map { max(0, $0 - 2 * $1) }
    meanNoise = earlierNoise.reduce(0, +) / Float(earlierNoise.count)
    let noise = Self.noise(energies, earlierNoise)
    self.noise = noise
    skirtedNoise = Self.adding(skirts, of: energies, to: noise)
  }

  private static func noise(_ energies: [Float], _ earlierNoise: [Float]) -> [Float] {
    let count = energies.count
    var mean: Float = 0
    var meanNoise: Float = 0
    for start in stride(from: 0, to: count, by: 8) {
      // Lanes beyond the last tone add the logarithm of 1.
      let energy = energies.eight(from: start, beyond: 1) + 1e-16
      let floor = fastLogarithm(earlierNoise.eight(from: start, beyond: 1))
      mean += (fastLogarithm(energy) - floor).sum()
      meanNoise += floor.sum()
    }
    let common = fastExponential(mean / Float(count) + NoiseFloor.eulerConstant)
    let least = 0.3 * fastExponential(meanNoise / Float(count))
    let factor = common > 1.4 ? common : 1
    return earlierNoise.map { factor * max($0, least) }
  }

  /// The `noise` of every tone, with the spectral leakage of louder neighbours.
  private static func adding(
    _ skirts: [Float], of energies: [Float], to noise: [Float]
  ) -> [Float] {
    var result = noise
    for tone in energies.indices {
      let over = energies[tone] - leastSkirtedRatio * noise[tone]
      guard over > 0 else { continue }
      for (index, skirt) in skirts.enumerated() {
        if tone > index { result[tone - index - 1] += skirt * over }
        if tone + index + 1 < result.count { result[tone + index + 1] += skirt * over }
      }
    }
    return result
  }
}

extension [Float] {
  /// Up to eight elements from `start` on. Lanes after the last element hold `beyond`.
  func eight(from start: Int, beyond: Float) -> SIMD8<Float> {
    if start + 8 <= count { return self[eight: start] }
    var result = SIMD8<Float>(repeating: beyond)
    for lane in 0..<Swift.min(8, count - start) { result[lane] = self[start + lane] }
    return result
  }
}
