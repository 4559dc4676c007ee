import HandShakeSignal

/// The energy distribution of an impulse response over time.
struct ImpulseProfile {
  /// The time of the first sound, from the start of the response.
  let firstSeconds: Double
  /// Root mean square of the delays about their mean.
  let spreadSeconds: Double
  /// Time from the first sound until 99 % of the energy have arrived.
  let lengthSeconds: Double

  /// The first sound is the first that reaches a tenth of the strongest.
  private static let firstShare: Float = 0.1
  /// Below this share of the strongest, sound counts as noise: 30 dB.
  private static let leastShare: Float = 0.001

  /// The profile of an impulse response at 12 kHz whose first hundredth of a second is only noise.
  init(_ impulses: [Complex]) {
    let rate = SweepResponse.responseRateHertz
    let powers = impulses.map { $0.power }
    let before = powers.prefix(Int(0.01 * rate))
    let noise = before.reduce(0, +) / Float(max(before.count, 1))
    let strongest = powers.max() ?? 0
    let first = powers.firstIndex { $0 >= Self.firstShare * strongest } ?? 0
    // Single samples of noise reach ten times its mean.
    let least = max(Self.leastShare * strongest, 10 * noise)
    let counted = powers[first...].map { $0 >= least ? Double($0 - noise) : 0 }
    let energy = max(counted.reduce(0, +), 1e-30)
    let mean = counted.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / energy
    let square =
      counted.enumerated().reduce(0) {
        $0 + (Double($1.offset) - mean) * (Double($1.offset) - mean) * $1.element
      } / energy
    var sum = 0.0
    let last = counted.firstIndex {
      sum += $0
      return sum >= 0.99 * energy
    }
    firstSeconds = Double(first) / rate
    spreadSeconds = square.squareRoot() / rate
    lengthSeconds = Double(last ?? 0) / rate
  }
}

extension ImpulseProfile {
  /// Whether a response contains a sound within 20 ms of its expected time, 40 ms after its start.
  ///
  /// The reference is the time just before, which contains nothing of a sweep. Noise does not reach
  /// such a peak in a million years.
  static func isSound(_ impulses: [Complex]) -> Bool {
    let powers = impulses.map { $0.power }
    let noise = powers[..<240].quantile(0.5) / 0.7
    return powers[240..<720].max() ?? 0 > 40 * noise
  }

  /// Whether the sound is a sweep and not a click, which lasts a second after the filter.
  static func isCompact(_ impulses: [Complex]) -> Bool {
    let powers = impulses.map { $0.power }
    guard let peak = powers[240..<720].indices.max(by: { powers[$0] < powers[$1] }) else {
      return false
    }
    let following = powers[(peak + 120)..<(peak + 1320)].reduce(0, +) / 1200
    return powers[peak] > 40 * following
  }
}

/// The delay between two records of the same sound.
enum CorrelationPeak {
  /// The delay of `spectrum` after `reference`, both of 12 kHz, within 20 ms, to a microsecond.
  static func lagSeconds(_ spectrum: [Complex], _ reference: [Complex]) -> Double {
    let count = spectrum.count
    // Eight times as many points; a parabola interpolates between them.
    let fineness = 8
    let transform = FourierTransform(size: fineness * count)
    transform.buffer.update(repeating: Complex(0, 0))
    for index in 0..<count {
      transform.buffer[index] = spectrum[index].timesConjugate(of: reference[index])
    }
    transform.inverse()
    let size = fineness * count
    let rate = Double(fineness) * SweepResponse.responseRateHertz
    let reach = Int(0.02 * rate)
    var best = 0
    for lag in -reach...reach
    where transform.buffer[(lag + size) % size].power
      > transform.buffer[(best + size) % size].power
    {
      best = lag
    }
    let around = (-1...1).map { Double(transform.buffer[(best + $0 + size) % size].power) }
    let peak = ParabolaVertex(before: around[0], around[1], after: around[2])
    return (Double(best) + peak.maximumOffset) / rate
  }
}
