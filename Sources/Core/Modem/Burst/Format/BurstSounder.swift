import HandShakeSignal

/// The preamble of a frame: two linear chirps in opposite directions, which give the channel
/// response, time and clock. A longer sounder measures longer echoes.
public enum BurstSounder: String, Sendable, CaseIterable {
  /// Up and down, 200 samples of the baseband: 50 ms at 4 kHz. For devices that touch, and cables.
  case short
  /// Up and down, 400 samples.
  case medium
  /// Down and up, 600 samples.
  case long

  /// Selects the value for this sounder.
  func choose<Value>(short: Value, medium: Value, long: Value) -> Value {
    switch self {
    case .short: short
    case .medium: medium
    case .long: long
    }
  }

  /// Samples of each of the two chirps, at the baseband rate.
  var chirpCount: Int { choose(short: 100, medium: 200, long: 300) }

  /// Samples of both chirps.
  var sampleCount: Int { 2 * chirpCount }

  /// Symbols of the header after the sounder, QPSK.
  var headerSymbolCount: Int { choose(short: 48, medium: 96, long: 240) }

  /// Symbols of the part descriptor, QPSK.
  var partSymbolCount: Int { self == .long ? 384 : 192 }

  /// The share of half the band that the chirps sweep.
  private static let sweepShare = 0.96
  /// Samples of the rise at the start and the fall at the end.
  private static let edgeCount = 8

  /// The samples at the baseband rate, amplitude 1, in a band of `bandwidthRatio` times that rate.
  ///
  /// Sample i of an up-chirp of n has the phase 2 pi n F (t^2 - t), with t = (i + 1/2) / n and F =
  /// 0.48 `bandwidthRatio`. Its frequency runs from -F to F. A down-chirp is the conjugate. The
  /// first and last eight samples rise and fall as sin^2(pi/2 (i + 1/2) / 8).
  func samples(bandwidthRatio: Double) -> [Complex] {
    let count = chirpCount
    let sweep = 0.5 * Self.sweepShare * bandwidthRatio
    var result: [Complex] = []
    result.reserveCapacity(2 * count)
    for half in 0..<2 {
      let sign: Double = (half == 0) == (self != .long) ? 1 : -1
      for index in 0..<count {
        let t = (Double(index) + 0.5) / Double(count)
        let radians = 2 * Double.pi * Double(count) * sweep * (t * t - t)
        result.append(.phasor(sign * radians))
      }
    }
    for index in 0..<Self.edgeCount {
      let root = sine(0.5 * Double.pi * (Double(index) + 0.5) / Double(Self.edgeCount))
      let gain = Float(root * root)
      for place in [index, 2 * count - 1 - index] { result[place] = result[place].scaled(by: gain) }
    }
    return result
  }
}
