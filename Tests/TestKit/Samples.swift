import Foundation

/// SplitMix64.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

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
