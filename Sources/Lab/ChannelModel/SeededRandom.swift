import HandShakeSignal

/// Random numbers, the same for one seed on every machine: xoshiro256++ with a state from
/// SplitMix64 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  var state: (UInt64, UInt64, UInt64, UInt64)
  private var spareNormal: Double?

  /// The sequence of `seed`.
  public init(seed: UInt64) {
    var counter = seed
    func splitMix() -> UInt64 {
      counter &+= 0x9E37_79B9_7F4A_7C15
      var mixed = counter
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    state = (splitMix(), splitMix(), splitMix(), splitMix())
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    let sum = state.0 &+ state.3
    let result = (sum << 23 | sum >> 41) &+ state.0
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// A uniform number in `range`; the bound if both bounds are equal.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    let part = Double(next() >> 11) * 0x1p-53
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }

  /// A normal variable of mean 0 and variance 1 (Marsaglia's polar method).
  public mutating func normal() -> Double {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    while true {
      let x = uniform(-1...1)
      let y = uniform(-1...1)
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let scale = (-2 * logarithm(square) / square).squareRoot()
      spareNormal = y * scale
      return x * scale
    }
  }
}
