import HandShakeSignal

/// The loudness of a room after a tone, by the age of the tone, and the level of each tone.
///
/// The mean energy of an echo is the gain of its age times the level of its tone. The energy is
/// exponential (Rayleigh fading) about this mean, in a notch about a much lower mean, and sometimes
/// far larger. If a tone was never sent, or its echo has died away, the energy follows a Lomax
/// density, as in `ToneMetrics`.
///
/// Tones come in blocks of eight, one SIMD lane for each tone.
struct EchoProfile {
  /// Ages in symbols whose echoes differ from noise. At age 0 the tone sounds.
  static let ageCount = 5
  /// Windows of a symbol, half a symbol apart.
  static let windowsPerSymbol = 2

  /// Energies of tones in two windows of a symbol, and the noise and spectral leakage in them.
  struct Observation {
    var energies: (SIMD8<Float>, SIMD8<Float>)
    var floors: (SIMD8<Float>, SIMD8<Float>)
  }

  /// Sums over the symbols of a frame, from which the next profile is estimated.
  struct Statistics {
    /// Energies and levels by age and window, weighted by the probability of the age.
    fileprivate var energyByGain = [Float](repeating: 0, count: ageCount * windowsPerSymbol)
    fileprivate var weightByGain = [Float](repeating: 0, count: ageCount * windowsPerSymbol)
    /// Energies and gains by tone, weighted in the same way.
    fileprivate var energyByTone = [Float](repeating: 0, count: HopParameters.toneCount)
    fileprivate var weightByTone = [Float](repeating: 0, count: HopParameters.toneCount)
  }

  /// Energy by age and window, `age * windowsPerSymbol + window`, relative to the level of the
  /// tone. The mean of the windows sums to 1 over the ages.
  private var gains: [Float]
  /// Energy by tone.
  private var levels: [Float]
  /// Weight of a tone for the level of another tone, by their distance.
  private let coherence: [Float]
  /// Level at the start.
  let initialLevel: Float

  /// Weight of a window: windows overlap by half, so each counts half.
  private static let windowWeight: Float = 0.5
  /// Least gain of an echo that is learnt.
  private static let leastGain: Float = 0.003
  /// Share of the echoes in a notch, and their energy relative to the others.
  private static let notchShare: Float = 0.15
  private static let notchGain: Float = 0.25
  /// Share of the echoes that are far louder than expected.
  private static let tailShare: Float = 0.02
  /// Energies at which the tails of the densities begin, in units of their means.
  private static let tailStart: Float = 4
  /// Neighbouring tones share their fading: standard deviation of the Gaussian weight.
  private static let coherenceHertz = 300.0
  /// Weight of the mean level in the level of every tone, in observations.
  private static let meanLevelWeight: Float = 2

  /// The profile of the first tones of a frame, the `known` ones, with one level for all tones.
  ///
  /// - Parameter windows: `windowsPerSymbol` windows of every symbol.
  init(windows: [ToneSymbol], known: [Int], toneSpacingHertz: Double) {
    var energies = [Float](repeating: 0, count: Self.ageCount * Self.windowsPerSymbol)
    for (symbol, tone) in known.enumerated() {
      for index in energies.indices {
        let place = symbol * Self.windowsPerSymbol + index
        guard place < windows.count else { break }
        energies[index] += max(0, windows[place].energies[tone] - windows[place].skirtedNoise[tone])
      }
    }
    let scale = 1 / Float(max(1, known.count))
    let level = max(1e-20, scale * energies.reduce(0, +) / Float(Self.windowsPerSymbol))
    initialLevel = level
    gains = energies.map { max(Self.leastGain, scale * $0 / level) }
    levels = [Float](repeating: level, count: HopParameters.toneCount)
    coherence = (0..<HopParameters.toneCount).map {
      let distance = Float(Double($0) * toneSpacingHertz / Self.coherenceHertz)
      return distance < 4 ? fastExponential(-0.5 * distance * distance) : 0
    }
  }

  /// Likelihoods in one symbol of a block: of the ages 0 to `ageCount` - 1, then of a longer time.
  /// All are relative to the largest likelihood of an age.
  @inline(__always)
  func likelihoods(
    of observation: Observation, block: Int, into result: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    let level = levels[eight: 8 * block]
    var most = SIMD8<Float>.zero
    for age in 0..<Self.ageCount { result[age] = .zero }
    for window in 0..<Self.windowsPerSymbol {
      let energy = window == 0 ? observation.energies.0 : observation.energies.1
      let floor = window == 0 ? observation.floors.0 : observation.floors.1
      let absent =
        fastLogarithm(floor)
        + (Self.tailStart + 1) * fastLogarithm(1 + energy / (Self.tailStart * floor))
      for age in 0..<Self.ageCount {
        let echo = gains[age * Self.windowsPerSymbol + window] * level
        let strong = floor + echo
        let weak = floor + Self.notchGain * echo
        let far = 1 + energy / (Self.tailStart * strong)
        let density =
          ((1 - Self.notchShare) * fastExponential(-energy / strong)
            + Self.tailShare / (far * far * far)) / strong
          + Self.notchShare / weak * fastExponential(-energy / weak)
        result[age] += Self.windowWeight * (fastLogarithm(density) + absent)
      }
    }
    for age in 0..<Self.ageCount { most.replace(with: result[age], where: result[age] .> most) }
    for age in 0..<Self.ageCount { result[age] = fastExponential(result[age] - most) }
    result[Self.ageCount] = fastExponential(-most)
  }

  /// Adds one symbol of a block to the statistics. Its tones have the ages with these
  /// `probabilities`.
  @inline(__always)
  func add(
    _ observation: Observation, block: Int, probabilities: UnsafePointer<SIMD8<Float>>,
    to sums: inout Statistics
  ) {
    let level = levels[eight: 8 * block]
    var (energies, weights) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for window in 0..<Self.windowsPerSymbol {
      var over =
        window == 0
        ? observation.energies.0 - observation.floors.0
        : observation.energies.1 - observation.floors.1
      over.replace(with: 0, where: over .< 0)
      for age in 0..<Self.ageCount {
        let index = age * Self.windowsPerSymbol + window
        let weight = probabilities[age]
        sums.energyByGain[index] += (weight * over).sum()
        sums.weightByGain[index] += (weight * level).sum()
        energies += weight * over
        weights += weight * gains[index]
      }
    }
    let scale = 1 / Float(Self.windowsPerSymbol)
    for lane in 0..<8 {
      sums.energyByTone[block * 8 + lane] += scale * energies[lane]
      sums.weightByTone[block * 8 + lane] += scale * weights[lane]
    }
  }

  /// Becomes the likeliest profile under `sums` (the maximisation step of Baum and Welch). Smooths
  /// the levels over neighbouring tones.
  mutating func learn(_ sums: Statistics) {
    for index in gains.indices {
      gains[index] = max(
        Self.leastGain, sums.energyByGain[index] / max(1e-20, sums.weightByGain[index]))
    }
    let total = gains.reduce(0, +) / Float(Self.windowsPerSymbol)
    for index in gains.indices { gains[index] /= total }
    let mean = sums.energyByTone.reduce(0, +) / max(1e-20, sums.weightByTone.reduce(0, +))
    for tone in levels.indices {
      var energy = Self.meanLevelWeight * mean
      var weight = Self.meanLevelWeight
      for other in levels.indices {
        let near = coherence[abs(other - tone)]
        energy += near * sums.energyByTone[other]
        weight += near * sums.weightByTone[other]
      }
      levels[tone] = total * max(energy / weight, 0.1 * mean)
    }
  }
}
