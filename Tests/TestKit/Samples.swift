import Foundation

/// SplitMix64.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// A sequence that another seed makes another.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Uniform noise within ±0.9.
public func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in Float.random(in: -0.9...0.9, using: &generator) }
}

/// A cosine of amplitude 0.5.
public func tone(_ hertz: Double, rate: Double, frames: Int) -> [Float] {
  (0..<frames).map { Float(0.5 * cos(2 * .pi * hertz * Double($0) / rate)) }
}

/// The lower half of the band of `sound`, without its first and last 60 samples: above a quarter of
/// the rate, nothing is left.
public func halfBand(_ sound: [Float]) -> [Float] {
  let half = 60
  let taps = (-half...half).map { index -> Float in
    let sinc = index == 0 ? 0.5 : sin(.pi * Double(index) / 2) / (.pi * Double(index))
    let place = Double(index) / Double(half + 1)
    return Float(sinc * (0.42 + 0.5 * cos(.pi * place) + 0.08 * cos(2 * .pi * place)))
  }
  return (half..<sound.count - half).map { place in
    var sum: Float = 0
    for (index, tap) in taps.enumerated() { sum += tap * sound[place - half + index] }
    return sum
  }
}
