import HandShakeSignal

/// What the window of one symbol holds of every tone.
struct ToneSymbol {
  let energies: [Float]
  /// Energies less what may be noise.
  let excess: [Float]
  /// Noise: what all tones have more of than before is noise as well.
  let noise: [Float]
  /// The same, and the skirts of louder neighbours.
  let skirtedNoise: [Float]
  /// Mean noise, as it was before.
  let meanNoise: Float

  /// Energy over the noise from which a tone has skirts; noise alone hardly reaches it.
  private static let leastSkirtedRatio: Float = 4
  /// Neighbours on each side that skirts reach.
  private static let skirtReach = 5

  /// Energy that tones of `symbolSeconds` that stand `toneSpacingHertz` apart leave at their neighbours where they fill
  /// a part of the window only, relative to their own, the nearest neighbours first.
  ///
  /// The echoes of a tone fill parts of the windows in which it starts and ends. The spectrum of such a part falls as
  /// the square of the distance from the tone, which is measured in units of
  /// `1 / symbolSeconds`. A fifth of the tone's energy at a distance of 1 is what measured rooms leave there, and half
  /// or twice as much reads them as well.
  static func skirts(toneSpacingHertz: Double, symbolSeconds: Double) -> [Float] {
    (1...skirtReach).map {
      let distance = Float(Double($0) * toneSpacingHertz * symbolSeconds)
      return 0.2 / (distance * distance)
    }
  }

  /// The `energies` of all tones over the `earlierNoise` from before them.
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

  /// The `noise` of every tone with the skirts of its louder neighbours.
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
  /// Up to eight elements from `start` on; lanes behind the last one hold `beyond`.
  func eight(from start: Int, beyond: Float) -> SIMD8<Float> {
    if start + 8 <= count { return self[eight: start] }
    var result = SIMD8<Float>(repeating: beyond)
    for lane in 0..<Swift.min(8, count - start) { result[lane] = self[start + lane] }
    return result
  }
}
