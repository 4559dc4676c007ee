import HandShakeSignal

/// The probability of each value of each half of a byte, from the energies of its tones.
///
/// In every block, the energy of a sent tone is exponential about the signal's level. Other tones
/// are exponential about the noise's level (Rayleigh fading: Proakis, "Digital Communications",
/// section on noncoherent detection in fading). A share of the observations may be anything, so
/// nothing is impossible. A hum or a click in one half of a byte must not outweigh all others.
struct GGWaveLikelihoods {
  /// Natural logarithms of the probabilities of the 16 values, half after half; 16 sum up to 1.
  private(set) var logarithms: [Float] = []
  /// Mean energy of the sent tones, and of the noise.
  private(set) var levels: (signal: Float, noise: Float) = (0, 0)
  /// Number of equally good microphones that the energies average.
  let microphoneCount: Float

  private static let values = GGWaveParameters.tonesPerGroup
  /// Share of the observations that may be anything.
  private static let strayShare: Float = 0.03
  /// Tones beside a loud tone that have its spectral leakage.
  private static let leakageTones = 3

  /// - Parameters:
  ///   - energies: energies of all tones, symbol by symbol, `groupCount` times 16 for each symbol.
  ///   - blocksPerSymbol: number of blocks that were added up.
  ///   - microphoneCount: number of equally good microphones that the energies average.
  init(energies: [Float], groupCount: Int, blocksPerSymbol: Int, microphoneCount: Float) {
    self.microphoneCount = microphoneCount
    let values = Self.values
    let rows = energies.count / values
    var largest = [Float](repeating: 0, count: rows)
    var rest = [Float](repeating: 0, count: rows)
    for row in 0..<rows {
      let tones = energies[row * values..<(row + 1) * values]
      largest[row] = tones.max()!
      rest[row] = (tones.reduce(0, +) - largest[row]) / Float(values - 1) + 1e-20
    }
    let symbols = Float(max(1, rows / groupCount))
    var noise = [Float](repeating: 0, count: groupCount)
    var peak = noise
    for row in 0..<rows {
      noise[row % groupCount] += rest[row] / symbols
      peak[row % groupCount] += largest[row] / symbols
    }
    noise = Self.smoothed(noise)
    peak = Self.smoothed(peak)
    levels = (peak.reduce(0, +) / Float(groupCount), Self.quietLevel(energies))
    logarithms.reserveCapacity(energies.count)
    var start = 0
    while start < rows {
      // A click lifts all tones of a symbol.
      let end = min(start + groupCount, rows)
      let loudness =
        (start..<end).reduce(0) { $0 + rest[$1] / noise[$1 - start] } / Float(end - start)
      for row in start..<end {
        let level = noise[row - start] * max(1, loudness)
        let ratio = max(0.3, peak[row - start] / noise[row - start] - 1)
        append(
          energies[row * values..<(row + 1) * values],
          gain: Float(blocksPerSymbol) * microphoneCount / level * ratio / (1 + ratio))
      }
      start = end
    }
  }

  /// The level of the noise. Spectral leakage from a loud tone to its neighbours, and sometimes to
  /// the tones of the next half, does not count as noise.
  private static func quietLevel(_ energies: [Float]) -> Float {
    let levels = stride(from: 0, to: energies.count, by: values).map { start -> Float in
      let tones = energies[start..<start + values]
      let loudest = tones.indices.max { tones[$0] < tones[$1] }!
      let far = tones.indices.filter { abs($0 - loudest) >= leakageTones }
      return far.reduce(0) { $0 + tones[$1] } / Float(far.count)
    }
    return levels.isEmpty ? 0 : levels.quantile(0.5)
  }

  private static func smoothed(_ groups: [Float]) -> [Float] {
    groups.indices.map { group in
      let left = groups[max(group - 1, 0)]
      let right = groups[min(group + 1, groups.count - 1)]
      return 0.5 * groups[group] + 0.25 * (left + right)
    }
  }

  private mutating func append(_ tones: ArraySlice<Float>, gain: Float) {
    let largest = tones.max()!
    let weights = tones.map { fastExponential(gain * ($0 - largest)) }
    let sum = weights.reduce(0, +)
    let floor = Self.strayShare / Float(Self.values)
    for weight in weights {
      logarithms.append(fastLogarithm((1 - Self.strayShare) * weight / sum + floor))
    }
  }

  /// The logarithm of the probability of `value`, for the byte whose lower half is number `half`.
  func logProbability(ofByte value: UInt8, half: Int) -> Float {
    logarithms[half * Self.values + Int(value & 15)]
      + logarithms[(half + 1) * Self.values + Int(value >> 4)]
  }

  /// Cost of `bytes` from half number `half` on: minus the logarithm of their probability.
  func cost(of bytes: [UInt8], half: Int) -> Float {
    bytes.indices.reduce(Float(0)) { $0 - logProbability(ofByte: bytes[$1], half: half + 2 * $1) }
  }

  /// Cost of the likeliest values of `halves`.
  func leastCost(halves: Range<Int>) -> Float {
    halves.reduce(Float(0)) { $0 - logarithms[$1 * Self.values..<($1 + 1) * Self.values].max()! }
  }

  /// Metrics of all 256 values of `count` bytes from half number `half` on, byte by byte.
  func byteMetrics(half: Int, count: Int) -> [Float] {
    var metrics: [Float] = []
    metrics.reserveCapacity(256 * count)
    for byte in 0..<count {
      for value in 0..<256 {
        metrics.append(logProbability(ofByte: UInt8(value), half: half + 2 * byte))
      }
    }
    return metrics
  }
}
